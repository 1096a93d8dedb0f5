/*
 * address_cache: remembers the place of an address in a process at a moment. A place holds for a window of time, so a
 * worker asks the timeline and the symbol tables once per address space and address, not once per sample. One per
 * worker.
 */
#ifndef PERFOLIO_CORE_PROFILE_PLACES_ADDRESS_CACHE_H
#define PERFOLIO_CORE_PROFILE_PLACES_ADDRESS_CACHE_H

#include "core/profile/keys/key.h"
#include "core/profile/places/row_cache.h"

enum { ADDRESS_SLOTS = 1 << 14, TASK_SLOTS = 1 << 10 };

struct address_cache {
    const struct timeline *t;
    struct resolver *r;
    const struct space *kernel; /* the address space of the host's kernel; NULL: unknown */
    bool names_by_then;         /* set by the caller: `by_then` of timeline_comm() */
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
        uint32_t who; /* worker_name_id(); 0: not made yet */
        /* the path (paths.h, struct path_lead) with which call paths of its samples of event lead_event begin; 0: not
           looked up */
        uint32_t lead, lead_event;
        uint32_t recent_chain; /* index + 1 of its chain in callers.h; 0: none */
        const struct space *space;
        struct space_recent recent;
        /* contexts (row_cache.h) of its samples and callers, valid for one worker_name_id() */
        struct row_contexts contexts;
    } * tasks;
};

void address_cache_init(struct address_cache *s, const struct timeline *t, struct resolver *r);
void address_cache_free(struct address_cache *s);

/* A thread at a moment: its name (NULL: not recorded) and address space (NULL: unknown). `machine`: see
   timeline_space(). The slot holds until another thread needs it. */
struct task_slot *address_cache_task(struct address_cache *s, int32_t machine, int32_t pid, int32_t tid,
                                     struct when when);

/* The thread of a sample; a thread of a guest if the cpumode is one of a guest. */
static inline struct task_slot *address_cache_task_of(struct address_cache *s, const struct sample *sample)
{
    unsigned mode = sample->misc & PERF_RECORD_MISC_CPUMODE_MASK;
    bool guest = mode == PERF_RECORD_MISC_GUEST_KERNEL || mode == PERF_RECORD_MISC_GUEST_USER;
    return address_cache_task(s, guest ? sample->pid : -1, sample->pid, sample->tid, sample->when);
}

/* The address space of a cpumode (PERF_RECORD_MISC_*), NULL if unknown; *level receives perf's mark for the
   cpumode. */
const struct space *address_cache_space(const struct address_cache *s, const struct task_slot *task,
                                        unsigned mode, char *level);

/* Resolve an address that was sampled in a cpumode (PERF_RECORD_MISC_*). `level`: perf's mark for the address
   if no mapping covers it; 0: the mark of the cpumode. */
struct resolved_addr address_cache_find(struct address_cache *s, const struct task_slot *task, unsigned mode,
                                        uint64_t avma, struct when when, char level);

/* Resolve an address without remembering the result, which the caller remembers. `m`: the map of the address
   if known, else NULL. */
struct resolved_addr address_cache_resolve(const struct address_cache *s, const struct task_slot *task,
                                           unsigned mode, uint64_t avma, struct when when,
                                           const struct map *m);

/* Resolve an address in map `m` that is known to have no symbol. */
struct resolved_addr address_cache_resolve_unnamed(const struct address_cache *s, uint64_t avma,
                                                   const struct map *m);

/* address_lack(): why an address in a mapping has no name. address_problem(): the kind of problem for a
   reason. */
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

/* Count a problem if the sample's address has no name. */
void address_count_lack(const struct resolved_addr *resolved, const struct sample *s,
                        struct problems *problems);

/* address_is_missed(): whether a caller has no name because no source has the file of its object.
   address_count_missed(): count such a caller as a problem. */
static inline bool address_is_missed(const struct resolved_addr *resolved)
{
    const struct object *o = resolved->place.object;
    return o && !resolved->place.table && o->kind != OBJECT_DATA && o->kind != OBJECT_JIT;
}
void address_count_missed(const struct resolved_addr *resolved, const struct sample *s,
                          struct problems *problems);

/* Count a problem if no source has the file of the object in which the frame at `avma` lies. For views that show
   frames one by one. */
void address_check_frame(const struct place *p, uint64_t avma, struct problems *problems);

/* Where the caller's return address is stored for a user frame at `avma` (resolver_ra_place()); RA_UNKNOWN without an
   address space or a resolver. */
struct ra_place address_cache_ra_place(struct address_cache *s, const struct task_slot *task, uint64_t avma,
                                       struct when when, int sp_dwarf);

#endif
