/*
 * source_text: lines of the files that DWARF names, for --source, and which of these files are of another version than the
 * code. What is in them is kept in a folio only if its user asked for it.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_SOURCE_TEXT_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_SOURCE_TEXT_H

#include "archive/folio/folio_lines.h"
#include "archive/source_files.h"

/* The files that were asked for. */
struct source_text {
    struct source_files files; /* marked by the last turn in which they were of another version, + 1 */
    size_t turn;               /* how often source_text_others() was asked */
    size_t others;             /* files of another version that source_text_others() has not given */
    const char *first_other;   /* the first of these */
};

void source_text_init(struct source_text *t);
void source_text_free(struct source_text *t);

/* Add a line of it to `l`, if it is there, and that it is of another version than the code, where its MD5 is another. */
void source_text_add(struct source_text *t, struct folio_lines *l, const struct source_name *name,
                     uint32_t line);

/* How many more files are of another version since this was asked last; *first receives the name of the first of them. */
size_t source_text_others(struct source_text *t, const char **first);

#endif
