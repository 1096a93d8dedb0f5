/*
 * workers: the program with as many workers as it is given, whatever this machine has, and with blocks that end
 * elsewhere: usage: workers N SEED COMMAND..., or `workers served`, whose command lines (served.c) begin with
 * N SEED.
 *
 * SEED 0 leaves blocks as the reader cuts them; any other has them cut into pieces of 1 to 64 records, at
 * places that follow from the seed. The linker puts the functions called __wrap_* here in front of the
 * program's (tests/CMakeLists.txt). With PERFOLIO_CPU set, the last line of the errors is what is serial, in seconds
 * of the first thread's processor time: while there are no others, and while there are. On one processor it then runs
 * only while all others wait, and so does what they cannot do (bench/scale.py). Its pieces of what threads share
 * (threads_run_ranges()) are none of it where there is one for each: any other might have taken them.
 */
#define _GNU_SOURCE /* SCHED_IDLE */
#include <pthread.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "tests/outlets.h"
#include "core/base/cur.h"
#include "core/base/mem.h"
#include "core/profile/count/count.h"
#include "core/replay/tracks.h"
#include "formats/perf/open.h"
#include "formats/perf/skim.h"

enum { MOST_RECORDS = 64 };

bool __real_count_samples(struct capture *c, const struct timeline *t, struct resolver *r,
                          const struct count_opts *o, struct profile *out, struct err *e);
bool __wrap_count_samples(struct capture *c, const struct timeline *t, struct resolver *r,
                          const struct count_opts *o, struct profile *out, struct err *e);
bool __real_tracks_read(struct capture *c, const struct timeline *t, struct resolver *r,
                        const struct count_opts *o, const uint32_t *leads, struct tracks *out, struct err *e);
bool __wrap_tracks_read(struct capture *c, const struct timeline *t, struct resolver *r,
                        const struct count_opts *o, const uint32_t *leads, struct tracks *out, struct err *e);
unsigned __real_count_workers(const struct capture *c, unsigned asked);
unsigned __wrap_count_workers(const struct capture *c, unsigned asked);
unsigned __wrap_file_processors(void);
struct skim_plan __real_skim_plan_of(const struct perfdata *p);
struct skim_plan __wrap_skim_plan_of(const struct perfdata *p);
struct capture *__real_perfdata_open(const char *path, struct fault *fault, struct err *e);
struct capture *__wrap_perfdata_open(const char *path, struct fault *fault, struct err *e);
struct capture *__real_perfdata_open_at(const char *path, const struct capture_place *place, struct err *e);
struct capture *__wrap_perfdata_open_at(const char *path, const struct capture_place *place, struct err *e);
int __real_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*run)(void *), void *arg);
int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*run)(void *), void *arg);
int __real_pthread_join(pthread_t t, void **value);
int __wrap_pthread_join(pthread_t t, void **value);
void __real_threads_run_ranges(unsigned threads, size_t n, size_t each,
                               void (*work)(void *arg, size_t from, size_t to), void *arg);
void __wrap_threads_run_ranges(unsigned threads, size_t n, size_t each,
                               void (*work)(void *arg, size_t from, size_t to), void *arg);
int serve(void);

static unsigned workers = 1;
static uint64_t seed;

/* What the first thread took, if that is asked for. */
static struct {
    bool on;
    pthread_t first;
    unsigned others;             /* threads that it began and did not join yet */
    unsigned all;                /* how many that will be */
    double since, alone, beside; /* seconds; */
    double shared;               /* and what is not serial */
} cpu;

/* What the first thread took since the last time. */
static void take_cpu(double *into)
{
    struct timespec t;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
    const double now = (double)t.tv_sec + (double)t.tv_nsec / 1e9;
    *into += now - cpu.since;
    cpu.since = now;
}

static bool is_first(void)
{
    return cpu.on && pthread_equal(cpu.first, pthread_self());
}

int __wrap_pthread_create(pthread_t *t, const pthread_attr_t *a, void *(*run)(void *), void *arg)
{
    const int failed = __real_pthread_create(t, a, run, arg);
    if (failed || !is_first())
        return failed;
    if (!cpu.others++)
        take_cpu(&cpu.alone);
    if (cpu.others == cpu.all)
        pthread_setschedparam(cpu.first, SCHED_IDLE, &(struct sched_param){ 0 });
    return 0;
}

int __wrap_pthread_join(pthread_t t, void **value)
{
    const int failed = __real_pthread_join(t, value);
    if (failed || !is_first() || --cpu.others)
        return failed;
    take_cpu(&cpu.beside);
    pthread_setschedparam(cpu.first, SCHED_OTHER, &(struct sched_param){ 0 });
    return 0;
}

/* Work that is shared, among all if there are pieces enough, and its first thread's part of it. */
struct sharing {
    void (*work)(void *arg, size_t from, size_t to);
    void *arg;
    bool all;
};

static void take_piece(void *arg, size_t from, size_t to)
{
    const struct sharing *s = arg;
    if (!is_first()) {
        s->work(s->arg, from, to);
        return;
    }
    double *serial = cpu.others ? &cpu.beside : &cpu.alone;
    take_cpu(serial);
    s->work(s->arg, from, to);
    take_cpu(cpu.others && s->all ? &cpu.shared : serial);
}

/* Work of few pieces is shared by fewer threads. */
void __wrap_threads_run_ranges(unsigned threads, size_t n, size_t each,
                               void (*work)(void *arg, size_t from, size_t to), void *arg)
{
    const bool first = is_first();
    const unsigned all = first ? cpu.all : 0;
    const size_t pieces = n / each + (n % each != 0);
    if (first)
        cpu.all = cpu.others + (unsigned)(pieces < threads ? pieces : threads) - 1;
    __real_threads_run_ranges(threads, n, each, take_piece,
                              &(struct sharing){ work, arg, pieces >= workers });
    if (first)
        cpu.all = all;
}

bool __wrap_count_samples(struct capture *c, const struct timeline *t, struct resolver *r,
                          const struct count_opts *o, struct profile *out, struct err *e)
{
    struct count_opts with = *o;
    with.workers = workers;
    return __real_count_samples(c, t, r, &with, out, e);
}

bool __wrap_tracks_read(struct capture *c, const struct timeline *t, struct resolver *r,
                        const struct count_opts *o, const uint32_t *leads, struct tracks *out, struct err *e)
{
    struct count_opts with = *o;
    with.workers = workers;
    return __real_tracks_read(c, t, r, &with, leads, out, e);
}

unsigned __wrap_count_workers(const struct capture *c, unsigned asked)
{
    return __real_count_workers(c, asked ? asked : workers);
}

unsigned __wrap_file_processors(void)
{
    return workers;
}

/* Pieces of pass 1, too, follow from the seed; small captures have many. */
struct skim_plan __wrap_skim_plan_of(const struct perfdata *p)
{
    const uint64_t piece = seed ? 512 + seed * 8191 % 32768 : __real_skim_plan_of(p).piece;
    return (struct skim_plan){ workers, piece };
}

/* A capture whose blocks are cut. `ops` is what it is asked by: where that stands leads here. */
struct cut {
    struct capture_ops ops;
    const struct capture_ops *real;
    pthread_mutex_t lock;
    struct block whole;
    struct record_heads heads; /* its */
    uint64_t state;
};

static struct cut *cut_of(const struct capture *c)
{
    return (struct cut *)(uintptr_t)c->ops;
}

static bool cut_rewind(struct capture *c, struct err *e)
{
    struct cut *u = cut_of(c);
    u->whole.bytes = (struct span){ 0 };
    u->whole.next = 0;
    u->state = seed;
    return u->real->rewind(c, e);
}

static size_t piece(struct cut *u, enum byte_order order)
{
    u->state = u->state * UINT64_C(6364136223846793005) + 1442695040888963407;
    size_t end = u->whole.next, n = 1 + (u->state >> 33) % MOST_RECORDS;
    while (n-- && end < u->whole.bytes.n)
        end += load_u16(u->whole.bytes.p + end + 6, order);
    return end < u->whole.bytes.n ? end : u->whole.bytes.n;
}

/* The heads of what was cut out, if they are asked for: part of those of the whole block. */
static void cut_heads(const struct record_heads *whole, size_t from, size_t end, struct record_heads *out)
{
    if (!out)
        return;
    capture_heads_clear(out);
    for (size_t i = 0; i < whole->n; i++)
        if (whole->v[i].at >= from && whole->v[i].at < end)
            capture_heads_add(out, (struct record_head){ whole->v[i].time, whole->v[i].at - (uint32_t)from,
                                                         whole->v[i].type });
}

static bool cut_next_block(struct capture *c, struct block *b, struct err *e)
{
    struct cut *u = cut_of(c);
    struct block *w = &u->whole;
    pthread_mutex_lock(&u->lock);
    bool ok = w->next < w->bytes.n || u->real->next_block(c, w, e);
    if (ok) {
        size_t from = w->next, end = piece(u, c->order);
        w->next = end;
        b->bytes.n = b->next = 0;
        b->at = w->at + from;
        b->seq = w->seq + from;
        capture_block_add(b, w->bytes.p + from, end - from);
        cut_heads(&u->heads, from, end, b->heads);
    }
    pthread_mutex_unlock(&u->lock);
    return ok;
}

static void cut_close(struct capture *c)
{
    struct cut *u = cut_of(c);
    c->ops = u->real;
    c->ops->close(c);
    pthread_mutex_destroy(&u->lock);
    free(u->whole.buf);
    capture_heads_free(&u->heads);
    free(u);
}

static struct capture *cut_into_pieces(struct capture *c)
{
    if (!c || !seed)
        return c;
    struct cut *u = mem_new(1, sizeof(*u));
    *u = (struct cut){ .ops = *c->ops, .real = c->ops };
    u->whole.heads = &u->heads;
    u->ops.rewind = cut_rewind;
    u->ops.next_block = cut_next_block;
    u->ops.close = cut_close;
    pthread_mutex_init(&u->lock, NULL);
    c->ops = &u->ops;
    return c;
}

struct capture *__wrap_perfdata_open(const char *path, struct fault *fault, struct err *e)
{
    return cut_into_pieces(__real_perfdata_open(path, fault, e));
}

struct capture *__wrap_perfdata_open_at(const char *path, const struct capture_place *place, struct err *e)
{
    return cut_into_pieces(__real_perfdata_open_at(path, place, e));
}

static int run_with_workers(int argc, const char **argv, FILE *out, FILE *err);

#define perfolio_to run_with_workers
#define main        serve
#include "tests/served.c"
#undef main
#undef perfolio_to

/* argv: the program, N, SEED, COMMAND... */
static int run_with_workers(int argc, const char **argv, FILE *out, FILE *err)
{
    const char *words[MOST_WORDS] = { argv[0] };
    if (argc < 4 || argc > MOST_WORDS)
        return 1;
    workers = (unsigned)strtoul(argv[1], NULL, 10);
    seed = strtoull(argv[2], NULL, 10);
    for (int i = 3; i < argc; i++)
        words[i - 2] = argv[i];
    cpu.all = workers - 1;
    cpu.on = getenv("PERFOLIO_CPU");
    cpu.first = pthread_self();
    int status = perfolio_to(argc - 2, words, out, err);
    if (cpu.on) {
        take_cpu(&cpu.alone);
        fprintf(err, "%.6f %.6f\n", cpu.alone, cpu.beside);
    }
    return status;
}

#ifndef WORKERS_WITHOUT_MAIN /* tests/fuzz/target_same.c, which has libFuzzer's */
int main(int argc, char **argv)
{
    if (argc == 2)
        return serve();
    int status = run_with_workers(argc, (const char **)(void *)argv, stdout, stderr);
    return fflush(stdout) ? 1 : status;
}
#endif
