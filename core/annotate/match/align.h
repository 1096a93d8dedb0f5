/*
 * align: aligns two sequences, such as the instructions of two builds of a function: as many elements as possible stand on
 * one line with their equals, in the order of both sequences. E. W. Myers, "An O(ND) Difference Algorithm and Its
 * Variations", Algorithmica 1 (1986), with the linear space of its section 4b.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_MATCH_ALIGN_H
#define PERFOLIO_CORE_ANNOTATE_MATCH_ALIGN_H

#include <stddef.h>
#include <stdint.h>

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

#endif
