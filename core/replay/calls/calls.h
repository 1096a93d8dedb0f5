/*
 * calls: system calls from raw_syscalls:sys_enter and sys_exit (or syscalls:sys_enter_NAME and sys_exit_NAME),
 * paired by thread as in perf trace, and sums of calls. Calls are reported in order of time, if the options want
 * them. Memory grows with threads and kinds of calls, not with the capture.
 */
#ifndef PERFOLIO_CORE_REPLAY_CALLS_CALLS_H
#define PERFOLIO_CORE_REPLAY_CALLS_CALLS_H

#include "core/replay/replay.h"
#include "core/replay/calls/syscall.h"

/* What calls are grouped by. */
enum calls_by { CALLS_BY_THREAD, CALLS_BY_NOTHING, CALLS_BY_CGROUP };

/* The calls of a kind in a group: times in ns, by Welford's method as in perf (util/stat.c). */
struct call_sum {
    uint32_t group;
    const struct call_kind *kind;
    uint64_t n, failures, min, max;
    double mean, m2;
};

struct call_group {
    int32_t pid, tid;      /* by thread */
    const char *comm;      /* its last name; NULL: not recorded */
    uint64_t cgroup;       /* by control group */
    uint64_t events;       /* calls entered and left, and page faults */
    uint64_t major, minor; /* page faults */
    uint64_t runtime;      /* ns, from sched:sched_stat_runtime */
};

/* How often calls of a sum failed with an error. */
struct call_errors {
    uint32_t sum; /* index in calls.sums */
    uint32_t number;
    uint64_t n;
};

enum { CALL_THREAD_SUMS = 16 };

/* A thread, until its tid is used again. */
struct call_thread {
    int32_t pid, tid;
    const char *comm; /* the thread's name, with calls_need_names() only */
    struct when last; /* the moment of its last sample, without calls_need_names() only */
    uint64_t entered; /* time of its last sys_enter, ns */
    /* index in calls.groups; with CALLS_BY_CGROUP the group of its last sample */
    uint32_t group;
    bool was_entered;                /* it has entered a call */
    bool pending;                    /* `call` waits to be reported */
    uint32_t sums[CALL_THREAD_SUMS]; /* by number of the call: index + 1 of the sums that it used last */
    struct call_line call;           /* the call that it entered last */
    struct text shown;               /* "openat(dfd: CWD", as it was on entry */
};

enum call_event {
    CALL_WAITS, /* the call has not returned when another thread's event is reported */
    CALL_DONE,  /* it returned */
    CALL_ENDS,  /* it never returns: exit */
};

/* A call to be reported. */
struct call_report {
    enum call_event event;
    const struct sample *sample; /* the sample of the event; for CALL_WAITS the sample of the other thread */
    const struct call_thread *thread;
    const struct call_kind *kind;
    bool is_whole; /* the arguments are known and were not reported yet */
    bool has_duration;
    uint64_t duration; /* ns */
    int64_t result;
};

/* A tracepoint that is not of system calls and is reported between calls (call_tracepoint.c). `fields` lacks
   the fields that all tracepoints have. */
struct call_tracepoint {
    bool asked, borrowed;            /* borrowed: `fields` belong to another event of the same tracepoint */
    const struct trace_event *event; /* NULL: not reported */
    struct call_field {
        const struct trace_field *field;
        struct call_kind kind; /* a kind with the field as its only argument */
    } * fields;
    size_t n;
};

enum { CALLS_RECENT = 256 };

struct calls {
    /* Set by the caller: */
    struct replay replay;
    struct call_kinds kinds;
    bool reports;  /* report calls, not only add them up */
    bool summed;   /* add calls up */
    bool failures; /* report failed calls only */
    bool errors;   /* count errors, too */
    enum calls_by by;
    double at_least; /* ms: report calls of at least this duration; 0: all */
    bool (*wants)(void *arg, const struct call_kind *kind);             /* NULL: all kinds */
    bool (*hides)(void *arg, const struct sample *s, const char *comm); /* NULL: no sample is hidden */
    void (*report)(void *arg, const struct call_report *report);
    void (*fault)(void *arg, const struct sample *s, const struct call_thread *t, bool major);
    /* whether a tracepoint that is not of system calls is reported; NULL: none is */
    bool (*listens)(void *arg, const struct event *ev);
    void (*happens)(void *arg, const struct sample *s, const struct call_thread *t,
                    const struct call_tracepoint *p);
    void *arg;
    /* Set by calls_run(): */
    uint64_t first; /* time of the first sample, ns */
    bool started;
    uint64_t events; /* calls entered and left, and page faults; unlisted calls included */
    struct problems problems;
    struct call_group *groups;
    size_t ngroups, groups_cap;
    struct call_sum *sums;
    size_t nsums, sums_cap;
    struct call_errors *error_counts;
    size_t nerrors, errors_cap;
    struct call_thread **threads;
    size_t nthreads, threads_cap;
    struct call_tracepoint *tracepoints; /* per event */
    struct idmap fields_of;      /* by id of a tracepoint: index + 1 of the event that owns its fields */
    struct call_thread *current; /* the thread that entered a reported call last */
    struct call_thread *recent[CALLS_RECENT]; /* by tid: last look-ups */
    struct idmap by_tid;                      /* index + 1 of the thread, or TID_SEEN (run.c) */
    struct idmap by_sum, by_error, by_cgroup;
};

/* Whether threads need names while the capture is read. If not, they get names at the end, and the timeline
   may be sealed after calls_run(). */
static inline bool calls_need_names(const struct calls *c)
{
    return c->reports || c->hides;
}

/* Read the capture. False with `e` set when it cannot be read. */
bool calls_run(struct calls *c, struct err *e);

/* Name the groups of threads, once the timeline is sealed. */
void calls_name_groups(struct calls *c);

/* Whether the capture has tracepoints of system calls. */
bool calls_recorded(const struct calls *c);

/* The tracepoint that a capture lacks if it has only one of the two: "sys_enter" or "sys_exit"; else NULL. */
const char *calls_missing_tracepoint(const struct calls *c);

/* Add a call to the sums of its thread's group: its duration in ns, and its result. */
void calls_sum_up(struct calls *c, struct call_thread *t, const struct call_kind *kind, uint64_t duration,
                  int64_t result);

/* Milliseconds of all calls of a sum, and the standard deviation of their mean in percent. */
double call_sum_total(const struct call_sum *s);
double call_sum_deviation(const struct call_sum *s);

/* The tracepoint of an event; its `event` is NULL if nobody listens to it. */
const struct call_tracepoint *call_tracepoint(struct calls *c, const struct event *ev);

/* Add the i-th field of a sample as perf trace shows it. False if perf leaves it out: the number 0. */
bool call_tracepoint_show(struct calls *c, const struct call_tracepoint *p, const struct sample *s, size_t i,
                          struct text *out);

void calls_free(struct calls *c);

#endif
