/* --print-line: the weights of source lines, summed up over instructions with more than half a percent
   (perf, util/annotate.c, annotation__calc_lines()). */
#include "lib/question/annotate/annotate_view.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

struct line_sum {
    const char *path;
    double percents[VIEW_EVENTS];
};

struct sums {
    const struct annotate_view *v;
    struct names names;
    struct line_sum *of; /* by id - 1 */
    size_t n, cap;
};

static int heavier(const void *a, const void *b)
{
    const struct line_sum *x = a, *y = b;
    for (size_t i = 0; i < VIEW_EVENTS; i++)
        if (x->percents[i] != y->percents[i]) {
            if (x->percents[i] < y->percents[i])
                return 1;
            return -1;
        }
    return strcmp(x->path, y->path);
}

static void annotate_lines_add(struct sums *s, const struct listing_row *row)
{
    const struct annotate_view *v = s->v;
    double percents[VIEW_EVENTS], most = 0;
    struct text path = { 0 };
    for (uint32_t i = 0; i < v->n; i++) {
        const struct weight w = listing_weight(v->w, row, v->first + i);
        percents[i] = annotate_percent(v, i, &w);
        if (percents[i] > most)
            most = percents[i];
    }
    if (most <= 0.5)
        return;
    annotate_line(v, row->nframes ? &row->frames[0] : NULL, &path);
    uint32_t id = arena_names_id(&s->names, path.s);
    text_free(&path);
    if (id > s->n) {
        *MEM_ADD(s->of, s->n, s->cap) = (struct line_sum){ .path = arena_names_text(&s->names, id) };
    }
    for (uint32_t i = 0; i < v->n; i++)
        s->of[id - 1].percents[i] += percents[i];
}

void annotate_lines(const struct annotate_view *v)
{
    struct sums s = { .v = v };
    struct text t = { 0 };
    text_add_clean(&t, v->l->function->object->path);
    rows_print(v->rows, "\nSorted summary for file %s\n----------------------------------------------\n\n",
               t.s);
    for (size_t i = 0; i < v->l->n; i++)
        annotate_lines_add(&s, &v->l->rows[i]);
    mem_sort(s.of, s.n, sizeof(*s.of), heavier);
    if (!s.n)
        rows_print(v->rows, " Nothing higher than 0.5%%\n");
    for (size_t i = 0; i < s.n; i++) {
        t.n = 0;
        for (uint32_t k = 0; k < v->n; k++)
            text_printf(&t, " %7.2f", s.of[i].percents[k]);
        rows_print(v->rows, "%s %s\n", t.s, s.of[i].path);
    }
    text_free(&t);
    free(s.of);
    arena_names_free(&s.names);
}
