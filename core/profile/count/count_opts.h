/* count_opts: what is counted, and how. */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_COUNT_OPTS_H
#define PERFOLIO_CORE_PROFILE_COUNT_COUNT_OPTS_H

#include <regex.h>

#include "core/profile/count/profile.h"
#include "core/profile/keys/filter.h"
#include "core/profile/keys/trace_values.h"
#include "core/profile/places/stack.h"

/* Which frames of a chain are taken apart into the functions that were inlined there. */
enum count_inlines { INLINES_NONE, INLINES_UNWOUND, INLINES_ALL };

struct count_opts {
    const struct key *const *keys;
    size_t nkeys;
    bool branches; /* count the branches that samples carry, not the samples; no chains then */
    bool children; /* also count what is in the chains */
    /* ... with paths: nobody looks at rows, or at what reads the same, that have a smaller share of what their event
       has in rows (%). They need not be there, but for what columns need to be as wide as with them. */
    double least_percent;
    bool paths;         /* also keep the call paths (profile.h) */
    uint64_t max_paths; /* ... no more steps of them: the heaviest (bounded_paths.h); 0: all */
    bool chains;        /* ... as whole chains (call_chains.h). Not with children, nor with max_paths */
    bool by_address;    /* ... that differ in addresses, not in functions alone */
    bool at_calls;      /* ... which are those of calls, not what they return to: one byte before that */
    /* ... in an object by where in that, not in the process; what has no function is one there, and what lies in
       none is one, unless addresses are told apart. Not with children. */
    bool in_objects;
    bool exact; /* ... that differ in all that may be asked of them later: count_frame_exact() */
    bool whole; /* ... and a sample that has no chain has the path of its own place */
    enum count_inlines inlines;
    bool latency;   /* also sum up the latencies of all samples */
    bool reachable; /* and make rows, without weight, of all other code addresses that samples carry */
    struct stack_opts stack;
    unsigned workers;      /* 0: as many as are worth having */
    uint64_t time_quantum; /* ns; of the key "time" */
    struct filter filter;
    bool skip_places;      /* no key and no filter asks where a sample was */
    const regex_t *parent; /* what a sample's parent is called (struct view); NULL: none is looked for */
    const regex_t *root;   /* what a chain is cut back to: that takes the sample's place; NULL: it is not */
    bool named_only;       /* samples and callers without a symbol are dropped */
    struct trace_values *values; /* for keys of tracepoints, outliving the profile; NULL: there are none */
    bool *hit;                   /* per object of the timeline: set when a sample lies in it; may be NULL */
};

/* Whether chains are looked at before their samples are counted. */
static inline bool count_filters_chains(const struct count_opts *o)
{
    return o->parent || o->root || o->named_only;
}

/* Whether functions that were inlined at a frame count as frames. */
static inline bool count_takes_inlines(const struct count_opts *o, const struct frame *f)
{
    return o->inlines == INLINES_ALL || (o->inlines == INLINES_UNWOUND && f->found >= FRAME_UNWOUND);
}

/* The functions that were inlined at a frame which lies at a resolved address, if they count as frames. `r`: the
   resolver, may be NULL. */
static inline struct inlined count_inlined(const struct count_opts *o, const struct frame *f,
                                           const struct resolved_addr *resolved, struct resolver *r)
{
    struct place call = resolved->place;
    if (!r || !call.symbol || !count_takes_inlines(o, f))
        return (struct inlined){ 0 };
    call.at -= f->is_return;
    return resolver_inlined(r, &call);
}

/* What a frame is, beside where it lies: with count_opts.exact in the mark of a path's frame, above the level. */
enum count_frame_how { COUNT_FRAME_RETURN = 1, COUNT_FRAME_UNWOUND = 2, COUNT_FRAME_OWN = 4 };

static inline uint8_t count_frame_how(const struct frame *f)
{
    return (uint8_t)(f->is_return * COUNT_FRAME_RETURN | (f->found >= FRAME_UNWOUND) * COUNT_FRAME_UNWOUND |
                     (f->found == FRAME_OWN) * COUNT_FRAME_OWN);
}

static inline struct path_frame count_frame_exact(const struct frame *f, const struct resolved_addr *resolved)
{
    uint32_t how = count_frame_how(f);
    if (!resolved->place.object)
        how &= COUNT_FRAME_OWN;
    return (struct path_frame){ .object = resolved->place.object,
                                .symbol = resolved->place.symbol,
                                .avma = resolved->addr,
                                .at = resolved->place.at,
                                .mark = (unsigned char)resolved->level | how << 8 };
}

/* What a path has of a frame that lies at a resolved address. */
static inline struct path_frame count_frame(const struct count_opts *o, const struct frame *f,
                                            const struct resolved_addr *resolved)
{
    if (o->exact)
        return count_frame_exact(f, resolved);
    bool in_object = o->in_objects && resolved->place.object;
    bool is_marker = f->avma >= PERF_CONTEXT_MAX; /* which is no address at all */
    bool by_address = o->by_address || (!resolved->place.symbol && (!o->in_objects || is_marker));
    unsigned back = o->at_calls && f->is_return && f->avma && resolved->place.at;
    struct path_frame frame = { .object = resolved->place.object,
                                .symbol = resolved->place.symbol,
                                .taken = f->taken };
    if (by_address)
        frame.at = resolved->place.at - back;
    if (by_address && !in_object)
        frame.avma = f->avma - back;
    return frame;
}

#endif
