/*
 * session: a capture opened and understood, the place where readers, sources and the timeline are plugged together. It prints
 * nothing, asks nothing of the environment and keeps nothing outside of itself: what goes wrong is an error, or a problem that
 * is counted. What options point to has to outlive the session.
 */
#ifndef PERFOLIO_LIB_SESSION_SESSION_H
#define PERFOLIO_LIB_SESSION_SESSION_H

#include <stdatomic.h>

#include "core/base/file/surroundings.h"
#include "core/base/text.h"
#include "core/model/capture.h"
#include "core/model/timeline/timeline.h"
#include "core/model/trace.h"
#include "core/profile/keys/filter.h"
#include "core/resolve/resolver.h"
#include "lib/columns/sample_columns.h"
#include "lib/session/input.h"

/* What a session is made of; all zeros but for the path will do. */
struct session_opts {
    const char *path; /* of a capture or a folio; "-": standard input */
    struct input *
        opened; /* ... opened already by the caller, who keeps it, but for a file that is no folio. NULL: it is not */
    const struct session *like; /* one of this path that lies open: that is read; NULL: there is none */
    const char *capture;        /* which one of a folio, by name or number; NULL: the only one */
    const char *of;             /* its name where the answers of several stand together; NULL: they do not */
    const char *const *objects; /* where symbols are, as of --objects */
    size_t nobjects;
    const char *symfs, *kallsyms, *vmlinux; /* as of these options; NULL: not given */
    struct surroundings around;             /* whose folder of temporary files */
    const char *home; /* the folder whose .debug is a build-id cache; NULL: none is asked */
    /* How far a download is, KiB `of` so many; of < 0: it is over. NULL: not wanted. */
    void (*progress)(void *arg, const char *object, long have, long of);
    void *arg;
    struct watch *watch; /* who is asked while records are read (capture.h); NULL: nobody is */
    unsigned threads;    /* by which they are read; 0: as many as are worth having */
    char *(*demangle)(
        const char *name); /* how names are shown, as in struct symtab; NULL: as the linker has them */
    bool demangle_kernel;  /* ... the kernel's, too */
    bool debuginfod;       /* ask the servers that DEBUGINFOD_URLS of the process names (sources.h) */
    bool isolated;         /* take nothing from this machine but what is named */
    bool keep_losers;      /* tables of symbols keep what gave way to an alias: for explain and lock report */
    uint64_t max_samples;  /* that it keeps in columns between questions (session_count()); 0: none, it is
                              asked one */
};

enum session_depth {
    SESSION_OPEN,    /* nothing was looked at                                                */
    SESSION_HEADER,  /* what the header says; a pipe is walked, for that is where it says it */
    SESSION_WALK,    /* every record seen, the timeline built                                */
    SESSION_SOURCES, /* and the sources of symbols at hand, of which nothing is read         */
    SESSION_RESOLVE, /* and how far the kernel reaches, which one of them may have to say    */
};

struct folio;

/* Samples in columns, with a count of users. Users may release them in any thread; the last one frees them. */
struct session_samples {
    struct sample_columns columns;
    atomic_uint users;
};

struct session {
    struct session_opts o;
    struct input input;        /* that it opened itself */
    const struct folio *folio; /* that the capture is in, and its number in it; NULL: it is in none */
    uint32_t number;
    const struct unwrapped *unwrapped; /* how what was opened was wrapped */
    struct capture *capture;
    struct timeline *timeline;
    struct source_list sources;
    size_t first_notes;        /* of `sources`: how many of them RESOLVE made, whatever was asked then */
    struct resolver *resolver; /* NULL above SESSION_SOURCES */
    struct problems problems;  /* of building the timeline */
    struct traces *traces;     /* of session_traces(); NULL: there are none */
    bool traces_asked;
    bool counts_running;
    bool live; /* set before RESOLVE: this may be the recording machine */
    bool *hot; /* with servers: per object, whether it has samples enough to ask for it */
    struct session_samples *samples; /* that are kept; NULL: none are yet */
    bool sound; /* all samples were read once, and leaving some out would change no count of problems */
    bool samples_exceed; /* there are more than may be kept, as is known from reading them */
    enum session_depth depth;
};

/* Open a capture. False with `e` set, and nothing to close. */
bool session_open(struct session *s, const struct session_opts *o, struct err *e);

/* Makes the timeline keep how many threads run; call it before the session is deepened. */
void session_track_running(struct session *s);

/* Deepens the session to a depth; does nothing if it is that deep already. False with `e` set. */
bool session_deepen(struct session *s, enum session_depth depth, struct err *e);
void session_close(struct session *s);

/* Work on all records of a capture, in a session that is deepened for it. */
struct session_work {
    enum session_depth depth;
    /* Nothing is asked of the timeline, the resolver and the number and times of samples before its end: where the
       capture can be walked along with it, it is read once. */
    bool may;
    bool threads_only; /* then nothing but threads is asked of the timeline after that, either */
    bool (*work)(void *arg, bool *holds, struct err *e); /* false with `e` set; *holds = false: what was not
                                                            to be asked was; it is forgotten and done again */
    void (*forget)(void *arg);
    void *arg;
};

/* Does the work during the walk over the records. False: it was not done; the caller does it once the session is deep enough. */
bool session_work_while_walking(struct session *s, const struct session_work *how);

/* count.c: count_samples() of its capture, which is deep enough for it: of the file, or, with equal results, of columns that are kept
   for the questions to come. False with `e` set; `out` is to be freed in either case. */
struct count_opts;
struct profile;
bool session_count(struct session *s, const struct count_opts *o, struct profile *out, struct err *e);

/* Adds the problems of samples; all samples of the capture were read. */
void session_note_sample_problems(struct session *s, const struct problems *of_them);

/* Returns the samples that the session keeps, or reads them anew if they are more than it may keep; with call chains if `stacks`,
   or if these are kept already. NULL with `e` set. Release them (NULL: nothing) in any thread; the arrays may outlive the session,
   but the objects, symbols and commands that they name do not. */
struct session_samples *session_samples(struct session *s, bool stacks, struct err *e);
void session_samples_release(struct session_samples *k);

/* The capture's name in its folio, or the base name of its file. */
const char *session_capture_name(const struct session *s);

/* What messages call its capture. */
static inline const char *session_name(const struct session *s)
{
    return s->o.of ? s->o.of : s->capture->path;
}

/* sources.c: the sources of symbols, in the order in which they are asked. False with `e` set. */
bool session_add_sources(struct session *s, struct err *e);

/* fit.c: make the timeline fit what the symbols tell: part of SESSION_RESOLVE, once. */
void session_fit_timeline(struct session *s);

/* servers.c: ask servers for objects with at least 0.5 % of the samples. */
bool session_add_servers(struct session *s, struct err *e);

/* The place of a kernel address at the end of the recording; zeros if no kernel mapping covers it. */
struct place session_kernel_place(const struct session *s, uint64_t avma);

/* What the capture's tracing data say of tracepoints, for tracepoint_reader: NULL when it has none. The
   session's. */
struct traces *session_traces(struct session *s);

/* A replay of the capture's tracepoints, whose rows are not set yet; `addresses` is begun, and the caller's. */
struct address_cache;
struct filter;
struct replay;
struct replay session_replay(struct session *s, struct address_cache *addresses, const struct filter *f);

/* How workers open readers of them for themselves. */
struct trace_access;
struct trace_access session_trace_access(struct session *s);

/* Whether there are tracepoints that no tracing data describe: those are written last. */
bool session_lacks_tracing_data(struct session *s);

/* Everything that was counted as a problem, `more` (may be NULL) included. */
void session_problems_all(const struct session *s, const struct problems *more, struct problems *all);

/* The same, but of what sources answered that in a scope alone (source_list_add_problems()). */
void session_problems_within(const struct session *s, const struct source_list_scope *scope,
                             const struct problems *more, struct problems *all);

/* Add problem i in words: "3 records were damaged (first: at offset 7)"; `samples`, where it is not 0, are
 * what shares are of. False when there is none. */
bool session_problem_line(const struct problems *all, int i, uint64_t samples, struct text *out);

/* Whether the capture is one of `perf stat record`: counts and no samples. */
bool session_is_perf_stat(const struct session *s);

#endif
