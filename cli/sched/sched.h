/*
 * sched: the views of the schedule, a file each: sched_latency.c, sched_timehist.c with
 * sched_timehist_summary.c, sched_map.c. sched.c chooses one of them by the first word, as perf sched does.
 */
#ifndef PERFOLIO_CLI_SCHED_SCHED_H
#define PERFOLIO_CLI_SCHED_SCHED_H

#include "cli/output/json.h"
#include "cli/session/session.h"
#include "core/replay/sched/schedule.h"

int sched_latency(int argc, const char **argv, FILE *out, FILE *err);
int sched_timehist(int argc, const char **argv, FILE *out, FILE *err);
int sched_map(int argc, const char **argv, FILE *out, FILE *err);

/* A replay of a session's capture, with resolved addresses of its own; freed with sched_replay_free(). */
struct sched_replay {
    struct address_cache addresses;
    struct replay replay;
};
void sched_replay_init(struct sched_replay *p, struct session *s, const struct filter *f);
void sched_replay_free(struct sched_replay *p);

/* "  INFO: ..." lines of what was lost and what cannot be: under the table, as in perf. */
struct sched_doubts {
    uint64_t unordered, timed; /* wakeups */
    uint64_t out_of_place;     /* switches */
};
void sched_doubts_show(const struct schedule *s, const struct sched_doubts *d, FILE *out);

/* "42.123456", in a column of `width`. */
void sched_time(struct text *t, uint64_t ns, unsigned width);

#endif
