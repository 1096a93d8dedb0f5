/*
 * hiperf_stacks: call chains that OpenHarmony's recorder (developtools_hiperf, include/unique_stack_table.h) stores once
 * for all samples that have them: a tree for each process, whose entries lead from an address to its caller. A sample has
 * the number of its innermost entry. The chains are written out when the capture is opened; a chain that is the tail of
 * a longer one shares its words.
 */
#ifndef PERFOLIO_FORMATS_PERF_FILE_HIPERF_STACKS_H
#define PERFOLIO_FORMATS_PERF_FILE_HIPERF_STACKS_H

#include "core/base/cur.h"
#include "core/base/idmap.h"

/* Words of all chains together at most; chains beyond that are lost. */
enum { HIPERF_WORDS_MOST = 1 << 23 };

struct hiperf_stack_node {
    uint64_t value; /* as recorded: address, number of the caller, whether it is in the kernel */
    uint32_t up;    /* index of the caller in `v` + 1; 0: none */
    uint32_t depth; /* words of its chain; 0: not yet known */
    uint32_t at;    /* index of the first of them in `words`; UINT32_MAX: the chain is lost */
    bool has_callee;
};

struct hiperf_stacks {
    struct hiperf_stack_node *v;
    size_t n, cap;
    struct idmap of; /* pid and number -> index in v + 1 */
    uint8_t *words;  /* addresses, innermost first, and markers of contexts, as samples have them */
};

/* Reads the tables of all processes and writes out their chains. Returns how many entries have a caller that is not
   there, lie on a circle, or found no room. `c` is bad when the bytes end too early; what was read before that is
   kept. */
size_t hiperf_stacks_read(struct hiperf_stacks *s, struct cur *c);

/* The chain of a sample of a process, by the id that the sample has in its place; empty: it is not there. */
struct span hiperf_stack(const struct hiperf_stacks *s, int32_t pid, uint64_t id);

void hiperf_stacks_free(struct hiperf_stacks *s);

#endif
