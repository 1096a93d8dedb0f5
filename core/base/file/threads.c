#include "core/base/file/threads.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/system/locales.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

struct crew {
    void (*work)(void *arg, unsigned i);
    void (*stop)(void *arg);
    void *arg;
    void *locale; /* the caller's */
};

struct member {
    const struct crew *crew;
    unsigned number;
    pthread_t thread;
    struct err err; /* set if memory ran out */
};

static void do_work(void *arg)
{
    const struct member *m = arg;
    m->crew->work(m->crew->arg, m->number);
}

static void *threads_run_part(void *arg)
{
    struct member *m = arg;
    locales_use(m->crew->locale);
    if (!mem_run_protected(do_work, m, &m->err) && m->crew->stop)
        m->crew->stop(m->crew->arg);
    return NULL;
}

/* Uses calloc() and not mem_new(): functions that free memory use threads, too, and must not fail for lack of memory. */
unsigned threads_run(unsigned n, void (*work)(void *arg, unsigned i), void (*stop)(void *arg), void *arg)
{
    const struct crew crew = { work, stop, arg, locales_current() };
    struct member own = { .crew = &crew }, *others = n > 1 ? calloc(n - 1, sizeof(*others)) : NULL;
    unsigned started = 0;
    for (; others && started + 1 < n; started++) {
        others[started] = (struct member){ .crew = &crew, .number = started + 1 };
        if (pthread_create(&others[started].thread, NULL, threads_run_part, &others[started]))
            break;
    }
    threads_run_part(&own);
    for (unsigned i = 0; i < started; i++) {
        pthread_join(others[i].thread, NULL);
        if (own.err.kind == ERR_NONE)
            own.err = others[i].err;
    }
    free(others);
    if (own.err.kind != ERR_NONE)
        mem_fail(&own.err);
    return started + 1;
}

struct threads_beside {
    struct crew crew;
    struct member member;
};

struct threads_beside *threads_start(void (*work)(void *arg, unsigned i), void (*stop)(void *arg), void *arg)
{
    struct threads_beside *t = calloc(1, sizeof(*t));
    if (!t)
        return NULL;
    t->crew = (struct crew){ work, stop, arg, locales_current() };
    t->member = (struct member){ .crew = &t->crew, .number = 1 };
    if (!pthread_create(&t->member.thread, NULL, threads_run_part, &t->member))
        return t;
    free(t);
    return NULL;
}

struct err threads_join(struct threads_beside *t)
{
    pthread_join(t->member.thread, NULL);
    const struct err e = t->member.err;
    free(t);
    return e;
}

struct shared {
    size_t n, each;
    void (*work)(void *arg, size_t from, size_t to);
    void *arg;
    atomic_size_t next; /* the next piece to take */
};

static size_t pieces(const struct shared *s)
{
    return s->n / s->each + (s->n % s->each != 0);
}

static void take_none(void *arg)
{
    struct shared *s = arg;
    atomic_store(&s->next, pieces(s));
}

static void take_pieces(void *arg, unsigned number)
{
    struct shared *s = arg;
    (void)number;
    for (size_t i; (i = atomic_fetch_add_explicit(&s->next, 1, memory_order_relaxed)) < pieces(s);) {
        const size_t from = i * s->each;
        s->work(s->arg, from, from + (size_t)lesser_of(s->n - from, s->each));
    }
}

void threads_run_ranges(unsigned threads, size_t n, size_t each,
                        void (*work)(void *arg, size_t from, size_t to), void *arg)
{
    assert(each);
    struct shared s = { .n = n, .each = each, .work = work, .arg = arg };
    atomic_init(&s.next, 0);
    threads_run((unsigned)lesser_of(threads, pieces(&s)), take_pieces, take_none, &s);
}

/* threads_sort() distributes the numbers to parts by their highest digit, and sorts each part alone. */
enum { PIECE = 1 << 15, PARTS = 256 };

struct threads_sorting {
    struct numbered *v, *parted;
    struct sorted_piece {
        uint64_t least, most;
        /* First the count of numbers of each part in this piece, then the place for the part's next number. */
        size_t next[PARTS];
    } * pieces;
    uint64_t least;
    unsigned shift; /* part = (number - least) >> shift */
    size_t until[PARTS];
};

static size_t part_of(const struct threads_sorting *s, const struct numbered *v)
{
    return (v->by - s->least) >> s->shift;
}

static void measure(void *arg, size_t from, size_t to)
{
    const struct threads_sorting *s = arg;
    struct sorted_piece *piece = &s->pieces[from / PIECE];
    piece->least = piece->most = s->v[from].by;
    for (size_t i = from; i < to; i++) {
        if (s->v[i].by < piece->least)
            piece->least = s->v[i].by;
        if (s->v[i].by > piece->most)
            piece->most = s->v[i].by;
    }
}

static void count_parts(void *arg, size_t from, size_t to)
{
    const struct threads_sorting *s = arg;
    for (size_t i = from; i < to; i++)
        s->pieces[from / PIECE].next[part_of(s, &s->v[i])]++;
}

static void put_in_parts(void *arg, size_t from, size_t to)
{
    const struct threads_sorting *s = arg;
    for (size_t i = from; i < to; i++)
        s->parted[s->pieces[from / PIECE].next[part_of(s, &s->v[i])]++] = s->v[i];
}

static void sort_parts(void *arg, size_t from, size_t to)
{
    const struct threads_sorting *s = arg;
    for (; from < to; from++) {
        const size_t begin = from ? s->until[from - 1] : 0, n = s->until[from] - begin;
        sort_by_number(s->parted + begin, n);
        if (n)
            memcpy(s->v + begin, s->parted + begin, n * sizeof(*s->v));
    }
}

/* Assigns places: part follows part, and within a part the numbers of the pieces follow in the order of the pieces, so
   that equal numbers keep their order. */
static void place_parts(struct threads_sorting *s, size_t npieces)
{
    size_t at = 0;
    for (size_t part = 0; part < PARTS; part++) {
        for (size_t i = 0; i < npieces; i++) {
            const size_t n = s->pieces[i].next[part];
            s->pieces[i].next[part] = at;
            at += n;
        }
        s->until[part] = at;
    }
}

void threads_sort(unsigned threads, struct numbered *v, size_t n)
{
    const size_t npieces = n / PIECE + (n % PIECE != 0);
    uint64_t most = 0;
    if (threads < 2 || npieces < 2) {
        sort_by_number(v, n);
        return;
    }
    struct threads_sorting s = { .v = v,
                                 .parted = mem_resize(NULL, n, sizeof(*s.parted)),
                                 .pieces = mem_new(npieces, sizeof(*s.pieces)),
                                 .least = UINT64_MAX };
    threads_run_ranges(threads, n, PIECE, measure, &s);
    for (size_t i = 0; i < npieces; i++) {
        if (s.pieces[i].least < s.least)
            s.least = s.pieces[i].least;
        if (s.pieces[i].most > most)
            most = s.pieces[i].most;
    }
    while ((most - s.least) >> s.shift >= PARTS)
        s.shift++;
    threads_run_ranges(threads, n, PIECE, count_parts, &s);
    place_parts(&s, npieces);
    threads_run_ranges(threads, n, PIECE, put_in_parts, &s);
    threads_run_ranges(threads, PARTS, 1, sort_parts, &s);
    free(s.parted);
    free(s.pieces);
}
