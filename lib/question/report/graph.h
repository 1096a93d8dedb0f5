/* graph: how -g has call trees drawn, and the drawing (perf, ui/stdio/hist.c). */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_GRAPH_H
#define PERFOLIO_LIB_QUESTION_REPORT_GRAPH_H

#include "core/base/err.h"
#include "core/profile/show/tree/tree.h"

enum graph_form { GRAPH_TREE, GRAPH_FRACTAL, GRAPH_FLAT, GRAPH_FOLDED, GRAPH_NONE };
enum graph_value { GRAPH_PERCENT, GRAPH_PERIOD, GRAPH_COUNT };

struct graph_opts {
    enum graph_form form;
    enum tree_key key;
    enum graph_value value;
    int callers_first;    /* 1, 0; -1: not given */
    int branches;         /* 1: of branches before a sample, too, where rows are samples */
    double min_percent;   /* what is lighter is left out */
    unsigned print_limit; /* entries of a level; 0: all */
};

/* Add what a word list such as "caller,0.5,callee" asks for. */
bool graph_read(const char *words, struct graph_opts *o, struct err *e);

/* The i-th of such words; NULL behind the last. */
const char *graph_word(size_t i);

/* Whether chains are listed, not drawn: out of trees by class. */
static inline bool graph_is_list(const struct graph_opts *o)
{
    return o->form == GRAPH_FLAT || o->form == GRAPH_FOLDED;
}

struct graph {
    const struct graph_opts *o;
    struct tree_frames *frames;
    const char *separator;   /* of -t; NULL: none */
    bool first_is_row;       /* the first frame is what the row says */
    uint64_t total, row;     /* period of the event's samples, and of those of the row */
    const struct arch *arch; /* of the recording machine, for names of branches; may be NULL */
    uint64_t shown; /* ... and what the least percentage is a share of: all, or what filters let through */
};

/* What any branch has to weigh to be drawn, at least. */
uint64_t graph_least(const struct graph *g);

/* What a branch that goes on from another one has to weigh. */
uint64_t graph_least_below(const struct graph *g, const struct branch *parent);

/* Whether nothing of a row's tree is heavy enough to be drawn, which the row's weight alone may show. */
bool graph_is_empty(const struct graph *g);

/* The chains that end in the tree (made by class) of a row, the heaviest first: the names of their frames,
 * from the root on. */
typedef void graph_visit(void *arg, const struct branch *end, const char *const *frames, size_t n);
void graph_each(const struct graph *g, const struct tree *t, graph_visit *visit, void *arg);

/* Add the tree of a row to `out`. */
void graph_draw(const struct graph *g, const struct tree *t, struct text *out);

#endif
