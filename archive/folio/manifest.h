/*
 * manifest: the records of a folio's manifest, as text: each is a word and KEY=VALUE pairs, separated by one
 * blank and ended by a NUL, so that `readelf -p .perfolio` lists them (docs/folio.md, "The manifest"). In a
 * value a blank, '%', and what is no printable ASCII character stand as %XX.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_MANIFEST_H
#define PERFOLIO_ARCHIVE_FOLIO_MANIFEST_H

#include <stdbool.h>

#include "core/base/cur.h"
#include "core/base/text.h"

/* Add a pair to a record, which begins with its word and ends with a NUL. */
void manifest_text(struct text *t, const char *key, const char *value);
void manifest_number(struct text *t, const char *key, uint64_t value);
void manifest_address(struct text *t, const char *key, uint64_t value); /* in hexadecimal */
void manifest_bytes(struct text *t, const char *key, const uint8_t *p, size_t n);

/* The escaped form of a value, for names that people read. */
void manifest_escape_add(struct text *t, const char *value);

/* A record being read: borrowed text, NUL-terminated. */
struct record_line {
    const char *s;
    size_t n;
};

/* Take the next record off the front; false at the end, and where what is left has no NUL. */
bool manifest_next(struct span *rest, struct record_line *r);

bool manifest_is(const struct record_line *r, const char *word);

/* The value of a key. False when it is not there, or not of that form; then nothing is written. */
bool manifest_get_text(const struct record_line *r, const char *key, struct text *value); /* appended */
bool manifest_get_number(const struct record_line *r, const char *key, uint64_t *value);  /* of either base */
bool manifest_get_bytes(const struct record_line *r, const char *key, uint8_t *p, size_t max, size_t *n);

#endif
