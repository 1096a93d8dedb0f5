/*
 * Each lock has a state in each thread, which the events change (perf, builtin-lock.c and
 * util/lock-contention.h):
 *
 *              acquire            acquired, or try, or read
 *     UNKNOWN ---------> WANTED -----------------------------> HELD, READ
 *        ^                  |  contended             acquired    |
 *        |                  `----------> CONTENDED --------------'
 *        `----------------------- release -----------------------'
 *
 * Besides, contention_begin leads from UNKNOWN and HELD to CONTENDED, and contention_end from there to HELD.
 * Any other event shows that events were lost. It is counted once per row, and the lock is UNKNOWN again.
 */
#include "core/replay/kernel/locks.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum hold_state { UNKNOWN, WANTED, HELD, READ, CONTENDED };

enum { NO_ROW = UINT32_MAX }; /* lock_hold.row of waits that the filter drops */
enum { LOCK_ADDRESS, LOCK_FLAGS, LOCK_NAME };
enum { TRY_LOCK = 1, READ_LOCK = 2 }; /* flags of lock_acquire (linux/trace/events/lock.h) */

/* Find or add the row of a key, and set *index to its index. Returns the row if it is new, else NULL. */
static struct lock_row *row_at(struct locks *l, uint64_t key, uint32_t *index)
{
    *index = idmap_number_key(&l->rows, key) - 1;
    if (*index < l->n)
        return NULL;
    *MEM_ADD(l->v, l->n, l->cap) = (struct lock_row){ .key = key, .shortest = UINT64_MAX };
    return &l->v[*index];
}

static struct lock_hold *hold_at(struct locks *l, int32_t tid, uint64_t address)
{
    uint32_t thread = idmap_number_key(&l->threads, (uint32_t)tid);
    if (thread > l->ntids) {
        *MEM_ADD(l->tids, l->ntids, l->cap_tids) = tid;
    }
    uint64_t of = (uint64_t)thread << 32 | idmap_number_key(&l->addresses, address);
    uint32_t number = idmap_number_key(&l->hold_of, of);
    if (number > l->nholds) {
        *MEM_ADD(l->holds, l->nholds, l->cap_holds) = (struct lock_hold){ 0 };
    }
    return &l->holds[number - 1];
}

static void locks_fail(struct locks *l, struct lock_row *row, struct lock_hold *h, enum lock_fault fault)
{
    l->faults[fault] += !row->broken;
    row->broken = true;
    h->state = UNKNOWN;
}

static void end_wait(struct lock_row *row, const struct lock_hold *h, uint64_t now)
{
    assert(h->state == CONTENDED);
    uint64_t wait = now - h->since;
    row->waited += wait;
    if (wait < row->shortest)
        row->shortest = wait;
    if (wait > row->longest)
        row->longest = wait;
}

/* ---- kernels with lockdep ---- */

/* The row of an event, and the state of the lock in the event's thread. */
static struct lock_row *lockdep_row(struct locks *l, const struct moment *m, struct lock_hold **h)
{
    uint64_t address = (uint64_t)m->number[LOCK_ADDRESS], key = address;
    uint32_t index;
    if (l->by == LOCK_BY_THREAD)
        key = (uint32_t)m->sample->tid;
    struct lock_row *fresh = row_at(l, key, &index);
    if (fresh) {
        struct span bytes = moment_bytes(m, LOCK_NAME);
        char *name = mem_copy(bytes.n ? (const void *)bytes.p : "", bytes.n);
        fresh->name = arena_names_id(&l->names, name);
        free(name);
    }
    *h = hold_at(l, m->sample->tid, address);
    (*h)->row = index;
    return &l->v[index];
}

static void see_acquire(void *arg, const struct moment *m)
{
    struct locks *l = arg;
    struct lock_hold *h;
    struct lock_row *row = lockdep_row(l, m, &h);
    int64_t flags = m->number[LOCK_FLAGS];
    if (h->state == READ && flags & READ_LOCK) {
        h->readers++;
        row->acquired++;
    } else if (h->state != UNKNOWN) {
        locks_fail(l, row, h, LOCK_ACQUIRE);
    } else if (flags & (TRY_LOCK | READ_LOCK)) {
        h->state = READ;
        h->readers = 1;
        row->acquired++;
    } else {
        h->state = WANTED;
    }
}

static void see_acquired(void *arg, const struct moment *m)
{
    struct locks *l = arg;
    struct lock_hold *h;
    struct lock_row *row = lockdep_row(l, m, &h);
    if (h->state == UNKNOWN)
        return; /* the lock was acquired before the recording began */
    if (h->state != WANTED && h->state != CONTENDED) {
        locks_fail(l, row, h, LOCK_ACQUIRED);
        return;
    }
    if (h->state == CONTENDED)
        end_wait(row, h, m->time);
    h->state = HELD;
    row->acquired++;
    if (row->contended)
        row->average = row->waited / row->contended;
    else
        row->average = 0;
}

static void see_contended(void *arg, const struct moment *m)
{
    struct locks *l = arg;
    struct lock_hold *h;
    struct lock_row *row = lockdep_row(l, m, &h);
    if (h->state == UNKNOWN)
        return;
    if (h->state != WANTED) {
        locks_fail(l, row, h, LOCK_CONTENDED);
        return;
    }
    h->state = CONTENDED;
    h->since = m->time;
    row->contended++;
    row->average = row->waited / row->contended;
}

static void see_release(void *arg, const struct moment *m)
{
    struct locks *l = arg;
    struct lock_hold *h;
    struct lock_row *row = lockdep_row(l, m, &h);
    if (h->state == READ && --h->readers)
        return;
    if (h->state == WANTED || h->state == CONTENDED)
        locks_fail(l, row, h, LOCK_RELEASE);
    h->state = UNKNOWN;
}

/* ---- contention ---- */

/* Whether an address is in one of the two sections with the code of functions that wait: scheduler and
   locks. */
static bool is_lock_code(const struct locks *l, uint64_t avma)
{
    for (int i = 0; i < 2; i++)
        if (avma >= l->text[i].start && avma < l->text[i].end)
            return true;
    return false;
}

static struct place locks_place_of(const struct locks *l, const struct moment *m, const struct frame *f)
{
    struct address_cache *a = l->stacks->addresses;
    struct task_slot *task = address_cache_task_of(a, m->sample);
    return address_cache_find(a, task, f->mode, f->avma, m->sample->when, 0).place;
}

/* A number for the set of callers in a call chain. It is computed as in perf, since it also decides the
   order of equal rows (builtin-lock.c, callchain_id(); linux/hash.h, hash_64()). */
static uint64_t chain_key(const struct locks *l, const struct moment *m)
{
    const struct stacks *k = l->stacks;
    uint64_t key = 0;
    for (size_t i = l->skip; i < k->n; i++)
        if (!is_lock_code(l, k->frames[i].avma) || !locks_place_of(l, m, &k->frames[i]).symbol)
            key ^= k->frames[i].avma * UINT64_C(0x61C8864680B583EB);
    return key;
}

static void locks_add_symbol(const struct locks *l, const struct place *p, struct text *t)
{
    symtab_symbol_name(l->demangle, p->symbol, t);
    if (p->at != p->symbol->start)
        text_printf(t, "+%#" PRIx64, p->at - p->symbol->start);
}

/* Append the name of the first frame that has a name and is not in lock code. Frames before it without a
   file are counted as problems. */
static void locks_add_caller(const struct locks *l, const struct moment *m, struct text *t)
{
    const struct stacks *k = l->stacks;
    for (size_t i = l->skip; i < k->n && !t->n; i++) {
        struct place p = locks_place_of(l, m, &k->frames[i]);
        if (p.symbol && !is_lock_code(l, k->frames[i].avma))
            locks_add_symbol(l, &p, t);
        else
            address_check_frame(&p, k->frames[i].avma, k->problems);
    }
}

static void keep_chain(struct locks *l, struct lock_row *row, const struct sample *s)
{
    uint64_t most = s->nchain < l->stacks->o.max ? s->nchain : l->stacks->o.max;
    uint64_t *to = arena_new(&l->arena, (size_t)most * sizeof(*to));
    row->chain = to;
    for (uint64_t i = 0; i < s->nchain && row->nchain < most; i++) {
        uint64_t avma = load_u64(s->chain.p + 8 * i, s->order);
        if (avma < PERF_CONTEXT_MAX)
            to[row->nchain++] = avma;
    }
}

/* ---- filters ---- */

static struct place place_of_lock(const struct locks *l, const struct moment *m)
{
    const struct frame lock = { .avma = (uint64_t)m->number[LOCK_ADDRESS], .mode = PERF_RECORD_MISC_KERNEL };
    return locks_place_of(l, m, &lock);
}

static bool has_type(const struct lock_filter *f, uint32_t flags)
{
    return !f->types || (flags < 64 && f->types >> flags & 1);
}

static bool has_lock(const struct locks *l, const struct moment *m)
{
    const struct lock_filter *f = &l->filter;
    for (size_t i = 0; i < f->naddresses; i++)
        if (f->addresses[i] == (uint64_t)m->number[LOCK_ADDRESS])
            return true;
    if (!f->names.n)
        return !f->naddresses;
    const struct place p = place_of_lock(l, m);
    const bool is_named = p.symbol && p.at == p.symbol->start;
    for (size_t i = 0; is_named && i < f->names.n; i++)
        if (!strcmp(f->names.v[i], p.symbol->name))
            return true;
    return false;
}

static bool has_caller(const struct locks *l, const struct moment *m)
{
    const struct words *callers = &l->filter.callers;
    for (size_t i = 0; callers->n && i < l->stacks->n; i++) {
        struct place p = locks_place_of(l, m, &l->stacks->frames[i]);
        for (size_t k = 0; p.symbol && k < callers->n; k++)
            if (strstr(p.symbol->name, callers->v[k]))
                return true;
    }
    return !callers->n;
}

static bool locks_is_wanted(const struct locks *l, const struct moment *m)
{
    return has_type(&l->filter, (uint32_t)m->number[LOCK_FLAGS]) && has_lock(l, m) && has_caller(l, m);
}

/* ---- waits ---- */

static uint64_t locks_key_of(const struct locks *l, const struct moment *m)
{
    if (l->by == LOCK_BY_CALLER)
        return chain_key(l, m);
    if (l->by == LOCK_BY_THREAD)
        return (uint32_t)m->sample->tid;
    return (uint64_t)m->number[LOCK_ADDRESS];
}

static void name_row(struct locks *l, struct lock_row *row, const struct moment *m)
{
    struct text name = { 0 };
    struct place lock = { 0 };
    if (l->by_symbol)
        lock = place_of_lock(l, m);
    if (lock.symbol)
        locks_add_symbol(l, &lock, &name);
    else if (!l->by_symbol && l->by != LOCK_BY_THREAD)
        locks_add_caller(l, m, &name);
    if (!name.n && !l->by_symbol)
        text_add(&name, "Unknown");
    row->name = arena_names_id(&l->names, text_str(&name));
    row->flags = (uint32_t)m->number[LOCK_FLAGS];
    if (l->by == LOCK_BY_CALLER)
        keep_chain(l, row, m->sample);
    text_free(&name);
}

/* Begin a wait that the filter drops. The lock becomes CONTENDED without a row, so that the end of this
   wait is recognised and the next wait is not counted as impossible. */
static void begin_unwanted(struct locks *l, const struct moment *m)
{
    struct lock_hold *h = hold_at(l, m->sample->tid, (uint64_t)m->number[LOCK_ADDRESS]);
    if (h->state != CONTENDED)
        *h = (struct lock_hold){ .state = CONTENDED, .row = NO_ROW };
}

static void see_begin(void *arg, const struct moment *m)
{
    struct locks *l = arg;
    uint32_t index;
    stack_find_frames(l->stacks, m->sample, address_cache_task_of(l->stacks->addresses, m->sample));
    if (!locks_is_wanted(l, m)) {
        begin_unwanted(l, m);
        return;
    }
    struct lock_hold *h = hold_at(l, m->sample->tid, (uint64_t)m->number[LOCK_ADDRESS]);
    if (h->state == CONTENDED && h->row == NO_ROW)
        return;
    struct lock_row *fresh = row_at(l, locks_key_of(l, m), &index), *row = &l->v[index];
    if (fresh)
        name_row(l, fresh, m);
    if (h->state == CONTENDED)
        return; /* a mutex waits, spins and waits again */
    if (h->state == WANTED || h->state == READ) {
        locks_fail(l, row, h, LOCK_CONTENDED);
        return;
    }
    *h = (struct lock_hold){ .state = CONTENDED, .row = index, .since = m->time };
    row->contended++;
}

/* End a wait. It is counted in the row of its begin. */
static void see_end(void *arg, const struct moment *m)
{
    struct locks *l = arg;
    uint32_t thread = idmap_get(&l->threads, (uint32_t)m->sample->tid);
    uint32_t address = idmap_get(&l->addresses, (uint64_t)m->number[LOCK_ADDRESS]);
    uint32_t known = 0;
    if (thread && address)
        known = idmap_get(&l->hold_of, (uint64_t)thread << 32 | address);
    if (!known || l->holds[known - 1].state == UNKNOWN)
        return; /* the wait began before the recording */
    struct lock_hold *h = &l->holds[known - 1];
    if (h->row == NO_ROW) {
        h->state = UNKNOWN;
        return;
    }
    struct lock_row *row = &l->v[h->row];
    if (h->state != CONTENDED) {
        locks_fail(l, row, h, LOCK_ACQUIRED);
        return;
    }
    end_wait(row, h, m->time);
    h->state = HELD;
    row->acquired++;
    row->average = row->waited / row->acquired;
}

// clang-format off
const struct replay_row lock_rows[] = {
    { "lock:contention_begin", { [LOCK_ADDRESS] = "lock_addr", [LOCK_FLAGS] = "flags" },                       see_begin     },
    { "lock:contention_end",   { [LOCK_ADDRESS] = "lock_addr" },                                               see_end       },
    { "lock:lock_acquire",     { [LOCK_ADDRESS] = "lockdep_addr", [LOCK_FLAGS] = "flags", [LOCK_NAME] = "name[]" }, see_acquire   },
    { "lock:lock_acquired",    { [LOCK_ADDRESS] = "lockdep_addr", [LOCK_FLAGS] = "?flags", [LOCK_NAME] = "name[]" }, see_acquired  },
    { "lock:lock_contended",   { [LOCK_ADDRESS] = "lockdep_addr", [LOCK_FLAGS] = "?flags", [LOCK_NAME] = "name[]" }, see_contended },
    { "lock:lock_release",     { [LOCK_ADDRESS] = "lockdep_addr", [LOCK_FLAGS] = "?flags", [LOCK_NAME] = "name[]" }, see_release   },
};
// clang-format on
const size_t nlock_rows = COUNT(lock_rows), ncontention_rows = 2;

void locks_combine(struct locks *l, const uint32_t *order, bool *gone)
{
    /* by name: index + 1 of the first row */
    uint32_t *first = mem_new((size_t)l->names.n + 1, sizeof(*first));
    for (size_t i = 0; i < l->n; i++) {
        struct lock_row *row = &l->v[order[i]];
        if (!first[row->name]) {
            first[row->name] = order[i] + 1;
            continue;
        }
        struct lock_row *to = &l->v[first[row->name] - 1];
        to->acquired += row->acquired;
        to->contended += row->contended;
        to->waited += row->waited;
        if (to->contended)
            to->average = to->waited / to->contended;
        if (row->shortest < to->shortest)
            to->shortest = row->shortest;
        if (row->longest > to->longest)
            to->longest = row->longest;
        to->broken = to->broken || row->broken;
        gone[order[i]] = true;
    }
    free(first);
}

void locks_free(struct locks *l)
{
    struct idmap *const maps[] = { &l->rows, &l->threads, &l->addresses, &l->hold_of };
    for (size_t i = 0; i < COUNT(maps); i++)
        idmap_free(maps[i]);
    free(l->v);
    free(l->holds);
    free(l->tids);
    arena_names_free(&l->names);
    arena_free(&l->arena);
    *l = (struct locks){ 0 };
}
