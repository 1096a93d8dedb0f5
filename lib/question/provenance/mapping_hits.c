#include "lib/question/provenance/mapping_hits.h"

#include <inttypes.h>
#include <stdlib.h>

#include "core/base/date.h"
#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/profile/keys/key.h"

static bool is_same_place(const struct map *a, const struct map *b)
{
    return a->start == b->start && a->how->object == b->how->object && a->how->len == b->how->len &&
           a->how->pgoff == b->how->pgoff;
}

static void mapping_hits_add_one(struct mapping_hits *found, const struct map *map, int32_t machine,
                                 int32_t pid)
{
    struct mapping_hit *s = NULL;
    for (size_t i = 0; i < found->n && !s; i++)
        if (found->v[i].machine == machine && is_same_place(found->v[i].map, map))
            s = &found->v[i];
    if (!s) {
        s = MEM_ADD(found->v, found->n, found->cap);
        *s = (struct mapping_hit){ .map = map, .machine = machine };
    }
    *MEM_ADD(s->holders, s->nholders, s->cap_holders) = (struct holder){ pid, map };
}

struct space_view *mapping_hits_spaces(const struct timeline *t, size_t *n)
{
    struct idmap seen = { 0 };
    size_t nobjects, cap = *n = timeline_count_spaces(t);
    const struct object *const *objects = timeline_objects(t, &nobjects);
    struct space_view *list = mem_new(cap, sizeof(*list));
    for (size_t i = 0; i < *n; i++)
        list[i] = timeline_space_view(t, i);
    for (size_t i = 0; i < nobjects; i++) {
        const int32_t machine = objects[i]->machine;
        const struct space *kernel = timeline_kernel_space(t, machine);
        if ((*idmap_find_or_add(&seen, (uint32_t)machine))++ || !kernel)
            continue;
        *MEM_ADD(list, *n, cap) = (struct space_view){ .machine = machine, .pid = -1, .space = kernel };
    }
    idmap_free(&seen);
    return list;
}

bool mapping_hits_space_is_current(const struct timeline *t, const struct space_view *v, int32_t pid,
                                   struct when when)
{
    struct when from, until;
    return v->pid < 0 || ((pid < 0 || v->pid == pid) &&
                          timeline_space(t, v->machine, v->pid, when, &from, &until) == v->space);
}

void mapping_hits_add(struct mapping_hits *found, const struct timeline *t, uint64_t avma, int32_t pid,
                      struct when when)
{
    struct when from, until;
    size_t n;
    struct space_view *spaces = mapping_hits_spaces(t, &n);
    for (size_t i = 0; i < n; i++) {
        const struct space_view *v = &spaces[i];
        if (v->pid < 0 && pid >= 0 && found->n && found->v[0].holders[0].pid >= 0)
            break;
        if (!mapping_hits_space_is_current(t, v, pid, when))
            continue;
        const struct map *m = space_find(v->space, avma, when, &from, &until);
        if (m && !space_map_is_pre_exec(v->space, m))
            mapping_hits_add_one(found, m, v->machine, v->pid);
    }
    free(spaces);
}

void mapping_hits_free(struct mapping_hits *found)
{
    for (size_t i = 0; i < found->n; i++)
        free(found->v[i].holders);
    free(found->v);
    *found = (struct mapping_hits){ 0 };
}

const struct map *mapping_hits_first_map(const struct space *s, uint64_t avma)
{
    const struct map *m;
    for (size_t i = 0; (m = space_nth_map(s, i)) != NULL; i++)
        if (map_covers(m, avma))
            break;
    return m;
}

void mapping_hits_holder_text(const struct timeline *t, const struct holder *h, int32_t machine,
                              struct when when, struct text *out)
{
    struct when from, until;
    if (h->pid < 0) {
        text_add(out, "the kernel");
    } else {
        text_printf(out, "%d (", h->pid);
        key_comm_text(timeline_comm(t, h->pid, when, false, &from, &until), h->pid, out);
        text_add(out, ")");
    }
    if (machine >= 0)
        text_printf(out, " of guest %d", machine);
}

void mapping_hits_since_text(struct when from, bool timed, struct text *out)
{
    if (from.time)
        text_printf(out, "since %" PRIu64 ".%09" PRIu64, from.time / NSEC_PER_SEC, from.time % NSEC_PER_SEC);
    else if (!timed && from.seq)
        text_printf(out, "since the record at +0x%" PRIx64, from.seq);
    else
        text_add(out, "since the beginning");
}
