/*
 * event_switch: two events of a capture that switch counting on and off: in order of time, samples between them are let
 * through (perf, util/evswitch.c). Who sees samples in that order asks of each; who does not has the turns found before.
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_EVENT_SWITCH_H
#define PERFOLIO_CORE_PROFILE_KEYS_EVENT_SWITCH_H

#include "core/model/capture.h"

struct filter;

struct event_switch {
    const struct event *on, *off; /* NULL: none does */
    bool is_off;                  /* at first: where an event switches it on */
    bool shows;                   /* samples that switch are let through, too */
};

/* Whether the next sample in order of time, one of `ev`, is kept out; it may switch. */
bool event_switch_hides(struct event_switch *w, const struct event *ev);

/* The samples that switch, in order of time. */
struct event_switch_turns {
    struct event_switch first; /* as it is before them */
    struct event_switch_turn {
        struct when when;
        const struct event *event;
    } * v;
    size_t n, cap;
};

/* Find them among those that the filter's CPUs and times let through. False with `e` set when the capture cannot be read. To
   be freed in any case; zero-initialise. */
bool event_switch_find(struct event_switch_turns *t, const struct event_switch *w, struct capture *c,
                       const struct filter *f, struct err *e);
void event_switch_free(struct event_switch_turns *t);

/* Whether a sample, as one of `ev`, is kept out. A sample that read counters may be one of several events, one after the
   other: `passed` counts the turns that were made by it, from 0 on. */
bool event_switch_turned_off(const struct event_switch_turns *t, struct when when, const struct event *ev,
                             size_t *passed);

#endif
