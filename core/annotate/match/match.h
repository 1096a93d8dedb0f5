/*
 * match: pairs the parts (blocks, source lines, inlined calls) of two builds of a function. An alignment of the
 * instructions (align.c) tells how many instructions two parts have in common; parts with most of them become partners.
 * A part has at most one partner.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_MATCH_MATCH_H
#define PERFOLIO_CORE_ANNOTATE_MATCH_MATCH_H

#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>

#include "core/annotate/listing.h"
#include "core/resolve/insn.h"
#include "core/annotate/inlined.h"

/* Aligns two sequences, such as the instructions of two builds of a function. As many elements as possible share a
   line with an equal element of the other sequence, and both sequences keep their order. E. W. Myers, "An O(ND)
   Difference Algorithm and Its Variations", Algorithmica 1 (1986), with the linear space of its section 4b. */

enum { ALIGN_NONE = -1 };

struct align_line {
    int64_t a, b; /* indexes in the two sequences; ALIGN_NONE: that sequence has no element on this line */
};

struct alignment {
    struct align_line *v;
    size_t n, cap;
    size_t same;
};

/* Aligns two sequences of numbers. Parts that differ in thousands of elements are treated as wholly different. For
   align_free(). */
void align_make(struct alignment *out, const uint32_t *a, size_t na, const uint32_t *b, size_t nb);
void align_free(struct alignment *out);

#define MATCH_NONE UINT32_MAX

enum { MATCH_SIDES = 2 };

struct match {
    uint32_t *of[MATCH_SIDES]; /* of[side][part]: the part's partner on the other side; MATCH_NONE: none */
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
void match_pair(struct match *m, uint32_t a, uint32_t b);

/* Whether neither of the two parts has a partner yet. */
bool match_are_unpaired(const struct match *m, uint32_t a, uint32_t b);

/* Adds a vote for each line of an alignment with elements of both sides. in[side][row] is the part that contains a row;
   MATCH_NONE: none. The caller frees votes->v. */
void match_vote_rows(struct match_votes *votes, const struct alignment *al,
                     const uint32_t *const in[MATCH_SIDES]);

/* Pairs parts without partners. Pairs with more votes come first; of equal ones the earlier. `may` says whether two
   parts may be paired (NULL: any may). Reorders the votes. */
void match_by_votes(struct match *m, struct match_votes *votes,
                    bool (*may)(const void *arg, uint32_t a, uint32_t b), const void *arg);

/* Describes what an instruction does in words that are the same in another build of its function. The alignment
   (align.c) compares these descriptions. They lack register names and the targets of jumps inside the function; called
   functions and data appear by name. */

/* Adds the name of the function or data at an address as shown (svma); adds nothing if there is no name. */
typedef void meaning_name(const void *arg, uint64_t svma, struct text *out);

/* The description of each row's instruction, as an id in `names`; malloc'ed. Several listings may share `names`. */
uint32_t *meaning_of_listing(struct names *names, const struct listing *l, meaning_name *name,
                             const void *arg);

/* Finds the basic blocks of a function that cost more or less on the second of two sides. The sides are two builds of
   the function, or two runs of one build. The blocks of the two sides are paired as described above. */

/* A function on one side. */
struct block_growth_side {
    const struct listing *l; /* its listing */
    /* cost in an average run, per row of the struct weights from which the listing was made */
    const double *cost;
    const uint64_t *samples; /* samples of all runs, with the same index */
    meaning_name *name;      /* gives names of called functions and data, for meaning_of_listing() */
    const void *arg;
};

struct grown_block {
    /* The block's first, last and most costly row on each side; NULL: that side lacks the block. */
    const struct listing_row *first[MATCH_SIDES], *last[MATCH_SIDES], *most[MATCH_SIDES];
    /* number of loops around it: on the second side, or on the first if the second lacks the block */
    uint32_t loops;
    double cost[MATCH_SIDES]; /* in an average run */
};

/* The *n blocks whose cost differs by more than the chance of sampling explains, the largest change first; malloc'ed. */
struct grown_block *block_growth_make(const struct block_growth_side sides[MATCH_SIDES], size_t *n);

/* How similar the code of two functions is, whatever their names and addresses: the share of all their shingles that
   both functions have (Jaccard's index: A. Broder, "On the Resemblance and Containment of Documents", 1997). A shingle
   is a run of a few instructions without registers and addresses, or a number in an operand. Other registers, another
   stack layout and other addresses change the share little; another optimisation level or another compiler changes
   nearly all shingles. */

/* Functions that are at least this similar are matched. How many pairs reach it (tests/likeness.py, docs/diff.md): 98
   in 100 of the same function with enough code in two versions of a library; at most 11 in 10,000 of different
   functions in two versions of a library, mostly stubs of one kind; 1 in 100,000 of functions in two programs. */
#define LIKENESS_LEAST 0.7

/* The shingles of some code as hashes, ascending and unique. */
struct likeness {
    uint64_t *v;    /* malloc'ed */
    size_t n, runs; /* number of hashes; number of them that are runs of instructions */
};

/* LIKENESS_MOST: the most instructions of a function that are read. LIKENESS_FEWEST: the fewest runs that can be
   compared; stubs of system calls have 8 runs, which are equal but for a number. */
enum { LIKENESS_MOST = 4096, LIKENESS_FEWEST = 12 };

/* The shingles of n instructions; elements of `v` may be NULL. Data, unknown bytes and no-ops are left out. */
struct likeness likeness_make(const struct insn *const *v, size_t n);
void likeness_free(struct likeness *l);

/* The similarity, 0 to 1; 0 if `a` or `b` has fewer than LIKENESS_FEWEST runs. */
double likeness_of(const struct likeness *a, const struct likeness *b);

/* Pairs the calls that were inlined into two builds of a function. */

/* Pairs the nodes of two trees level by level, from the roots on. Only calls of the same function that are inlined into
   paired nodes become partners: first those with instructions in common, then the rest in the order of their lines. For
   match_free(). */
void match_inlined(struct match *m, const struct inlined_tree *const t[MATCH_SIDES],
                   const struct alignment *al);

/* For each node of a tree the ancestor at `depth`, or the node itself if it has that depth; MATCH_NONE: the node is
   less deep. malloc'ed. */
uint32_t *match_inlined_ancestors(const struct inlined_tree *t, uint32_t depth);

#endif
