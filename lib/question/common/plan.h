/* plan: what is counted, from the keys and filters that were asked for and what a capture has. */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_PLAN_H
#define PERFOLIO_LIB_QUESTION_COMMON_PLAN_H

#include "lib/options/filters.h"
#include "lib/question/common/common.h"
#include "core/profile/count/count.h"

/* Whether any event of a capture records this (PERF_SAMPLE_*). */
bool plan_has(const struct capture *c, uint64_t sample_bit);

/* Hold keys and filters against a capture, once all else of `c` is set. False with `e` set when the capture
   cannot answer them. `f` are those of c->filter. */
bool plan_count(struct count_opts *c, struct filters *f, const struct capture *capture, struct err *e);

/* Count the keys that no event of a capture with samples has anything for, where cells do not say so: all its rows read the
   same there. */
void plan_missing(const struct count_opts *c, const struct capture *capture, struct problems *problems);

/* How what a session counted is shown. */
struct key_context plan_context(const struct session *s);

#endif
