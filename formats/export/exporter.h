/*
 * exporter: writes profiles in the formats of other programs. First the data of an export are made: stacks,
 * the names of their frames, and counts or samples over time. Their order depends only on the capture. Each
 * format is a file in this folder that writes these data, and a row in exporter.c.
 */
#ifndef PERFOLIO_FORMATS_EXPORT_EXPORTER_H
#define PERFOLIO_FORMATS_EXPORT_EXPORTER_H

#include "core/base/arena.h"
#include "core/profile/count/profile.h"
#include "core/replay/tracks.h"

/* Frames that are merged into one. */
enum export_frames {
    EXPORT_NAMES,     /* frames with the same name; only the name is exported */
    EXPORT_FUNCTIONS, /* frames of the same function */
    EXPORT_PLACES,    /* frames at the same address of an object */
};

struct export_frame {
    const char *name; /* name of the function, as reports print it; NULL: unknown (never for EXPORT_NAMES) */
    const struct object *object; /* NULL: none, or unknown */
    bool is_inlined;             /* the function is inlined into its caller */
    /* Members for EXPORT_PLACES: */
    const char *linked; /* the name in the symbol table; NULL: unknown */
    uint64_t at;        /* the address (struct place, `at`); for a caller the address of the call */
    const char *file;   /* source file; NULL: unknown */
    uint32_t line;      /* line in `file`; 0: unknown */
};

/* A call chain: a frame, and `parent`, the stack of its callers. stacks[0] is the empty stack. Each stack
   comes after its parent. */
struct export_stack {
    uint32_t parent, frame;
};

/* The command, process or thread of samples. */
struct export_group {
    const char *comm; /* as reports print it */
    int32_t pid, tid; /* pid: 0 unless processes are separate; tid: 0 unless threads are separate */
    bool nameless;    /* no name was recorded, and `comm` is made from the tid */
};

/* The counts of a stack, sorted by event, group and stack. */
struct export_count {
    uint32_t event, group, stack;
    uint64_t samples, period;
};

/* The samples of an event in a thread, in order of time. */
struct export_track {
    uint32_t event, group;
    const struct track *track;
    size_t path; /* index in stack_of of its first path: export_stack_at() */
};

struct export
{
    const struct capture *capture;
    const char *name;            /* name of the capture, for the reader of the export */
    const char *label;           /* label of the capture, if there are several; else NULL */
    const struct export *next;   /* the next capture, for formats with room for one event; NULL: none */
    bool processes, threads;     /* whether processes, or threads, are separate */
    uint32_t event;              /* the event to show in formats that have room for one event */
    const uint32_t *leads;       /* hybrid_leaders(): borrowed; NULL: none */
    bool adds_up;                /* counts of an event are added to those of its leader (`leads`) */
    const char *const *problems; /* sentences about missing or doubtful data, borrowed */
    size_t nproblems;
    uint64_t duration;   /* duration of the exported time, ns */
    bool weigh_samples;  /* the weight of a stack is its number of samples, not its period */
    const char *weights; /* what a stack weighs, for people, borrowed; NULL: not said */
    const char
        *options; /* the options that decide what counts, as words of a command line, borrowed; NULL: none */
    /* the export has two events, the two sides of a comparison: export_join_sides() */
    bool differs;
    struct export_frame *frames;
    struct export_stack *stacks;
    struct export_group *groups;
    struct export_count *counts; /* for formats that are not timed */
    struct export_track *tracks; /* for timed formats */
    uint32_t *stack_of;          /* by chain of the profile or the tracks (tracks_paths_room()) */
    uint32_t nowhere;            /* the stack of samples without any frame; 0: not needed */
    uint32_t *events;            /* the events that counted something */
    size_t nframes, nstacks, ngroups, ncounts, ntracks, nevents, npaths;
    struct arena texts;
    uint32_t *own_leads; /* own_leads, own_problems: made by export_join(), and owned */
    const char **own_problems;
};

/* The stack of a sample of a track. `sample`: the sample's index. */
static inline uint32_t export_stack_at(const struct export *x, const struct export_track *t, size_t sample)
{
    return x->stack_of[t->path + t->track->v[sample].path];
}

/* The names of frames, and which frames are merged. */
struct export_naming {
    const struct key_context *kc;
    enum export_frames frames;
    bool annotate; /* names end with the kind of code, for FlameGraph: _[k] kernel, _[j] JIT, _[i] inlined */
};

/* Writes to `keys`, which has room for 3, the keys by which a profile must be counted for an export: comm,
   then process and thread if they are separate. Returns their number. */
size_t export_keys(bool processes, bool threads, const struct key **keys);

/* Fills the export of a profile that was counted by export_keys(). This uses up the profile's paths, which
   are whole chains or bounded paths. The caller has set the members that do not come from the profile.
   export_free() frees the export. */
void export_of_profile(struct export *x, struct profile *p, const struct export_naming *n);

/* Fills the export of tracks, which must outlive it; threads are separate. */
void export_of_tracks(struct export *x, struct tracks *t, const struct export_naming *n);

/* Joins several captures, `first` and its successors by `next`, into one export with the events of all,
   "LABEL: EVENT" (join.c), for formats with room for all events. The captures must outlive it. `as` is
   zero and becomes the joined capture; the caller frees its events. */
void export_join(struct export *to, struct capture *as, const struct export *first);

/* Joins the runs of two sides into one export with the events "after: EVENT" and "before: EVENT" (join.c).
   Each side is one export, or several linked by `next`. EVENT is the event that each shows (export.event),
   with the events that it leads if these are added up. Otherwise it is like export_join(); the name is
   that of the run after, and there are no problems. Returns whether any stack has counts on both sides. */
bool export_join_sides(struct export *to, struct capture *as, const struct export *before,
                       const struct export *after);
void export_free(struct export *x);

/* Appends the name of a frame; without a name, its object, "[libc.so.6]", or "[unknown]". */
void export_add_frame_name(const struct export_frame *f, struct text *out);

/* Appends a JSON string, with its quotation marks. */
void export_add_json_string(struct text *t, const char *s);

/* The kind of code that a frame is in. */
enum export_code { EXPORT_UNKNOWN, EXPORT_USER, EXPORT_KERNEL, EXPORT_JIT };
enum export_code export_code_of(const struct export_frame *f);

/* The unit of an event's period: "nanoseconds" or "count". */
const char *export_unit(const struct event *ev);

/* The weight of a count: its samples or their period. */
static inline uint64_t export_weight(const struct export *x, const struct export_count *c)
{
    if (x->weigh_samples)
        return c->samples;
    return c->period;
}

/* Whether an event is shown in formats with room for one event, or is added to the shown event. */
static inline bool export_is_shown(const struct export *x, uint32_t event)
{
    if (x->adds_up && x->leads)
        event = x->leads[event];
    return event == x->event;
}

/* The output of an export. After the first failure, which `err` has, further output is dropped. */
struct export_sink {
    struct text text; /* not yet written */
    size_t keeps;     /* export_flush() writes the text when it has at least this many bytes; 0: 64 KiB */
    bool (*write)(void *arg, const void *p, size_t n, struct err *e);
    void *arg;
    struct err err;
};

/* export_write_collected() writes the collected text; export_flush() writes it only if it has at least `keeps` bytes. */
void export_write_collected(struct export_sink *s);
void export_flush(struct export_sink *s);

/* Writes the rest, and frees the text. False with s->err set: this or an earlier write failed. */
bool export_end(struct export_sink *s);

struct exporter {
    const char *name;
    const char *what; /* a description for the user */
    enum export_frames frames;
    bool timed;       /* the format is written from tracks, else from counts */
    bool own_weights; /* the format fixes what stacks weigh */
    bool one_event;   /* the format has room for only one event */
    bool binary;      /* do not write it to a terminal */
    void (*write)(const struct export *x, struct export_sink *out);
};

/* The i-th exporter; NULL: there are fewer. */
const struct exporter *exporter_at(size_t i);

extern const struct exporter exporter_folded, exporter_pprof, exporter_speedscope, exporter_firefox,
    exporter_callgrind, exporter_html;

#endif
