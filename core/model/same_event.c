#include "core/model/same_event.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/base/mem.h"

/* Whether the event's number is part of the kernel's ABI. The kernel assigns the numbers of tracepoints
   and of dynamic PMUs at boot. The numbers of raw events depend on the CPU. */
static bool same_event_has_number(const struct attr *a)
{
    return a->type == PERF_TYPE_HARDWARE || a->type == PERF_TYPE_SOFTWARE || a->type == PERF_TYPE_HW_CACHE;
}

static void take_ids(struct names *names, const struct events *es, uint32_t *by_name, uint32_t *by_number)
{
    for (uint32_t i = 0; i < es->n; i++) {
        by_name[i] = arena_names_id(names, es->v[i].name);
        const struct attr *a = &es->v[i].attr; /* begins with a blank, unlike any event's name */
        if (same_event_has_number(a))
            by_number[i] =
                arena_names_id(names, arena_names_printf(names, " %" PRIu32 ":%" PRIx64, a->type, a->config));
    }
}

void same_event_init(struct known_events *k, const struct events *es)
{
    *k = (struct known_events){ .n = es->n };
    k->by_name = mem_new(es->n, sizeof(*k->by_name));
    k->by_number = mem_new(es->n, sizeof(*k->by_number));
    take_ids(&k->names, es, k->by_name, k->by_number);
}

void same_event_free(struct known_events *k)
{
    arena_names_free(&k->names);
    free(k->by_name);
    free(k->by_number);
    *k = (struct known_events){ .n = 0 };
}

/* Pairs each event that has no partner with the first known event that has the same id and no partner. */
static void match(uint32_t nids, const uint32_t *known, uint32_t nknown, bool *taken, const uint32_t *ids,
                  uint32_t n, uint32_t *found)
{
    uint32_t *first = mem_new((size_t)nids + 1, sizeof(*first)), *next = mem_new(nknown, sizeof(*next));
    for (uint32_t i = nknown; i--;) {
        if (taken[i] || !known[i])
            continue;
        next[i] = first[known[i]];
        first[known[i]] = i + 1;
    }
    for (uint32_t i = 0; i < n; i++) {
        if (found[i] != NO_EVENT || !first[ids[i]])
            continue;
        const uint32_t one = first[ids[i]] - 1;
        found[i] = one;
        taken[one] = true;
        first[ids[i]] = next[one];
    }
    free(first);
    free(next);
}

uint32_t *same_event_match(struct known_events *k, const struct events *es)
{
    uint32_t *found = mem_new(es->n, sizeof(*found)), *by_name = mem_new(es->n, sizeof(*by_name)),
             *by_number = mem_new(es->n, sizeof(*by_number));
    bool *taken = mem_new(k->n, sizeof(*taken));
    take_ids(&k->names, es, by_name, by_number);
    for (uint32_t i = 0; i < es->n; i++)
        found[i] = NO_EVENT;
    match(k->names.n, k->by_name, k->n, taken, by_name, es->n, found);
    match(k->names.n, k->by_number, k->n, taken, by_number, es->n, found);
    free(by_name);
    free(by_number);
    free(taken);
    return found;
}
