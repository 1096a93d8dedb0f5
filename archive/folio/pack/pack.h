/*
 * pack: from captures and the objects that their sessions found to a folio. Captures are added one
 * after the other, each while its session is open (folio_pack.c); what several of them need is kept once, and
 * written at the end (folio_finish.c): an object by its identity and its symbols, of which, at the level `min`,
 * those that any of them touches.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_PACK_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_PACK_H

#include "archive/folio/folio.h"
#include "archive/source_files.h"
#include "core/base/file/held.h"
#include "core/model/capture.h"
#include "core/model/timeline/timeline.h"

struct pack_input {
    const char *name;   /* of the capture in the folio */
    const char *labels; /* as in struct folio_capture */
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
    bool source; /* the text of the functions that samples lie in is kept, too, where it is found */
    struct source_paths source_paths; /* where files of source are; borrowed */
    double annotate_limit;   /* lines of all places are kept of functions with this share of the samples, in
                              percent; of others those of touched places */
    bool dry_run;            /* nothing is written, but what it would come to is known: pack_row() */
    const struct held *over; /* what is replaced: only if it is still there; NULL: whatever is there */
    const char *temporary;   /* where what goes to a pipe waits (surroundings.h) */
    void *arg;               /* progress()'s */
    void (*progress)(void *arg, const char *what, const char *name); /* NULL: none */
};

/* What an object, or a capture, takes at each level, in bytes of the folio. */
struct pack_row {
    const char *name;
    bool capture;
    uint64_t samples; /* that lie in it, of all captures */
    uint64_t bytes[FOLIO_LEVELS];
    uint64_t annotate; /* of code and full: source lines of whole functions */
};

/* What it comes to: as far as captures were added, and once it is finished. */
struct pack_sums {
    uint64_t samples; /* of all captures */
    size_t nobjects;
    struct pack_row *rows; /* once finished, as the next two */
    size_t nrows;
    uint64_t size; /* bytes of the folio */
};

struct pack;

/* Begin a folio that will be at `path`. NULL with `e` set. */
struct pack *folio_pack_new(const char *path, const struct pack_opts *o, struct err *e);

/* Add a capture. False with `e` set: the folio cannot be made. */
bool folio_pack_add(struct pack *p, const struct pack_input *in, struct problems *problems, struct err *e);

/* Write the rest and give the file its name (a dry run does not). */
bool folio_pack_finish(struct pack *p, struct err *e);

const struct pack_sums *folio_pack_sums(const struct pack *p);

/* The files of source of this machine of which lines are in it: n paths, borrowed. */
const char *const *folio_pack_sources(const struct pack *p, size_t *n);

/* The files of this machine of which something is in it though no build-id proves them, likewise. */
const char *const *folio_pack_files(const struct pack *p, size_t *n);

/* The folio, whose manifest has its objects once it is finished. */
const struct folio *folio_pack_folio(const struct pack *p);

/* Drop what is not finished, and free. */
void folio_pack_free(struct pack *p);

#endif
