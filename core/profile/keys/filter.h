/*
 * filter: which samples a view wants. Samples on other CPUs, at other times or switched off are dropped, as if they
 * had not been recorded; samples that fail another filter are hidden: in the totals, but in no row (as in perf).
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_FILTER_H
#define PERFOLIO_CORE_PROFILE_KEYS_FILTER_H

#include "core/model/capture.h"
#include "core/profile/keys/key.h"

/* Two events of a capture switch counting on and off: of the samples in order of time only those
   between the events are let through (perf, util/evswitch.c). With samples in order filter_switch_hides() decides;
   else filter_switch_find() finds the turns first. */

struct filter;

struct event_switch {
    const struct event *on, *off; /* NULL: no event switches that way */
    bool is_off;                  /* now; at first true if an event switches it on */
    bool shows;                   /* samples that switch are let through, too */
};

/* Whether the next sample in order of time, one of `ev`, is dropped; it may turn the switch. */
bool filter_switch_hides(struct event_switch *w, const struct event *ev);

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
bool filter_switch_find(struct event_switch_turns *t, const struct event_switch *w, struct capture *c,
                        const struct filter *f, struct err *e);
void filter_switch_free(struct event_switch_turns *t);

/* Whether a sample, as one of `ev`, is dropped. A sample that read counters stands for several events, one after the
   other: `passed` counts the turns made by it, from 0 on. */
bool filter_switch_turned_off(const struct event_switch_turns *t, struct when when, const struct event *ev,
                              size_t *passed);

/* A list of words one of which must match; n = 0: everything matches. */
struct words {
    const char **v;
    size_t n;
};

struct numbers {
    int64_t *v;
    size_t n;
};

/* Whether a number is in the list; an empty list has every number. */
bool filter_number_in(const struct numbers *w, int64_t v);

struct filter {
    struct numbers cpus;
    const struct time_range *times;
    size_t ntimes;
    const struct event_switch_turns *turns; /* samples that these switch off are dropped; NULL: none */
    struct words comms, dsos, symbols;
    struct numbers addresses; /* samples at these match `symbols`, too, */
    uint64_t address_range;   /* or less than so many bytes behind one */
    struct numbers pids, tids, sockets, running;
    char *(*demangle)(const char *name); /* as in struct key_context */
};

/* What a worker remembers of symbols it compared: 1: no match, 2: match. */
struct filter_memory {
    struct idmap symbols, parents, roots; /* parents, roots: of count_filter_chain() */
};

/* Whether samples may be dropped, and whether this one is. Samples that read counters need filter_switch_turned_off()
   for each of their events, too. */
bool filter_may_drop(const struct filter *f);
bool filter_drops(const struct filter *f, const struct sample *s);

/* Whether a CPU passes the filter; an unknown one (UINT32_MAX) does. */
bool filter_has_cpu(const struct filter *f, uint32_t cpu);

/* Whether a time passes the filter, ns. */
bool filter_has_time(const struct filter *f, uint64_t time);

/* Whether samples may be hidden, and whether that depends on their places. */
bool filter_may_hide(const struct filter *f);
bool filter_needs_place(const struct filter *f);

/* Whether the sample of a view is hidden. */
bool filter_hides(const struct filter *f, struct filter_memory *m, const struct view *v);

#endif
