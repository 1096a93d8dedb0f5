/*
 * align: two sequences side by side, such as the instructions of one function in two builds of it: what is in
 * both stands on one line, in the order of both, and as much as possible of it. E. W. Myers, "An O(ND)
 * Difference Algorithm and Its Variations", Algorithmica 1 (1986), with the linear space of its section 4b.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_MATCH_ALIGN_H
#define PERFOLIO_CORE_ANNOTATE_MATCH_ALIGN_H

#include <stddef.h>
#include <stdint.h>

enum { ALIGN_NONE = -1 };

struct align_line {
    int64_t a, b; /* places in the sequences; ALIGN_NONE: it is not in that one */
};

struct alignment {
    struct align_line *v;
    size_t n, cap;
    size_t same;
};

/* Align sequences in which equal numbers stand for what is equal. Parts that differ in thousands of elements
   are taken for wholly different. Freed with align_free(). */
void align_make(struct alignment *out, const uint32_t *a, size_t na, const uint32_t *b, size_t nb);
void align_free(struct alignment *out);

#endif
