/* lists: the answers of perfolio report that are lists instead of a profile. */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_LISTS_H
#define PERFOLIO_LIB_QUESTION_REPORT_LISTS_H

#include "lib/view/rows.h"
#include "lib/question/common/common.h"
#include "core/profile/count/profile.h"

/* --stats: the number of records of each type, and of samples of each event. */
void report_stats(const struct session *s, const struct profile *p, struct rows *r);

/* --tasks and --mmaps: every thread below its parent; `maps`: with its maps. */
void report_tasks(const struct session *s, bool maps, struct rows *r);

/* --sort=help: all keys and numbers with their help. */
void report_keys(struct rows *r);

#endif
