/*
 * run_spots: what lies at which address of the functions that cost most of a run, so that their code can be looked at
 * once it is known which of them changed. Objects without a build-id have none: what lies at a path may be another build
 * in each run.
 */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_RUN_SPOTS_H
#define PERFOLIO_CORE_PROFILE_SHOW_RUN_SPOTS_H

#include "core/base/arena.h"
#include "core/profile/show/run_paths.h"
#include "core/model/timeline/timeline.h"

struct run_spot {
    uint64_t at; /* in the space of the object's symbols */
    uint64_t samples;
    double cost;       /* the sum of periods */
    uint32_t function; /* of the object: an index of functions */
    uint32_t build;    /* of the object: an id of its build-id */
    uint32_t event, run;
};

struct run_spots {
    struct run_spot *v;
    size_t n, cap;
    struct run_names *functions; /* as linked, by the names that rows have; no commands */
    size_t nfunctions, cap_functions;
    struct idmap texts, pairs; /* of addresses of names, and of pairs of their numbers: functions, + 1 */
    struct names builds;
};

void run_spots_free(struct run_spots *s);

/* Add a run that was counted by place: `key` is the number of the key whose cells are an object's index and an address in
   it (the index NO_SPOT: none); `names` per row. */
enum { NO_SPOT = UINT32_MAX };
void run_spots_add(struct run_spots *s, const struct run_counted *c, const struct run_names *names,
                   size_t key, const struct object *const *objects);

/* Which of the builds an object is; 0: none. */
uint32_t run_spots_build(const struct run_spots *s, const struct object *o);

#endif
