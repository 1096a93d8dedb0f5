/*
 * match: pairs the parts (blocks, source lines, inlined calls) of two builds of a function: those with most instructions
 * in common by an alignment (align.c). A part has at most one partner.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_MATCH_MATCH_H
#define PERFOLIO_CORE_ANNOTATE_MATCH_MATCH_H

#include <stddef.h>
#include <stdint.h>
#include <stdbool.h>

#include "core/annotate/listing.h"
#include "core/resolve/insn.h"
#include "core/annotate/inlined.h"

/* Aligns two sequences, such as the instructions of two builds of a function: as many elements as possible stand on
   one line with their equals, in the order of both sequences. E. W. Myers, "An O(ND) Difference Algorithm and Its
   Variations", Algorithmica 1 (1986), with the linear space of its section 4b. */

enum { ALIGN_NONE = -1 };

struct align_line {
    int64_t a, b; /* indexes in the sequences; ALIGN_NONE: not in that one */
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
void match_pair(struct match *m, uint32_t a, uint32_t b);

/* Whether both parts are still without a partner. */
bool match_are_unpaired(const struct match *m, uint32_t a, uint32_t b);

/* Adds a vote for each line of an alignment; `in`: per side the part of each row, MATCH_NONE: none. The caller frees
   votes->v. */
void match_vote_rows(struct match_votes *votes, const struct alignment *al,
                     const uint32_t *const in[MATCH_SIDES]);

/* Pairs free parts, those with most votes first, of equal ones the earlier; `may` (NULL: any) allows pairs. Reorders the
   votes. */
void match_by_votes(struct match *m, struct match_votes *votes,
                    bool (*may)(const void *arg, uint32_t a, uint32_t b), const void *arg);

/* Describes what an instruction does in words that stay the same in another build of its function; instructions
   are aligned by these (align.c). Addresses of jumps inside the function and register names are left out; called functions
   and data appear by name. */

/* Adds the name of what is at an address, as shown (svma); nothing if it has none. */
typedef void meaning_name(const void *arg, uint64_t svma, struct text *out);

/* Per row of a listing the id in `names` of what its instruction does; malloc'ed. `names` may be shared with other listings. */
uint32_t *meaning_of_listing(struct names *names, const struct listing *l, meaning_name *name,
                             const void *arg);

/* Finds the basic blocks of a function that cost more or less on the second of two sides: of two builds, or
   of one build that ran twice. Blocks with most instructions in common are matched. */

/* A function on one side. */
struct block_growth_side {
    const struct listing *l; /* its listing */
    const double *cost;      /* cost in an average run, per row of the weights behind the listing */
    const uint64_t *samples; /* samples of all runs, likewise */
    meaning_name *name;      /* names called functions and data */
    const void *arg;
};

struct grown_block {
    /* The block's first, last and most costly row on each side; NULL: that side lacks the block. */
    const struct listing_row *first[MATCH_SIDES], *last[MATCH_SIDES], *most[MATCH_SIDES];
    uint32_t loops;           /* loops around it, on the second side if it is there */
    double cost[MATCH_SIDES]; /* in an average run */
};

/* The blocks whose cost differs by more than the chance of sampling, *n of them, the largest change first; malloc'ed. */
struct grown_block *block_growth_make(const struct block_growth_side sides[MATCH_SIDES], size_t *n);

/* How similar the code of two functions is, whatever their names and addresses: the share of their shingles
   (runs of a few instructions, without registers and addresses, and the numbers in operands) that both have (Jaccard's
   index: A. Broder, "On the Resemblance and Containment of Documents", 1997). Other registers, another stack layout or
   another address change little of it; another optimisation level or another compiler changes nearly all. */

/* Functions at least this similar are matched. Of pairs of different functions, in two versions of a library at most 11 in
   10,000 are so similar, mostly stubs of one kind, and in two programs 1 in 100,000; of functions in two versions of a
   library with enough code 98 in 100 are (tests/likeness.py, docs/diff.md). */
#define LIKENESS_LEAST 0.7

/* The shingles of some code as hashes, ascending and unique. */
struct likeness {
    uint64_t *v;    /* malloc'ed */
    size_t n, runs; /* hashes; of these, runs of instructions */
};

/* The most instructions of a function that are read, and the fewest runs that say anything: stubs of system calls have 8,
   all equal but for a number. */
enum { LIKENESS_MOST = 4096, LIKENESS_FEWEST = 12 };

/* The shingles of n instructions, of which some may be NULL. Data, unknown bytes and no-ops are left out. */
struct likeness likeness_make(const struct insn *const *v, size_t n);
void likeness_free(struct likeness *l);

/* The similarity, 0 to 1; 0 if either has fewer than LIKENESS_FEWEST runs. */
double likeness_of(const struct likeness *a, const struct likeness *b);

/* Pairs the calls that were inlined into two builds of a function. */

/* Pairs the nodes of two trees level by level: the functions themselves, then what is inlined into paired nodes: first calls
   of one function with instructions in common, then the rest of its calls in the order of their lines. For match_free(). */
void match_inlined(struct match *m, const struct inlined_tree *const t[MATCH_SIDES],
                   const struct alignment *al);

/* Per node of a tree its ancestor (or itself) at a depth; MATCH_NONE: the node is less deep. malloc'ed. */
uint32_t *match_inlined_ancestors(const struct inlined_tree *t, uint32_t depth);

#endif
