/*
 * stack: the frames of one sample, innermost first: from the recorded call chain, the dumped stack, branch records
 * and the link register. Context markers give frames their modes. One per worker; memory is reused for every sample.
 */
#ifndef PERFOLIO_CORE_PROFILE_PLACES_STACK_H
#define PERFOLIO_CORE_PROFILE_PLACES_STACK_H

#include "core/profile/places/address_cache.h"
#include "core/profile/places/branch_frames.h"
#include "core/resolve/unwind.h"

/* How a frame was found. */
enum frame_found {
    /* in the recorded call chain, or in the user part that a later record (PERF_RECORD_CALLCHAIN_DEFERRED) holds */
    FRAME_RECORDED,
    FRAME_LEAF,           /* in the link register, since the function has no frame of its own */
    FRAME_BRANCH,         /* in the calls that the CPU recorded (perf record --call-graph lbr) */
    FRAME_BRANCH_HISTORY, /* an end of a branch taken on the way to the sample */
    FRAME_OWN,            /* the sample has no frames; the place of the sample is the only frame */
    FRAME_UNWOUND,        /* in the dumped stack; FRAME_UNWOUND + enum unwind_found */
};

/* A description of how a frame was found, such as "unwind table"; "" for an unknown number. */
const char *stack_frame_found_text(unsigned found);

struct frame {
    uint64_t avma;  /* the return address if is_return, else an address in the calling instruction */
    uint8_t mode;   /* PERF_RECORD_MISC_USER, _KERNEL... */
    uint8_t found;  /* enum frame_found */
    bool is_return; /* avma is the return address */
    uint64_t taken; /* FRAME_BRANCH_HISTORY: what branch_frames.h packs; else 0 */
};

struct stack_opts {
    unsigned max; /* largest number of recorded entries, of unwound frames, and of branches */
    /* if a chain has more than `max` entries, keep the innermost ones; else the outermost ones */
    bool innermost;
    unsigned guess; /* enum unwind_guess: what to do where no unwind table helps */
    bool history;   /* branches from branch records replace the calls of the chain that they led through */
};

struct stacks {
    struct address_cache *addresses;
    struct problems *problems;
    struct stack_opts o;
    const struct arch_reg *link_register, *stack_pointer; /* of the recording machine; NULL: unknown */
    bool link_in_chain;                                   /* arch.h, chain_has_link */
    struct unwinder *unwinder;                            /* NULL: no source is asked for objects */
    struct unwound *unwound;                              /* the unwinder's result */
    uint64_t *entries;                                    /* the sample's call chain, with the user part */
    size_t nentries, cap_entries;                         /* of a later record, if there is one */
    /* with stack_opts.history: the sample's branches; else NULL */
    struct branch_entry *branches;
    struct branch_passes *passes;
    struct frame *frames;
    size_t n; /* frames of the last sample */
};

/* `addresses` and `problems` must outlive the stacks; `arch` may be NULL. */
void stacks_init(struct stacks *k, struct address_cache *addresses, const struct arch *arch,
                 const struct stack_opts *o, struct problems *problems);
void stacks_free(struct stacks *k);

/* The most frames that a sample can have. */
static inline size_t stacks_most(const struct stacks *k)
{
    /* recorded entries; unwound frames or calls from branch records; the leaf's caller; both ends of branches */
    return (k->o.history ? 4 : 2) * (size_t)k->o.max + 1;
}

/* Find the frames of a sample of `task` (address_cache_task_of()). They are in k->frames until the next call. Frames
   that could not be found are counted in `problems`. */
void stack_find_frames(struct stacks *k, const struct sample *s, struct task_slot *task);

/* Set k->frames to one frame: the place of the sample. */
void stack_from_sample_ip(struct stacks *k, const struct sample *s);

#endif
