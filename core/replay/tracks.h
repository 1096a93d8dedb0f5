/*
 * tracks: the samples of each thread in order of time, with their call paths, for views with a time axis. Memory: 24
 * bytes per sample, half as much again while a thread is sorted, and the different paths.
 */
#ifndef PERFOLIO_CORE_REPLAY_TRACKS_H
#define PERFOLIO_CORE_REPLAY_TRACKS_H

#include "core/profile/count/count.h"
#include "core/profile/paths.h"
#include "core/replay/track.h"

struct tracks {
    struct track *v; /* in the order of their first samples */
    size_t n;
    struct paths *paths; /* of each worker, as chains, numbered through: tracks_paths_room() */
    size_t npaths;
    uint64_t samples; /* of the capture */
    uint64_t hidden;  /* samples that the filter hides, in no track */
    struct problems problems;
};

/* Read the samples of a capture that was walked and whose timeline is sealed. `o` asks for whole chains and has no
   keys. leads[event]: the event whose track its samples belong to (hybrid_leads()); NULL: its own. False with `e` set
   when the capture cannot be read. tracks_free() frees `out` in either case. */
bool tracks_read(struct capture *c, const struct timeline *t, struct resolver *r, const struct count_opts *o,
                 const uint32_t *leads, struct tracks *out, struct err *e);
void tracks_free_paths(struct tracks *t); /* once the paths are not needed any more */
void tracks_free(struct tracks *t);

/* How many path numbers a worker's chains take in struct tracks; the first one is for samples without a path. */
static inline size_t tracks_paths_room(const struct paths *p)
{
    return p->chains.n + 1;
}

#endif
