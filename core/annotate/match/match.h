/*
 * match: pairs the parts (blocks, source lines, inlined calls) of two builds of a function: those with most instructions
 * in common by an alignment (align.h). A part has at most one partner.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_MATCH_MATCH_H
#define PERFOLIO_CORE_ANNOTATE_MATCH_MATCH_H

#include <stdbool.h>

#include "core/annotate/match/align.h"

#define MATCH_NONE UINT32_MAX

enum { MATCH_SIDES = 2 };

struct match {
    uint32_t *of[MATCH_SIDES]; /* per part of a side its partner on the other; MATCH_NONE: none */
    size_t n[MATCH_SIDES];
};

/* The number of instructions that two parts have in common. */
struct match_vote {
    uint32_t part[MATCH_SIDES];
    uint64_t n;
};

struct match_votes {
    struct match_vote *v;
    size_t n, cap;
};

/* Begins with na and nb parts without partners. For match_free(). */
void match_init(struct match *m, size_t na, size_t nb);
void match_free(struct match *m);

/* Makes two parts partners. */
void match_join(struct match *m, uint32_t a, uint32_t b);

/* Whether neither part has a partner. */
bool match_is_free(const struct match *m, uint32_t a, uint32_t b);

/* Adds a vote for each line of an alignment; `in`: per side the part of each row, MATCH_NONE: none. The caller frees
   votes->v. */
void match_vote_rows(struct match_votes *votes, const struct alignment *al,
                     const uint32_t *const in[MATCH_SIDES]);

/* Pairs free parts, those with most votes first, of equal ones the earlier; `may` (NULL: any) allows pairs. Reorders the
   votes. */
void match_by_votes(struct match *m, struct match_votes *votes,
                    bool (*may)(const void *arg, uint32_t a, uint32_t b), const void *arg);

#endif
