#include "core/model/hybrid.h"

#include <stdlib.h>
#include <string.h>

#include "arch/pmu.h"
#include "core/base/arena.h"
#include "core/base/mem.h"

/* The contexts that an event excludes, as bits: perf's modifiers u, k, h, I, H, G. */
static uint64_t restrictions(const struct attr *a)
{
    static const enum attr_flag flags[] = { ATTR_EXCLUDE_USER, ATTR_EXCLUDE_KERNEL, ATTR_EXCLUDE_HV,
                                            ATTR_EXCLUDE_IDLE, ATTR_EXCLUDE_HOST,   ATTR_EXCLUDE_GUEST };
    uint64_t bits = 0;
    for (size_t i = 0; i < COUNT(flags); i++)
        bits |= (uint64_t)attr_has(a, flags[i]) << i;
    return bits;
}

/* Describes what an event counts, without its PMU. It appends nothing if the PMU does not belong to a kind
   of CPU. In generic events the upper half of `config` is the PMU's type (linux/perf_event.h,
   PERF_TYPE_HARDWARE). Other events are named PMU/EVENT/MODIFIERS. */
static void add_counted(const struct event *ev, struct text *out)
{
    const struct attr *a = &ev->attr;
    bool is_generic = a->type == PERF_TYPE_HARDWARE || a->type == PERF_TYPE_HW_CACHE;
    const char *slash = strchr(ev->name, '/');
    const bool names_pmu = slash && slash[1] != '/' &&
                           pmu_is_for_cpu_kind(ev->name, (size_t)(slash - ev->name));
    if (is_generic && a->config >> 32)
        text_printf(out, "%u:%x", (unsigned)a->type, (unsigned)(uint32_t)a->config);
    else if (!is_generic && names_pmu)
        text_add(out, slash);
    if (out->n)
        text_printf(out, " %u", (unsigned)restrictions(a));
}

static uint64_t pmu_of(const struct attr *a)
{
    if (a->type == PERF_TYPE_HARDWARE || a->type == PERF_TYPE_HW_CACHE)
        return a->config >> 32;
    return a->type;
}

/* The number of earlier events that count the same thing on the same PMU. It distinguishes repeated
   events: the second such event of a PMU is joined with the second such event of other PMUs. */
static uint32_t times_before(struct names *met, uint32_t *times, const struct event *ev, const char *counted)
{
    return times[arena_names_id(met,
                                arena_names_printf(met, "%s %u", counted, (unsigned)pmu_of(&ev->attr)))]++;
}

uint32_t *hybrid_leaders(const struct events *es)
{
    uint32_t *leads = mem_new(es->n, sizeof(*leads)), *first = mem_new((size_t)es->n + 1, sizeof(*first)),
             *times = mem_new((size_t)es->n + 1, sizeof(*times));
    struct names counted = { 0 }, met = { 0 };
    struct text what = { 0 };
    bool any = false;
    for (uint32_t i = 0; i < es->n; i++) {
        leads[i] = i;
        what.n = 0;
        add_counted(&es->v[i], &what);
        if (!what.n)
            continue;
        text_printf(&what, " %u", (unsigned)times_before(&met, times, &es->v[i], what.s));
        uint32_t *lead = &first[arena_names_id(&counted, what.s)];
        any = any || *lead;
        if (!*lead)
            *lead = i + 1;
        leads[i] = *lead - 1;
    }
    arena_names_free(&counted);
    arena_names_free(&met);
    text_free(&what);
    free(first);
    free(times);
    if (any)
        return leads;
    free(leads);
    return NULL;
}

void hybrid_add_names(const struct events *es, const uint32_t *leads, uint32_t lead, struct text *out)
{
    text_add_clean(out, es->v[lead].name);
    for (uint32_t i = lead + 1; leads && i < es->n; i++)
        if (leads[i] == lead && strcmp(es->v[i].name, es->v[lead].name) != 0) {
            text_add(out, " + ");
            text_add_clean(out, es->v[i].name);
        }
}
