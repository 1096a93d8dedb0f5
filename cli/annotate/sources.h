/*
 * sources: the text of source lines: what a folio keeps of them, else that of files of this machine, at
 * their own paths or where --source-prefix and --prefix have them; with --isolated not at their own; else what servers
 * have for the build-id, where they are asked.
 */
#ifndef PERFOLIO_CLI_ANNOTATE_SOURCES_H
#define PERFOLIO_CLI_ANNOTATE_SOURCES_H

#include "cli/options/values.h"
#include "core/resolve/resolver.h"

struct sources;

struct sources_opts {
    const struct words *prefixes; /* "OLD=NEW" */
    const char *prefix;           /* put in front of other paths (objdump --prefix); NULL: nothing */
    unsigned strip;               /* ... without so many of their first folders */
    bool isolated;
    struct resolver
        *resolver; /* who asks servers (--debuginfod) for what is not there, or of another version */
};

/* `o`, and what it points to, are borrowed. */
struct sources *sources_new(const struct sources_opts *o);
void sources_free(struct sources *s); /* NULL: nothing */

/* The text of the line of a frame in an object without its end, borrowed: *n bytes; NULL: it is not at hand. */
const char *sources_line(struct sources *s, const struct object *o, const struct line_frame *f, size_t *n);

/* What is to be known of a file's text, once for each file. */
enum source_age {
    SOURCE_FITS, /* it was kept with the code, is of the build-id, has the MD5 of the file that was compiled, or,
                    where that is not recorded, is older than the code; or it is not at hand, or was asked about */
    SOURCE_NEWER,   /* it was written to after the code was built */
    SOURCE_UNKNOWN, /* it is of this machine, and when the code was built is unknown */
    SOURCE_OTHER,   /* it is of another version: its MD5 is not that of the file that was compiled */
};
enum source_age sources_age(struct sources *s, const struct object *o, const struct line_frame *f,
                            uint64_t built /* ns since 1970; 0: unknown */);

/* What that was of a frame's file when it was asked. */
enum source_age sources_known_age(struct sources *s, const struct line_frame *f);

#endif
