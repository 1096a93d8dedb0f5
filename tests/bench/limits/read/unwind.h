/* unwind: the callers in a stack dump, by the unwind tables of the files that are mapped (.eh_frame through .eh_frame_hdr), of
   x86-64. Rules are made once for an address of a file. */
#ifndef PERFOLIO_BENCH_LIMITS_UNWIND_H
#define PERFOLIO_BENCH_LIMITS_UNWIND_H

#include "read/state.h"

enum { UNWIND_FRAMES = 127 };

struct unwind; /* what is known of files and addresses */
struct unwind *unwind_new(struct state *s);

/* The addresses of a thread's stack, the innermost first, callers less 1, into `v`. `p` is where the registers of a sample
   begin. How many. */
size_t unwind_stack(struct unwind *u, struct space *space, const struct layout *l, const uint8_t *p,
                    uint64_t v[UNWIND_FRAMES]);

#endif
