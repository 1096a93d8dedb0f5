/* frames: makes the frames of an export from those of paths, and orders them by name, object, place and line, which no
   number of workers changes. For stacks.c alone. */
#ifndef PERFOLIO_FORMATS_EXPORT_FRAMES_H
#define PERFOLIO_FORMATS_EXPORT_FRAMES_H

#include "formats/export/exporter.h"

enum { FRAME_NONE = UINT32_MAX }; /* for context markers, which are not frames (PERF_CONTEXT_MAX and above) */

/* Fills x->frames. Returns, malloc'ed, the index there of each frame of the npaths paths, path after path, and at the end
   that of an unknown frame for samples without any; FRAME_NONE: none is needed. */
uint32_t *frames_of_paths(struct export *x, const struct paths *p, size_t npaths,
                          const struct export_naming *n);

/* Makes call chains a tree of stacks, from the outermost frame inwards, with several threads. For stacks.c
   alone. */

/* A line: the frames of a chain that are not in the tree yet. */
struct growth_line {
    const uint32_t *next; /* frames, inwards */
    uint32_t left;        /* their number */
    uint32_t number;      /* of the chain: index in x->stack_of */
};

/* Makes x->stacks of n lines, which it uses up, and sets x->stack_of of each line's number to the stack where it ends, 0
   for a line without frames. A stack is behind its caller, stacks of one caller are in the order of their frames. The
   number of threads does not change the result. */
void growth_make_stacks(struct export *x, struct growth_line *v, size_t n, unsigned threads);

#endif
