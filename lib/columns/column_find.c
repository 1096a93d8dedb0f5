#include "lib/columns/column_find.h"

enum {
    LOOKS = 1 << 10
}; /* at samples of one time: input that has many of them takes no time that grows with its square */

uint16_t column_cpu(const struct sample *s)
{
    if (s->has & PERF_SAMPLE_CPU && s->cpu < SAMPLE_COLUMNS_NO_CPU)
        return (uint16_t)s->cpu;
    return SAMPLE_COLUMNS_NO_CPU;
}

/* The first sample that is not before a time. */
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

uint32_t column_find_stack(struct column_find *f, const struct sample *s, uint32_t event)
{
    const struct sample_columns *c = f->columns;
    const uint64_t time = s->when.time;
    const uint16_t cpu = column_cpu(s);
    if (!c->has_stacks || s->has & PERF_SAMPLE_READ)
        return 0;
    size_t i = f->next;
    if (!i || i >= c->n || c->time[i - 1] != time)
        i = first_at(c, time);
    const size_t end = c->n - i < LOOKS ? c->n : i + LOOKS;
    while (i < end && c->time[i] == time && (c->event[i] != event || c->cpu[i] != cpu))
        i++;
    if (i == end || c->time[i] != time)
        return 0;
    f->next = i + 1;
    return c->stack[i];
}
