/* trees: the call trees of a report, for text, and for rows that are computed on demand. */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_TREES_H
#define PERFOLIO_LIB_QUESTION_REPORT_TREES_H

#include "lib/question/report/report_options.h"

/* The call trees of a table. */
struct report_trees {
    const struct session *s;
    const struct report_opts *o;
    const struct table *table;
    struct tree_frames *frames;
    struct forest *forest; /* NULL: there are no trees */
    /* the n rows whose trees were built last; the tree of rows[next] is probably requested next */
    uint32_t *rows;
    size_t n, next;
};

/* Lines of `width` rows each (table_lines()). Trees are requested in the order of the lines. */
struct report_lines {
    const uint32_t *v;
    size_t n;
    uint32_t width;
};

/* Prepares the trees. Everything that the arguments point to must outlive them. `as_lists`: the trees are for
   graph_each(). */
void report_trees_init(struct report_trees *t, const struct session *s, const struct report_opts *o,
                       const struct table *table, const struct key_context *kc, bool as_lists);
void report_trees_free(struct report_trees *t);

/* Whether any row of an event has a tree. */
bool report_trees_any(const struct report_trees *t, uint32_t event);

/* Sets *tree to the tree of the first row of the first line, and *g to the way to draw it; both are valid until the
   next call. False: nothing is drawn. */
bool report_tree_make(struct report_trees *t, uint32_t event, struct report_lines lines, struct graph *g,
                      struct tree *tree);

/* As report_tree_make(), but the tree grows as it is looked at: tree_growth_free() frees it. NULL: nothing is drawn, or the tree is
   made whole. */
struct tree_growth *report_tree_plant(const struct report_trees *t, uint32_t event, uint32_t row,
                                      struct graph *g);

#endif
