/*
 * hiperf_stacks: call chains that OpenHarmony's recorder (developtools_hiperf, include/unique_stack_table.h) keeps once
 * for all samples that have them: a tree for each process, whose entries lead from an address to its caller. A sample has
 * the number of its innermost entry. Each chain is written out once, when the capture is opened: one that ends inside of
 * another is its tail.
 */
#ifndef PERFOLIO_FORMATS_PERF_FILE_HIPERF_STACKS_H
#define PERFOLIO_FORMATS_PERF_FILE_HIPERF_STACKS_H

#include "core/base/cur.h"
#include "core/base/idmap.h"

/* Of all chains so many words are written out at most; the rest of them has no callers. */
enum { HIPERF_WORDS_MOST = 1 << 23 };

struct hiperf_stack_node {
    uint64_t value; /* as it is kept: address, number of the caller, whether it is the kernel's */
    uint32_t up;    /* the caller's place in `v` + 1; 0: none */
    uint32_t depth; /* words of its chain; 0: not known */
    uint32_t at;    /* where they stand in `words`, in words; UINT32_MAX: nowhere */
    bool has_callee;
};

struct hiperf_stacks {
    struct hiperf_stack_node *v;
    size_t n, cap;
    struct idmap of; /* pid and number -> place in v + 1 */
    uint8_t *words;  /* addresses, innermost first, and markers of contexts, as samples have them */
};

/* The tables of all processes, and their chains written out. Returns how many entries lead nowhere, or in a circle, or
   found no room. `c` is bad when the bytes end too early; what was read holds. */
size_t hiperf_stacks_read(struct hiperf_stacks *s, struct cur *c);

/* The chain of a process by what a sample has in its place; empty: it is not there. */
struct span hiperf_stack(const struct hiperf_stacks *s, int32_t pid, uint64_t id);

void hiperf_stacks_free(struct hiperf_stacks *s);

#endif
