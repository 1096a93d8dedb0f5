#include "lib/columns/column_find.h"

#include "core/base/sort_by.h"

uint16_t column_cpu(const struct sample *s)
{
    if (s->has & PERF_SAMPLE_CPU && s->cpu < SAMPLE_COLUMNS_NO_CPU)
        return (uint16_t)s->cpu;
    return SAMPLE_COLUMNS_NO_CPU;
}

/* The index of the first sample whose time is at least `time`. */
static size_t first_at(const struct sample_columns *c, uint64_t time)
{
    size_t from = 0, to = c->n;
    while (from < to) {
        const size_t middle = from + (to - from) / 2;
        if (c->time[middle] < time)
            from = middle + 1;
        else
            to = middle;
    }
    return from;
}

/* Whether sample i has the thread of `s`. If CPUs were not recorded, two threads may have samples with the same time
   and event. */
static bool is_of_thread(const struct sample_columns *c, size_t i, const struct sample *s)
{
    const struct column_thread *t = &c->threads[c->thread[i]];
    if (!(s->has & PERF_SAMPLE_TID))
        return !c->thread[i];
    return c->thread[i] && t->pid == s->pid && t->tid == s->tid;
}

static bool column_is_of(const struct sample_columns *c, size_t i, const struct sample *s, uint32_t event)
{
    return c->event[i] == event && c->cpu[i] == column_cpu(s) && is_of_thread(c, i, s);
}

uint32_t column_find_stack(struct column_find *f, const struct sample *s, uint32_t event)
{
    const struct sample_columns *c = f->columns;
    const uint64_t time = s->when.time;
    if (!c->has_stacks || s->has & PERF_SAMPLE_READ)
        return 0;
    size_t i = f->next;
    if (!i || i >= c->n || c->time[i - 1] != time)
        i = first_at(c, time);
    const size_t end = i + lesser_of(c->n - i, COLUMN_FIND_LOOKS);
    while (i < end && c->time[i] == time && !column_is_of(c, i, s, event))
        i++;
    if (i == end)
        f->next = end;
    if (i == end || c->time[i] != time)
        return 0;
    f->next = i + 1;
    return c->stack[i];
}
