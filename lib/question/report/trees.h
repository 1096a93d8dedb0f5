/* trees: the call trees of a report, whatever shows them. */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_TREES_H
#define PERFOLIO_LIB_QUESTION_REPORT_TREES_H

#include "lib/question/report/options.h"

/* The call trees of a table; zero but for what it is of where none were asked for. */
struct report_trees {
    const struct session *s;
    const struct report_opts *o;
    const struct table *table;
    struct tree_frames *frames;
    struct forest *forest; /* NULL: there are no trees */
    uint32_t *rows;        /* whose trees were made last: rows[next] is most likely asked for next */
    size_t n, next;
};

/* Lines of `width` rows each (table_lines()), whose trees are asked for in this order. */
struct report_lines {
    const uint32_t *v;
    size_t n;
    uint32_t width;
};

/* What is given has to outlive the trees. `as_lists`: they are for graph_each(). */
void report_trees_init(struct report_trees *t, const struct session *s, const struct report_opts *o,
                       const struct table *table, const struct key_context *kc, bool as_lists);
void report_trees_free(struct report_trees *t);

/* Whether rows of an event have trees. */
bool report_trees_any(const struct report_trees *t, uint32_t event);

/* The tree of the first line's first row, if there is anything in it to be shown, and how: until the next call. */
bool report_tree(struct report_trees *t, uint32_t event, struct report_lines lines, struct graph *g,
                 struct tree *tree);

#endif
