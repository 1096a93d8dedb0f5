/*
 * locks: how long a kernel's threads waited for locks. Kernels with lockdep (CONFIG_LOCKDEP,
 * CONFIG_LOCK_STAT) record every lock's whole life by lock:lock_acquire, lock_contended, lock_acquired and
 * lock_release, others since Linux 5.19 only that a thread waits, by lock:contention_begin and
 * contention_end. Waits are counted by lock, by thread or by who called the lock's function.
 */
#ifndef PERFOLIO_CORE_REPLAY_KERNEL_LOCKS_H
#define PERFOLIO_CORE_REPLAY_KERNEL_LOCKS_H

#include "core/base/arena.h"
#include "core/profile/places/stack.h"
#include "core/replay/replay.h"

enum lock_by { LOCK_BY_ADDRESS, LOCK_BY_THREAD, LOCK_BY_CALLER };

/* What happened to a lock and could not follow on what had happened before, as perf's histogram names it. */
enum lock_fault { LOCK_ACQUIRE, LOCK_ACQUIRED, LOCK_CONTENDED, LOCK_RELEASE, LOCK_FAULTS };

struct lock_row {
    uint64_t key;   /* the lock's address, the thread, or of a call chain what chain_key() makes of it */
    uint32_t name;  /* of the lock, or of the first caller: an id of the names */
    uint32_t flags; /* of lock:contention_begin (linux/trace/events/lock.h, LCB_F_*), of the first wait */
    uint64_t acquired, contended;
    uint64_t waited, longest, shortest, average; /* ns; shortest: UINT64_MAX where no wait ended */
    bool broken;                                 /* something happened that cannot be */
    const uint64_t *chain;                       /* by caller: the recorded call chain of the first wait */
    uint32_t nchain;
};

/* Only what matches is counted; of each what has none of its kind matches. */
struct lock_filter {
    uint64_t types; /* bit i: waits with the flags i */
    uint64_t *addresses;
    size_t naddresses, cap_addresses;
    struct words names;   /* of locks that have a symbol; beside the addresses */
    struct words callers; /* a part of the name of some frame */
};

struct locks {
    /* Set by the user: */
    enum lock_by by;
    bool by_symbol;        /* locks, counted by address, are called by their symbol, not by a caller */
    struct stacks *stacks; /* of waits */
    unsigned skip;         /* innermost frames that are the lock's own, whatever they are called */
    struct lock_text {
        uint64_t start, end; /* avma of code where locks and the scheduler lie; 0, 0: not known */
    } text[2];
    struct lock_filter filter;
    char *(*demangle)(const char *name); /* as in struct symtab */
    /* Set while it is replayed: */
    struct lock_row *v; /* in order of appearance */
    size_t n, cap;
    struct idmap rows;               /* keys to the index + 1 */
    struct idmap threads, addresses; /* to numbers from 1 on */
    struct lock_hold {
        uint8_t state;         /* enum hold_state of locks.c */
        uint32_t row, readers; /* row UINT32_MAX: a wait that the filter leaves out */
        uint64_t since;        /* ns */
    } * holds;                 /* of a lock by a thread */
    size_t nholds, cap_holds;
    struct idmap hold_of; /* thread and address to the index + 1 */
    int32_t *tids;        /* by their numbers - 1 */
    size_t ntids, cap_tids;
    struct names names;
    struct arena arena;
    uint64_t faults[LOCK_FAULTS];
};

/* What replay_run() is given with a struct locks: all of them, or those of contention alone. */
extern const struct replay_row lock_rows[];
extern const size_t nlock_rows, ncontention_rows;

void locks_free(struct locks *l);

/* Add to the first row of a name what others of it have; `gone` (n bools) says which are to be left out then.
   Rows are looked at in the order given, indices into l->v. */
void locks_combine(struct locks *l, const uint32_t *order, bool *gone);

#endif
