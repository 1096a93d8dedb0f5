/*
 * tracks: the samples of each thread in order of time, with their call paths, for views with a time axis.
 * Memory is 24 bytes per sample, half as much again while a thread is sorted, and the distinct paths.
 */
#ifndef PERFOLIO_CORE_REPLAY_TRACKS_H
#define PERFOLIO_CORE_REPLAY_TRACKS_H

#include "core/profile/count/count.h"
#include "core/profile/paths.h"
#include "core/replay/track.h"
#include "core/profile/count/worker.h"

struct tracks {
    struct track *v; /* in the order of their first samples */
    size_t n;
    /* one for each worker, with whole call chains. Chains are numbered consecutively over all workers:
       tracks_paths_room() */
    struct paths *paths;
    size_t npaths;
    uint64_t samples; /* number of samples in the capture */
    uint64_t hidden;  /* number of samples that the filter drops; no track contains them */
    struct problems problems;
};

/* Read the samples of a capture. It was walked, and its timeline is sealed. `o` has `chains` set and no
   keys. leads[event] is the event whose track gets the samples of `event` (hybrid_leaders()); NULL: each
   event has its own tracks. False: the capture cannot be read, and `e` is set. Call tracks_free() in
   either case. */
bool tracks_read(struct capture *c, const struct timeline *t, struct resolver *r, const struct count_opts *o,
                 const uint32_t *leads, struct tracks *out, struct err *e);
void tracks_free_paths(struct tracks *t); /* frees only the paths */
void tracks_free(struct tracks *t);

/* How many path numbers the chains of one worker take in struct tracks. The first number means: no path. */
static inline size_t tracks_paths_room(const struct paths *p)
{
    return p->chains.n + 1;
}

/* One worker of tracks.c: the blocks of records that it read, and the tracks made of them. */

/* A block that the worker read. */
struct tracks_block {
    uint64_t seq;    /* when.seq of its first byte */
    uint32_t number; /* rank among the blocks of all workers; set once all blocks are read */
};

struct tracks_worker {
    struct worker worker;  /* only paths, problems and error are used */
    const uint32_t *leads; /* as for tracks_read() */
    struct idmap threads;  /* number of each pair of process and thread */
    struct idmap numbers;  /* by event and number of the thread: index + 1 into v */
    struct sample sample;
    uint64_t time;               /* time of `sample`, or `latest` if the sample has no time */
    uint64_t latest;             /* latest time that this worker has read; 0: none */
    bool hides;                  /* the filter may hide samples */
    struct tracks_block *blocks; /* in file order; track_sample.block indexes it until all blocks are read */
    size_t nblocks, cap_blocks;
    struct track *v;
    size_t n, cap;
    /* Samples whose call paths are not complete yet. `path`: index among the paths begun since `waiting`
       was last empty; UINT32_MAX: no call path (PATH_OUTSIDE). */
    struct waiting_sample {
        uint64_t time, seq, period;
        const char *comm;
        uint32_t track, path;
    } * waiting;
    size_t nwaiting, cap_waiting;
    uint32_t npaths;          /* paths begun since `waiting` was last empty */
    uint64_t samples, hidden; /* as in struct tracks */
};

void tracks_worker_init(struct tracks_worker *k, struct capture *c, const struct timeline *t,
                        struct resolver *r, const struct count_opts *o, const uint32_t *leads);
void tracks_worker_free(struct tracks_worker *k);

/* Read blocks and collect their samples until all blocks are read. */
void tracks_worker_read(struct tracks_worker *k);

#endif
