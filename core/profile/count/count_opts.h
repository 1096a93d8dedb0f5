/* count_opts: the options of counting: which samples count, in which rows and paths. */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_COUNT_OPTS_H
#define PERFOLIO_CORE_PROFILE_COUNT_COUNT_OPTS_H

#include <regex.h>

#include "core/profile/count/profile.h"
#include "core/profile/places/transforms.h"
#include "core/profile/keys/filter.h"
#include "core/profile/keys/trace_values.h"
#include "core/profile/places/stack.h"

/* Which frames are expanded into their inlined functions. */
enum count_inlines { INLINES_NONE, INLINES_UNWOUND, INLINES_ALL };

struct count_opts {
    const struct key *const *keys;
    size_t nkeys;
    bool branches; /* count branches of samples instead of samples; no call chains then */
    bool children; /* rows also count samples that have them in their call chain */
    /* Rows below this share (%) of their event may be missing, since the caller does not show them; rows with the same
       text are added up for this. Columns are as wide as with all rows. Only with paths. */
    double least_percent;
    bool paths;         /* keep call paths (paths.h) */
    uint64_t max_paths; /* with `paths`: keep at most so many steps, the heaviest (bounded_paths.h); 0: all */
    bool chains;        /* with `paths`: keep whole chains (call_chains.c); not with children or max_paths */
    bool by_address;    /* in paths: frames differ by address, not by function alone */
    /* with by_address: return addresses are moved one byte back, into the call instruction */
    bool at_calls;
    /* In paths: addresses of frames are addresses in the object, not in the process. Without by_address, all
       addresses of an object that have no function are one frame, and all addresses in no object are one
       frame. Not with children. */
    bool in_objects;
    bool exact; /* in paths: frames differ by everything known of them (count_frame_exact()) */
    bool whole; /* in paths: a sample without a call chain has a path of one frame, the place of the sample */
    enum count_inlines inlines;
    bool latency;   /* sum up the latencies of all samples */
    bool reachable; /* make rows, without weight, of all other code addresses in samples */
    struct stack_opts stack;
    unsigned workers;      /* number of workers; 0: see count_workers() */
    uint64_t time_quantum; /* ns, for the key "time" */
    struct filter filter;
    bool skip_places;      /* no key or filter looks at the sample's place */
    const regex_t *parent; /* names of functions that become a sample's parent (struct view); NULL: none */
    /* names of functions: the frame of such a function becomes the place of the sample, and frames that perf
       appends before it are dropped (chain_filter.c); NULL: no frames are dropped */
    const regex_t *root;
    bool named_only; /* drop samples and callers without a symbol */
    /* changes of call stacks, applied after the filters; a sample that they drop is hidden. Only with paths. */
    struct transforms transforms;
    /* for keys of tracepoints, must outlive the profile; NULL: no key is one */
    struct trace_values *values;
    bool *hit; /* per object of the timeline: set if a sample lies in it; may be NULL */
};

/* Whether call chains must be filtered before their samples are counted. */
static inline bool count_filters_chains(const struct count_opts *o)
{
    return o->parent || o->root || o->named_only;
}

/* Whether functions inlined at a frame are frames of their own. */
static inline bool count_takes_inlines(const struct count_opts *o, const struct frame *f)
{
    return o->inlines == INLINES_ALL || (o->inlines == INLINES_UNWOUND && f->found >= FRAME_UNWOUND);
}

/* The functions inlined at a frame, if they are frames of their own, else none. `r` NULL: none. */
static inline struct inlined count_inlined(const struct count_opts *o, const struct frame *f,
                                           const struct resolved_addr *resolved, struct resolver *r)
{
    struct place call = resolved->place;
    if (!r || !call.symbol || !count_takes_inlines(o, f))
        return (struct inlined){ 0 };
    call.at -= f->is_return;
    return resolver_inlined(r, &call);
}

/* How a frame was found; with count_opts.exact these bits are in path_frame.mark, above the level. */
enum count_frame_how { COUNT_FRAME_RETURN = 1, COUNT_FRAME_UNWOUND = 2, COUNT_FRAME_OWN = 4 };

static inline uint8_t count_frame_how(const struct frame *f)
{
    return (uint8_t)(f->is_return * COUNT_FRAME_RETURN | (f->found >= FRAME_UNWOUND) * COUNT_FRAME_UNWOUND |
                     (f->found == FRAME_OWN) * COUNT_FRAME_OWN);
}

/* The path_frame that holds everything known of a frame. */
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

/* The path_frame of a frame at a resolved address; the options decide which members differ between frames. */
static inline struct path_frame count_frame(const struct count_opts *o, const struct frame *f,
                                            const struct resolved_addr *resolved)
{
    if (o->exact)
        return count_frame_exact(f, resolved);
    bool in_object = o->in_objects && resolved->place.object;
    bool is_marker = f->avma >= PERF_CONTEXT_MAX; /* a context marker, not an address */
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

/* With at_calls and transforms: a sample that counts at a caller counts in the call, not behind it. */
static inline void count_move_to_call(const struct count_opts *o, bool is_return,
                                      struct resolved_addr *resolved)
{
    if (!o->at_calls || !is_return || !resolved->place.at || !resolved->addr)
        return;
    resolved->place.at--;
    resolved->addr--;
}

#endif
