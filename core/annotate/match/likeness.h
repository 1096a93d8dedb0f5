/*
 * likeness: how alike the code of two functions is, whatever they are called and wherever they lie: what share of the
 * runs of a few instructions, without the names of registers and without addresses, and of the numbers in them both
 * have (Jaccard's index of sets of shingles: A. Broder, "On the Resemblance and Containment of Documents", 1997). A
 * compiler that finds other registers, another layout of the stack or another place for the function changes little
 * of it; one that is asked to optimise more or less, or is another one, changes nearly all.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_MATCH_LIKENESS_H
#define PERFOLIO_CORE_ANNOTATE_MATCH_LIKENESS_H

#include "core/resolve/insn.h"

/* From how much likeness on two functions are taken for one. Of pairs of functions that are not, in two versions of a
   library at most 11 in 10,000 are so alike, stubs of one kind for the most part, and in two programs 1 in 100,000; of
   functions in two versions of a library with code enough 98 in 100 are (tests/likeness.py, docs/diff.md). */
#define LIKENESS_LEAST 0.7

/* The runs of instructions in some code, and the numbers among their operands, as hashes in ascending order, each once. */
struct likeness {
    uint64_t *v;    /* malloc'ed */
    size_t n, runs; /* of them */
};

/* How many instructions of a function are looked at, and how many runs of them say something: stubs of system calls have
   8, all of them the same but for a number. */
enum { LIKENESS_MOST = 4096, LIKENESS_FEWEST = 12 };

/* Of n instructions, in order; may be NULL. What is none, or does nothing, is left out. */
struct likeness likeness_make(const struct insn *const *v, size_t n);
void likeness_free(struct likeness *l);

/* 0 to 1; 0 where either has fewer than LIKENESS_FEWEST. */
double likeness_of(const struct likeness *a, const struct likeness *b);

#endif
