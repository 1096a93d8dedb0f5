#include "core/compare/compare.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

uint64_t change_total(const struct changes *h, uint32_t file)
{
    const struct total *t = &h->c->profile.totals[compare_event(h->c, h->event, file)];
    return t->period - (h->o->of_shown ? t->hidden_period : 0);
}

uint64_t change_period(const struct changes *h, const uint32_t *line, uint32_t file)
{
    if (line[file] == NO_ROW)
        return 0;
    return row_at(&h->c->profile, line[file])->period;
}

/* Computed in the same order of operations as in perf, so that shares that are equal in perf are equal
   here. */
double change_percent(const struct changes *h, const uint32_t *line, uint32_t file)
{
    uint64_t total = change_total(h, file);
    if (total)
        return (double)change_period(h, line, file) * 100.0 / (double)total;
    return 0;
}

double change_delta(const struct changes *h, const uint32_t *line, uint32_t file)
{
    return change_percent(h, line, file) - change_percent(h, line, 0);
}

double change_ratio(const struct changes *h, const uint32_t *line, uint32_t file)
{
    uint64_t old = change_period(h, line, 0);
    return (double)change_period(h, line, file) / (double)(old ? old : 1);
}

int64_t change_wdiff(const struct changes *h, const uint32_t *line, uint32_t file)
{
    return (int64_t)(change_period(h, line, file) * (uint64_t)h->o->w2 -
                     change_period(h, line, 0) * (uint64_t)h->o->w1);
}

/* The lines to sort, and for each line and file the change to sort by. */
struct change_sorting {
    const struct changes *h;
    const uint32_t *lines;
    uint32_t nfiles;
    struct measure {
        double v;    /* for deltas and ratios */
        int64_t sum; /* for weighted differences, which may not fit into a double */
    } * measures;
};

static struct measure measure_of(const struct changes *h, const uint32_t *line, uint32_t file)
{
    switch (h->o->kind) {
    case CHANGE_DELTA:
        return (struct measure){ .v = change_delta(h, line, file) };
    case CHANGE_DELTA_ABS:
        return (struct measure){ .v = fabs(change_delta(h, line, file)) };
    case CHANGE_RATIO:
        return (struct measure){ .v = change_ratio(h, line, file) };
    default:
        return (struct measure){ .sum = change_wdiff(h, line, file) };
    }
}

/* Compares a line that may lack the row of a file: if only a has the row, the result is below 0 and a
   comes first. */
static int order_has(bool a, bool b)
{
    return (int)b - (int)a;
}

static int order_file(const struct change_sorting *s, size_t a, size_t b, uint32_t file)
{
    const struct measure *x = &s->measures[a * s->nfiles + file], *y = &s->measures[b * s->nfiles + file];
    bool has = s->lines[a * s->nfiles + file] != NO_ROW;
    int r = order_has(has, s->lines[b * s->nfiles + file] != NO_ROW);
    if (r || !has)
        return r;
    if (x->v != y->v)
        return (x->v < y->v ? 1 : -1);
    return (x->sum < y->sum) - (x->sum > y->sum);
}

/* Compares by the changes in file change_opts.order. Ratios and weighted differences need a row of the
   baseline: lines without one come last. */
static int order_chosen(const struct change_sorting *s, size_t a, size_t b)
{
    const struct change_opts *o = s->h->o;
    uint32_t file = o->order;
    bool both = s->lines[a * s->nfiles + file] != NO_ROW && s->lines[b * s->nfiles + file] != NO_ROW;
    bool old = s->lines[a * s->nfiles] != NO_ROW, other = s->lines[b * s->nfiles] != NO_ROW;
    if (both && o->kind != CHANGE_DELTA && o->kind != CHANGE_DELTA_ABS && !(old && other))
        return order_has(old, other);
    return order_file(s, a, b, file);
}

static bool any_other(const struct change_sorting *s, size_t line)
{
    for (uint32_t f = 1; f < s->nfiles; f++)
        if (s->lines[line * s->nfiles + f] != NO_ROW)
            return true;
    return false;
}

static int by_change(const void *a, const void *b, const void *arg)
{
    const struct change_sorting *s = arg;
    size_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    int r = 0;
    if (s->h->o->order)
        r = order_chosen(s, x, y);
    uint64_t p = change_period(s->h, &s->lines[x * s->nfiles], 0);
    uint64_t q = change_period(s->h, &s->lines[y * s->nfiles], 0);
    if (!r)
        r = (p < q) - (p > q);
    if (!r)
        r = order_has(any_other(s, x), any_other(s, y));
    for (uint32_t f = 1; !r && f < s->nfiles; f++)
        r = order_file(s, x, y, f);
    return r;
}

/* Drop lines without a row of the baseline, and lines that only have a row of the baseline. Returns how
   many remain. */
static size_t only_baseline(struct change_sorting *s, uint32_t *lines, size_t n)
{
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (lines[i * s->nfiles] != NO_ROW && any_other(s, i))
            memmove(&lines[kept++ * s->nfiles], &lines[i * s->nfiles], s->nfiles * sizeof(*lines));
    return kept;
}

uint32_t *change_lines(const struct changes *h, size_t *n)
{
    uint32_t nfiles = h->c->nfiles;
    struct line_by by[KEYS_MAX];
    struct line_order keys = { .by = by, .n = h->c->profile.nkeys };
    for (size_t k = 0; k < keys.n; k++)
        by[k] = (struct line_by){ true, (uint32_t)k };
    uint32_t *lines = table_lines(&h->c->table, compare_event(h->c, h->event, 0), nfiles, n);
    table_order_lines(&h->c->table, &keys, lines, *n, nfiles);
    struct change_sorting s = { .h = h, .lines = lines, .nfiles = nfiles };
    if (h->o->baseline_only)
        *n = only_baseline(&s, lines, *n);
    s.measures = mem_new(*n * nfiles, sizeof(*s.measures));
    uint32_t *order = mem_new(*n, sizeof(*order)), *sorted = mem_new(*n * nfiles, sizeof(*sorted));
    for (size_t i = 0; i < *n; i++) {
        order[i] = (uint32_t)i;
        for (uint32_t f = 1; f < nfiles; f++)
            s.measures[i * nfiles + f] = measure_of(h, &lines[i * nfiles], f);
    }
    sort_by(order, *n, sizeof(*order), by_change, &s);
    for (size_t i = 0; i < *n; i++)
        memcpy(&sorted[i * nfiles], &lines[(size_t)order[i] * nfiles], nfiles * sizeof(*sorted));
    free(order);
    free(s.measures);
    free(lines);
    return sorted;
}
