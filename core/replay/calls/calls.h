/*
 * calls: pairs the entry and the exit of each system call by thread, as perf trace does, and sums up calls.
 * The events are raw_syscalls:sys_enter and sys_exit, or syscalls:sys_enter_NAME and sys_exit_NAME. If the
 * options ask for it, calls are reported in order of time. Memory grows with the number of threads and kinds
 * of calls, not with the capture.
 */
#ifndef PERFOLIO_CORE_REPLAY_CALLS_CALLS_H
#define PERFOLIO_CORE_REPLAY_CALLS_CALLS_H

#include "core/replay/replay.h"
#include "core/replay/calls/syscall.h"

/* The grouping of calls for sums. */
enum calls_by { CALLS_BY_THREAD, CALLS_BY_NOTHING, CALLS_BY_CGROUP };

/* All calls of one kind in one group. Times are in ns; mean and m2 follow Welford's method, as in perf
   (util/stat.c). */
struct call_sum {
    uint32_t group;
    const struct call_kind *kind;
    uint64_t n, failures, min, max;
    double mean, m2;
};

struct call_group {
    int32_t pid, tid;      /* set with CALLS_BY_THREAD */
    const char *comm;      /* the thread's last name; NULL: not recorded */
    uint64_t cgroup;       /* set with CALLS_BY_CGROUP */
    uint64_t events;       /* number of entries, exits and page faults */
    uint64_t major, minor; /* page faults */
    uint64_t runtime;      /* ns, from sched:sched_stat_runtime */
};

/* The number of calls of one sum that failed with one error number. */
struct call_errors {
    uint32_t sum; /* index in calls.sums */
    uint32_t number;
    uint64_t n;
};

enum { CALL_THREAD_SUMS = 16 };

/* A thread: one use of a tid. */
struct call_thread {
    int32_t pid, tid;
    const char *comm; /* the thread's name; set only if calls_need_names() */
    struct when last; /* when its last sample was taken; set only if not calls_need_names() */
    uint64_t entered; /* time of its last sys_enter, ns */
    /* index in calls.groups; with CALLS_BY_CGROUP the group of its last sample */
    uint32_t group;
    bool was_entered; /* it has entered a call */
    bool pending;     /* `call` is not reported yet */
    /* index + 1 of the sums used last, at number of the call % CALL_THREAD_SUMS; 0: none */
    uint32_t sums[CALL_THREAD_SUMS];
    struct call_line call; /* the call that it entered last */
    /* the call as text, up to the last argument, formatted on entry: "openat(dfd: CWD" */
    struct text shown;
};

enum call_event {
    CALL_WAITS, /* the call is still running, and an event of another thread is reported first */
    CALL_DONE,  /* the call has returned */
    CALL_ENDS,  /* the call never returns: exit, exit_group */
};

/* A call, as passed to calls.report(). */
struct call_report {
    enum call_event event;
    const struct sample *sample; /* the sample of the event; for CALL_WAITS the sample of the other thread */
    const struct call_thread *thread;
    const struct call_kind *kind;
    bool is_whole; /* `thread->shown` has all arguments, and no earlier report printed them */
    bool has_duration;
    uint64_t duration; /* ns */
    int64_t result;
};

/* A tracepoint other than those of system calls, reported between calls (call_tracepoint.c). `fields`
   leaves out the fields common to all tracepoints. */
struct call_tracepoint {
    /* asked: `listens` was called; borrowed: `fields` are owned by another event of the same tracepoint */
    bool asked, borrowed;
    const struct trace_event *event; /* NULL: not reported */
    struct call_field {
        const struct trace_field *field;
        struct call_kind kind; /* a kind whose only argument is the field */
    } * fields;
    size_t n;
};

enum { CALLS_RECENT = 256 };

struct calls {
    /* The caller sets these members: */
    struct replay replay;
    struct call_kinds kinds;
    bool reports;  /* call report() for each call; else calls are only summed up */
    bool summed;   /* sum calls up */
    bool failures; /* report failed calls only */
    bool errors;   /* also count failures by error number */
    enum calls_by by;
    double at_least; /* ms: report calls of at least this duration; 0: all */
    /* which kinds of calls to read; NULL: all */
    bool (*wants)(void *arg, const struct call_kind *kind);
    /* which samples to ignore; NULL: none */
    bool (*hides)(void *arg, const struct sample *s, const char *comm);
    void (*report)(void *arg, const struct call_report *report);
    void (*fault)(void *arg, const struct sample *s, const struct call_thread *t, bool major);
    /* whether to report a tracepoint other than those of system calls; NULL: report none */
    bool (*listens)(void *arg, const struct event *ev);
    void (*happens)(void *arg, const struct sample *s, const struct call_thread *t,
                    const struct call_tracepoint *p);
    void *arg;
    /* calls_run() sets these members: */
    uint64_t first; /* time of the first sample, ns */
    bool started;
    /* number of entries, exits and page faults; includes calls that perf 6.1 does not list */
    uint64_t events;
    struct problems problems;
    struct call_group *groups;
    size_t ngroups, groups_cap;
    struct call_sum *sums;
    size_t nsums, sums_cap;
    struct call_errors *error_counts;
    size_t nerrors, errors_cap;
    struct call_thread **threads;
    size_t nthreads, threads_cap;
    struct call_tracepoint *tracepoints; /* one per event */
    /* by id of a tracepoint: index + 1 of the event whose call_tracepoint owns the fields */
    struct idmap fields_of;
    struct call_thread *current;              /* the thread of the last reported entry */
    struct call_thread *recent[CALLS_RECENT]; /* cache of by_tid, at tid % CALLS_RECENT */
    struct idmap by_tid;                      /* by tid: index + 1 of the thread, or TID_SEEN (run.c) */
    struct idmap by_sum, by_error, by_cgroup;
};

/* Whether threads need names while the capture is read. If not, calls_name_groups() names them at the end,
   and the timeline may be sealed after calls_run(). */
static inline bool calls_need_names(const struct calls *c)
{
    return c->reports || c->hides;
}

/* Read the capture. False with `e` set when it cannot be read. */
bool calls_run(struct calls *c, struct err *e);

/* Set the names of the groups. The timeline must be sealed. */
void calls_name_groups(struct calls *c);

/* Whether the capture has tracepoints of system calls. */
bool calls_recorded(const struct calls *c);

/* The missing tracepoint if a capture has only entries or only exits: "sys_enter" or "sys_exit"; else
   NULL. */
const char *calls_missing_tracepoint(const struct calls *c);

/* Add a call with this result and this duration in ns to the sums of its thread's group. */
void calls_sum_up(struct calls *c, struct call_thread *t, const struct call_kind *kind, uint64_t duration,
                  int64_t result);

/* call_sum_total(): duration of all calls of a sum in ms. call_sum_deviation(): standard deviation of
   their mean, in percent of the mean. */
double call_sum_total(const struct call_sum *s);
double call_sum_deviation(const struct call_sum *s);

/* The tracepoint of an event. Its `event` is NULL if `listens` does not ask for it. */
const struct call_tracepoint *call_tracepoint(struct calls *c, const struct event *ev);

/* Append the i-th field of a sample as perf trace prints it. False: perf trace leaves the field out,
   because it is 0. */
bool call_tracepoint_show(struct calls *c, const struct call_tracepoint *p, const struct sample *s, size_t i,
                          struct text *out);

void calls_free(struct calls *c);

#endif
