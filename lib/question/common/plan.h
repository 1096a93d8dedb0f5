/* plan: decides what to count, from the keys and filters asked for and the data in a capture. */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_PLAN_H
#define PERFOLIO_LIB_QUESTION_COMMON_PLAN_H

#include "lib/options/filters.h"
#include "lib/question/common/common.h"
#include "core/profile/count/count.h"

/* Whether any event of a capture records this part of samples (PERF_SAMPLE_*). */
bool plan_has_sample_field(const struct capture *c, uint64_t sample_bit);

/* Checks the keys and filters in `c`, which the options have set, against a capture, and adds to `c` the keys that these
   need and the filters of the options `f`. False with `e` set: the capture lacks data that a key or filter
   needs. */
bool plan_complete_opts(struct count_opts *c, struct filters *f, const struct capture *capture,
                        struct err *e);

/* Whether transforms are asked for; if so, `c` gets the stacks that they need, in a command that shows none. */
bool plan_transforms_of_rows(struct count_opts *c);

/* Adds a problem for each key for which no event recorded data, if the column does not show this by itself, because
   all rows have the same text. */
void plan_add_missing_keys(const struct count_opts *c, const struct capture *capture,
                           struct problems *problems);

/* The context in which a session's keys are shown. */
struct key_context plan_context(const struct session *s);

#endif
