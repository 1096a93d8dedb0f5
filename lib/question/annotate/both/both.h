/*
 * both: two builds of one function side by side: their instructions, which are joined before (align.h), and what of
 * their blocks, of what was inlined, and of their lines of source is the same; what each costs on each side.
 */
#ifndef PERFOLIO_LIB_QUESTION_ANNOTATE_BOTH_BOTH_H
#define PERFOLIO_LIB_QUESTION_ANNOTATE_BOTH_BOTH_H

#include "lib/question/annotate/pairs.h"
#include "lib/question/annotate/view.h"
#include "core/annotate/match/match_inlined.h"

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
size_t both_run(const struct both *b, size_t line);

/* The rows that n lines have on a side, as one. False: they have none there. */
bool both_row(const struct both *b, size_t line, size_t n, int side, struct listing_row *out);

/* Add what such lines of one call are: "[fold<16>: 7 instructions, inlined at a.cc:44]". */
void both_call(const struct both *b, size_t line, size_t n, struct text *out);

/* The instructions; and tables, behind # in text, of blocks, of what was inlined and of lines of source: a file each. */
void both_instructions(const struct both *b);
void both_blocks(const struct both *b);
void both_inlines(const struct both *b);
void both_lines(const struct both *b);

#endif
