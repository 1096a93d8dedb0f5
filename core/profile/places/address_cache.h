/*
 * address_cache: the place of an address in a process at a moment, remembered. What is found holds for a
 * window of time, so a worker asks the timeline and the symbol tables once per (space, address) and not once
 * per sample. One per worker.
 */
#ifndef PERFOLIO_CORE_PROFILE_PLACES_ADDRESS_CACHE_H
#define PERFOLIO_CORE_PROFILE_PLACES_ADDRESS_CACHE_H

#include "core/profile/keys/key.h"
#include "core/profile/places/row_cache.h"

enum { ADDRESS_SLOTS = 1 << 14, TASK_SLOTS = 1 << 10 };

struct address_cache {
    const struct timeline *t;
    struct resolver *r;
    const struct space *kernel; /* the host's, asked for all the time; NULL: nothing is known of it */
    bool names_by_then;         /* set by the user: threads have the names of timeline_comm() by then */
    struct address_slot {
        const struct space *space; /* NULL: free */
        uint64_t avma;
        struct resolved_addr resolved;
        bool ra_asked;
        struct ra_place ra;
    } * slots;
    struct task_slot {
        bool used;
        int32_t machine, pid, tid;
        struct when from, until;
        const char *comm;
        uint32_t who;              /* worker_who(); 0: not asked yet */
        uint32_t lead, lead_event; /* the path that leads those of samples of an event; 0: not asked yet */
        uint32_t chain;
        uint32_t recent_chain; /* recent_chain.h's, + 1; 0: none */
        const struct space *space;
        struct space_recent recent;
        struct row_contexts contexts; /* of samples and of callers, each with one worker_who() or none */
    } * tasks;
};

void address_cache_init(struct address_cache *s, const struct timeline *t, struct resolver *r);
void address_cache_free(struct address_cache *s);

/* The name of a thread (NULL: not recorded) and its address space (NULL: nothing is known of it) at a moment.
   `machine`: see timeline_space(). */
struct task_slot *address_cache_task(struct address_cache *s, int32_t machine, int32_t pid, int32_t tid,
                                     struct when when);

/* The same for a sample: its cpumode says whether it is a guest's. */
static inline struct task_slot *address_cache_task_of(struct address_cache *s, const struct sample *sample)
{
    unsigned mode = sample->misc & PERF_RECORD_MISC_CPUMODE_MASK;
    bool guest = mode == PERF_RECORD_MISC_GUEST_KERNEL || mode == PERF_RECORD_MISC_GUEST_USER;
    return address_cache_task(s, guest ? sample->pid : -1, sample->pid, sample->tid, sample->when);
}

/* The address space that a cpumode (PERF_RECORD_MISC_*) means, NULL when nothing is known of it, and how perf
 * marks it. */
const struct space *address_cache_space(const struct address_cache *s, const struct task_slot *task,
                                        unsigned mode, char *level);

/* An address, resolved, that was seen in a cpumode (PERF_RECORD_MISC_*). It has this `level` when no
 * mapping covers it. */
struct resolved_addr address_cache_find(struct address_cache *s, const struct task_slot *task, unsigned mode,
                                        uint64_t avma, struct when when, char level);

/* The same for an address that will be remembered elsewhere, and so need not be here; `m` is the map it lies
   in if that is known already, else NULL. */
struct resolved_addr address_cache_fresh(const struct address_cache *s, const struct task_slot *task,
                                         unsigned mode, uint64_t avma, struct when when, const struct map *m);

/* The same for one of a process where it is known that no symbol covers it; `m` is the map it lies in. */
struct resolved_addr address_cache_nameless(const struct address_cache *s, uint64_t avma,
                                            const struct map *m);

/* What keeps a sample in a mapping without a name, and the problem that it is. */
static inline enum row_lack address_lack(const struct resolved_addr *resolved)
{
    if (resolved->place.symbol)
        return ROW_LACKS_NOTHING;
    if (resolved->place.table)
        return ROW_LACKS_SYMBOL;
    return ROW_LACKS_OBJECT;
}

static inline enum problem_kind address_problem(enum row_lack lack)
{
    return lack == ROW_LACKS_OBJECT ? PROBLEM_NO_OBJECT : PROBLEM_NO_SYMBOL;
}

/* Count what keeps it without a name, if anything does. */
void address_see_problem(const struct resolved_addr *resolved, const struct sample *s,
                         struct problems *problems);

/* Whether a caller there is nameless because no source has its object's file; and to count that. */
static inline bool address_is_missed(const struct resolved_addr *resolved)
{
    const struct object *o = resolved->place.object;
    return o && !resolved->place.table && o->kind != OBJECT_DATA && o->kind != OBJECT_JIT;
}
void address_see_missed(const struct resolved_addr *resolved, const struct sample *s,
                        struct problems *problems);

/* Where the return address of a user-mode frame at `avma` is (see resolver_ra_place). */
struct ra_place address_cache_ra_place(struct address_cache *s, const struct task_slot *task, uint64_t avma,
                                       struct when when, int sp_dwarf);

#endif
