/*
 * filter: selects samples. "Dropped" samples are treated as if they had not been recorded: samples on other CPUs,
 * at other times, or switched off by an event. "Hidden" samples fail any other filter: they count in the totals,
 * but in no row (as in perf).
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_FILTER_H
#define PERFOLIO_CORE_PROFILE_KEYS_FILTER_H

#include "core/model/capture.h"
#include "core/profile/keys/key.h"

/* Two events of a capture may switch counting on and off: only samples between a sample of `on` and the next
   sample of `off` pass (perf, util/evswitch.c). If samples come in order of time, filter_switch_hides()
   decides. Else filter_switch_find() first finds the samples that turn the switch. */

struct filter;

struct event_switch {
    const struct event *on, *off; /* NULL: no event switches that way */
    bool is_off;                  /* the current state; true at first if `on` is set */
    bool shows;                   /* samples that turn the switch pass, too */
};

/* Whether the next sample in order of time, of event `ev`, is dropped. Updates the state if the sample turns the
   switch. */
bool filter_switch_hides(struct event_switch *w, const struct event *ev);

/* The samples that turned the switch, in order of time. */
struct event_switch_turns {
    struct event_switch first; /* the initial state of the switch */
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

/* Whether a sample of event `ev` is dropped. A sample that read counters is tested once for each of its
   events: `passed`, 0 at first, counts the turns of the switch that this sample made so far. */
bool filter_switch_turned_off(const struct event_switch_turns *t, struct when when, const struct event *ev,
                              size_t *passed);

/* A list of words, one of which must match; an empty list matches everything. */
struct words {
    const char **v;
    size_t n;
};

struct numbers {
    int64_t *v;
    size_t n;
};

/* Whether a number is in the list; an empty list contains every number. */
bool filter_number_in(const struct numbers *w, int64_t v);

struct filter {
    struct numbers cpus;
    const struct time_range *times;
    size_t ntimes;
    const struct event_switch_turns *turns; /* samples while the switch is off are dropped; NULL: no switch */
    struct words comms, dsos, symbols;
    struct numbers addresses; /* samples at these addresses match `symbols`, too */
    /* samples less than so many bytes after one of `addresses` match `symbols`, too */
    uint64_t address_range;
    struct numbers pids, tids, sockets, running;
    char *(*demangle)(const char *name); /* as in struct key_context */
};

/* A worker's cache of results by symbol: 1: no match, 2: match; 0: not compared yet. */
struct filter_memory {
    struct idmap symbols, parents, roots; /* parents, roots: of count_filter_chain() */
};

/* filter_may_drop(): whether the filter may drop samples. filter_drops(): whether it drops this sample; a
   sample that read counters also needs filter_switch_turned_off() for each of its events. */
bool filter_may_drop(const struct filter *f);
bool filter_drops(const struct filter *f, const struct sample *s);

/* Whether a CPU passes the filter; an unknown one (UINT32_MAX) does. */
bool filter_has_cpu(const struct filter *f, uint32_t cpu);

/* Whether a time passes the filter, ns. */
bool filter_has_time(const struct filter *f, uint64_t time);

/* filter_may_hide(): whether the filter may hide samples. filter_needs_place(): whether hiding depends on the
   places of samples. */
bool filter_may_hide(const struct filter *f);
bool filter_needs_place(const struct filter *f);

/* Whether the sample of a view is hidden. */
bool filter_hides(const struct filter *f, struct filter_memory *m, const struct view *v);

#endif
