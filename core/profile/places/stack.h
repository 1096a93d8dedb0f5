/*
 * stack: the frames of one sample, innermost first: what the kernel wrote into its chain, and what is known
 * beyond that. Markers are resolved into the mode of each frame; a caller that the link register still holds
 * has its place. One per worker; nothing is allocated per sample.
 */
#ifndef PERFOLIO_CORE_PROFILE_PLACES_STACK_H
#define PERFOLIO_CORE_PROFILE_PLACES_STACK_H

#include "core/profile/places/address_cache.h"
#include "core/profile/places/branch_frames.h"
#include "core/resolve/unwind.h"

/* How a frame was found. */
enum frame_found {
    FRAME_RECORDED,       /* in the chain of the sample, or in what was recorded of it later */
    FRAME_LEAF,           /* in the link register, of a function that has no frame of its own */
    FRAME_BRANCH,         /* in the calls that the CPU recorded (perf record --call-graph lbr) */
    FRAME_BRANCH_HISTORY, /* an end of a branch that was taken on the way to the sample */
    FRAME_OWN,            /* none was: the place of the sample stands for it */
    FRAME_UNWOUND,        /* in the piece of stack that was dumped; from here on + enum unwind_found */
};

/* The same in words: "unwind table". */
const char *stack_frame_found_text(unsigned found);

struct frame {
    uint64_t avma;  /* recorded callers: the return address; others: an address of the call */
    uint8_t mode;   /* PERF_RECORD_MISC_USER, _KERNEL... */
    uint8_t found;  /* enum frame_found */
    bool is_return; /* avma is behind the call */
    uint64_t taken; /* FRAME_BRANCH_HISTORY: what is known of the branch (branch_frames.h); else 0 */
};

struct stack_opts {
    unsigned max;   /* recorded entries that count, unwound ones, and branches */
    bool innermost; /* ... of a longer chain the innermost ones; else the outermost */
    unsigned guess; /* enum unwind_guess: what is done where no unwind table helps */
    bool history;   /* the branches taken stand where the calls stand that led through them */
};

struct stacks {
    struct address_cache *addresses;
    struct problems *problems;
    struct stack_opts o;
    const struct arch_reg *link_register, *stack_pointer; /* of the recording machine; NULL: not known */
    bool link_in_chain;                                   /* arch.h, chain_has_link */
    struct unwinder *unwinder;                            /* NULL: no source is asked for objects */
    struct unwound *unwound;                              /* room for it to answer */
    uint64_t *entries;                                    /* of the chain of the sample, */
    size_t nentries, cap_entries;                         /* also those that were recorded later */
    struct branch_entry *branches; /* room for those of a sample, with history; else NULL */
    struct branch_passes *passes;
    struct frame *frames;
    size_t n; /* frames of the sample that was asked for last */
};

/* `addresses` and `problems` must outlive it; `arch` may be NULL. */
void stacks_init(struct stacks *k, struct address_cache *addresses, const struct arch *arch,
                 const struct stack_opts *o, struct problems *problems);
void stacks_free(struct stacks *k);

/* How many frames a sample may have. */
static inline size_t stacks_most(const struct stacks *k)
{
    /* recorded; unwound or the CPU's; and the caller that a leaf is given; and both ends of branches */
    return (k->o.history ? 4 : 2) * (size_t)k->o.max + 1;
}

/* Find the frames of a sample of `task` (address_cache_task_of()): k->frames, until the next call. */
void stack_of(struct stacks *k, const struct sample *s, struct task_slot *task);

/* The same for what has none: the place of the sample alone. */
void stack_of_own(struct stacks *k, const struct sample *s);

#endif
