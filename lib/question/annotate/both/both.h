/*
 * both: two builds of one function side by side: their instructions, which are joined before (align.c), and what of
 * their blocks, of what was inlined, and of their lines of source is the same; what each costs on each side.
 */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_BOTH_BOTH_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_BOTH_BOTH_H

#include "lib/question/annotate/pairs.h"
#include "lib/question/annotate/annotate_view.h"
#include "core/annotate/match/match.h"
#include "core/base/idmap.h"

struct both {
    const struct annotate_view *v;  /* of each side */
    const struct listing *l[SIDES]; /* of each side; without rows where it has no such function */
    const struct alignment *al;
    struct inlined_tree trees[SIDES];
    struct match inlined; /* of their nodes */
    uint32_t *outermost
        [SIDES]; /* per node the call of depth 1 that it lies in; MATCH_NONE: it is the function itself */
};

/* `v` are both sides, whose listing is NULL where there is no such function; they and `al` are borrowed. Freed with
   both_free(). */
void both_make(struct both *b, const struct annotate_view *v, const struct alignment *al);
void both_free(struct both *b);

/* How many lines of the alignment from `line` on lie in one call that was inlined, on the sides that have them; 0: it is
   not in one, or not on each of them. */
size_t both_count_call_lines(const struct both *b, size_t line);

/* The rows that n lines have on a side, as one. False: they have none there. */
bool both_merge_rows(const struct both *b, size_t line, size_t n, int side, struct listing_row *out);

/* Add what such lines of one call are: "[fold<16>: 7 instructions, inlined at a.cc:44]". */
void both_add_call_text(const struct both *b, size_t line, size_t n, struct text *out);

/* The instructions; and tables, behind # in text, of blocks, of what was inlined and of lines of source: a file each. */
void both_instructions(const struct both *b);
void both_blocks(const struct both *b);
void both_inlines(const struct both *b);
void both_lines(const struct both *b);

/* What tables about both sides have in common: what each weighs there, and whether it is on both. */

enum columns_change { COLUMNS_SAME, COLUMNS_REMOVED, COLUMNS_ADDED, COLUMNS_CHANGED };

/* How something changed that is on the old side, the new one or both; `same`: it is the same on both. */
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

/* What text has of both: the mark of the change, then samples and percent of each side. */
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

/* Fill in what a side weighs (NULL: it is not there): of the side's columns, and of those that text has. */
void both_fill_weight(const struct annotate_view *v, int side, const struct weight *w, struct value *cells,
                      struct value *shown);

/* A table behind #, with its heading. */
void both_begin(struct rows *r, const struct rows_table *t);

/* Which functions an inlined function is in, on each side, and what it costs there. */

/* The callers of inlined functions, of all events; zero-initialise. */
struct callers {
    struct names names;
    struct caller *v;
    size_t n, cap;
    struct idmap latest; /* function and caller -> place + 1; put in order, they have none */
};

/* Add what is inlined into a function that is shown: of those that are asked for by name, if any function is. */
void callers_add(struct callers *c, const struct annotation *sides, const struct both *b);

/* Add, once those of an event are added, what is not inlined of them: the functions of the same names. `v` are the event's
   views. */
void callers_add_own(struct callers *c, const struct annotation *sides, const struct annotate_view *v,
                     const struct pairs *pairs);

/* A table, behind # in text. Puts them in order. */
void callers_show(struct callers *c, const struct annotate_view *v, struct rows *r);
void callers_free(struct callers *c);

#endif
