/*
 * sources: the text of source lines: what a folio keeps of them, else that of files of this machine, where these are that source
 * (source_files.h); else what servers have for the build-id, where they are asked.
 */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_SOURCES_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_SOURCES_H

#include "archive/source_files.h"

struct sources;

/* What `paths` points to is borrowed. The resolver asks servers (--debuginfod) for what is not there, or of another version. */
struct sources *sources_new(const struct source_paths *paths, struct resolver *r);
void sources_free(struct sources *s); /* NULL: nothing */

/* The text of the line of a frame in an object without its end, borrowed: *n bytes; NULL: it is not at hand. */
const char *sources_line(struct sources *s, const struct object *o, const struct line_frame *f, size_t *n);

/* What is to be known of a file's text, once for each file. */
enum source_age {
    SOURCE_FITS, /* it was kept with the code, is of the build-id, has the MD5 of the file that was compiled, or,
                    where that is not recorded, is older than the code; or it is not at hand, or was asked about */
    SOURCE_NEWER,    /* it was written to after the code was built */
    SOURCE_UNKNOWN,  /* it is of this machine, and when the code was built is unknown */
    SOURCE_OTHER,    /* it is of another version: its MD5 is not that of the file that was compiled */
    SOURCE_WITHHELD, /* there is one at its path, and nothing speaks for it: it is not shown */
    SOURCE_UNREAD,   /* it is there, and cannot be read */
};
enum source_age sources_age(struct sources *s, const struct object *o, const struct line_frame *f,
                            uint64_t built /* ns since 1970; 0: unknown */);

/* Why a file cannot be read, of one that is SOURCE_UNREAD. */
const char *sources_unread(struct sources *s, const struct object *o, const struct line_frame *f);

/* Where the file lies that is SOURCE_WITHHELD. */
const char *sources_withheld(struct sources *s, const struct object *o, const struct line_frame *f);

/* What that was of a frame's file when it was asked. */
enum source_age sources_known_age(struct sources *s, const struct line_frame *f);

#endif
