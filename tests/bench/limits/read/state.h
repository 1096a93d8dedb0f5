/* state: threads, their names and address spaces as the records so far have made them, and which object lies at an address.
   Records are applied in order of time, between samples. */
#ifndef PERFOLIO_BENCH_LIMITS_STATE_H
#define PERFOLIO_BENCH_LIMITS_STATE_H

#include "read/capture.h"
#include "read/objects.h"

struct mapping {
    uint64_t start, end, offset; /* offset: in the file, of start */
    uint32_t object;             /* its number + 1 */
};

struct space {
    struct mapping *v; /* by address */
    size_t n, cap;
    size_t last; /* where an address was found last */
    bool shared; /* v is another one's, too */
};

struct thread {
    uint32_t tid, pid, comm; /* comm: number of a name */
    struct space *space;
    uint32_t own; /* a view's: 0 at first */
};

enum { STATE_RECENT = 1 << 12 };

struct state {
    struct objects objects;
    struct space kernel;
    struct table by_tid, space_of; /* thread + 1, space + 1 by pid */
    struct thread **threads;
    struct space **spaces;
    size_t nthreads, cap_threads, nspaces, cap_spaces;
    struct thread *recent[STATE_RECENT]; /* by tid */
};

void state_init(struct state *s, const struct capture *c);

/* Apply a record that is no sample. */
void state_see(struct state *s, const uint8_t *p);

/* The next sample in order of time, once the records in front of it are applied; NULL: there are no more. */
static inline const struct moment *state_next_sample(struct state *s, struct capture *c)
{
    const struct moment *m;
    while ((m = capture_next(c)) != NULL && u32(m->p) != SAMPLE)
        state_see(s, m->p);
    return m;
}

/* The thread of a tid, made when it is new. */
struct thread *state_thread_new(struct state *s, uint32_t pid, uint32_t tid);
static inline struct thread *state_thread(struct state *s, uint32_t pid, uint32_t tid)
{
    struct thread *t = s->recent[tid % STATE_RECENT];
    return t && t->tid == tid ? t : state_thread_new(s, pid, tid);
}

/* What is mapped at an address, or NULL. */
static inline const struct mapping *state_mapping(struct space *s, uint64_t address)
{
    size_t lo = 0, hi = s->n;
    if (s->last < s->n && address - s->v[s->last].start < s->v[s->last].end - s->v[s->last].start)
        return &s->v[s->last];
    while (lo < hi) {
        size_t middle = (lo + hi) / 2;
        if (s->v[middle].end <= address)
            lo = middle + 1;
        else
            hi = middle;
    }
    s->last = lo;
    return lo < s->n && s->v[lo].start <= address ? &s->v[lo] : NULL;
}

#endif
