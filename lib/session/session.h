/*
 * session: an open capture with its timeline, its sources of symbols and its resolver. A session prints
 * nothing, reads no environment variables and has no global state. Failures are errors, or are counted as
 * problems. Data to which the options point must outlive the session.
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

/* The options of a session; all zeros except for `path` are valid. */
struct session_opts {
    const char *path; /* path of a capture or a folio; "-": standard input */
    struct input *
        /* the input, if the caller has opened `path`. The caller still owns it; but if its file is not a
           folio, the session takes the file over. NULL: the session opens `path` */
        opened;
    const struct session *like; /* an open session with this path, whose file is read; NULL: none */
    const char *capture;        /* the capture in a folio, by name or number; NULL: the only one */
    /* the capture's name in messages, if a result is about several captures; else NULL */
    const char *of;
    const char *const *objects; /* paths to search for symbols, as for --objects */
    size_t nobjects;
    const char *symfs, *kallsyms, *vmlinux; /* values of the options with these names; NULL: not given */
    struct surroundings around;             /* has the folder for temporary files */
    const char *home; /* the folder whose .debug is a build-id cache; NULL: no such cache is used */
    /* Reports the progress of a download: `have` of `of` KiB; of < 0: the download has ended. May be NULL. */
    void (*progress)(void *arg, const char *object, long have, long of);
    void *arg;
    struct watch *watch; /* called while records are read, and may stop this (watch.h); NULL: none */
    unsigned threads;    /* number of threads that read records; 0: as many as are useful */
    char *(*demangle)(
        const char *name); /* demangles names for output, as in struct symtab; NULL: names stay mangled */
    bool demangle_kernel;  /* demangle names of the kernel, too */
    bool debuginfod;       /* use the servers that the process's DEBUGINFOD_URLS names (sources.h) */
    bool isolated;         /* use no files of this machine except those that are named in options */
    /* symbol tables store symbols that an alias at the same address replaced: for explain and lock report */
    bool keep_losers;
    /* the most samples to keep in columns between questions (session_count()); 0: none, for sessions of a single
       question */
    uint64_t max_samples;
    /* the most bytes to which the capture may be unpacked: its compressed records, or its files in a folio; 0: 64 MiB
       and 256 times what they have on disk (core/base/budget.h) */
    uint64_t max_unpacked;
};

enum session_depth {
    SESSION_OPEN, /* the file is open, nothing is read */
    /* the header is read; a capture in pipe format is walked, since its records have the header's data */
    SESSION_HEADER,
    SESSION_WALK,    /* all records are read, the timeline is complete */
    SESSION_SOURCES, /* the sources of symbols are added, but nothing is read from them */
    /* the timeline is completed with data of symbol files, such as the end of the kernel's mapping */
    SESSION_RESOLVE,
};

struct folio;

/* Samples in columns, with a count of users. Users may release them in any thread; the last one frees them. */
struct session_samples {
    struct sample_columns columns;
    struct kept_counts *kept; /* what questions to them have in common; NULL: nothing yet */
    atomic_uint users;
};

struct session {
    struct session_opts o;
    struct input input; /* the input, if the session opened it */
    /* the folio that has the capture; `number` is the capture's index in it; NULL: the capture is in no folio */
    const struct folio *folio;
    uint32_t number;
    const struct unwrapped *unwrapped; /* the wrapper that the file was in */
    struct capture *capture;
    struct timeline *timeline;
    struct source_list sources;
    /* number of notes in the log of `sources` that SESSION_RESOLVE made, before the first question */
    size_t first_notes;
    struct resolver *resolver; /* NULL at a depth before SESSION_SOURCES */
    struct problems problems;  /* problems of building the timeline */
    struct traces *traces;     /* the result of session_traces(); NULL: no tracing data */
    bool traces_asked;
    bool counts_running;
    bool live; /* set before RESOLVE: this may be the recording machine */
    bool *hot; /* if servers are used: per object, whether it has enough samples to be downloaded */
    struct session_samples *samples; /* the samples that the session keeps; NULL: none yet */
    /* all samples were read once, and no count of problems depends on which samples are counted */
    bool sound;
    bool part_asked;     /* a question about a part of the time was answered from the file (count.c) */
    bool samples_exceed; /* reading has shown that there are more samples than may be kept */
    struct session_waits *waits; /* off_cpu.h: waits are counted instead of samples; NULL: they are not */
    struct session_waits *kept_waits; /* those of the last question about waits; NULL: none */
    enum session_depth depth;
};

/* Opens a capture. False with `e` set on failure; then there is nothing to close. */
bool session_open(struct session *s, const struct session_opts *o, struct err *e);

/* Makes the timeline record how many threads run at each time. Call it before the session is deepened. */
void session_track_running(struct session *s);

/* Deepens the session to `depth`; does nothing if it has this depth already. False with `e` set on failure. */
bool session_deepen(struct session *s, enum session_depth depth, struct err *e);
void session_close(struct session *s);

/* Work on all records of a capture, in a session that is deepened to `depth` for it. */
struct session_work {
    enum session_depth depth;
    /* Until its end the work uses neither the timeline, nor the resolver, nor the number and the times of
       samples. So it may be done during the walk over the records, if the capture allows it, and the file
       is read only once. */
    bool may;
    bool threads_only; /* if `may`: at its end, the work uses only the threads of the timeline */
    /* False with `e` set on failure. It sets *holds to false if it used data that was not allowed; then
       forget() is called, and the work is done again. */
    bool (*work)(void *arg, bool *holds, struct err *e);
    void (*forget)(void *arg);
    void *arg;
};

/* Does the work during the walk over the records. False: the work was not done; the caller does it when
   the session is deep enough. */
bool session_work_while_walking(struct session *s, const struct session_work *how);

/* count.c: counts the samples of the session's capture. The session must be deep enough for
   count_samples(). It counts from the file or, with equal results, from columns that the session stores
   for later questions. False with `e` set on failure; the caller frees `out` in either case. */
struct count_opts;
struct profile;
bool session_count(struct session *s, const struct count_opts *o, struct profile *out, struct err *e);

/* Adds the problems of samples. Call it only if all samples of the capture were read. */
void session_note_sample_problems(struct session *s, const struct problems *of_them);

/* Returns the samples that the session stores, or reads them again if they are too many to be stored. The
   result has call chains if `stacks` is set, or if the stored samples have them. NULL with `e` set on
   failure. session_samples_release() may be called in any thread, and with NULL. The arrays may outlive
   the session; the objects, symbols and commands to which they refer do not. */
struct session_samples *session_samples(struct session *s, bool stacks, struct err *e);
void session_samples_release(struct session_samples *k);

/* The capture's name in its folio, or the base name of its file. */
const char *session_capture_name(const struct session *s);

/* The name of the session's capture in messages. */
static inline const char *session_name(const struct session *s)
{
    return s->o.of ? s->o.of : s->capture->path;
}

/* sources.c: adds the sources of symbols, in the order in which they are searched. False with `e` set on failure. */
bool session_add_sources(struct session *s, struct err *e);

/* fit.c: corrects the timeline by data of symbol files. A part of SESSION_RESOLVE; does nothing at later calls. */
void session_fit_timeline(struct session *s);

/* servers.c: adds debuginfod servers as a source, for objects with at least 0.5 % of the samples. */
bool session_add_servers(struct session *s, struct err *e);

/* The place of a kernel address at the end of the recording; zeros if no kernel mapping covers it. */
struct place session_kernel_place(const struct session *s, uint64_t avma);

/* The capture's tracing data, which describe tracepoints, for tracepoint_reader. The session owns the result. NULL:
   the capture has no tracing data. */
struct traces *session_traces(struct session *s);

/* A replay of the capture's tracepoints; the caller sets its rows. Initialises `addresses`, which the caller frees. */
struct address_cache;
struct filter;
struct replay;
struct replay session_replay(struct session *s, struct address_cache *addresses, const struct filter *f);

/* The functions by which a worker opens its own reader of the tracing data. */
struct trace_access;
struct trace_access session_trace_access(struct session *s);

/* Whether the capture has events of tracepoints, but no tracing data that describe them. perf record writes these
   data last, so an interrupted recording lacks them. */
bool session_lacks_tracing_data(struct session *s);

/* Sets `all` to all problems of the session, and adds the problems `more` (may be NULL). */
void session_problems_all(const struct session *s, const struct problems *more, struct problems *all);

/* Like session_problems_all(), but with only those problems of sources that are in `scope`
   (source_list_add_problems()). */
void session_problems_within(const struct session *s, const struct source_list_scope *scope,
                             const struct problems *more, struct problems *all);

/* Adds problem number i as a sentence: "3 records were damaged (first: at offset 7)". If `samples` is not 0,
 * percentages are relative to it. False: there is no such problem. */
bool session_problem_line(const struct problems *all, int i, uint64_t samples, struct text *out);

/* Whether `perf stat record` wrote the capture, so that it has counts instead of samples. */
bool session_is_perf_stat(const struct session *s);

#endif
