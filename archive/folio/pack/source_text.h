/*
 * source_text: takes lines of the source files that DWARF names into a folio, if the user asked for them with --source,
 * and notes which of these files are of another version than the code, and which are this machine's.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_SOURCE_TEXT_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_SOURCE_TEXT_H

#include "archive/folio/folio_lines.h"
#include "archive/source_files.h"
#include "core/base/problem.h"

/* The source files that were looked for. */
struct source_text {
    struct source_files files; /* marked with the last turn in which a problem of them was noted, + 1 */
    size_t turn;               /* number of calls of source_text_problems() */
    struct names taken_names;
    const char **taken; /* the files of this machine whose lines were taken, each once */
    size_t ntaken, cap_taken;
    struct problems problems; /* files of other versions, not taken, or not readable */
};

/* What `paths` points to is borrowed. */
void source_text_init(struct source_text *t, const struct source_paths *paths);
void source_text_free(struct source_text *t);

/* Adds a line of a source file to `l`, if it is found, and notes there if its MD5 says that it is of another version
   than the code. */
void source_text_add(struct source_text *t, struct folio_lines *l, const struct source_name *name,
                     uint32_t line);

/* Adds the problems of files since the last call. */
void source_text_problems(struct source_text *t, struct problems *into);

#endif
