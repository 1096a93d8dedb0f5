/*
 * event_switch: two events of a capture switch counting on and off: of the samples in order of time only those
 * between the events are let through (perf, util/evswitch.c). With samples in order event_switch_hides() decides;
 * else event_switch_find() finds the turns first.
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_EVENT_SWITCH_H
#define PERFOLIO_CORE_PROFILE_KEYS_EVENT_SWITCH_H

#include "core/model/capture.h"

struct filter;

struct event_switch {
    const struct event *on, *off; /* NULL: no event switches that way */
    bool is_off;                  /* now; at first true if an event switches it on */
    bool shows;                   /* samples that switch are let through, too */
};

/* Whether the next sample in order of time, one of `ev`, is dropped; it may turn the switch. */
bool event_switch_hides(struct event_switch *w, const struct event *ev);

/* The samples that turn the switch, in order of time. */
struct event_switch_turns {
    struct event_switch first; /* the switch before the first turn */
    struct event_switch_turn {
        struct when when;
        const struct event *event;
    } * v;
    size_t n, cap;
};

/* Find the turns among samples that pass the filter's CPUs and times. False with `e` set when the capture cannot be
   read. `t` is zero before; free it in any case. */
bool event_switch_find(struct event_switch_turns *t, const struct event_switch *w, struct capture *c,
                       const struct filter *f, struct err *e);
void event_switch_free(struct event_switch_turns *t);

/* Whether a sample, as one of `ev`, is dropped. A sample that read counters stands for several events, one after the
   other: `passed` counts the turns made by it, from 0 on. */
bool event_switch_turned_off(const struct event_switch_turns *t, struct when when, const struct event *ev,
                             size_t *passed);

#endif
