/* graph: the options of -g, and the text of call trees (perf, ui/stdio/hist.c). */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_GRAPH_H
#define PERFOLIO_LIB_QUESTION_REPORT_GRAPH_H

#include "core/base/err.h"
#include "core/profile/show/tree/tree.h"
#include "lib/view/style.h"

enum graph_form { GRAPH_TREE, GRAPH_FRACTAL, GRAPH_FLAT, GRAPH_FOLDED, GRAPH_NONE };
enum graph_value { GRAPH_PERCENT, GRAPH_PERIOD, GRAPH_COUNT };

struct graph_opts {
    enum graph_form form;
    enum tree_key key;
    enum graph_value value;
    int callers_first; /* 1: caller first; 0: callee first; -1: not given */
    /* 1: trees include the branches that were taken before a sample, if rows are samples */
    int branches;
    double min_percent;   /* branches below this percentage are omitted */
    unsigned print_limit; /* the most branches shown per level; 0: all */
};

/* Parses the value of -g, such as "caller,0.5,function". False with `e` set if a word is unknown. */
bool graph_read(const char *words, struct graph_opts *o, struct err *e);

/* The i-th word that is allowed in the value of -g; NULL after the last. */
const char *graph_word(size_t i);

/* Whether call chains are printed as lists instead of drawn as a tree. */
static inline bool graph_is_list(const struct graph_opts *o)
{
    return o->form == GRAPH_FLAT || o->form == GRAPH_FOLDED;
}

struct graph {
    const struct graph_opts *o;
    struct tree_frames *frames;
    const char *separator;   /* the separator of -t; NULL: none */
    bool first_is_row;       /* the first frame of each chain is the row's own symbol */
    uint64_t total, row;     /* total: period of the event's samples; row: period of the row's samples */
    const struct arch *arch; /* of the recording machine, for names of branch types; may be NULL */
    uint64_t
        /* the period that min_percent refers to: that of all samples, or of samples that pass the filters */
        shown;
    const struct style *style; /* style of the text */
};

/* The smallest period of a branch that is drawn. */
uint64_t graph_least_drawn_period(const struct graph *g);

/* The smallest period of a branch that is drawn below `parent`. */
uint64_t graph_least_below(const struct graph *g, const struct branch *parent);

/* Whether the row's period alone shows that no branch of its tree is heavy enough to be drawn. */
bool graph_is_empty(const struct graph *g);

/* Visits the call chains of a row's tree (made by class), the heaviest first, with the names of their frames from
 * the root on. */
typedef void graph_visit(void *arg, const struct branch *end, const char *const *frames, size_t n);
void graph_each(const struct graph *g, const struct tree *t, graph_visit *visit, void *arg);

/* Adds the text of a row's tree to `out`. */
void graph_draw(const struct graph *g, const struct tree *t, struct text *out);

#endif
