/*
 * judged: the verdict about each row of a comparison of runs: it got worse, got better, stayed the same, or these
 * runs cannot tell.
 */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_JUDGED_H
#define PERFOLIO_LIB_QUESTION_DIFF_JUDGED_H

#include "lib/question/diff/runs/replicates.h"
#include "core/statistics/moderated.h"

enum verdict {
    VERDICT_WORSE,
    VERDICT_BETTER,
    /* the row did not change by an amount that matters: such a change would have been visible */
    VERDICT_SAME,
    /* the row may have changed by an amount that matters, but these runs cannot tell; or it is not judged */
    VERDICT_UNKNOWN,
    VERDICTS
};

/* The word for a verdict: "worse", "better", "same", "cannot tell". */
const char *judged_word(enum verdict v);

/* A part of the cost of a row: the cost from one caller, in one callee, or in the function itself. It is given for a
   mean run before the change, and for a mean run after it. */
struct growth {
    enum growth_kind {
        GROWTH_NONE,
        GROWTH_CALLER,
        GROWTH_CALLEE,
        GROWTH_ITSELF,
        GROWTH_REST /* call paths of the function that are too small to be told apart */
    } kind;
    const char *name; /* name of the caller or callee; NULL: none */
    double before, after;
};
enum { GROWTHS = 3 };

/* How often a function was entered, and the cost per call: both as the ratio of after to before the change. */
struct judged_calls {
    /* what counted the calls: "probes", "branch stacks"; NULL: the number of calls is unknown */
    const char *by;
    struct {
        double change, low, high; /* logarithms of ratios; low and high: the 95 % confidence interval */
    } often, each;
    uint64_t samples; /* number of samples at which the function was entered */
};

/* A basic block of a function, before and after. */
struct judged_block {
    struct {
        bool there;
        uint64_t begin, end; /* addresses in the address space of the ELF file */
        double cost;         /* in a mean run */
    } side[2];
    uint32_t loops;   /* number of loops that the block is in */
    const char *line; /* source line of the most expensive instruction, "parse.c:12"; NULL: unknown */
    /* the function that `row` is inlined into at this block; NULL: the block belongs to the function itself */
    const char *function;
};

struct judged_row {
    const struct run_row *row;
    struct difference cost, share; /* the difference of the cost, and of the cost's share of the total */
    /* the confidence interval of cost.change or, with --by share, of share.change */
    double low, high;
    /* the smallest change of the cost (--by share: the share) that these runs would have shown, as a logarithm */
    double shows;
    uint64_t samples; /* of both sides */
    enum verdict verdict;
    const char *apart; /* why the row is not judged (runs/comparable.c); NULL: it is judged */
    /* If the row got worse or better: the parts of its cost that changed most in this direction; an element of the
       kind GROWTH_NONE ends each list */
    struct growth callers[GROWTHS], callees[GROWTHS];
    struct judged_calls calls;
    struct judged_block blocks[GROWTHS];
    size_t nblocks;
};

/* The rows of one section and event, sorted by cost, the largest first. */
struct judged {
    uint32_t event;
    enum run_section section;
    struct judged_row *v;
    size_t n;
    /* number of rows that are not in `v`, because they have too few samples to be judged (--min-samples) */
    size_t few;
    double limit; /* the p-value below which a change is significant */
    struct noise noise;
    double unit; /* costs are divided by this number to be shown */
};

/* The difference by which a row is judged: of its cost or of its share, as the options say. */
const struct difference *judged_difference(const struct gate_opts *o, const struct judged_row *r);

/* Which sides have a row. If only one side has it, its change has no size. */
enum judged_side { JUDGED_BOTH, JUDGED_ONLY_BEFORE, JUDGED_ONLY_AFTER };
enum judged_side judged_only_side(const struct judged_row *r);

/* Judges the rows of a section of an event. Freed with judged_free(). */
void judged_init(struct judged *j, const struct replicates *r, const struct gate_opts *o, uint32_t event,
                 enum run_section section);
void judged_free(struct judged *j);

/* A change, a logarithm, in percent: 100 * (exp(change) - 1). */
double judged_percent(double change);

/* Why a row changed: through which callers and callees the cost of a function grew or shrank, and whether the
   function was called more often or the cost per call grew. */

/* Fills in the explanations of the rows of a section that got worse or better. `entered` has n sections that count
   how often functions were entered (RUN_ENTERED). */
void why_explain_changes(struct judged *j, struct replicates *r, const struct gate_opts *o,
                         const struct judged *entered, size_t n);

/* Which basic blocks of a function that got worse or better changed, if the code of both sides is available. For
   this, one run of each side is opened again. */

/* Finds the basic blocks of the functions that changed most, in n sections. Functions whose code is not available are
   left out. If a run can no longer be opened, prints why. */
void why_blocks_find(struct judged *sections, size_t n, struct replicates *r, const struct diff_opts *o,
                     struct outlet *err);

/* The explanations of a change in words, for text and for Markdown. */

/* Add the words for a part of the cost, "caller main"; for a block, "in its block 401110 to 40112f, parse.c:12, in a
   loop"; and for calls, "called 1.02x as often (0.99x to 1.05x), each call costs 1.90x (1.80x to 2.01x), by probes".
   The texts have no control characters. */
void why_describe_growth(const struct growth *g, struct text *out);
void why_describe_block(const struct judged_block *b, struct text *out);
void why_describe_calls(const struct judged_calls *c, struct text *out);

/* A change, a logarithm, as a factor: 1.9. */
double why_words_factor(double change);

#endif
