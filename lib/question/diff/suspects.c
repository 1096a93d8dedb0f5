#include "lib/question/diff/gate.h"

#include <stdlib.h>

#include "core/base/mem.h"

/* LIKE: how many times as much one function of a pair may cost. LEAST_SHARE: the least share of each in
   the cost of its side. */
#define LIKE        1.5
#define LEAST_SHARE 0.01
enum { MOST = 5 };

static bool suspects_is_one(const struct judged_row *row, enum judged_side side)
{
    const struct difference *share = &row->share;
    return judged_only_side(row) == side && !row->apart && *row->row->function != '[' &&
           share->before + share->after >= LEAST_SHARE;
}

/* The ratio of two functions' costs, at least 1, whichever costs more. */
static double ratio_of_cost(const struct judged_row *gone, const struct judged_row *now)
{
    const double x = gone->cost.before, y = now->cost.after;
    if (x > y)
        return x / y;
    return y / x;
}

/* The row of a section that is most similar to one by its cost; NULL: none is similar enough. */
static const struct judged_row *nearest(const struct judged *j, const struct judged_row *one)
{
    const bool is_gone = judged_only_side(one) == JUDGED_ONLY_BEFORE;
    const struct judged_row *best = NULL;
    double least = LIKE;
    for (size_t i = 0; i < j->n; i++) {
        const struct judged_row *row = &j->v[i];
        if (row->row->object != one->row->object ||
            !suspects_is_one(row, is_gone ? JUDGED_ONLY_AFTER : JUDGED_ONLY_BEFORE))
            continue;
        const double by = is_gone ? ratio_of_cost(one, row) : ratio_of_cost(row, one);
        if (by > least || (best && by == least))
            continue;
        least = by;
        best = row;
    }
    return best;
}

struct suspects suspects_find(const struct gate *g)
{
    struct suspects s = { .v = mem_new(MOST, sizeof(*s.v)) };
    for (size_t i = 0; i < g->nsections; i++) {
        const struct judged *j = &g->sections[i];
        if (j->section != RUN_FUNCTION || j->event != rules_default_event(&g->runs))
            continue;
        for (size_t k = 0; k < j->n && s.n < MOST; k++) {
            const struct judged_row *gone = &j->v[k], *now = suspects_is_one(gone, JUDGED_ONLY_BEFORE)
                                                                 ? nearest(j, gone)
                                                                 : NULL;
            if (now && nearest(j, now) == gone)
                s.v[s.n++] = (struct suspect){ gone, now };
        }
    }
    return s;
}

void suspects_free(struct suspects *s)
{
    free(s->v);
    *s = (struct suspects){ .n = 0 };
}

void suspects_text(const struct suspect *s, struct text *out)
{
    struct text name = { 0 };
    out->n = 0;
    text_printf(out, "perhaps renamed: %s is gone, and ", gate_row_name(s->gone->row, &name));
    text_add_clean(out, s->now->row->function);
    text_printf(out, " is new and costs %.2f times as much", s->now->cost.after / s->gone->cost.before);
    text_free(&name);
}

void suspects_put(const struct gate *g, struct rows *r)
{
    struct suspects s = suspects_find(g);
    struct text t = { 0 };
    rows_list(r, "perhaps_renamed");
    for (size_t i = 0; i < s.n; i++) {
        suspects_text(&s.v[i], &t);
        rows_print(r, "%s# %s\n", i ? "" : "#\n", t.s);
        rows_object(r, NULL);
        rows_fact(r, "object", value_text(s.v[i].gone->row->object));
        rows_fact(r, "gone", value_text(s.v[i].gone->row->function));
        rows_fact(r, "new", value_text(s.v[i].now->row->function));
        rows_close(r);
    }
    rows_close(r);
    suspects_free(&s);
    text_free(&t);
}
