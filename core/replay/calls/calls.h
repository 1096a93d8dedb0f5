/*
 * calls: system calls out of raw_syscalls:sys_enter and sys_exit (or syscalls:sys_enter_NAME and
 * sys_exit_NAME), paired by thread as perf trace pairs them, and what they add up to. Calls are reported
 * in order of time, but for what the options leave out. Memory grows with threads, and with calls that
 * differ, not with the capture.
 */
#ifndef PERFOLIO_CORE_REPLAY_CALLS_CALLS_H
#define PERFOLIO_CORE_REPLAY_CALLS_CALLS_H

#include "core/replay/replay.h"
#include "core/replay/calls/syscall.h"

/* What calls are added up by. */
enum calls_by { CALLS_BY_THREAD, CALLS_BY_NOTHING, CALLS_BY_CGROUP };

/* The calls of a kind in a group: times in ns, by Welford's method as in perf (util/stat.c). */
struct call_sum {
    uint32_t group;
    const struct call_kind *kind;
    uint64_t n, failures, min, max;
    double mean, m2;
};

struct call_group {
    int32_t pid, tid;      /* of a thread */
    const char *comm;      /* its last one; NULL: it never had one */
    uint64_t cgroup;       /* of a control group */
    uint64_t events;       /* calls entered and left, page faults */
    uint64_t major, minor; /* page faults */
    uint64_t runtime;      /* ns, of sched:sched_stat_runtime */
};

struct call_errors {
    uint32_t sum; /* its place among the sums */
    uint32_t number;
    uint64_t n;
};

enum { CALL_THREAD_SUMS = 16 };

/* A thread, as long as its tid is not used again. */
struct call_thread {
    int32_t pid, tid;
    const char *comm;                /* with calls_names() */
    struct when last;                /* without: its last sample */
    uint64_t entered;                /* when it entered a call last, ns */
    uint32_t group;                  /* by control group: that of its last sample */
    bool was_entered;                /* false: never */
    bool pending;                    /* of calls that are reported: it is in `call`, which was not yet */
    uint32_t sums[CALL_THREAD_SUMS]; /* by number of the call: where the last ones were added up; + 1 */
    struct call_line call;           /* the one that it entered last */
    struct text shown;               /* "openat(dfd: CWD", as it was when it was entered */
};

enum call_event {
    CALL_WAITS, /* it goes on while another thread does something */
    CALL_DONE,  /* it returned */
    CALL_ENDS,  /* it never will: exit */
};

/* Something that is reported. */
struct call_report {
    enum call_event event;
    const struct sample *sample; /* of the event; of CALL_WAITS that of the other thread */
    const struct call_thread *thread;
    const struct call_kind *kind;
    bool is_whole; /* its arguments are known, and were not reported before */
    bool has_duration;
    uint64_t duration; /* ns */
    int64_t result;
};

/* Another tracepoint that is reported, without the fields that all have (call_tracepoint.c). */
struct call_tracepoint {
    bool asked, borrowed;            /* the fields are another event's of the same tracepoint */
    const struct trace_event *event; /* NULL: it is not reported */
    struct call_field {
        const struct trace_field *field;
        struct call_kind kind; /* whose only argument it is */
    } * fields;
    size_t n;
};

enum { CALLS_RECENT = 256 };

struct calls {
    /* Set by the caller: */
    struct replay replay;
    struct call_kinds kinds;
    bool reports;  /* calls are reported, not only added up */
    bool summed;   /* they are added up */
    bool failures; /* only those that failed are reported */
    bool errors;   /* errors are added up, too */
    enum calls_by by;
    double at_least;                                        /* ms, of calls that are reported; 0: all are */
    bool (*wants)(void *arg, const struct call_kind *kind); /* NULL: all are wanted */
    bool (*hides)(void *arg, const struct sample *s, const char *comm); /* of samples; NULL: none is hidden */
    void (*report)(void *arg, const struct call_report *report);
    void (*fault)(void *arg, const struct sample *s, const struct call_thread *t, bool major);
    bool (*listens)(void *arg, const struct event *ev); /* to another tracepoint; NULL: to none */
    void (*happens)(void *arg, const struct sample *s, const struct call_thread *t,
                    const struct call_tracepoint *p);
    void *arg;
    /* Set by calls_run(): */
    uint64_t first; /* time of the first sample of any kind, ns */
    bool started;
    uint64_t events; /* calls entered and left, page faults, those that are not listed among them */
    struct problems problems;
    struct call_group *groups;
    size_t ngroups, groups_cap;
    struct call_sum *sums;
    size_t nsums, sums_cap;
    struct call_errors *error_counts;
    size_t nerrors, errors_cap;
    struct call_thread **threads;
    size_t nthreads, threads_cap;
    struct call_tracepoint *tracepoints; /* by number of the event */
    struct idmap fields_of;      /* of a tracepoint's id: the index + 1 of the event that has its fields */
    struct call_thread *current; /* of calls that are reported: who entered one last */
    struct call_thread *recent[CALLS_RECENT]; /* by tid: who was asked for last */
    struct idmap by_tid; /* the thread's number + 1, or that there was a sample or a FORK of the tid */
    struct idmap by_sum, by_error, by_cgroup;
};

/* Whether threads have names while it is read: otherwise they get them in the end, and nothing is asked of the timeline
   before. */
static inline bool calls_names(const struct calls *c)
{
    return c->reports || c->hides;
}

/* Read the capture. False with `e` set when it cannot be read. */
bool calls_run(struct calls *c, struct err *e);

/* Threads that calls are added up by get the names that they had, once the timeline is sealed. */
void calls_name_groups(struct calls *c);

/* Whether the capture has system calls at all. */
bool calls_recorded(const struct calls *c);

/* Of a capture that has one of them alone, the tracepoint that it lacks, "sys_enter" or "sys_exit"; else NULL. */
const char *calls_unrecorded(const struct calls *c);

/* Add a call of a thread to the sums of the group that it is in: how long it took, in ns, and what it returned. */
void calls_sum_up(struct calls *c, struct call_thread *t, const struct call_kind *kind, uint64_t duration,
                  int64_t result);

/* Milliseconds of all calls of a sum together, and the standard deviation of their mean in percent. */
double call_sum_total(const struct call_sum *s);
double call_sum_deviation(const struct call_sum *s);

/* The tracepoint of an event, its `event` NULL when it is none that is listened to. */
const struct call_tracepoint *call_tracepoint(struct calls *c, const struct event *ev);

/* The i-th field of a sample, as perf trace shows it. False when it does not: the number 0. */
bool call_tracepoint_show(struct calls *c, const struct call_tracepoint *p, const struct sample *s, size_t i,
                          struct text *out);

void calls_free(struct calls *c);

#endif
