/*
 * schedule: which thread ran on which CPU, was woken, was migrated, and was switched out in which state. The
 * data are the tracepoints of the scheduler (linux/include/trace/events/sched.h). Without sched_switch they
 * are SWITCH records. The functions of a view are called for each event in order of time. A view has its own
 * memory in each struct sched_task and sched_cpu. Memory grows with threads and CPUs, not with events.
 */
#ifndef PERFOLIO_CORE_REPLAY_SCHED_SCHEDULE_H
#define PERFOLIO_CORE_REPLAY_SCHED_SCHEDULE_H

#include "core/base/arena.h"
#include "core/model/cpus.h"
#include "core/replay/replay.h"

enum {
    SCHEDULE_CPUS = CPUS_MOST, /* CPU numbers are below this */
    SCHEDULE_STATES = 64,
    SCHEDULE_ROWS = 8, /* most tracepoints that are read */
    SCHEDULE_HELD_BYTES = 128 << 20,
    SCHEDULE_RECENT = 1024
};

/* A thread: one use of a tid. A thread that has exited but is still on the CPU has samples with tid -1.
   They belong to the exited thread if earlier events show which thread is on the CPU. Otherwise one struct
   sched_task stands for all such samples. */
struct sched_task {
    uint32_t number;          /* from 0 on, in the order of appearance */
    int32_t tid, pid, parent; /* parent: a tid; -1: unknown */
    struct when from, until;  /* when the thread had the tid */
    bool exited;              /* its exit was recorded */
    void *own;                /* memory for the view: task_own bytes, zero at first */
};

struct sched_cpu {
    uint32_t number;
    struct sched_task *runs; /* the thread that was switched in last; NULL: unknown */
    void *own;               /* memory for the view: cpu_own bytes, zero at first */
};

struct sched_event {
    struct when when;
    struct sched_cpu *cpu; /* where the event happened */
    struct sched_task *by; /* the thread of the sample */
    bool by_exited;        /* `by` has exited, and its samples have tid -1 */
    bool gets;             /* of a step: `task` gets a CPU; else it leaves one */
    bool half;             /* of a switch: `task` or `next` is unknown, and the idle task stands for it */
    /* the thread that the event is about; of a switch: the thread that leaves the CPU */
    struct sched_task *task;
    struct sched_task *next; /* of a switch: the thread that gets the CPU */
    const char *name;        /* of a switch with by_exited: recorded name of `task`; NULL: not recorded */
    char letter; /* of a switch: first letter of the state of `task`, as the recorded kernel prints it */
    /* by kind of event: ns that `task` ran, number of lost events, frequency (kHz), or idle state */
    uint64_t amount;
    uint32_t from_cpu, to_cpu; /* of a migration */
    /* the sample; NULL: the event comes from a record, or was stored (schedule.holds) */
    const struct moment *moment;
    struct task_slot *slot; /* of `by`, if call chains are recorded; else NULL */
};

/* The functions of a view, one for each kind of event; NULL: the view ignores this kind. */
struct schedule_view {
    void (*switched)(void *arg, const struct sched_event *e); /* sched_switch */
    /* A SWITCH record of a thread: `task`, `gets` and `letter` are set, `cpu` if it was recorded, `by` is not. Without this function
       such records are for switched(), if there is no sched_switch. */
    void (*stepped)(void *arg, const struct sched_event *e);
    void (*ran)(void *arg, const struct sched_event *e); /* sched_stat_runtime */
    /* sched_waking, or if it was not recorded, sched_wakeup; also sched_wakeup_new */
    void (*woken)(void *arg, const struct sched_event *e);
    void (*migrated)(void *arg, const struct sched_event *e); /* sched_migrate_task */
    void (*named)(void *arg, const struct sched_event *e);    /* COMM records; `cpu` and `by` are not set */
    void (*lost)(void *arg, const struct sched_event *e);     /* LOST records; `by` and `task` are not set */
    void (*idled)(void *arg, const struct sched_event *e);    /* power:cpu_idle of `cpu` */
    void (*clocked)(void *arg, const struct sched_event *e);  /* power:cpu_frequency of `cpu`, kHz */
};

struct schedule {
    /* capture, reader, traces, addresses and filter are set by the caller, other members by schedule_run() */
    struct replay *replay;
    const struct schedule_view *view;
    void *arg;
    size_t task_own, cpu_own;
    /* The replay runs before the timeline is sealed. FORK records then tell the uses of a tid apart, and
       sched_event.by is NULL. The replay stops if a FORK record is out of order, since the timeline may
       then divide the uses of the tid differently. */
    bool along;
    /* The replay runs before the timeline is sealed. schedule_run() then stores ("holds") events in short
       form, and schedule_report_held_events() passes them to the view after the timeline is sealed. Not for views
       that need moments. The replay stops if events would take more than SCHEDULE_HELD_BYTES, or if SWITCH
       records alone say who ran. */
    bool holds;
    /* schedule_run() sets these members: */
    struct sched_task **tasks; /* by number */
    size_t ntasks, cap_tasks;
    struct sched_cpu **cpus; /* by number; NULL: unknown CPU */
    size_t ncpus;
    bool by_records; /* SWITCH records are used, since there is no sched_switch */
    uint64_t lost, lost_records;
    /* Private: */
    struct idmap task_of_id_use, task_of_tid;
    struct sched_task *recent[SCHEDULE_RECENT]; /* cache of task_of_tid, at tid % SCHEDULE_RECENT */
    struct arena arena;
    struct when latest; /* time of the latest event; set only if schedule.along is */
    struct names names; /* the names that sighting.name refers to */
    struct sighting *held;
    size_t nheld, cap_held;
    struct replay_row rows[SCHEDULE_ROWS];
    struct sched_state {
        bool known;
        int64_t state;
        char letter;
    } states[SCHEDULE_STATES];
};

/* Read the capture. False: it cannot be read, or has neither sched_switch nor SWITCH records; `e` is set. */
bool schedule_run(struct schedule *s, struct err *e);

/* Pass the stored events to the view, unless the replay was stopped. */
void schedule_report_held_events(struct schedule *s);
void schedule_free(struct schedule *s);

/* The name of `next` in the tracepoint of a switch; empty: not recorded. */
struct span schedule_next_name(const struct sched_event *e);

/* schedule_comm(): the name of a thread at a moment. schedule_comm_window(): also from when until when the
   thread has this name. schedule_last_comm(): the last name of a thread. NULL: not recorded. */
const char *schedule_comm(const struct schedule *s, const struct sched_task *t, struct when when);
const char *schedule_comm_window(const struct schedule *s, const struct sched_task *t, struct when when,
                                 struct when *from, struct when *until);
const char *schedule_last_comm(const struct schedule *s, const struct sched_task *t);

/* The last process of a thread; -1: not recorded. */
int32_t schedule_last_pid(const struct schedule *s, const struct sched_task *t);

#endif
