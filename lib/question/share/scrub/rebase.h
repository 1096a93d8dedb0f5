/*
 * rebase: new places for code, without the randomness of the old ones (ASLR, KASLR). Each object gets one place for all
 * processes, in the order in which objects were mapped first; an address keeps its offset in its object. So samples and
 * mappings that are moved together lead to the same symbols. Addresses in no mapping keep their offset in their page. Most
 * 32-bit kernels, and programs that are no PIE, lie where they were linked, and stay there.
 */
#ifndef PERFOLIO_LIB_QUESTION_SHARE_REBASE_H
#define PERFOLIO_LIB_QUESTION_SHARE_REBASE_H

#include "core/base/idmap.h"
#include "core/profile/places/address_cache.h"

struct rebase {
    const struct timeline *timeline;
    struct address_cache tasks;
    struct idmap maps; /* by address of a struct map: index in `to` + 1 */
    uint64_t *to;      /* the new start of the map */
    size_t n, cap;
    uint64_t *bases;   /* by index of an object: the new address of its offset 0; 0: not given yet */
    uint64_t *extents; /* ... and the end of its largest offset that is mapped */
    uint64_t next_user, next_kernel; /* the places that are given next */
    struct idmap pages;              /* pages outside of mappings, numbered */
    struct idmap kernel_pages;
    struct idmap far_pages; /* pages of mappings that are larger than the room at their new places */
    bool narrow;            /* the kernel has 32-bit addresses */
    bool wide;              /* a process has 64-bit addresses */
};

/* Begins with a timeline, which is borrowed. `narrow`: the machine has 32-bit addresses. */
void rebase_init(struct rebase *r, const struct timeline *t, bool narrow);
void rebase_free(struct rebase *r);

/* The new address of code that ran in a mode (PERF_RECORD_MISC_*) of a process, at a moment. 0 stays 0. */
uint64_t rebase_address(struct rebase *r, int32_t pid, unsigned mode, uint64_t avma, struct when when);

/* The new start of a map of the timeline. */
uint64_t rebase_map(struct rebase *r, const struct map *m);

/* *to receives the new address of code in a map, for the rest of its page. False: no sample has led to that page, which then has no
   place. Only pages far from the start of a map that is larger than the room at its new place have places of their own. */
bool rebase_page(struct rebase *r, const struct map *m, uint64_t avma, uint64_t *to);

/* Whether an address, whose mode is not recorded, lies in a mapping of the kernel. */
bool rebase_is_of_kernel(struct rebase *r, uint64_t avma, struct when when);

/* Moves a mapping: its start and, for a kernel, the address in its offset. */
void rebase_mapping(struct rebase *r, struct record *mmap);

#endif
