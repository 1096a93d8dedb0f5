/*
 * source_text: lines of the files that DWARF names, for --source, which of these files are of another version than the code, and
 * which are of this machine. What is in them is kept in a folio only if its user asked for it.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_SOURCE_TEXT_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_SOURCE_TEXT_H

#include "archive/folio/folio_lines.h"
#include "archive/source_files.h"
#include "core/base/problem.h"

/* The files that were asked for. */
struct source_text {
    struct source_files files; /* marked by the last turn in which something was noted of them, + 1 */
    size_t turn;               /* how often source_text_problems() was asked */
    struct names taken_names;
    const char **taken; /* the files of this machine of which lines were taken, each once */
    size_t ntaken, cap_taken;
    struct problems problems; /* of files: other versions, not taken, not read */
};

/* What `paths` points to is borrowed. */
void source_text_init(struct source_text *t, const struct source_paths *paths);
void source_text_free(struct source_text *t);

/* Add a line of it to `l`, if it is there, and that it is of another version than the code, where its MD5 is another. */
void source_text_add(struct source_text *t, struct folio_lines *l, const struct source_name *name,
                     uint32_t line);

/* Add what is to be known of files since this was asked last. */
void source_text_problems(struct source_text *t, struct problems *into);

#endif
