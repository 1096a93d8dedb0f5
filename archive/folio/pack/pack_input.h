/* pack_input: what a folio is made of, how, and what that comes to. */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_PACK_INPUT_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_PACK_INPUT_H

#include "archive/folio/folio.h"
#include "core/base/file/held.h"
#include "core/model/capture.h"
#include "core/model/timeline/timeline.h"
#include "core/resolve/resolver.h"

struct pack_input {
    const char *name; /* of the capture in the folio */
    bool directory;
    const struct file *files; /* the main one first */
    const char *const *paths; /* of each, in the directory; "" for the capture itself */
    size_t nfiles;
    struct capture *capture; /* walked, */
    const struct timeline *timeline;
    struct resolver *resolver; /* whose chain keeps files */
    uint64_t *shares;          /* receives the samples of each of the timeline's objects */
};

struct pack_opts {
    enum folio_level level;
    bool source;  /* the text of the functions that samples lie in is kept, too, where it is found */
    bool dry_run; /* nothing is written, but what it would come to is known: pack_row() */
    const struct held *over; /* what is replaced: only if it is still there; NULL: whatever is there */
    void *arg;               /* progress()'s */
    void (*progress)(void *arg, const char *what, const char *name); /* NULL: none */
};

/* What an object, or a capture, takes at each level, in bytes of the folio. */
struct pack_row {
    const char *name;
    bool capture;
    uint64_t samples; /* that lie in it, of all captures */
    uint64_t bytes[FOLIO_LEVELS];
};

#endif
