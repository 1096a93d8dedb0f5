/*
 * both: two builds of one function side by side: the instructions, which align.c has matched; tables of the basic
 * blocks, the inlined functions and the source lines that both builds, or only one, have; and the cost of each on
 * both sides.
 */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_BOTH_BOTH_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_BOTH_BOTH_H

#include "lib/question/annotate/pairs.h"
#include "lib/question/annotate/annotate_view.h"
#include "core/annotate/match/match.h"
#include "core/base/idmap.h"

struct both {
    const struct annotate_view *v; /* of each side */
    /* per side: the listing; without rows if the side does not have the function */
    const struct listing *l[SIDES];
    const struct alignment *al;
    struct inlined_tree trees[SIDES];
    struct match inlined; /* which nodes of `trees` correspond */
    uint32_t *outermost
        /* by node: the inlined call of depth 1 that contains it; MATCH_NONE: the node is the function
           itself */
        [SIDES];
};

/* `v` has the views of both sides; v->l is NULL for a side that does not have the function. `v` and `al` are
   borrowed. Freed with both_free(). */
void both_make(struct both *b, const struct annotate_view *v, const struct alignment *al);
void both_free(struct both *b);

/* The number of lines of the alignment, from `line` on, that are in the same inlined call on every side
   that has them. 0: `line` is in no inlined call, or its instructions on the two sides are not in the same
   call. */
size_t both_count_call_lines(const struct both *b, size_t line);

/* Sums up the rows of a side in n lines of the alignment to one row. False: the side has no rows in these lines. */
bool both_merge_rows(const struct both *b, size_t line, size_t n, int side, struct listing_row *out);

/* Adds a text for n lines of one inlined call: "[fold<16>: 7 instructions, inlined at a.cc:44]". */
void both_add_call_text(const struct both *b, size_t line, size_t n, struct text *out);

/* Show the instructions, and the tables of basic blocks, inlined functions and source lines. In text,
   lines begin with #. Each function is in a separate file. */
void both_instructions(const struct both *b);
void both_blocks(const struct both *b);
void both_inlines(const struct both *b);
void both_lines(const struct both *b);

/* Columns that all tables about both sides have: the weight of a row on each side, and whether both sides have the
   row. */

enum columns_change { COLUMNS_SAME, COLUMNS_REMOVED, COLUMNS_ADDED, COLUMNS_CHANGED };

/* The change of a row that the old side, the new side, or both have; `same`: it is equal on both sides. */
static inline enum columns_change columns_change_of(bool is_old, bool is_new, bool same)
{
    if (!is_new)
        return COLUMNS_REMOVED;
    if (!is_old)
        return COLUMNS_ADDED;
    return same ? COLUMNS_SAME : COLUMNS_CHANGED;
}

/* The name of each change, and its mark in text. */
extern const char *const columns_changes[];
extern const char *const columns_marks[];

/* The columns of one side: the weight's columns come first. */
enum { COLUMNS_SAMPLES, COLUMNS_PERIOD, COLUMNS_PERCENT, COLUMNS_WEIGHTS };

#define COLUMNS_MEMBER(side, member, kind)                                                                   \
    {                                                                                                        \
        .name = member, .of = side, .type = VALUE_##kind                                                     \
    }
#define COLUMNS_WEIGHT(side)                                                                                 \
    COLUMNS_MEMBER(side, "samples", COUNT), COLUMNS_MEMBER(side, "period", COUNT),                           \
        COLUMNS_MEMBER(side, "percent", PERCENT)

/* The columns of text: the mark of the change, then samples and percent of each side. */
enum {
    COLUMNS_MARK,
    COLUMNS_SHOWN_OLD,
    COLUMNS_SHOWN_NEW = COLUMNS_SHOWN_OLD + 2,
    COLUMNS_SHOWN = COLUMNS_SHOWN_NEW + 2
};

#define COLUMNS_TEXT(heading, wide, kind)                                                                    \
    {                                                                                                        \
        .header = heading, .width = wide, .right = true, .type = VALUE_##kind                                \
    }
#define COLUMNS_FIGURES COLUMNS_TEXT("Samples", 9, COUNT), COLUMNS_TEXT("Percent", 8, PERCENT)
#define COLUMNS_IN_TEXT COLUMNS_TEXT("", 1, TEXT), COLUMNS_FIGURES, COLUMNS_FIGURES

/* Fills in the weight of a row on one side (`w` NULL: the side does not have the row): in `cells`, the columns of the
   side, and in `shown`, the columns of text. */
void both_fill_weight(const struct annotate_view *v, int side, const struct weight *w, struct value *cells,
                      struct value *shown);

/* Begins a table whose lines begin with # in text, and prints its heading. */
void both_begin(struct rows *r, const struct rows_table *t);

/* Callers: the functions into which a requested function is inlined, on each side, and its cost in each of them. */

/* The callers of inlined functions, of all events; zero-initialise. */
struct callers {
    struct names names;
    struct caller *v;
    size_t n, cap;
    /* function and caller -> 1 + index in `v`; not valid after callers_show(), which sorts `v` */
    struct idmap latest;
};

/* Adds the functions that are inlined into a shown function; if functions are requested by name, only these. */
void callers_add(struct callers *c, const struct annotation *sides, const struct both *b);

/* Adds the copies of these functions that are not inlined: functions with the same names. Call it after
   callers_add() for all functions of an event. `v` has the views of the event. */
void callers_add_own(struct callers *c, const struct annotation *sides, const struct annotate_view *v,
                     const struct pairs *pairs);

/* Sorts the callers and shows them as a table; in text, lines begin with #. */
void callers_show(struct callers *c, const struct annotate_view *v, struct rows *r);
void callers_free(struct callers *c);

#endif
