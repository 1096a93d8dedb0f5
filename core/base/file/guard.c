/*
 * Handles files that are shortened while they are mapped. A thread that touches a page after the new end gets SIGBUS
 * (POSIX.1-2017, mmap()); the same happens when the disk fails. The handler (system_catch_faults()) maps a page of
 * zeros there, so that the reader continues; all readers can handle zeros, because any input may be hostile. The
 * handler also marks the mapping, and readers check afterwards whether the bytes that they read can be used
 * (file_check_unchanged()).
 *
 * A signal handler has no argument, so the list of mappings is global: it is the only global state in this code base. A
 * program decides about its signal handlers, not a library in it: before file_guard_begin() there is no handler, map.c
 * copies files instead of mapping them, and the list stays empty.
 */
#include <inttypes.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/file/lock.h"
#include "core/base/file/parts.h"
#include "core/base/file/system/system.h"
#include "core/base/mem.h"

/* A guarded mapping. The handler may walk the list at any time, so entries are never freed but reused. The handler
   reads the first three members. They are written in an order in which the handler never sees the start of one mapping
   with the length of another. */
struct guarded {
    _Atomic uintptr_t start; /* 0: not in use */
    _Atomic size_t n;
    atomic_bool cut;
    struct guarded *next;
    char *path;             /* NULL: this entry is free */
    struct file_status was; /* the file when it was mapped */
    /* why the bytes cannot be used; set when the change is noticed, at the latest when the file is unmapped */
    struct err why;
    bool may_grow, reported;
};

static struct {
    struct guarded *_Atomic first;
    atomic_bool begun;
    pthread_mutex_t lock; /* protects everything that the handler does not read */
} guard = { .lock = PTHREAD_MUTEX_INITIALIZER };

static bool covers(const struct guarded *g, uintptr_t at)
{
    uintptr_t start = atomic_load(&g->start);
    return start && at - start < atomic_load(&g->n);
}

/* Marks the guarded mappings that cover an address. False: there are none. */
static bool guard_mark(uintptr_t at)
{
    bool ours = false;
    for (struct guarded *g = atomic_load(&guard.first); g; g = g->next)
        if (covers(g, at)) {
            atomic_store(&g->cut, true);
            ours = true;
        }
    return ours;
}

void file_guard_begin(void)
{
    pthread_mutex_lock(&guard.lock);
    system_catch_faults(guard_mark);
    pthread_mutex_unlock(&guard.lock);
    atomic_store(&guard.begun, true);
}

bool file_guard_is_on(void)
{
    return atomic_load(&guard.begun);
}

/* Finds a free entry, or makes one. */
static struct guarded *guarded_free(void)
{
    struct guarded *g = atomic_load(&guard.first);
    while (g && g->path)
        g = g->next;
    if (g)
        return g;
    g = mem_new(1, sizeof(*g));
    g->next = atomic_load(&guard.first);
    atomic_store(&guard.first, g);
    return g;
}

void file_guard_add(const void *start, const char *path, const struct file_status *st)
{
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &guard.lock);
    system_catch_faults(guard_mark);
    struct guarded *g = guarded_free();
    g->path = mem_copy(path, strlen(path));
    g->was = *st;
    g->why = (struct err){ 0 };
    g->may_grow = g->reported = false;
    atomic_store(&g->cut, false);
    atomic_store(&g->n, (size_t)st->size);
    atomic_store(&g->start, (uintptr_t)start);
    lock_release(held);
}

/* Whether the file is unchanged since it was mapped. If the path leads to another file or nowhere by now, that is no
   change: the mapped file still exists. */
static bool is_whole(const struct guarded *g, struct err *e)
{
    struct file_status st;
    const struct file_status *was = &g->was;
    const bool leads_there = file_look(g->path, &st) && file_node_equal(&st.node, &was->node);
    if (leads_there && st.size < was->size)
        return err_set(e, ERR_IO, st.size, "was cut from %" PRIu64 " to %" PRIu64 " bytes while it was read",
                       was->size, st.size);
    if (atomic_load(&g->cut))
        return err_set(e, ERR_IO, 0, "was cut, or could not be read any more, while it was read");
    return !leads_there || g->may_grow || st.written == was->written ||
           err_set(e, ERR_IO, 0, "was written to while it was read");
}

/* Like is_whole(), but once the result is false it stays false. */
static bool guard_look(struct guarded *g)
{
    return g->why.kind == ERR_NONE && is_whole(g, &g->why);
}

static void guard_drop(struct guarded *g)
{
    free(g->path);
    g->path = NULL;
}

/* Marks all mappings of a file as reported. */
static void note_reported(const struct guarded *reported)
{
    for (struct guarded *g = atomic_load(&guard.first); g; g = g->next)
        g->reported = g->reported || (g->path && !strcmp(g->path, reported->path));
}

void file_guard_remove(const void *start)
{
    pthread_mutex_lock(&guard.lock);
    struct guarded *g = atomic_load(&guard.first);
    while (g && (!g->path || atomic_load(&g->start) != (uintptr_t)start))
        g = g->next;
    if (g) {
        bool kept = !guard_look(g) && !g->reported;
        atomic_store(&g->start, 0);
        atomic_store(&g->n, 0);
        if (!kept)
            guard_drop(g);
    }
    pthread_mutex_unlock(&guard.lock);
}

bool file_check_unchanged(struct span bytes, struct err *e)
{
    bool whole = true;
    if (!bytes.n)
        return true;
    pthread_mutex_lock(&guard.lock);
    for (struct guarded *g = atomic_load(&guard.first); g && whole; g = g->next)
        if (g->path && covers(g, (uintptr_t)bytes.p) && !guard_look(g)) {
            whole = err_set(e, g->why.kind, g->why.at, "%s", g->why.msg);
            note_reported(g);
        }
    pthread_mutex_unlock(&guard.lock);
    return whole;
}

void file_allow_growth(struct span bytes)
{
    pthread_mutex_lock(&guard.lock);
    for (struct guarded *g = atomic_load(&guard.first); g; g = g->next)
        g->may_grow = g->may_grow || (bytes.n && g->path && covers(g, (uintptr_t)bytes.p));
    pthread_mutex_unlock(&guard.lock);
}

void file_drop_pages(struct span bytes)
{
    pthread_mutex_lock(&guard.lock);
    for (struct guarded *g = atomic_load(&guard.first); g; g = g->next)
        if (bytes.n && g->path && covers(g, (uintptr_t)bytes.p))
            system_drop_pages((void *)atomic_load(&g->start), atomic_load(&g->n));
    pthread_mutex_unlock(&guard.lock);
}

bool file_next_changed(struct err *e)
{
    bool any = false;
    pthread_mutex_lock(&guard.lock);
    for (struct guarded *g = atomic_load(&guard.first); g; g = g->next) {
        const bool changed = g->path && !g->reported && !any && !guard_look(g);
        if (changed) {
            any = !err_set(e, g->why.kind, g->why.at, "%s: %s", g->path, g->why.msg);
            note_reported(g);
        }
        const bool is_unmapped = g->path && !atomic_load(&g->start);
        if (is_unmapped && g->reported)
            guard_drop(g);
    }
    pthread_mutex_unlock(&guard.lock);
    return any;
}
