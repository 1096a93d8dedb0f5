/* tracks_worker: the tracks that one of the workers behind tracks.c makes of the slices that it got. */
#ifndef PERFOLIO_CORE_REPLAY_TRACKS_WORKER_H
#define PERFOLIO_CORE_REPLAY_TRACKS_WORKER_H

#include "core/model/order/slice.h"
#include "core/profile/count/worker.h"
#include "core/replay/track.h"

struct tracks_worker {
    struct worker worker;  /* of which the paths and the problems count */
    const uint32_t *leads; /* NULL: each event leads itself */
    struct idmap threads;  /* numbers by process and thread */
    struct idmap numbers;  /* of tracks, by event and that: index + 1 */
    struct sample sample;
    uint32_t slice; /* that it is of */
    bool hides;
    struct track *v;
    size_t n, cap;
    struct waiting_sample { /* for its call path, to be one of its track's */
        uint64_t time, period;
        const char *comm;
        uint32_t track, path; /* path: of those that were begun since none waited; UINT32_MAX: PATH_OUTSIDE */
    } * waiting;
    size_t nwaiting, cap_waiting;
    uint32_t npaths;          /* begun since then */
    uint64_t samples, hidden; /* as in struct tracks */
};

void tracks_worker_init(struct tracks_worker *k, struct capture *c, const struct timeline *t,
                        struct resolver *r, const struct count_opts *o, const uint32_t *leads);
void tracks_worker_free(struct tracks_worker *k);

/* Take the samples of a slice. */
void tracks_worker_see(struct tracks_worker *k, struct slice *slice);

#endif
