/* Numbers of a table's rows, including those computed from keys that have no column. */
#include "core/base/mem.h"

#include <assert.h>

#include "core/profile/keys/keys.h"
#include "core/profile/show/table.h"

enum { MODES = FIGURE_GUEST_US - FIGURE_SYS + 1, PARTS = FIGURE_SAMPLES - FIGURE_SYS };

static void split_by_mode(uint64_t parts[PARTS], const struct row *r, uint64_t mode)
{
    static const uint8_t modes[MODES] = { PERF_RECORD_MISC_KERNEL, PERF_RECORD_MISC_USER,
                                          PERF_RECORD_MISC_GUEST_KERNEL, PERF_RECORD_MISC_GUEST_USER };
    for (size_t m = 0; m < MODES; m++)
        if (mode == modes[m])
            parts[m] = r->period;
}

static void split_by_running(uint64_t parts[PARTS], const struct profile *p, const struct row *r,
                             uint64_t running)
{
    const struct total *total = &p->totals[r->event];
    struct latency own = { 0 }, children = { 0 };
    latency_add(&own, r->period, running);
    latency_add(&children, row_children(p, r), running);
    parts[FIGURE_LATENCY - FIGURE_SYS] = latency_number(&own, total);
    parts[FIGURE_LATENCY_CHILDREN - FIGURE_SYS] = latency_number(&children, total);
}

/* The first figure that is computed from a key without a column; FIGURES: the key has a column. */
static enum figure figure_of_hidden_key(const struct key *k)
{
    for (size_t i = 0; i < WEIGHT_PARTS; i++)
        if (k == &key_weight_parts[i])
            return FIGURE_WEIGHT1 + (enum figure)i;
    if (k == &key_mode)
        return FIGURE_SYS;
    if (k == &key_running)
        return FIGURE_LATENCY;
    return FIGURES;
}

static void split_row(struct table *t, uint32_t row, size_t key, enum figure told)
{
    const struct row *r = row_at(t->profile, row);
    const uint64_t v = row_cell(t->profile, r, key)->v;
    if (told == FIGURE_SYS)
        split_by_mode(t->parts[row], r, v);
    else if (told == FIGURE_LATENCY)
        split_by_running(t->parts[row], t->profile, r, v);
    else
        t->parts[row][told - FIGURE_SYS] = figure_times(v, r->samples);
}

void table_compute_parts(struct table *t)
{
    const struct profile *p = t->profile;
    for (size_t k = 0; k < p->nkeys; k++) {
        const enum figure told = figure_of_hidden_key(p->keys[k]);
        if (told == FIGURES)
            continue;
        if (!t->parts)
            t->parts = mem_new(p->nrows, sizeof(*t->parts));
        for (uint32_t i = 0; i < p->nrows; i++)
            split_row(t, i, k, told);
    }
}

uint64_t table_figure(const struct table *t, uint32_t row, enum figure f)
{
    assert(row < t->profile->nrows && f < FIGURES);
    const struct row *r = row_at(t->profile, row);
    switch (f) {
    case FIGURE_CHILDREN:
        return row_children(t->profile, r);
    case FIGURE_PERIOD:
        return r->period;
    case FIGURE_SAMPLES:
        return r->samples;
    default:
        if (t->parts)
            return t->parts[row][f - FIGURE_SYS];
        return 0;
    }
}
