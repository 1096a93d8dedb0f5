#include "read/state.h"

#include <stdio.h>
#include <stdlib.h>

/* linux/perf_event.h: where records have what */
enum { PID = 8, TID = 12, COMM_NAME = 16, FORK_PARENT = 12, FORK_TID = 16, FORK_PARENT_TID = 20 };
enum { MAP_START = 16, MAP_LENGTH = 24, MAP_OFFSET = 32, MAP_NAME = 40, MAP2_ID = 40, MAP2_NAME = 72 };
enum { KSYMBOL_ADDRESS = 8, KSYMBOL_LENGTH = 16, KSYMBOL_FLAGS = 22, KSYMBOL_NAME = 24 };

static struct space *space_new(struct state *s)
{
    struct space *k = table_new(1, sizeof(*k));
    s->spaces = table_room(s->spaces, s->nspaces, &s->cap_spaces, sizeof(struct space *));
    return s->spaces[s->nspaces++] = k;
}

static struct space *space_of(struct state *s, uint32_t pid)
{
    uint32_t *at = table_at(&s->space_of, pid);
    if (!*at) {
        space_new(s);
        *at = (uint32_t)s->nspaces;
    }
    return s->spaces[*at - 1];
}

struct thread *state_thread_new(struct state *s, uint32_t pid, uint32_t tid)
{
    uint32_t *at = table_at(&s->by_tid, tid);
    if (!*at) {
        struct thread *t = table_new(1, sizeof(*t));
        *t = (struct thread){ .tid = tid, .pid = pid, .comm = objects_name(&s->objects, "", 0) };
        if (!tid)
            t->comm = objects_name(&s->objects, "swapper", 7);
        s->threads = table_room(s->threads, s->nthreads, &s->cap_threads, sizeof(struct thread *));
        s->threads[s->nthreads++] = t;
        *at = (uint32_t)s->nthreads;
        t->space = space_of(s, pid);
    }
    return s->recent[tid % STATE_RECENT] = s->threads[*at - 1];
}

/* An array of its own, to be changed. */
static void unshare(struct space *k)
{
    if (k->shared) {
        struct mapping *was = k->v;
        k->cap = k->n + 8;
        k->v = table_new(k->cap, sizeof(*k->v));
        if (k->n)
            memcpy(k->v, was, k->n * sizeof(*was));
        k->shared = false;
    }
}

/* Map, in place of what was there. */
static void map(struct space *k, struct mapping m)
{
    size_t at = 0, end, keep = 0;
    struct mapping parts[3];
    if (m.end <= m.start)
        return;
    unshare(k);
    while (at < k->n && k->v[at].end <= m.start)
        at++;
    for (end = at; end < k->n && k->v[end].start < m.end;)
        end++;
    if (at < end && k->v[at].start < m.start) {
        parts[keep] = k->v[at];
        parts[keep++].end = m.start;
    }
    parts[keep++] = m;
    if (at < end && k->v[end - 1].end > m.end) {
        parts[keep] = k->v[end - 1];
        parts[keep].offset += m.end - parts[keep].start;
        parts[keep++].start = m.end;
    }
    size_t n = k->n - (end - at) + keep;
    while (n > k->cap)
        k->v = table_room(k->v, k->cap, &k->cap, sizeof(*k->v));
    memmove(k->v + at + keep, k->v + end, (k->n - end) * sizeof(*k->v));
    memcpy(k->v + at, parts, keep * sizeof(*k->v));
    k->n = n;
}

static void see_map(struct state *s, const uint8_t *p, bool second)
{
    const uint16_t misc = u16(p + 4);
    const char *name = (const char *)p + (second ? MAP2_NAME : MAP_NAME);
    const uint8_t *id = second && misc & MISC_BUILD_ID ? p + MAP2_ID : NULL;
    struct mapping m = { u64(p + MAP_START), u64(p + MAP_START) + u64(p + MAP_LENGTH), u64(p + MAP_OFFSET),
                         0 };
    bool kernel = (misc & MODE) == MODE_KERNEL;
    m.object = objects_get(&s->objects, name, id ? id + 4 : NULL, id ? id[0] : 0, kernel, m.offset) + 1;
    if (kernel) /* of a kernel the offset is where it ran, and addresses are what they are; what is recorded of its end is
                   that of its text, and modules come behind */
        m.offset = m.start;
    if (kernel && name[0] == '[')
        m.end = (uint64_t)-4096;
    map(kernel ? &s->kernel : space_of(s, u32(p + PID)), m);
}

static void see_fork(struct state *s, const uint8_t *p)
{
    uint32_t pid = u32(p + PID), parent = u32(p + FORK_PARENT), tid = u32(p + FORK_TID);
    struct thread *from = state_thread(s, parent, u32(p + FORK_PARENT_TID)), *t = state_thread(s, pid, tid);
    t->comm = from->comm;
    t->pid = pid;
    t->own = 0;
    if (pid != parent && tid == pid) {
        struct space *of_parent = space_of(s, parent), *k = space_new(s);
        *table_at(&s->space_of, pid) = (uint32_t)s->nspaces;
        of_parent->shared = true;
        *k = *of_parent;
    }
    t->space = space_of(s, pid);
}

static void see_comm(struct state *s, const uint8_t *p)
{
    const char *name = (const char *)p + COMM_NAME;
    struct thread *t = state_thread(s, u32(p + PID), u32(p + TID));
    t->comm = objects_name(&s->objects, name, strlen(name));
    if (!(u16(p + 4) & MISC_COMM_EXEC))
        return;
    t->space = space_new(s);
    *table_at(&s->space_of, t->pid) = (uint32_t)s->nspaces;
}

static void see_ksymbol(struct state *s, const uint8_t *p)
{
    const char *name = (const char *)p + KSYMBOL_NAME;
    uint64_t start = u64(p + KSYMBOL_ADDRESS);
    struct mapping m = { start, start + u32(p + KSYMBOL_LENGTH), 0, 0 };
    if (u16(p + KSYMBOL_FLAGS) & 1) /* it is gone: what is mapped there next takes its place */
        return;
    m.object = objects_ksymbol(&s->objects, name, m.end - m.start) + 1;
    map(&s->kernel, m);
}

void state_see(struct state *s, const uint8_t *p)
{
    switch (u32(p)) {
    case MMAP:
    case MMAP2:
        if (!(u16(p + 4) & 1 << 13)) /* PERF_RECORD_MISC_MMAP_DATA */
            see_map(s, p, u32(p) == MMAP2);
        break;
    case COMM:
        see_comm(s, p);
        break;
    case FORK:
        see_fork(s, p);
        break;
    case KSYMBOL:
        see_ksymbol(s, p);
        break;
    default:
        break;
    }
}

void state_init(struct state *s, const struct capture *c)
{
    memset(s, 0, sizeof(*s));
    objects_init(&s->objects, c);
}
