#include "core/profile/threads.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "core/base/mem.h"

struct shared {
    size_t n, each;
    void (*work)(void *arg, size_t from, size_t to);
    void *arg;
    atomic_size_t next; /* piece */
};

static void *take_pieces(void *arg)
{
    struct shared *s = arg;
    const size_t pieces = s->n / s->each + (s->n % s->each != 0);
    for (size_t i; (i = atomic_fetch_add_explicit(&s->next, 1, memory_order_relaxed)) < pieces;) {
        const size_t from = i * s->each;
        s->work(s->arg, from, s->n - from < s->each ? s->n : from + s->each);
    }
    return NULL;
}

void threads_share(unsigned threads, size_t n, size_t each, void (*work)(void *arg, size_t from, size_t to),
                   void *arg)
{
    struct shared s = { .n = n, .each = each, .work = work, .arg = arg };
    atomic_init(&s.next, 0);
    const size_t most = n / each + 1;
    threads = threads < most ? threads : (unsigned)most;
    pthread_t *others = mem_new(threads, sizeof(*others));
    unsigned started = 0;
    while (started + 1 < threads && !pthread_create(&others[started], NULL, take_pieces, &s))
        started++;
    take_pieces(&s);
    for (unsigned i = 0; i < started; i++)
        pthread_join(others[i], NULL);
    free(others);
}
