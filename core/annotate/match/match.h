/*
 * match: which parts of a function are which of another build of it, where parts are blocks, lines of source, calls
 * that were inlined: those that have most instructions in common, by an alignment (align.h). No part is two of the
 * other side.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_MATCH_MATCH_H
#define PERFOLIO_CORE_ANNOTATE_MATCH_MATCH_H

#include <stdbool.h>

#include "core/annotate/match/align.h"

#define MATCH_NONE UINT32_MAX

enum { MATCH_SIDES = 2 };

struct match {
    uint32_t *of[MATCH_SIDES]; /* per part of a side the one of the other; MATCH_NONE: it has none */
    size_t n[MATCH_SIDES];
};

/* How many instructions two parts have in common. */
struct match_vote {
    uint32_t part[MATCH_SIDES];
    uint64_t n;
};

struct match_votes {
    struct match_vote *v;
    size_t n, cap;
};

/* Parts of which none is joined, na and nb of them. Freed with match_free(). */
void match_init(struct match *m, size_t na, size_t nb);
void match_free(struct match *m);

void match_join(struct match *m, uint32_t a, uint32_t b);

/* Whether neither of two parts is joined. */
bool match_is_free(const struct match *m, uint32_t a, uint32_t b);

/* Add the votes of an alignment: `in` has for each side the part of each row, MATCH_NONE: none. The array is malloc'ed. */
void match_vote_rows(struct match_votes *votes, const struct alignment *al,
                     const uint32_t *const in[MATCH_SIDES]);

/* Join parts that are free, those with most votes first, of equal ones those that stand first; `may` says which may be one
   (NULL: all). The votes are put into another order. */
void match_by_votes(struct match *m, struct match_votes *votes,
                    bool (*may)(const void *arg, uint32_t a, uint32_t b), const void *arg);

#endif
