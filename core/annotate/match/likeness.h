/*
 * likeness: how similar the code of two functions is, whatever their names and addresses: the share of their shingles
 * (runs of a few instructions, without registers and addresses, and the numbers in operands) that both have (Jaccard's
 * index: A. Broder, "On the Resemblance and Containment of Documents", 1997). Other registers, another stack layout or
 * another address change little of it; another optimisation level or another compiler changes nearly all.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_MATCH_LIKENESS_H
#define PERFOLIO_CORE_ANNOTATE_MATCH_LIKENESS_H

#include "core/resolve/insn.h"

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

#endif
