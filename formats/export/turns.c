#include "formats/export/turns.h"

#include <pthread.h>
#include <stdlib.h>

#include "core/base/mem.h"

enum { KEPT = 1 << 22 }; /* bytes that wait for their turn */

struct turns {
    size_t n;
    void (*make)(void *arg, unsigned worker, size_t part, struct export_sink *to);
    void *arg;
    struct export_sink *out; /* of whose turn it is */
    pthread_mutex_t lock;    /* of everything below */
    pthread_cond_t changed;
    size_t taken, put; /* parts */
};

struct worker {
    struct turns *t;
    unsigned number;
    size_t part;
    struct export_sink sink;
    pthread_t thread;
};

static void wait_for_turn(struct worker *w)
{
    struct turns *t = w->t;
    pthread_mutex_lock(&t->lock);
    while (t->put != w->part)
        pthread_cond_wait(&t->changed, &t->lock);
    pthread_mutex_unlock(&t->lock);
}

static bool write_in_turn(void *arg, const void *p, size_t n, struct err *e UNUSED)
{
    struct worker *w = arg;
    struct export_sink *out = w->t->out;
    wait_for_turn(w);
    return out->err.kind == ERR_NONE && out->write(out->arg, p, n, &out->err);
}

static void *work(void *arg)
{
    struct worker *w = arg;
    struct turns *t = w->t;
    pthread_mutex_lock(&t->lock);
    while (t->taken < t->n) {
        w->part = t->taken++;
        pthread_mutex_unlock(&t->lock);
        t->make(t->arg, w->number, w->part, &w->sink);
        export_write(&w->sink);
        wait_for_turn(w);
        pthread_mutex_lock(&t->lock);
        t->put++;
        pthread_cond_broadcast(&t->changed);
    }
    pthread_mutex_unlock(&t->lock);
    return NULL;
}

void turns_share(unsigned workers, size_t n,
                 void (*make)(void *arg, unsigned worker, size_t part, struct export_sink *to), void *arg,
                 struct export_sink *out)
{
    struct turns t = { .n = n, .make = make, .arg = arg, .out = out };
    unsigned started = 1;
    for (size_t i = 0; workers < 2 && i < n; i++)
        make(arg, 0, i, out);
    if (workers < 2)
        return;
    export_write(out);
    struct worker *all = mem_new(workers, sizeof(*all));
    pthread_mutex_init(&t.lock, NULL);
    pthread_cond_init(&t.changed, NULL);
    for (unsigned i = 0; i < workers; i++) {
        all[i] = (struct worker){ .t = &t, .number = i };
        all[i].sink = (struct export_sink){ .write = write_in_turn, .arg = &all[i], .keeps = KEPT };
    }
    while (started < workers && !pthread_create(&all[started].thread, NULL, work, &all[started]))
        started++;
    work(&all[0]);
    for (unsigned i = 1; i < started; i++)
        pthread_join(all[i].thread, NULL);
    for (unsigned i = 0; i < workers; i++)
        text_free(&all[i].sink.text);
    pthread_cond_destroy(&t.changed);
    pthread_mutex_destroy(&t.lock);
    free(all);
}
