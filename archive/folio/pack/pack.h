/*
 * pack: makes a folio of captures and of the objects that their sessions found. Captures are added one after the other,
 * each while its session is open (folio_pack.c). An object that several of them need is kept once, by its identity and
 * its symbols, and written at the end (folio_finish.c); at the level `min` with the symbols that any of them touches.
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
    const char *const *paths; /* of each in the directory; "" for the capture itself */
    size_t nfiles;
    struct capture *capture; /* walked already */
    const struct timeline *timeline;
    struct resolver *resolver; /* its chain keeps files */
    uint64_t *shares;          /* receives the number of samples in each of the timeline's objects */
};

struct pack_opts {
    enum folio_level level;
    bool source;                      /* keep the source text of functions with samples, if it is found */
    struct source_paths source_paths; /* where source files are; borrowed */
    double
        annotate_limit; /* percent of the samples: functions with so many get lines for all addresses, others
                              for touched ones */
    bool dry_run;       /* nothing is written, but the sizes are computed: struct pack_row */
    const struct held *over; /* the file that may be replaced, and no other; NULL: any */
    const char *temporary;   /* folder for output to a pipe until it is complete (surroundings.h) */
    void *arg;               /* for progress() */
    void (*progress)(void *arg, const char *what, const char *name); /* NULL: none */
};

/* The bytes of the folio that an object or a capture takes at each level. */
struct pack_row {
    const char *name;
    bool capture;
    uint64_t samples; /* that lie in it, of all captures */
    uint64_t bytes[FOLIO_LEVELS];
    uint64_t annotate; /* part of `code` and `full`: source lines of whole functions */
};

/* Totals: of the captures added so far, and of the finished folio. */
struct pack_sums {
    uint64_t samples; /* of all captures */
    size_t nobjects;
    struct pack_row *rows; /* this and the following: once it is finished */
    size_t nrows;
    uint64_t size; /* of the folio, in bytes */
};

struct pack;

/* Begins a folio that will be at `path`. NULL with `e` set. */
struct pack *folio_pack_new(const char *path, const struct pack_opts *o, struct err *e);

/* Adds a capture. False with `e` set: the folio cannot be made. */
bool folio_pack_add(struct pack *p, const struct pack_input *in, struct problems *problems, struct err *e);

/* Writes the rest and, except in a dry run, gives the file its name. False with `e` set. */
bool folio_pack_finish(struct pack *p, struct err *e);

const struct pack_sums *folio_pack_sums(const struct pack *p);

/* The source files of this machine with lines in the folio: n paths, borrowed. */
const char *const *folio_pack_sources(const struct pack *p, size_t *n);

/* The files of this machine whose content is in the folio although no build-id proves them: n paths, borrowed. */
const char *const *folio_pack_unproven_files(const struct pack *p, size_t *n);

/* The folio; it has its objects once it is finished. */
const struct folio *folio_pack_folio(const struct pack *p);

/* Frees the pack, and drops the file if it is not finished. */
void folio_pack_free(struct pack *p);

#endif
