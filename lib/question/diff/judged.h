/*
 * judged: of each row of several runs whether it got worse, better, stayed the same, or whether these runs
 * cannot tell.
 */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_JUDGED_H
#define PERFOLIO_LIB_QUESTION_DIFF_JUDGED_H

#include "lib/question/diff/runs/replicates.h"
#include "core/statistics/moderated.h"

enum verdict {
    VERDICT_WORSE,
    VERDICT_BETTER,
    VERDICT_SAME,    /* a change that matters would have shown */
    VERDICT_UNKNOWN, /* it might have changed by what matters, and these runs cannot tell; or it is not judged */
    VERDICTS
};

/* "worse", "better", "same", "cannot tell". */
const char *judged_word(enum verdict v);

/* A part of what a row costs, and what it costs in a mean run. */
struct growth {
    enum growth_kind {
        GROWTH_NONE,
        GROWTH_CALLER,
        GROWTH_CALLEE,
        GROWTH_ITSELF,
        GROWTH_REST /* call paths of it that are too small to be told apart */
    } kind;
    const char *name; /* of the other function; NULL: there is none */
    double before, after;
};
enum { GROWTHS = 3 };

/* How often a function was entered after the change, times as often as before, and what that leaves for each call. */
struct judged_calls {
    const char *by; /* what counted that: "probes", "branch stacks"; NULL: it is unknown */
    struct {
        double change, low, high; /* logarithms; an interval of 95 % */
    } often, each;
    uint64_t samples; /* that were seen to enter it */
};

/* A basic block of a function, before and after. */
struct judged_block {
    struct {
        bool there;
        uint64_t begin, end; /* in its object's ELF headers */
        double cost;         /* of a mean run */
    } side[2];
    uint32_t loops;       /* that it is in */
    const char *line;     /* of the instruction that costs most, "parse.c:12"; NULL: unknown */
    const char *function; /* that its function is inlined into there; NULL: it is its own */
};

struct judged_row {
    const struct run_row *row;
    struct difference cost, share; /* of the cost, and of its share of the total */
    double low, high;              /* the interval of cost.change or, --by share, of share.change */
    double shows;     /* the smallest change of that which would have been named, as a logarithm */
    uint64_t samples; /* of both sides */
    enum verdict verdict;
    const char *apart; /* why it is not judged (runs/comparable.h); NULL: it is */
    /* Of what got worse or better, what it changed by most, in that direction (why.h); GROWTH_NONE ends */
    struct growth callers[GROWTHS], callees[GROWTHS];
    struct judged_calls calls;
    struct judged_block blocks[GROWTHS];
    size_t nblocks;
};

/* The rows of one section and event, those that cost most first. */
struct judged {
    uint32_t event;
    enum run_section section;
    struct judged_row *v;
    size_t n;
    size_t few;   /* rows that have too few samples (--min-samples) to be judged, and are not in it */
    double limit; /* the p below which a change is named */
    struct noise noise;
    double unit; /* costs are to be divided by it to be shown */
};

/* The difference by which a row is judged: of its cost or of its share, as the options say. */
const struct difference *judged_difference(const struct gate_opts *o, const struct judged_row *r);

/* Which side alone has a row: its change has no size. */
enum judged_side { JUDGED_BOTH, JUDGED_ONLY_BEFORE, JUDGED_ONLY_AFTER };
enum judged_side judged_only_side(const struct judged_row *r);

/* Judge the rows of a section. Freed with judged_free(). */
void judged_init(struct judged *j, const struct replicates *r, const struct gate_opts *o, uint32_t event,
                 enum run_section section);
void judged_free(struct judged *j);

/* A change as percents: exp(change) - 1. */
double judged_percent(double change);

/* What brought a change that was named: who called a function when its cost changed, and which of what it calls
   costs more, or less; and whether it was called more often, or each call costs more. */

/* Explain the rows of a section that got worse or better. `entered` are n sections of how often functions were entered
   (RUN_ENTERED). */
void why_explain_changes(struct judged *j, struct replicates *r, const struct gate_opts *o,
                         const struct judged *entered, size_t n);

/* Which basic blocks of the functions that got worse or better brought that, where the code of both sides
   is at hand: of each side one run is opened again for it. */

/* Find the blocks of the functions that changed most in n sections. What cannot be had is left out; why a run cannot be
   opened any more is shown. */
void why_blocks_find(struct judged *sections, size_t n, struct replicates *r, const struct diff_opts *o,
                     struct outlet *err);

/* What brought a change (why.h, why_blocks.h), in words: of text and of Markdown. */

/* Each adds what it is called: "caller main"; "in its block 401110 to 40112f, parse.c:12, in a loop"; "called 1.02x as
   often (0.99x to 1.05x), each call costs 1.90x (1.80x to 2.01x), by probes". Nothing of them is a control character. */
void why_words_growth(const struct growth *g, struct text *out);
void why_words_block(const struct judged_block *b, struct text *out);
void why_words_calls(const struct judged_calls *c, struct text *out);

/* A change, a logarithm, as a factor: 1.9. */
double why_words_factor(double change);

#endif
