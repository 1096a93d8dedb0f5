/*
 * manifest: the text form of the records of a folio's manifest: a word and KEY=VALUE pairs, with one blank in between,
 * ended by a NUL, so that `readelf -p .perfolio` lists them (docs/folio.md, "The manifest"). In values, blanks, '%' and
 * bytes that are not printable ASCII characters are written as %XX.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_MANIFEST_H
#define PERFOLIO_ARCHIVE_FOLIO_MANIFEST_H

#include <stdbool.h>

#include "core/base/cur.h"
#include "core/base/text.h"

/* Append a pair to a record. The caller appends the word before, and the NUL afterwards. */
void manifest_text(struct text *t, const char *key, const char *value);
void manifest_number(struct text *t, const char *key, uint64_t value);
void manifest_address(struct text *t, const char *key, uint64_t value); /* in hexadecimal */
void manifest_bytes(struct text *t, const char *key, const uint8_t *p, size_t n);

/* Appends a value as manifest_text() escapes it. */
void manifest_escape_add(struct text *t, const char *value);

/* A record that is read: borrowed text, NUL-terminated. */
struct record_line {
    const char *s;
    size_t n;
};

/* Takes the next record off the front of `rest`. False: the end, or the rest has no NUL. */
bool manifest_next(struct span *rest, struct record_line *r);

bool manifest_is(const struct record_line *r, const char *word);

/* Read the value of a key. False, and nothing written: there is no such key, or it has another form. */
bool manifest_get_text(const struct record_line *r, const char *key, struct text *value); /* appended */
bool manifest_get_number(const struct record_line *r, const char *key, uint64_t *value);  /* also 0x... */
bool manifest_get_bytes(const struct record_line *r, const char *key, uint8_t *p, size_t max, size_t *n);

#endif
