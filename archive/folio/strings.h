/*
 * strings: makes an ELF string table (ELF gABI, chapter 4, "String Table"). Each string is stored once, and one that is
 * the end of another inside of that: "printf" in "vprintf". The bytes depend on the set of strings, not on the order in
 * which they were added.
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

/* Adds a copy of a string, which may be there already. */
void strings_add(struct strings *s, const char *text);

/* Lays out the table; nothing may be added afterwards. False with `e` set (ERR_UNSUPPORTED): it has more than `most`
 * bytes, which is at most UINT32_MAX, the most that st_name and sh_name can express. */
bool strings_seal(struct strings *s, uint32_t most, struct err *e);

/* Once sealed: the offset in the table of a string that was added; 0, that of the empty one, for any other. */
uint32_t strings_at(const struct strings *s, const char *text);

/* Once sealed: the table. It begins with a NUL and ends with one. */
struct span strings_bytes(const struct strings *s);

#endif
