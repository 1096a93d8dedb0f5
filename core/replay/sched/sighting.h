/*
 * sighting: an event of the schedule in short form, before tids are looked up: schedule_see() turns sightings into
 * events, at once or when the timeline is sealed. Private to core/replay/sched.
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
    int32_t pid, tid; /* of the sample, or of the thread that the record is about */
    /* tid it is about (of a switch: that leaves; of a FORK: of the parent), or for power events a CPU */
    int32_t task;
    uint16_t cpu; /* of the sample */
    uint8_t kind; /* enum sighting_kind */
    char letter;  /* of a switch: sched_event.letter */
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

/* Show the view what a sighting means. `m`: its tracepoint; NULL: it is of a record, or was held. */
void schedule_see(struct schedule *s, const struct sighting *g, const struct moment *m);

/* Show the view a SWITCH record of either kind, whose CPU number is valid. */
void schedule_see_record(struct schedule *s, const struct record *r);

/* With `along`: note a FORK, before it is seen as a sighting. */
void schedule_fork_along(struct schedule *s, const struct record *r);

/* Make the replay pass what the view wants to schedule_see(), or hold it in schedule.held. */
void sighting_listen(struct schedule *s);

#endif
