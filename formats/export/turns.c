#include "formats/export/turns.h"

#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

#include "core/base/file/threads.h"
#include "core/base/mem.h"

enum { KEPT = 1 << 22 }; /* bytes that may wait until earlier parts are written */

/* The writer of one part. */
struct writer {
    struct turns *t;
    struct writer *next; /* the next idle writer */
    unsigned number;
    size_t part;
    struct export_sink sink;
};

struct turns {
    void (*make)(void *arg, unsigned worker, size_t part, struct export_sink *to);
    void *arg;
    struct export_sink *out; /* belongs to the writer whose part is next in order */
    pthread_mutex_t lock;    /* protects all members below */
    pthread_cond_t changed;
    struct writer *idle;
    size_t put; /* number of parts that are complete in `out` */
    bool failed;
};

/* Waits until all earlier parts are written. False: an earlier part failed. */
static bool wait_for_turn(struct writer *w)
{
    struct turns *t = w->t;
    pthread_mutex_lock(&t->lock);
    assert(t->failed || t->put <= w->part);
    while (!t->failed && t->put != w->part)
        pthread_cond_wait(&t->changed, &t->lock);
    const bool failed = t->failed;
    pthread_mutex_unlock(&t->lock);
    return !failed;
}

/* Called if memory runs out in a part: later parts stop waiting. */
static void turns_stop(void *turns)
{
    struct turns *t = turns;
    pthread_mutex_lock(&t->lock);
    t->failed = true;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

static bool write_in_turn(void *arg, const void *p, size_t n, struct err *e UNUSED)
{
    struct writer *w = arg;
    struct export_sink *out = w->t->out;
    return wait_for_turn(w) && out->err.kind == ERR_NONE && out->write(out->arg, p, n, &out->err);
}

static void make_part(struct turns *t, size_t part)
{
    struct mem_undo undo;
    pthread_mutex_lock(&t->lock);
    struct writer *w = t->idle;
    assert(w); /* there are as many writers as threads */
    t->idle = w->next;
    pthread_mutex_unlock(&t->lock);
    w->part = part;
    mem_undo_add(&undo, turns_stop, t);
    t->make(t->arg, w->number, part, &w->sink);
    export_write_collected(&w->sink);
    wait_for_turn(w);
    mem_undo_drop(&undo);
    pthread_mutex_lock(&t->lock);
    w->next = t->idle;
    t->idle = w;
    t->put++;
    pthread_cond_broadcast(&t->changed);
    pthread_mutex_unlock(&t->lock);
}

static void make_parts(void *arg, size_t from, size_t to)
{
    for (; from < to; from++)
        make_part(arg, from);
}

void turns_run_parts(unsigned workers, size_t n,
                     void (*make)(void *arg, unsigned worker, size_t part, struct export_sink *to), void *arg,
                     struct export_sink *out)
{
    struct turns t = { .make = make, .arg = arg, .out = out };
    for (size_t i = 0; workers < 2 && i < n; i++)
        make(arg, 0, i, out);
    if (workers < 2)
        return;
    export_write_collected(out);
    struct writer *all = mem_new(workers, sizeof(*all));
    pthread_mutex_init(&t.lock, NULL);
    pthread_cond_init(&t.changed, NULL);
    for (unsigned i = 0; i < workers; i++) {
        all[i] = (struct writer){ .t = &t, .number = i };
        if (i + 1 < workers)
            all[i].next = &all[i + 1];
        all[i].sink = (struct export_sink){ .write = write_in_turn, .arg = &all[i], .keeps = KEPT };
    }
    t.idle = all;
    threads_run_ranges(workers, n, 1, make_parts, &t);
    for (unsigned i = 0; i < workers; i++)
        text_free(&all[i].sink.text);
    pthread_cond_destroy(&t.changed);
    pthread_mutex_destroy(&t.lock);
    free(all);
}
