/* views: what limits there are. Each reads a capture, writes what the row of ./dev bench that it is the limit of shows, and
   says in figures what it found, for them to be held against ours. */
#ifndef PERFOLIO_BENCH_LIMITS_VIEWS_H
#define PERFOLIO_BENCH_LIMITS_VIEWS_H

#include "read/capture.h"
#include "out.h"

/* What was found: "rows 17" on standard error, one a line. */
void views_found(const char *what, uint64_t n);

void views_flat(struct capture *c, struct out *o);
void views_children(struct capture *c, struct out *o);
void views_stacks(struct capture *c, struct out *o);
void views_script(struct capture *c, struct out *o);
void views_chains(struct capture *c, struct out *o);
void views_folded(struct capture *c, struct out *o);
void views_pprof(struct capture *c, struct out *o);
void views_firefox(struct capture *c, struct out *o);
void views_latency(struct capture *c, struct out *o);
void views_timehist(struct capture *c, struct out *o);
void views_kmem(struct capture *c, struct out *o);
void views_trace(struct capture *c, struct out *o);

#endif
