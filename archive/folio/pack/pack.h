/*
 * pack: makes a folio from captures and the objects that their sessions found. Captures are added one after
 * the other, each while its session is open (folio_pack.c). An object that several captures need is stored
 * once; objects are the same if their identity and their symbols are equal. Objects are written at the end
 * (folio_finish.c). At the level `min` they have only the symbols that samples of any capture touch.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_PACK_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_PACK_H

#include "archive/folio/folio.h"
#include "archive/folio/folio_notes.h"
#include "archive/source_files.h"
#include "core/base/file/held.h"
#include "core/model/capture.h"
#include "core/model/timeline/timeline.h"

struct pack_input {
    const char *name;   /* the name of the capture in the folio */
    const char *labels; /* as in struct folio_capture */
    bool directory;
    const struct file *files; /* the main file first */
    /* path of each file in the capture's directory; "": the capture is this one file */
    const char *const *paths;
    size_t nfiles;
    struct capture *capture; /* was walked already */
    const struct timeline *timeline;
    struct resolver *resolver; /* its sources hold the files open */
    uint64_t *shares;          /* receives the number of samples in each of the timeline's objects */
};

struct pack_opts {
    enum folio_level level;
    bool source;                      /* store the source text of functions with samples, if it is found */
    struct source_paths source_paths; /* where source files are; borrowed */
    double
        /* in percent of all samples: functions with at least this share have source lines for all their addresses,
           other functions only for addresses of samples */
        annotate_limit;
    bool dry_run; /* write nothing, but compute the sizes in struct pack_row */
    const char
        *page; /* path of the page that the folio is written into (archive/package/page.h); NULL: into none */
    const struct held *over; /* the only file that may be replaced; NULL: any file may be */
    /* folder for the unfinished folio if the output is a pipe (surroundings.h) */
    const char *temporary;
    /* Looks at the finished folio, before it gets its name or is written into a page. False with `e` set: it gets no name.
       NULL: nobody looks. */
    bool (*check)(void *arg, const struct folio *f, struct err *e);
    void *check_arg;
    void *arg;                                                       /* for progress() */
    void (*progress)(void *arg, const char *what, const char *name); /* NULL: none */
};

/* The bytes of the folio that an object or a capture takes at each level. */
struct pack_row {
    const char *name;
    bool capture;
    uint64_t samples; /* number of samples in the object, from all captures */
    uint64_t bytes[FOLIO_LEVELS];
    uint64_t annotate; /* part of `code` and `full`: the source lines of whole functions */
};

/* Totals of the captures added so far, and of the finished folio. */
struct pack_sums {
    uint64_t samples; /* of all captures */
    size_t nobjects;
    struct pack_row *rows; /* this and the following members are set by folio_pack_finish() */
    size_t nrows;
    uint64_t size; /* of the folio, in bytes */
};

struct pack;

/* Begins a folio that will be at `path`. NULL with `e` set. */
struct pack *folio_pack_new(const char *path, const struct pack_opts *o, struct err *e);

/* Adds a capture and its objects. False with `e` set: the folio cannot be completed. */
bool folio_pack_add(struct pack *p, const struct pack_input *in, struct problems *problems, struct err *e);

/* Adds a note about the capture that was added last. False with `e` set: it cannot be stored (folio_note_check()), or there are
   too many. */
bool folio_pack_note(struct pack *p, const struct folio_note *note, struct err *e);

/* Writes the objects, the notes and the manifest, and gives the file its name, except in a dry run. False with `e`
   set on failure. */
bool folio_pack_finish(struct pack *p, struct err *e);

const struct pack_sums *folio_pack_sums(const struct pack *p);

/* The paths of this machine's source files whose lines are in the folio: *n paths, borrowed. */
const char *const *folio_pack_sources(const struct pack *p, size_t *n);

/* The paths of this machine's files whose content is in the folio although no build-id proves that they are the
   recorded ones: *n paths, borrowed. */
const char *const *folio_pack_unproven_files(const struct pack *p, size_t *n);

/* The data of the folio's manifest. It lists the objects only after folio_pack_finish(). */
const struct folio *folio_pack_folio(const struct pack *p);

/* Frees the pack, and deletes the file unless folio_pack_finish() completed it. */
void folio_pack_free(struct pack *p);

#endif
