/* Sums of calls, by group and kind. */
#include <math.h>

#include "core/base/mem.h"
#include "core/replay/calls/calls.h"

static void count_error(struct calls *c, uint32_t sum, uint64_t number)
{
    uint32_t kept = number < UINT32_MAX ? (uint32_t)number : UINT32_MAX;
    uint32_t at = idmap_number_key(&c->by_error, (uint64_t)sum << 32 | kept) - 1;
    if (at == c->nerrors)
        *MEM_ADD(c->error_counts, c->nerrors, c->errors_cap) =
            (struct call_errors){ .sum = sum, .number = kept };
    c->error_counts[at].n++;
}

/* The index of the sum of a kind in the thread's group. A thread makes the same few kinds of calls over
   and over, so it remembers their sums. */
static uint32_t sum_of(struct calls *c, struct call_thread *t, const struct call_kind *kind)
{
    uint32_t *recent = &t->sums[kind->number % CALL_THREAD_SUMS];
    const struct call_sum *s = *recent ? &c->sums[*recent - 1] : NULL;
    const bool is_recent = s && s->kind == kind && s->group == t->group;
    if (is_recent)
        return *recent - 1;
    *recent = idmap_number_key(&c->by_sum, (uint64_t)t->group << 32 | kind->number);
    if (*recent > c->nsums)
        *MEM_ADD(c->sums, c->nsums, c->sums_cap) =
            (struct call_sum){ .group = t->group, .kind = kind, .min = UINT64_MAX };
    return *recent - 1;
}

void calls_sum_up(struct calls *c, struct call_thread *t, const struct call_kind *kind, uint64_t duration,
                  int64_t result)
{
    const uint32_t at = sum_of(c, t, kind);
    struct call_sum *s = &c->sums[at];
    s->n++;
    double delta = (double)duration - s->mean;
    s->mean += delta / (double)s->n;
    s->m2 += delta * ((double)duration - s->mean);
    if (duration < s->min)
        s->min = duration;
    if (duration > s->max)
        s->max = duration;
    if (syscall_failed(result)) {
        s->failures++;
        if (c->errors)
            count_error(c, at, -(uint64_t)result);
    }
}

double call_sum_total(const struct call_sum *s)
{
    return (double)s->n * (s->mean / 1e6);
}

double call_sum_deviation(const struct call_sum *s)
{
    if (s->n < 2 || s->mean == 0)
        return 0;
    double variance = s->m2 / (double)(s->n - 1);
    return 100.0 * sqrt(variance / (double)s->n) / s->mean;
}
