/*
 * tracks: the samples of each thread in order of time, each with its call path: for views that have an axis
 * of time. Memory grows with the samples (24 bytes each, half as much again of a thread that is sorted) and with the
 * paths that differ.
 */
#ifndef PERFOLIO_CORE_REPLAY_TRACKS_H
#define PERFOLIO_CORE_REPLAY_TRACKS_H

#include "core/profile/count/count.h"
#include "core/profile/paths.h"
#include "core/replay/track.h"

struct tracks {
    struct track *v; /* in the order of their first samples */
    size_t n;
    struct paths *paths; /* of each worker, as chains; their numbers go through all: tracks_paths_room() */
    size_t npaths;
    uint64_t samples; /* all of them */
    uint64_t hidden;  /* by the filter, and so in no track */
    struct problems problems;
};

/* Read the samples of the capture (walked before, its timeline sealed). `o` asks for paths as chains, of whole samples,
   and has no keys. `leads`: per event the one whose samples its are (hybrid_leads()); NULL: its own. False with `e` set when
   the capture cannot be read; tracks_free() frees what there is in either case. */
bool tracks_read(struct capture *c, const struct timeline *t, struct resolver *r, const struct count_opts *o,
                 const uint32_t *leads, struct tracks *out, struct err *e);
void tracks_free_paths(struct tracks *t); /* who needs them no more */
void tracks_free(struct tracks *t);

/* How many numbers the chains of a worker take of those of a `struct tracks`: the first one is of what has none. */
static inline size_t tracks_paths_room(const struct paths *p)
{
    return p->chains.n + 1;
}

#endif
