/*
 * locks: how long threads waited for kernel locks. Kernels with lockdep (CONFIG_LOCKDEP, CONFIG_LOCK_STAT)
 * record the whole life of every lock: lock:lock_acquire, lock_contended, lock_acquired and lock_release.
 * Other kernels, since Linux 5.19, record only waits: lock:contention_begin and contention_end. Waits are
 * counted by lock, by thread, or by the caller of the lock function.
 */
#ifndef PERFOLIO_CORE_REPLAY_KERNEL_LOCKS_H
#define PERFOLIO_CORE_REPLAY_KERNEL_LOCKS_H

#include "core/base/arena.h"
#include "core/profile/places/stack.h"
#include "core/replay/replay.h"

enum lock_by { LOCK_BY_ADDRESS, LOCK_BY_THREAD, LOCK_BY_CALLER };

/* Events that the state of the lock does not allow. The names are as in perf's histogram. */
enum lock_fault { LOCK_ACQUIRE, LOCK_ACQUIRED, LOCK_CONTENDED, LOCK_RELEASE, LOCK_FAULTS };

struct lock_row {
    uint64_t key;  /* the lock's address, the thread's tid, or chain_key() of the call chain */
    uint32_t name; /* an id in locks.names: the name of the lock, or of the first caller */
    /* flags of lock:contention_begin at the first wait (linux/trace/events/lock.h, LCB_F_*) */
    uint32_t flags;
    uint64_t acquired, contended;
    uint64_t waited, longest, shortest, average; /* ns; shortest: UINT64_MAX if no wait ended */
    bool broken;                                 /* the state of the lock did not allow some event */
    /* with LOCK_BY_CALLER: recorded call chain of the first wait */
    const uint64_t *chain;
    uint32_t nchain;
};

/* The filter of waits. An empty member lets all waits pass. */
struct lock_filter {
    uint64_t types; /* bit i: waits with the flags i pass */
    uint64_t *addresses;
    size_t naddresses, cap_addresses;
    struct words names;   /* symbols of locks; a lock passes if either `names` or `addresses` contains it */
    struct words callers; /* a wait passes if the name of one of its frames contains one of these texts */
};

struct locks {
    /* The caller sets these members: */
    enum lock_by by;
    /* with LOCK_BY_ADDRESS: name rows by the symbol of the lock, not by a caller */
    bool by_symbol;
    struct stacks *stacks; /* resolves the call chains of waits */
    unsigned skip;         /* number of innermost frames to skip, since they belong to the lock functions */
    struct lock_text {
        /* address range (avma) of the code of lock functions and of the scheduler; 0, 0: unknown */
        uint64_t start, end;
    } text[2];
    struct lock_filter filter;
    char *(*demangle)(const char *name); /* as in struct key_context */
    /* The replay sets these members: */
    struct lock_row *v; /* in the order of appearance */
    size_t n, cap;
    struct idmap rows;               /* by key: index + 1 into v */
    struct idmap threads, addresses; /* numbers of threads and of addresses, from 1 on */
    /* The state of one lock in one thread. */
    struct lock_hold {
        uint8_t state;         /* enum hold_state (locks.c) */
        uint32_t row, readers; /* row: index into v; UINT32_MAX: the filter drops the wait */
        uint64_t since;        /* time of the last change of state, ns */
    } * holds;
    size_t nholds, cap_holds;
    struct idmap hold_of; /* by number of the thread and number of the address: index + 1 into holds */
    int32_t *tids;        /* by number of the thread - 1 */
    size_t ntids, cap_tids;
    struct names names;
    struct arena arena;
    uint64_t faults[LOCK_FAULTS];
};

/* Rows for replay_run(), whose argument is a struct locks. The first ncontention_rows rows are those of
   contention_begin and contention_end. */
extern const struct replay_row lock_rows[];
extern const size_t nlock_rows, ncontention_rows;

void locks_free(struct locks *l);

/* Add up all rows of the same name in the first of these rows, and set gone[row] for each other row.
   `order`: all indices into l->v; it decides which row is the first. `gone` has l->n elements. */
void locks_combine(struct locks *l, const uint32_t *order, bool *gone);

#endif
