#include "lib/question/annotate/annotate_view.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum { SHOWN = 5 };

/* A change of an instruction is shown if it exceeds this many standard deviations of Poisson's law, since one among
   the hundreds of instructions of a function easily exceeds two or three by chance. */
static const double MUCH = 4;

struct grown_row {
    const struct listing_row *row; /* from the second side, or if that lacks it, from the first */
    int side;
    double cost; /* increase of the cost of a run */
};

static int annotate_growth_by_cost(const void *a, const void *b, const void *arg UNUSED)
{
    const struct grown_row *x = a, *y = b;
    const double p = fabs(x->cost), q = fabs(y->cost);
    if (p != q)
        return (p < q ? 1 : -1);
    return (x->row->svma > y->row->svma) - (x->row->svma < y->row->svma);
}

/* Computes how much more a line of both sides costs than before. False: the difference may be chance. */
static bool annotate_growth_see(const struct annotate_view *v, const struct align_line *line,
                                const uint32_t *runs, struct grown_row *g)
{
    const int64_t at[] = { line->a, line->b };
    double cost = 0, samples = 0, variance = 0;
    for (int side = 0; side < 2; side++) {
        if (at[side] == ALIGN_NONE)
            continue;
        const struct listing_row *row = &v[side].l->rows[at[side]];
        const struct weight w = listing_weight(v[side].w, row, v[side].first);
        const double sign = side ? 1.0 : -1.0, n = runs[side];
        *g = (struct grown_row){ .row = row, .side = side };
        cost += sign * (double)w.period / n;
        samples += sign * (double)w.samples / n;
        variance += (double)w.samples / n / n;
    }
    g->cost = cost;
    return samples * cost > 0 && samples * samples > MUCH * MUCH * variance;
}

static void show_grown(const struct annotate_view *of, const struct grown_row *g, double percent,
                       struct rows *r)
{
    struct text t = { 0 };
    text_printf(&t, "#  %+8.2f%%  %" PRIx64, percent, g->row->svma);
    text_add(&t, g->side ? ": " : " of the first: ");
    annotate_code(of, g->row, &t);
    if (g->row->nframes) {
        text_add(&t, "  ");
        annotate_line(of, &g->row->frames[0], &t);
    }
    rows_print(r, "%s\n", t.s);
    text_free(&t);
    rows_object(r, NULL);
    rows_fact(r, "side", value_text(g->side ? "new" : "old"));
    rows_fact(r, "address", value_hex(g->row->svma));
    rows_fact(r, "percent", value_percent(percent));
    rows_close(r);
}

/* The random error of the change of the whole function: 1.96 standard deviations of the ratio of two
   numbers that follow Poisson's law. */
static double chance(double before, double after, const struct annotate_view *v)
{
    return 1.96 * after / before * sqrt(1 / (double)v[0].of[0].samples + 1 / (double)v[1].of[0].samples);
}

static struct value percent_if(bool known, double percent)
{
    return known ? value_percent(percent) : value_unknown();
}

void growth_show(const struct annotate_view *v, const struct alignment *al, const uint32_t *runs,
                 struct rows *r)
{
    const double before = v[0].l ? (double)v[0].of[0].period / runs[0] : 0;
    const double after = v[1].l ? (double)v[1].of[0].period / runs[1] : 0;
    const bool both = before > 0 && after > 0;
    double change = 0, by_chance = 0;
    if (both) {
        change = 100 * (after - before) / before;
        by_chance = 100 * chance(before, after, v);
    }
    struct grown_row *grown = mem_new(al->n, sizeof(*grown));
    size_t n = 0;
    for (size_t i = 0; i < al->n && both; i++)
        n += annotate_growth_see(v, &al->v[i], runs, &grown[n]);
    sort_by(grown, n, sizeof(*grown), annotate_growth_by_cost, NULL);
    if (both)
        rows_print(r, "# a run of the second costs %+.2f%% (+-%.2f by the chance of sampling)%s\n", change,
                   by_chance, n ? ", of which by more than that chance:" : "");
    rows_fact(r, "change", percent_if(both, change));
    rows_fact(r, "change_by_chance", percent_if(both, by_chance));
    rows_list(r, "grown");
    for (size_t i = 0; i < n && i < SHOWN; i++)
        show_grown(&v[grown[i].side], &grown[i], 100 * grown[i].cost / before, r);
    rows_close(r);
    free(grown);
}
