/*
 * locks: how long threads waited for kernel locks. Kernels with lockdep (CONFIG_LOCKDEP, CONFIG_LOCK_STAT) record the
 * whole life of every lock by lock:lock_acquire, lock_contended, lock_acquired and lock_release; others since Linux
 * 5.19 record only waits, by lock:contention_begin and contention_end. Waits are counted by lock, by thread, or by
 * the caller of the lock function.
 */
#ifndef PERFOLIO_CORE_REPLAY_KERNEL_LOCKS_H
#define PERFOLIO_CORE_REPLAY_KERNEL_LOCKS_H

#include "core/base/arena.h"
#include "core/profile/places/stack.h"
#include "core/replay/replay.h"

enum lock_by { LOCK_BY_ADDRESS, LOCK_BY_THREAD, LOCK_BY_CALLER };

/* Events that are impossible in the state of the lock, named as in perf's histogram. */
enum lock_fault { LOCK_ACQUIRE, LOCK_ACQUIRED, LOCK_CONTENDED, LOCK_RELEASE, LOCK_FAULTS };

struct lock_row {
    uint64_t key;   /* the lock's address, the thread, or chain_key() of the call chain */
    uint32_t name;  /* name of the lock, or of the first caller: an id in locks.names */
    uint32_t flags; /* of the first wait's lock:contention_begin (linux/trace/events/lock.h, LCB_F_*) */
    uint64_t acquired, contended;
    uint64_t waited, longest, shortest, average; /* ns; shortest: UINT64_MAX if no wait ended */
    bool broken;                                 /* some event was impossible in the state of the lock */
    const uint64_t *chain;                       /* by caller: recorded call chain of the first wait */
    uint32_t nchain;
};

/* Which waits count; an empty member matches everything. */
struct lock_filter {
    uint64_t types; /* bit i: waits with flags i */
    uint64_t *addresses;
    size_t naddresses, cap_addresses;
    struct words names;   /* symbols of locks; a lock passes if `names` or `addresses` has it */
    struct words callers; /* a wait passes if the name of some frame contains one of these texts */
};

struct locks {
    /* Set by the user: */
    enum lock_by by;
    /* with LOCK_BY_ADDRESS: rows are named by the symbol of the lock, not by a caller */
    bool by_symbol;
    struct stacks *stacks; /* for the call chains of waits */
    unsigned skip;         /* innermost frames that belong to the lock */
    struct lock_text {
        uint64_t start, end; /* avma of the code of locks and of the scheduler; 0, 0: unknown */
    } text[2];
    struct lock_filter filter;
    char *(*demangle)(const char *name); /* as in struct key_context */
    /* Set during the replay: */
    struct lock_row *v; /* in the order of appearance */
    size_t n, cap;
    struct idmap rows;               /* by key: index + 1 */
    struct idmap threads, addresses; /* numbers from 1 on */
    /* The state of a lock in a thread. */
    struct lock_hold {
        uint8_t state;         /* enum hold_state (locks.c) */
        uint32_t row, readers; /* row: UINT32_MAX if the filter leaves the wait out */
        uint64_t since;        /* ns */
    } * holds;
    size_t nholds, cap_holds;
    struct idmap hold_of; /* by numbers of thread and address: index + 1 */
    int32_t *tids;        /* by number of the thread - 1 */
    size_t ntids, cap_tids;
    struct names names;
    struct arena arena;
    uint64_t faults[LOCK_FAULTS];
};

/* Rows for replay_run(), whose argument must be a struct locks; the first ncontention_rows rows are of
   contention_begin and contention_end. */
extern const struct replay_row lock_rows[];
extern const size_t nlock_rows, ncontention_rows;

void locks_free(struct locks *l);

/* Add all rows of a name to the first row of this name, and set gone[row] for the rows that were added.
   `order`: indices into l->v, which decide which row is the first; `gone` has l->n elements. */
void locks_combine(struct locks *l, const uint32_t *order, bool *gone);

#endif
