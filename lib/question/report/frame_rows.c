#include "lib/question/report/frame_rows.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/report/report_sheet.h"
#include "core/base/mem.h"

/* The part of a line's call tree that would be drawn. */
struct line_tree {
    struct branch *v;
    struct graph graph;
};

struct frame_row {
    uint32_t tree, branch;
    size_t above;
};

struct frame_rows {
    struct sheet *t;
    struct line_tree *trees;
    size_t ntrees, cap_trees;
    struct frame_row *v;
    size_t n, cap;
    struct frame_rows_level { /* of the rows below one */
        size_t first, n;
    } * levels;
    size_t nlevels, cap_levels;
    struct idmap level_of; /* by the number of the row above, plus 1 */
};

struct frame_rows *frame_rows_new(struct sheet *t)
{
    struct frame_rows *f = mem_new(1, sizeof(*f));
    f->t = t;
    return f;
}

void frame_rows_free(struct frame_rows *f)
{
    if (!f)
        return;
    for (size_t i = 0; i < f->ntrees; i++)
        free(f->trees[i].v);
    free(f->trees);
    free(f->v);
    free(f->levels);
    idmap_free(&f->level_of);
    free(f);
}

/* The tree of a line, which is kept: trees of others are made where that was. */
static uint32_t tree_of_line(struct frame_rows *f, size_t line)
{
    struct sheet *t = f->t;
    struct graph g;
    struct tree tree;
    struct line_tree *kept = MEM_ADD(f->trees, f->ntrees, f->cap_trees);
    *kept = (struct line_tree){ .v = NULL };
    if (report_tree(t->trees, t->first, (struct report_lines){ sheet_line(t, line), 1, t->n }, &g, &tree))
        *kept = (struct line_tree){ (struct branch *)mem_copy(tree.v, tree.n * sizeof(*tree.v)), g };
    return (uint32_t)f->ntrees - 1;
}

static uint64_t frame_rows_weight(const struct branch *b)
{
    return b->period + b->below_period;
}

/* Siblings are sorted by weight. */
static struct frame_rows_level make_level(struct frame_rows *f, uint32_t tree, uint32_t branch, size_t above)
{
    const struct line_tree *of = &f->trees[tree];
    struct frame_rows_level made = { .first = f->t->nlines + f->n };
    uint64_t least = 0;
    uint32_t first = 0;
    if (of->v) {
        least = graph_least_below(&of->graph, &of->v[branch]);
        first = of->v[branch].first;
    }
    for (uint32_t b = first; b && frame_rows_weight(&of->v[b]) >= least; b = of->v[b].next) {
        *MEM_ADD(f->v, f->n, f->cap) = (struct frame_row){ tree, b, above };
        made.n++;
    }
    return made;
}

size_t frame_rows_below(struct frame_rows *f, size_t row, size_t *first)
{
    assert(row < f->t->nlines + f->n);
    uint32_t known = idmap_get(&f->level_of, row + 1);
    if (!known) {
        const bool is_frame = row >= f->t->nlines;
        const struct frame_row at = is_frame ? f->v[row - f->t->nlines]
                                             : (struct frame_row){ .tree = tree_of_line(f, row) };
        const struct frame_rows_level made = make_level(f, at.tree, at.branch, row);
        *MEM_ADD(f->levels, f->nlevels, f->cap_levels) = made;
        known = (uint32_t)f->nlevels;
        *idmap_at(&f->level_of, row + 1) = known;
    }
    *first = f->levels[known - 1].first;
    return f->levels[known - 1].n;
}

size_t frame_rows_above(const struct frame_rows *f, size_t row)
{
    assert(row >= f->t->nlines && row - f->t->nlines < f->n);
    return f->v[row - f->t->nlines].above;
}

size_t frame_rows_known(const struct frame_rows *f)
{
    return f->n;
}

void frame_rows_cells(struct frame_rows *f, size_t row)
{
    assert(row >= f->t->nlines && row - f->t->nlines < f->n);
    struct sheet *t = f->t;
    const struct frame_row *at = &f->v[row - t->nlines];
    const struct line_tree *of = &f->trees[at->tree];
    const struct branch *b = &of->v[at->branch];
    uint64_t *figures = t->figures[0];
    memset(figures, 0, sizeof(t->figures[0]));
    figures[FIGURE_SAMPLES] = b->samples + b->below_samples;
    figures[FIGURE_PERIOD] = figures[FIGURE_CHILDREN] = frame_rows_weight(b);
    sheet_figure_cells(t, true);
    for (size_t i = t->nfigures; i < t->frames; i++)
        t->cells[i] = value_none();
    if (of->graph.frames->v[b->frame].marker)
        t->cells[t->frames] = value_unknown();
    else
        t->cells[t->frames] = value_text(tree_frames_name(of->graph.frames, b->frame));
    t->cells[t->frames + 1] = value_count(b->samples);
    t->cells[t->frames + 2] = value_count(b->period);
}
