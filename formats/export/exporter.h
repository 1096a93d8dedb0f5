/*
 * exporter: profiles as other programs read them. What there is to write is made ready first, in an order
 * that depends on the capture alone: stacks, the names of their frames, and what was counted on them, or
 * when. A format is a file here that writes it down, and a row in exporter.c.
 */
#ifndef PERFOLIO_FORMATS_EXPORT_EXPORTER_H
#define PERFOLIO_FORMATS_EXPORT_EXPORTER_H

#include "core/base/arena.h"
#include "core/profile/count/profile.h"
#include "core/replay/tracks.h"

/* Which frames are one. */
enum export_frames {
    EXPORT_NAMES,     /* of one name: that is all there is of them */
    EXPORT_FUNCTIONS, /* of one function */
    EXPORT_PLACES,    /* of one address of an object */
};

struct export_frame {
    const char *name; /* of the function, as it is shown; NULL: it has none (EXPORT_NAMES: never) */
    const struct object *object; /* NULL: in none, or not known */
    bool is_inlined;             /* into the frame outside of it */
    /* EXPORT_PLACES: */
    const char *linked; /* the name as the linker has it; NULL as above */
    uint64_t at;        /* struct place, `at`: of the call, where it is a caller's */
    const char *file;   /* of the source; NULL: not known */
    uint32_t line;      /* in it; 0: not known */
};

struct export_stack { /* v[0] is no frame; others stand behind their callers */
    uint32_t parent, frame;
};

/* Whose samples they are. */
struct export_group {
    const char *comm; /* as it is shown */
    int32_t pid, tid; /* only where processes, or threads, are kept apart; else 0 */
    bool nameless;    /* no name was recorded: `comm` is made of the thread's number */
};

/* What was counted on a stack, by event, then group, then stack. */
struct export_count {
    uint32_t event, group, stack;
    uint64_t samples, period;
};

/* The samples of an event in a thread, in order of time. */
struct export_track {
    uint32_t event, group;
    const struct track *track;
    size_t path; /* where the stacks of its paths begin: export_stack_at() */
};

struct export
{
    const struct capture *capture;
    const char *name;            /* of what is exported */
    const char *label;           /* of several captures, the one that it is of; NULL: there is but one */
    const struct export *next;   /* and the next of them, of formats with room for one event */
    bool processes, threads;     /* are kept apart */
    uint32_t event;              /* for formats that have room for one */
    const uint32_t *leads;       /* hybrid_leads(): borrowed */
    bool adds_up;                /* what an event counted is its lead's */
    const char *const *problems; /* sentences about what is missing or doubtful: borrowed */
    size_t nproblems;
    uint64_t duration;  /* ns: of the time that is looked at */
    bool weigh_samples; /* a stack weighs its samples, not their period */
    bool differs; /* its two events are two sides, which are held against each other: export_join_sides() */
    struct export_frame *frames;
    struct export_stack *stacks;
    struct export_group *groups;
    struct export_count *counts; /* of formats that are not timed */
    struct export_track *tracks; /* of those that are */
    uint32_t *stack_of;          /* per chain of the profile or the tracks (tracks_paths_room()) */
    uint32_t nowhere;            /* the stack of what is not even at an address, where there is such */
    uint32_t *events;            /* that counted something, in their order */
    size_t nframes, nstacks, ngroups, ncounts, ntracks, nevents, npaths;
    struct arena texts;
    uint32_t *own_leads; /* of export_join(), as are these */
    const char **own_problems;
};

/* The stack of a track's sample. */
static inline uint32_t export_stack_at(const struct export *x, const struct export_track *t, size_t sample)
{
    return x->stack_of[t->path + t->track->v[sample].path];
}

/* How frames are called, and which are one. */
struct export_naming {
    const struct key_context *kc;
    enum export_frames frames;
    bool annotate; /* names say what kind of code it is, as FlameGraph wants it: _[k] _[j] _[i] */
};

/* The keys of a profile that is exported: comm, then process and thread where these are kept apart. */
size_t export_keys(bool processes, bool threads, const struct key **keys);

/* Make ready what was counted: `p` has these keys, and paths, as chains or bounded, which are of no use afterwards.
   export_free() frees it. */
void export_of_profile(struct export *x, struct profile *p, const struct export_naming *n);

/* The same of tracks, which must outlive it; threads are kept apart. */
void export_of_tracks(struct export *x, struct tracks *t, const struct export_naming *n);

/* Make several captures, from `first` on by their `next`, into one whose events are those of each, "LABEL:
   EVENT" (join.c), for formats with room for all events. They must outlive it. `as` stands for their capture,
   zero at first; the caller frees its events. */
void export_join(struct export *to, struct capture *as, const struct export *first);

/* Make runs of two sides, each one export or several by their `next`, into one whose events are "after: EVENT" and
   "before: EVENT": of the one that each shows (export.event), with those that it leads where it adds up.
   As above; its name is that of the run after, and it has no problems. Whether any stack counts on both sides. */
bool export_join_sides(struct export *to, struct capture *as, const struct export *before,
                       const struct export *after);
void export_free(struct export *x);

/* A frame's name; of what has none "[libc.so.6]". */
void export_name(const struct export_frame *f, struct text *out);

/* Add a text of JSON, in quotation marks. */
void export_text(struct text *t, const char *s);

/* What code a frame is. */
enum export_code { EXPORT_UNKNOWN, EXPORT_USER, EXPORT_KERNEL, EXPORT_JIT };
enum export_code export_code_of(const struct export_frame *f);

/* What one unit of an event's period is: "nanoseconds", or "count". */
const char *export_unit(const struct event *ev);

/* What a count weighs. */
static inline uint64_t export_weight(const struct export *x, const struct export_count *c)
{
    if (x->weigh_samples)
        return c->samples;
    return c->period;
}

/* Whether an event is the one that is shown where there is room for one, or counts as it. */
static inline bool export_is_shown(const struct export *x, uint32_t event)
{
    if (x->adds_up && x->leads)
        event = x->leads[event];
    return event == x->event;
}

/* Where an export goes. A failure is kept: what follows is dropped. */
struct export_sink {
    struct text text; /* not yet written */
    size_t keeps;     /* bytes until there is much; 0: as many as are written at once */
    bool (*write)(void *arg, const void *p, size_t n, struct err *e);
    void *arg;
    struct err err;
};

/* Write what is there; if it is much. */
void export_write(struct export_sink *s);
void export_flush(struct export_sink *s);

/* Write all that is there. False with s->err set when that, or anything before, failed. */
bool export_end(struct export_sink *s);

struct exporter {
    const char *name;
    const char *what; /* what it is, in words */
    enum export_frames frames;
    bool timed;       /* it is written from tracks */
    bool own_weights; /* it leaves no choice of what stacks weigh */
    bool one_event;   /* it has room for no more than one */
    bool binary;      /* not to be sent to a terminal */
    void (*write)(const struct export *x, struct export_sink *out);
};

/* The i-th exporter, NULL behind the last. */
const struct exporter *exporter_at(size_t i);

extern const struct exporter exporter_folded, exporter_pprof, exporter_speedscope, exporter_firefox,
    exporter_callgrind, exporter_html;

#endif
