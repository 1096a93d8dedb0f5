/* frames: makes the frames of an export from the frames of paths, and sorts them by name, object, address
   and line, so that their order does not depend on the number of workers. Only for stacks.c. */
#ifndef PERFOLIO_FORMATS_EXPORT_FRAMES_H
#define PERFOLIO_FORMATS_EXPORT_FRAMES_H

#include "formats/export/exporter.h"

enum { FRAME_NONE = UINT32_MAX }; /* for context markers, which are not frames (PERF_CONTEXT_MAX and above) */

/* Fills x->frames. Returns, malloc'ed, the index in x->frames of each frame of p[0], then of p[1] and so
   on. The last element is the index of an unknown frame, for samples without other frames, or FRAME_NONE
   if no path has context markers. */
uint32_t *frames_of_paths(struct export *x, const struct paths *p, size_t npaths,
                          const struct export_naming *n);

/* stack_tree: merges call chains into a tree of stacks, from the outermost frame inwards, with several
   threads. Only for stacks.c. */

/* A line: the frames of a chain that are not in the tree yet. */
struct stack_tree_line {
    const uint32_t *next; /* its next frames, inwards */
    uint32_t left;        /* number of these frames */
    uint32_t number;      /* number of the chain: index in x->stack_of */
};

/* Builds x->stacks from n lines, which it uses up. Sets x->stack_of[number] of each line to the stack in
   which the line ends, 0 for a line without frames. A stack comes after its caller; stacks of one caller
   are in the order of their frames. The number of threads does not change the result. */
void stack_tree_build(struct export *x, struct stack_tree_line *v, size_t n, unsigned threads);

#endif
