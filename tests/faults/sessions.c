/*
 * Sessions side by side: usage: sessions ROUNDS CAPTURE...
 *
 * Each of four threads opens a capture of its own again and again, reads its samples with their call chains as columns, counts
 * them, and closes it. Memory fails at every 50th allocation that the last thread asks for: that one gets errors, the others always
 * have the answer that one thread alone has. Under ThreadSanitizer nothing is shared.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/profile/count/count.h"
#include "core/profile/keys/keys.h"
#include "lib/columns/sample_columns.h"
#include "lib/session/session.h"

enum { THREADS = 4, EACH = 50 };

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__real_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__real_aligned_alloc(size_t align, size_t size);
void *__wrap_aligned_alloc(size_t align, size_t size);

const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "detect_leaks=0";
}

static _Thread_local unsigned long asked, until; /* allocations; each so many fail, 0: none do */

static bool fails(void)
{
    return until && ++asked % until == 0;
}

void *__wrap_calloc(size_t n, size_t size)
{
    return fails() ? NULL : __real_calloc(n, size);
}

void *__wrap_realloc(void *p, size_t size)
{
    return fails() ? NULL : __real_realloc(p, size);
}

void *__wrap_aligned_alloc(size_t align, size_t size)
{
    return fails() ? NULL : __real_aligned_alloc(align, size);
}

struct call {
    const char *path;
    struct session session;
    struct sample_columns columns;
    struct profile profile;
    uint64_t answer;
    bool whole;
};

static void work(void *arg)
{
    struct call *c = arg;
    struct session *s = &c->session;
    struct err e = { 0 };
    const struct session_opts opts = { .path = c->path, .isolated = true };
    static const struct key *const keys[] = { &key_process, &key_path };
    const struct count_opts o = { .keys = keys, .nkeys = COUNT(keys), .workers = 1 };
    const struct sample_columns_opts how = { .stacks = true, .workers = 2 };
    if (!session_open(s, &opts, &e) || !session_deepen(s, SESSION_RESOLVE, &e) ||
        !sample_columns_read(&c->columns, s->capture, s->timeline, s->resolver, &how, &e) ||
        !count_samples(s->capture, s->timeline, s->resolver, &o, &c->profile, &e))
        return;
    uint64_t sum = c->profile.nrows;
    for (size_t i = 0; i < c->columns.n; i++)
        sum = hash_u64(sum ^ c->columns.time[i] ^ c->columns.weight[i] << 1) + c->columns.stack[i];
    for (uint32_t i = 0; i < c->profile.nrows; i++)
        sum += hash_u64(hash_u64(row_at(&c->profile, i)->samples + 1) ^ row_at(&c->profile, i)->period);
    c->answer = sum;
    c->whole = true;
}

/* 0: memory failed. */
static uint64_t answer_of(const char *path)
{
    struct call c = { .path = path };
    struct err e = { 0 };
    const bool ended = mem_run_protected(work, &c, &e);
    const unsigned long wanted = until;
    until = 0;
    sample_columns_free(&c.columns);
    if (ended)
        profile_free(&c.profile);
    session_close(&c.session);
    until = wanted;
    if ((ended && !c.whole) || (!ended && e.kind != ERR_MEMORY)) {
        fprintf(stderr, "sessions: %s: no answer, and no error of memory: %s\n", path, e.msg);
        exit(1);
    }
    return ended ? c.answer : 0;
}

struct thread {
    const char *path;
    unsigned long rounds, fails, without; /* without: rounds that had no memory */
    uint64_t good;
    pthread_t id;
};

static void *run(void *arg)
{
    struct thread *t = arg;
    for (unsigned long i = 0; i < t->rounds; i++) {
        until = t->fails;
        const uint64_t sum = answer_of(t->path);
        t->without += !sum;
        if (sum && sum != t->good) {
            fprintf(stderr, "sessions: %s: another answer\n", t->path);
            exit(1);
        }
    }
    return NULL;
}

int main(int argc, char **argv)
{
    struct thread threads[THREADS];
    if (argc < 3)
        return 2;
    for (int i = 0; i < THREADS; i++) {
        threads[i] = (struct thread){ .path = argv[2 + i % (argc - 2)],
                                      .rounds = strtoul(argv[1], NULL, 10),
                                      .fails = i == THREADS - 1 ? EACH : 0 };
        threads[i].good = answer_of(threads[i].path);
    }
    for (int i = 0; i < THREADS; i++)
        if (pthread_create(&threads[i].id, NULL, run, &threads[i]))
            return 2;
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i].id, NULL);
    for (int i = 0; i < THREADS; i++)
        if (threads[i].fails ? threads[i].without != threads[i].rounds : threads[i].without)
            return fprintf(stderr, "sessions: %s: %lu rounds without memory\n", threads[i].path,
                           threads[i].without),
                   1;
    printf("%d threads, %s rounds each, the last one without memory in all\n", THREADS, argv[1]);
    return 0;
}
