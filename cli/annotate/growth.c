#include "cli/annotate/growth.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum { SHOWN = 5 };

/* A difference of so many standard deviations of Poisson's law is more than chance, of one instruction among the
   hundreds of a function. */
static const double MUCH = 4;

struct grown {
    const struct listing_row *row; /* of the second side, or, where that has it not, of the first */
    int side;
    double cost; /* of a run, more than before */
};

static int by_cost(const void *a, const void *b, const void *arg)
{
    const struct grown *x = a, *y = b;
    const double p = fabs(x->cost), q = fabs(y->cost);
    (void)arg;
    return p != q ? (p < q ? 1 : -1) : (x->row->svma > y->row->svma) - (x->row->svma < y->row->svma);
}

/* What a line of both costs more than before. False: that may be chance. */
static bool see(const struct annotate_view *v, const struct align_line *line, const uint32_t *runs,
                struct grown *g)
{
    const int64_t at[] = { line->a, line->b };
    double cost = 0, samples = 0, variance = 0;
    for (int side = 0; side < 2; side++) {
        if (at[side] == ALIGN_NONE)
            continue;
        const struct listing_row *row = &v[side].l->rows[at[side]];
        const struct weight w = listing_weight(v[side].w, row, v[side].first);
        const double sign = side ? 1.0 : -1.0, n = runs[side];
        *g = (struct grown){ .row = row, .side = side };
        cost += sign * (double)w.period / n;
        samples += sign * (double)w.samples / n;
        variance += (double)w.samples / n / n;
    }
    g->cost = cost;
    return samples * cost > 0 && samples * samples > MUCH * MUCH * variance;
}

void growth_show(const struct annotate_view *v, const struct alignment *al, const uint32_t *runs,
                 struct rows *r)
{
    const double before = v[0].l ? (double)v[0].of[0].period / runs[0] : 0,
                 after = v[1].l ? (double)v[1].of[0].period / runs[1] : 0;
    struct grown *grown = mem_new(al->n, sizeof(*grown));
    size_t n = 0;
    for (size_t i = 0; i < al->n && before > 0 && after > 0; i++)
        n += see(v, &al->v[i], runs, &grown[n]);
    sort_by(grown, n, sizeof(*grown), by_cost, NULL);
    if (before > 0 && after > 0)
        rows_print(r, "# a run of the second costs %+.2f%%%s\n", 100 * (after - before) / before,
                   n ? ", of which by more than the chance of sampling:" : "");
    for (size_t i = 0; i < n && i < SHOWN; i++) {
        const struct annotate_view *of = &v[grown[i].side];
        struct text t = { 0 };
        text_printf(&t, "#  %+8.2f%%  %" PRIx64 "%s: ", 100 * grown[i].cost / before, grown[i].row->svma,
                    grown[i].side ? "" : " of the first");
        annotate_code(of, grown[i].row, &t);
        if (grown[i].row->nframes) {
            text_add(&t, "  ");
            annotate_line(of, &grown[i].row->frames[0], &t);
        }
        rows_print(r, "%s\n", t.s);
        text_free(&t);
    }
    free(grown);
}
