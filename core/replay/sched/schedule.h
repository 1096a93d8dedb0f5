/*
 * schedule: who ran on which CPU, who was woken, moved and switched out in which state, as the tracepoints of
 * the scheduler record it (linux/include/trace/events/sched.h), or, where sched_switch was not recorded, the
 * SWITCH records. A view is called for each event in order of time; what it knows of threads and CPUs it
 * keeps in memory that comes with each of them. Memory is that of threads and CPUs, not of events.
 */
#ifndef PERFOLIO_CORE_REPLAY_SCHED_SCHEDULE_H
#define PERFOLIO_CORE_REPLAY_SCHED_SCHEDULE_H

#include "core/base/arena.h"
#include "core/model/cpus.h"
#include "core/replay/replay.h"

enum {
    SCHEDULE_CPUS = CPUS_MOST /* numbers from here on are no CPU's */,
    SCHEDULE_STATES = 64,
    SCHEDULE_ROWS = 8, /* tracepoints that it listens to */
    SCHEDULE_HELD_BYTES = 128 << 20,
    SCHEDULE_RECENT = 1024
};

/* A thread: one use of a tid. Samples of a thread that has exited and still has the CPU call it -1; where the
 * events before show whose tid that was it is this thread, else one that stands for all of them. */
struct sched_task {
    uint32_t number;          /* from 0 on, in the order of appearance */
    int32_t tid, pid, parent; /* parent: a tid; -1: not known */
    struct when from, until;  /* when the tid was its own */
    bool exited;              /* and that was recorded */
    void *own;                /* of the view: task_own bytes, zeroed at first */
};

struct sched_cpu {
    uint32_t number;
    struct sched_task *runs; /* who got it last; NULL: that is not known */
    void *own;               /* of the view: cpu_own bytes */
};

struct sched_event {
    struct when when;
    struct sched_cpu *cpu;       /* where it happened */
    struct sched_task *by;       /* who ran there, as its sample says */
    bool by_exited;              /* ... which calls it -1 */
    struct sched_task *task;     /* whom it is about; of a switch: who leaves the CPU */
    struct sched_task *next;     /* of a switch: who gets it */
    const char *name;            /* of a switch, with by_exited: what it calls who leaves; NULL: nothing */
    char letter;                 /* ... the first letter of the state as the recorded kernel prints it */
    uint64_t amount;             /* ns that it ran; events that were lost; a frequency or an idle state */
    uint32_t from_cpu, to_cpu;   /* of a migration */
    const struct moment *moment; /* NULL: it is of a record, or was held */
    struct task_slot *slot;      /* of `by`, if call chains are recorded; else NULL */
};

/* What is called for which event; NULL: it does not matter. */
struct schedule_view {
    void (*switched)(void *arg, const struct sched_event *e); /* sched_switch */
    void (*ran)(void *arg, const struct sched_event *e);      /* sched_stat_runtime */
    /* sched_waking where it was recorded, else sched_wakeup; sched_wakeup_new */
    void (*woken)(void *arg, const struct sched_event *e);
    void (*migrated)(void *arg, const struct sched_event *e); /* sched_migrate_task */
    void (*named)(void *arg, const struct sched_event *e);    /* COMM records; they have no `cpu`, no `by` */
    void (*lost)(void *arg, const struct sched_event *e);     /* LOST records; they have no `by`, no `task` */
    void (*idled)(void *arg, const struct sched_event *e); /* power:cpu_idle; `cpu` is the one it is about */
    void (*clocked)(void *arg, const struct sched_event *e); /* power:cpu_frequency, kHz; the same */
};

struct schedule {
    struct replay *replay; /* its capture, reader, traces, addresses and filter; the rest is filled in */
    const struct schedule_view *view;
    void *arg;
    size_t task_own, cpu_own;
    /* The timeline is not sealed yet: uses of a tid are told apart by the FORKs met, and `by` is NULL. The replay is stopped where
       a FORK comes out of order, so that the timeline may have other uses. */
    bool along;
    /* The timeline is not sealed yet: schedule_run() holds events in short, which schedule_see_held() shows the view
       when it is. Not for a view that wants moments. The replay is stopped where that would take more than
       SCHEDULE_HELD_BYTES, or SWITCH records. */
    bool holds;
    /* Set by schedule_run(): */
    struct sched_task **tasks; /* all, by number */
    size_t ntasks, cap_tasks;
    struct sched_cpu **cpus; /* by number, NULL: nothing is known of it; up to the highest one */
    size_t ncpus;
    bool by_records; /* there is no sched_switch: SWITCH records stand for it */
    uint64_t lost, lost_records;
    /* Its own: */
    struct idmap task_of_id_use, task_of_tid;
    struct sched_task *recent[SCHEDULE_RECENT]; /* by tid: who was asked for last */
    struct arena arena;
    struct when latest; /* with `along` */
    struct names names; /* sched_event.name */
    struct sighting *held;
    size_t nheld, cap_held;
    struct replay_row rows[SCHEDULE_ROWS];
    struct sched_state {
        bool known;
        int64_t state;
        char letter;
    } states[SCHEDULE_STATES];
};

/* False with `e` set when the capture cannot be read, or says nothing of who ran. */
bool schedule_run(struct schedule *s, struct err *e);

/* Show the view what was held, where the replay was not stopped. */
void schedule_see_held(struct schedule *s);
void schedule_free(struct schedule *s);

/* What the tracepoint of a switch calls who gets the CPU; empty: it does not. */
struct span schedule_next_name(const struct sched_event *e);

/* What a thread is called at a moment, and the window in which that is the answer; and what it was called last. NULL: not
   recorded. */
const char *schedule_comm(const struct schedule *s, const struct sched_task *t, struct when when);
const char *schedule_comm_within(const struct schedule *s, const struct sched_task *t, struct when when,
                                 struct when *from, struct when *until);
const char *schedule_last_comm(const struct schedule *s, const struct sched_task *t);

/* The process that a thread was in; -1: not recorded. */
int32_t schedule_last_pid(const struct schedule *s, const struct sched_task *t);

#endif
