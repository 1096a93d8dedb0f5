/*
 * tracks: the samples of each thread in order of time, with their call paths, for views with a time axis. Memory: 24
 * bytes per sample, half as much again while a thread is sorted, and the different paths.
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
    /* one per worker, as whole chains; the chains of all workers are numbered consecutively:
       tracks_paths_room() */
    struct paths *paths;
    size_t npaths;
    uint64_t samples; /* of the capture */
    uint64_t hidden;  /* samples that the filter hides, in no track */
    struct problems problems;
};

/* Read the samples of a capture that was walked and whose timeline is sealed. `o` has `chains` set and no
   keys. leads[event]: the event to whose track the samples of `event` belong (hybrid_leaders()); NULL: each
   event has its own tracks. False with `e` set when the capture cannot be read. tracks_free() frees `out` in
   either case. */
bool tracks_read(struct capture *c, const struct timeline *t, struct resolver *r, const struct count_opts *o,
                 const uint32_t *leads, struct tracks *out, struct err *e);
void tracks_free_paths(struct tracks *t); /* frees the paths alone */
void tracks_free(struct tracks *t);

/* How many path numbers a worker's chains take in struct tracks; the first one is for samples without a path. */
static inline size_t tracks_paths_room(const struct paths *p)
{
    return p->chains.n + 1;
}

/* The state of one worker of tracks.c: the blocks that it read and the tracks that it made of them. */

/* A block that the worker read. */
struct tracks_block {
    uint64_t seq;    /* when.seq of its first byte */
    uint32_t number; /* once all blocks are read: rank among the blocks of all workers */
};

struct tracks_worker {
    struct worker worker;  /* only its paths, problems and error are used */
    const uint32_t *leads; /* as for tracks_read() */
    struct idmap threads;  /* numbers by process and thread */
    struct idmap numbers;  /* index + 1 of tracks, by event and thread number */
    struct sample sample;
    uint64_t time;               /* time of `sample`, or `latest` if the sample has no time */
    uint64_t latest;             /* latest time this worker has read; 0: none */
    bool hides;                  /* the filter may hide samples */
    struct tracks_block *blocks; /* in file order; track_sample.block is an index into it */
    size_t nblocks, cap_blocks;
    struct track *v;
    size_t n, cap;
    /* Samples whose call paths are not complete yet. `path`: index among the paths begun since `waiting` was
       empty; UINT32_MAX: the path is PATH_OUTSIDE. */
    struct waiting_sample {
        uint64_t time, seq, period;
        const char *comm;
        uint32_t track, path;
    } * waiting;
    size_t nwaiting, cap_waiting;
    uint32_t npaths;          /* paths begun since `waiting` was empty */
    uint64_t samples, hidden; /* as in struct tracks */
};

void tracks_worker_init(struct tracks_worker *k, struct capture *c, const struct timeline *t,
                        struct resolver *r, const struct count_opts *o, const uint32_t *leads);
void tracks_worker_free(struct tracks_worker *k);

/* Read blocks and collect their samples until no block is left. */
void tracks_worker_read(struct tracks_worker *k);

#endif
