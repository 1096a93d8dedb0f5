#include "cli/dump/timeline.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/base/date.h"
#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/profile/keys/key.h"

struct lines {
    const struct timeline *t;
    void (*line)(void *arg, const struct text *text);
    void *arg;
    struct text text;
};

static void send(struct lines *l)
{
    l->line(l->arg, &l->text);
    l->text.n = 0;
}

/* Where records have no time, the bytes of records in front of them. The beginning and the end have none. */
static void add_when(const char *what, struct when w, struct text *out)
{
    if (w.time == UINT64_MAX)
        return;
    if (w.time)
        text_printf(out, " %s %" PRIu64 ".%09" PRIu64, what, w.time / NSEC_PER_SEC, w.time % NSEC_PER_SEC);
    else if (w.seq)
        text_printf(out, " %s +0x%" PRIx64, what, w.seq);
}

static void show_thread(struct lines *l, size_t i)
{
    struct id_use_view use = timeline_id_use(l->t, i);
    struct when from = use.from;
    text_printf(&l->text, "thread %d/%d", use.pid, use.tid);
    if (use.ppid >= 0)
        text_printf(&l->text, " of %d", use.ppid);
    for (size_t name = 0;; name++) {
        const char *comm = timeline_id_use_comm(l->t, i, name, &from);
        if (name && !comm)
            break;
        text_add(&l->text, name ? ", " : ": ");
        key_comm_text(comm, use.tid, &l->text);
        add_when("from", from, &l->text);
    }
    send(l);
    const struct namespaces *n;
    for (size_t move = 0; (n = timeline_id_use_namespaces(l->t, i, move, &from)); move++) {
        text_printf(&l->text, "namespaces of %d/%d:", use.pid, use.tid);
        for (size_t k = 0; k < n->n; k++) {
            struct namespace_link link = namespaces_link(n, k);
            text_printf(&l->text, " %s %" PRIu64 "/0x%" PRIx64, namespace_name(k), link.dev, link.ino);
        }
        add_when("from", from, &l->text);
        send(l);
    }
}

static void show_map(struct lines *l, const struct map *m)
{
    char id[BUILD_ID_HEX];
    struct text *out = &l->text;
    text_printf(out, "map [0x%" PRIx64 "-0x%" PRIx64 ") @ 0x%" PRIx64 " %c%c%c%c ", m->start, m->end,
                m->pgoff, m->prot & 1 ? 'r' : '-', m->prot & 2 ? 'w' : '-', m->prot & 4 ? 'x' : '-',
                m->flags & 1 ? 's' : 'p');
    text_add_clean(out, m->object->path);
    if (m->object->build_id.n)
        text_printf(out, " %s", object_build_id_text(&m->object->build_id, id));
    add_when("from", m->from, out);
    add_when("until", m->until, out);
    send(l);
}

/* What is in the text, already, is whose space it is. */
static void show_space(struct lines *l, const struct space *s)
{
    size_t n = space_maps(s, NULL, 0);
    const struct map **maps = mem_new(n, sizeof(*maps));
    space_maps(s, maps, n);
    text_printf(&l->text, ": %zu maps of its own", n);
    send(l);
    for (size_t i = 0; i < n; i++)
        show_map(l, maps[i]);
    free(maps);
}

/* Whether a number comes for the first time. */
static bool is_new(struct idmap *seen, int32_t number)
{
    uint32_t *at = idmap_at(seen, (uint32_t)number);
    return !(*at)++;
}

void dump_timeline(const struct timeline *t, void (*line)(void *arg, const struct text *text), void *arg)
{
    struct lines l = { .t = t, .line = line, .arg = arg };
    struct idmap machines = { 0 };
    size_t nobjects;
    const struct object *const *objects = timeline_objects(t, &nobjects);
    for (size_t i = 0; i < timeline_id_uses(t); i++)
        show_thread(&l, i);
    for (size_t i = 0; i < nobjects; i++) {
        int32_t machine = objects[i]->machine;
        const struct space *s = is_new(&machines, machine) ? timeline_kernel(t, machine) : NULL;
        if (s) {
            text_add(&l.text, "space of the kernel");
            if (machine != -1)
                text_printf(&l.text, " of guest %d", machine);
            show_space(&l, s);
        }
    }
    for (size_t i = 0; i < timeline_spaces(t); i++) {
        struct space_view v = timeline_space_view(t, i);
        text_printf(&l.text, "space of %d", v.pid);
        if (v.machine != -1)
            text_printf(&l.text, " in guest %d", v.machine);
        add_when("from", v.from, &l.text);
        show_space(&l, v.space);
    }
    idmap_free(&machines);
    text_free(&l.text);
}
