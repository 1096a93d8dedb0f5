/*
 * filter: which samples a view is asked for. What the first two do not match is dropped as if it had not been
 * recorded; what the others do not match is hidden: counted in the totals, but in no row (as perf does).
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_FILTER_H
#define PERFOLIO_CORE_PROFILE_KEYS_FILTER_H

#include "core/profile/keys/event_switch.h"
#include "core/profile/keys/key.h"

/* A list of words of which one must match; n 0: everything does. */
struct words {
    const char **v;
    size_t n;
};

struct numbers {
    int64_t *v;
    size_t n;
};

/* Whether one of them is this; an empty list has all. */
bool filter_number_in(const struct numbers *w, int64_t v);

struct filter {
    struct numbers cpus;
    const struct time_range *times;
    size_t ntimes;
    const struct event_switch_turns *turns; /* between which samples are dropped; NULL: there are none */
    struct words comms, dsos, symbols;
    struct numbers addresses; /* of samples that match as if their symbol did ... */
    uint64_t address_range;   /* ... or that lie so many bytes behind one */
    struct numbers pids, tids, sockets, running;
    char *(*demangle)(const char *name); /* as in struct key_context */
};

/* What a worker remembers of symbols that were asked about: 1: no, 2: yes. */
struct filter_memory {
    struct idmap symbols, parents, roots; /* the last two: chain_filter() */
};

/* Whether any sample may be dropped, and whether this one is. Of one that read counters event_switch_turned_off()
   is asked for each of its events. */
bool filter_drops_some(const struct filter *f);
bool filter_drops(const struct filter *f, const struct sample *s);

/* Whether what happened on a CPU is wanted, as is what happened on an unknown one (UINT32_MAX). */
bool filter_has_cpu(const struct filter *f, uint32_t cpu);

/* Whether a time is. */
bool filter_has_time(const struct filter *f, uint64_t time);

/* Whether anything may be hidden, and whether finding out takes the sample's place. */
bool filter_hides_some(const struct filter *f);
bool filter_needs_place(const struct filter *f);

bool filter_hides(const struct filter *f, struct filter_memory *m, const struct view *v);

#endif
