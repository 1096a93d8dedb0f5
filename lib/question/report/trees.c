#include "lib/question/report/trees.h"

#include <assert.h>
#include <stdlib.h>

#include "lib/question/common/plan.h"
#include "core/base/mem.h"

void report_trees_init(struct report_trees *t, const struct session *s, const struct report_opts *o,
                       const struct table *table, const struct key_context *kc, bool as_lists)
{
    *t = (struct report_trees){ .s = s, .o = o, .table = table };
    if (!o->trees)
        return;
    bool unwound = plan_has_sample_field(
        s->capture,
        PERF_SAMPLE_STACK_USER); /* stacks are then unwound, and inlined functions are frames by default */
    bool inlines = o->inlines == INLINES_ALL || (o->inlines == INLINES_UNWOUND && unwound);
    struct tree_naming naming = { o->graph.key, inlines };
    struct tree_opts order = { .children = o->count.children,
                               .callers_first = o->graph.callers_first,
                               .taken = o->count.stack.history && !as_lists,
                               .by_class = as_lists,
                               .threads = count_workers(s->capture, 0) };
    t->frames = tree_frames_new(&table->profile->paths, &naming, kc);
    t->forest = tree_forest_new(table, t->frames->v, order);
    t->rows = mem_new(tree_forest_capacity(t->forest), sizeof(*t->rows));
}

/* Sets *g to the way to draw a row's tree. False: nothing is drawn. */
static bool is_drawn(const struct report_trees *t, uint32_t event, uint32_t row, struct graph *g)
{
    const struct profile *p = t->table->profile;
    const struct total *total = &p->totals[event];
    if (row == NO_ROW)
        return false;
    *g = (struct graph){ .o = &t->o->graph,
                         .frames = t->frames,
                         .separator = t->o->separator,
                         .arch = t->s->capture->env.arch,
                         .first_is_row = t->o->layout.sort_by_symbol && !t->o->layout.fields.n,
                         .total = total->period,
                         .shown = total->period,
                         .row = row_children(p, row_at(p, row)) };
    if (t->o->percent_of_shown)
        g->shown -= total->hidden_period;
    return !graph_is_empty(g);
}

/* Builds as many trees as memory allows. */
static void make_trees(struct report_trees *t, uint32_t event, struct report_lines lines)
{
    struct graph g = { .o = NULL };
    t->n = t->next = 0;
    for (size_t i = 0; i < lines.n && t->n < tree_forest_capacity(t->forest); i++)
        if (is_drawn(t, event, lines.v[i * lines.width], &g))
            t->rows[t->n++] = lines.v[i * lines.width];
    tree_forest_make_trees(t->forest, t->rows, t->n, graph_least_drawn_period(&g));
}

bool report_trees_any(const struct report_trees *t, uint32_t event)
{
    const uint64_t has = event_sample_bits(&t->s->capture->events.v[event]);
    return t->forest &&
           (has & PERF_SAMPLE_CALLCHAIN || (t->o->count.stack.history && has & PERF_SAMPLE_BRANCH_STACK));
}

bool report_tree_make(struct report_trees *t, uint32_t event, struct report_lines lines, struct graph *g,
                      struct tree *tree)
{
    assert(lines.n);
    if (!report_trees_any(t, event) || !is_drawn(t, event, *lines.v, g))
        return false;
    if (t->next == t->n || t->rows[t->next] != *lines.v)
        make_trees(t, event, lines);
    *tree = tree_of_forest(t->forest, t->next++);
    return true;
}

struct tree_growth *report_tree_plant(const struct report_trees *t, uint32_t event, uint32_t row,
                                      struct graph *g)
{
    if (!report_trees_any(t, event) || !is_drawn(t, event, row, g))
        return NULL;
    return tree_plant(t->forest, row);
}

void report_trees_free(struct report_trees *t)
{
    tree_forest_free(t->forest);
    tree_frames_free(t->frames);
    free(t->rows);
}
