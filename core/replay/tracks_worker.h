/* tracks_worker: the tracks that one of the workers behind tracks.c makes of the blocks that it got. */
#ifndef PERFOLIO_CORE_REPLAY_TRACKS_WORKER_H
#define PERFOLIO_CORE_REPLAY_TRACKS_WORKER_H

#include "core/profile/count/worker.h"
#include "core/replay/track.h"

/* A block that a worker got. */
struct tracks_block {
    uint64_t seq;    /* of its first byte */
    uint32_t number; /* among those of all workers, once all are read */
};

struct tracks_worker {
    struct worker worker;  /* of which the paths, the problems and the error count */
    const uint32_t *leads; /* NULL: each event leads itself */
    struct idmap threads;  /* numbers by process and thread */
    struct idmap numbers;  /* of tracks, by event and that: index + 1 */
    struct sample sample;
    uint64_t time;   /* of it, or the latest in front of it where it has none */
    uint64_t latest; /* that this worker has seen so far; 0: none */
    bool hides;
    struct tracks_block *blocks; /* in the order of the file; samples have their numbers here */
    size_t nblocks, cap_blocks;
    struct track *v;
    size_t n, cap;
    struct waiting_sample { /* for its call path, to be one of its track's */
        uint64_t time, seq, period;
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

/* Take the samples of blocks as long as there are any. */
void tracks_worker_read(struct tracks_worker *k);

#endif
