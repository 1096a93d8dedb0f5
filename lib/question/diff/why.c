#include "lib/question/diff/judged.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/text.h"

/* The part of a row's change below which a callee is not named as a reason. */
#define LEAST_PART 0.05

/* Whether a growth is larger than another in the direction of the verdict. Equal ones have a fixed order,
   since callers and paths come in the order in which workers found them. */
static bool is_larger(const struct growth *a, const struct growth *b, double sign)
{
    const double x = (a->after - a->before) * sign, y = (b->after - b->before) * sign;
    if (x != y)
        return x > y;
    if (a->kind != b->kind)
        return a->kind < b->kind;
    return strcmp(text_or(a->name, ""), text_or(b->name, "")) <= 0;
}

/* Inserts a growth into the list of the largest, if it is one of them. */
static void why_see(struct growth *of, const struct growth *g, double sign)
{
    size_t at = 0;
    while (at < GROWTHS && of[at].kind && is_larger(&of[at], g, sign))
        at++;
    if (at == GROWTHS || (g->after - g->before) * sign <= 0)
        return;
    memmove(&of[at + 1], &of[at], (GROWTHS - at - 1) * sizeof(*of));
    of[at] = *g;
}

static double sign_of(const struct judged_row *row)
{
    if (row->verdict == VERDICT_WORSE)
        return 1;
    return -1;
}

/* Finds the direct callers of samples in a function. */
static void see_callers(struct judged_row *row, const struct runs *runs, uint32_t event, uint32_t before)
{
    for (size_t i = 0; i < runs->nrows; i++) {
        const struct run_row *called = &runs->rows[i];
        struct growth g = { .kind = GROWTH_CALLER, .name = called->caller };
        if (called->section != RUN_CALLED_BY || called->event != event ||
            called->object != row->row->object || called->function != row->row->function)
            continue;
        for (uint32_t j = 0; j < before; j++)
            g.before += runs->cost[i * runs->n + j] / before;
        for (uint32_t j = before; j < runs->n; j++)
            g.after += runs->cost[i * runs->n + j] / (runs->n - before);
        why_see(row->callers, &g, sign_of(row));
    }
}

/* Finds the parts of the cost of a row that includes its callees. */
static void see_parts(struct judged_row *row, struct replicates *r, const struct path_means *means)
{
    static const enum growth_kind kinds[] = { [PATH_CALLER] = GROWTH_CALLER,
                                              [PATH_CALLEE] = GROWTH_CALLEE,
                                              [PATH_ITSELF] = GROWTH_ITSELF,
                                              [PATH_REST] = GROWTH_REST };
    size_t n;
    struct path_part *parts = path_rows_parts(&r->paths, means, row->row, &n);
    for (size_t i = 0; i < n; i++) {
        const struct path_part *p = &parts[i];
        struct growth g = { kinds[p->kind], NULL, p->before, p->after };
        struct text name = { 0 };
        if (fabs(p->after - p->before) < LEAST_PART * fabs(row->cost.after - row->cost.before))
            continue;
        if (p->kind == PATH_CALLER && !p->path)
            text_add(&name, "[outermost]");
        else if (p->path && p->path->function)
            run_paths_name(p->path, &name);
        if (name.n)
            g.name = arena_names_intern(&r->texts, name.s);
        else
            g.name = NULL;
        why_see(p->kind == PATH_CALLER ? row->callers : row->callees, &g, sign_of(row));
        text_free(&name);
    }
    free(parts);
}

/* Finds how often a function was entered, from the source that counted most, if this counted on both
   sides. */
static void see_calls(struct judged_row *row, const struct replicates *r, const struct judged *entered,
                      size_t n)
{
    struct judged_calls *c = &row->calls;
    for (size_t s = 0; s < n; s++)
        for (size_t i = 0; i < entered[s].n; i++) {
            const struct judged_row *in = &entered[s].v[i];
            if (in->row->object != row->row->object || in->row->function != row->row->function ||
                in->samples <= c->samples || judged_only_side(in) != JUDGED_BOTH)
                continue;
            /* The cost per call is the ratio of two costs, whose errors are assumed to be independent. */
            const struct difference *cost = &row->cost, *often = &in->cost;
            struct difference each = { .change = cost->change - often->change,
                                       .error = sqrt(cost->error * cost->error + often->error * often->error),
                                       .df = fmin(cost->df, often->df) };
            if (r->events[entered[s].event].is_tracepoint)
                c->by = "probes";
            else
                c->by = "branch stacks";
            c->samples = in->samples;
            c->often.change = often->change;
            c->each.change = each.change;
            moderated_interval(often, 0.05, &c->often.low, &c->often.high);
            moderated_interval(&each, 0.05, &c->each.low, &c->each.high);
        }
}

void why_explain_changes(struct judged *j, struct replicates *r, const struct gate_opts *o,
                         const struct judged *entered, size_t n)
{
    const bool of_paths = j->section == RUN_WITH_CALLEES || j->section == RUN_PATH;
    const struct path_rows_opts how = replicates_path_opts(r, o);
    struct path_means means = { NULL, NULL };
    for (size_t i = 0; i < j->n; i++) {
        struct judged_row *row = &j->v[i];
        if (row->verdict > VERDICT_BETTER)
            continue;
        if (j->section == RUN_FUNCTION)
            see_callers(row, &r->runs, j->event, how.before);
        if (j->section == RUN_FUNCTION || j->section == RUN_WITH_CALLEES)
            see_calls(row, r, entered, n);
        if (of_paths && !means.before)
            means = path_rows_means(&r->paths, j->event, &how, r->runs.n);
        if (of_paths)
            see_parts(row, r, &means);
    }
    path_rows_means_free(&means);
}
