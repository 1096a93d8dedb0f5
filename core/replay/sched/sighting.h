/*
 * sighting: what a tracepoint or a record has of the schedule, in short and without a look at who held which tid then:
 * schedule_see() makes events of sightings, at once or when the timeline is there. Private to core/replay/sched.
 */
#ifndef PERFOLIO_CORE_REPLAY_SCHED_SIGHTING_H
#define PERFOLIO_CORE_REPLAY_SCHED_SIGHTING_H

#include "core/replay/sched/schedule.h"

enum sighting_kind {
    SIGHTING_SWITCH,
    SIGHTING_RUN,
    SIGHTING_WAKEUP,
    SIGHTING_MIGRATION,
    SIGHTING_IDLE,
    SIGHTING_FREQUENCY,
    /* of records: */
    SIGHTING_LOST,
    SIGHTING_FORK,
    SIGHTING_EXIT,
    SIGHTING_NAME
};

struct sighting {
    struct when when;
    int32_t pid, tid; /* of the sample, or whom the record is about */
    int32_t task;     /* tid of whom it is about, of a switch of who leaves, of a FORK of the parent; CPU */
    uint16_t cpu;     /* of the sample */
    uint8_t kind;     /* enum sighting_kind */
    char letter;      /* of a switch */
    union {
        struct {
            int32_t next;  /* tid */
            uint32_t name; /* sched_event.name, in schedule.names; 0: none */
        };                 /* of a switch */
        struct {
            uint32_t from_cpu, to_cpu;
        };
        uint64_t amount;
    };
};

/* The view is shown what a sighting means. `m` is the tracepoint's; NULL: of a record, or gone by now. */
void schedule_see(struct schedule *s, const struct sighting *g, const struct moment *m);

/* A SWITCH record of either kind, whose CPU is one. */
void schedule_see_record(struct schedule *s, const struct record *r);

/* A FORK with `along`, before it is seen. */
void schedule_fork_along(struct schedule *s, const struct record *r);

/* Have the replay show what the view wants to schedule_see(), or keep it in schedule.held. */
void sighting_listen(struct schedule *s);

#endif
