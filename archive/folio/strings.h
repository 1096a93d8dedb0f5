/*
 * strings: an ELF string table (ELF gABI, chapter 4, "String Table"), each string stored once, and those that
 * end another one inside of it: "printf" is the end of "vprintf". The bytes depend on which strings there
 * are, not on the order they came in.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_STRINGS_H
#define PERFOLIO_ARCHIVE_FOLIO_STRINGS_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/cur.h"
#include "core/base/err.h"

struct strings;

struct strings *strings_new(void);
void strings_free(struct strings *s);

/* Any string, any number of times; it is copied. */
void strings_add(struct strings *s, const char *text);

/* Lay out the table of at most `most` bytes (UINT32_MAX: what st_name and sh_name can say); nothing is added
 * afterwards. ERR_UNSUPPORTED when it takes more. */
bool strings_seal(struct strings *s, uint32_t most, struct err *e);

/* Once sealed: where a string that was added begins in the table; 0, the empty one's place, for any other. */
uint32_t strings_at(const struct strings *s, const char *text);

/* Once sealed: the table. It begins with a NUL and ends with one. */
struct span strings_bytes(const struct strings *s);

#endif
