/* Several captures as one: their events are events of their own, "NAME: EVENT", and frames, stacks and groups
 * stand one behind the other. An object of one path and build-id is one object, for a reader may compare what
 * captures say of it.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "formats/export/exporter.h"

struct join {
    struct export *to;
    struct events *events;
    uint32_t *leads;
    struct object **objects; /* ours: in to->texts */
    size_t nobjects, cap_objects;
    struct idmap by_object;  /* number in these, + 1, by an object of the part */
    struct idmap by_content; /* the same by the hash of what is_one() looks at */
};

/* Where a part's things begin. */
struct base {
    uint32_t event, frame, stack, group;
    size_t path;
};

static const char *keep(struct join *j, const char *a, const char *between, const char *b)
{
    struct text t = { 0 };
    text_printf(&t, "%s%s%s", a, between, b);
    const char *kept = arena_text(&j->to->texts, t.s, t.n);
    text_free(&t);
    return kept;
}

static bool is_one(const struct object *a, const struct object *b)
{
    return a->build_id.n && a->kind == b->kind && object_build_id_equal(&a->build_id, &b->build_id) &&
           !strcmp(a->path, b->path);
}

/* All of it that was mapped in any capture. */
static void widen(struct object *o, const struct object *by)
{
    if (by->code_foff == by->code_end)
        return;
    bool empty = o->code_foff == o->code_end;
    if (empty || by->code_foff < o->code_foff)
        o->code_foff = by->code_foff;
    if (empty || by->code_end > o->code_end)
        o->code_end = by->code_end;
}

static const struct object *object_of(struct join *j, const struct object *from)
{
    uint32_t *known = from ? idmap_at(&j->by_object, from->index + UINT64_C(1)) : NULL;
    if (!known || *known) {
        if (known)
            return j->objects[*known - 1];
        return NULL;
    }
    uint32_t *same =
        idmap_at(&j->by_content, hash_bytes(from->path, strlen(from->path)) ^
                                     hash_bytes(from->build_id.bytes, sizeof(from->build_id.bytes)));
    if (*same && is_one(j->objects[*same - 1], from)) {
        widen(j->objects[*same - 1], from);
        *known = *same;
        return j->objects[*same - 1];
    }
    struct object *o = arena_new(&j->to->texts, sizeof(*o));
    *o = *from;
    o->index = (uint32_t)j->nobjects;
    *MEM_ADD(j->objects, j->nobjects, j->cap_objects) = o;
    *known = *same = (uint32_t)j->nobjects;
    return o;
}

static void add_events(struct join *j, const struct export *x)
{
    const struct events *es = &x->capture->events;
    uint32_t base = j->events->n;
    j->leads = mem_resize(j->leads, base + es->n, sizeof(*j->leads));
    for (uint32_t i = 0; i < es->n; i++) {
        struct event *e = MEM_ADD(j->events->v, j->events->n, j->events->cap);
        *e = es->v[i];
        e->name = keep(j, x->label, ": ", e->name);
        e->leader += base;
        j->leads[base + i] = base + (x->leads ? x->leads[i] : i);
    }
}

static void add_stacks(struct join *j, const struct export *x, const struct base *b)
{
    struct export *to = j->to;
    idmap_free(&j->by_object);
    j->by_object = (struct idmap){ 0 };
    to->frames = mem_resize(to->frames, to->nframes + x->nframes, sizeof(*to->frames));
    for (size_t i = 0; i < x->nframes; i++) {
        to->frames[to->nframes] = x->frames[i];
        to->frames[to->nframes++].object = object_of(j, x->frames[i].object);
    }
    to->stacks = mem_resize(to->stacks, to->nstacks + x->nstacks, sizeof(*to->stacks));
    for (size_t i = 1; i < x->nstacks; i++) {
        const struct export_stack *k = &x->stacks[i];
        to->stacks[to->nstacks++] =
            (struct export_stack){ k->parent ? k->parent + b->stack : 0, k->frame + b->frame };
    }
    to->stack_of = mem_resize(to->stack_of, to->npaths + x->npaths, sizeof(*to->stack_of));
    for (size_t i = 0; i < x->npaths; i++) {
        if (x->stack_of[i])
            to->stack_of[to->npaths++] = x->stack_of[i] + b->stack;
        else
            to->stack_of[to->npaths++] = 0;
    }
}

static void add_groups(struct join *j, const struct export *x)
{
    struct export *to = j->to;
    to->groups = mem_resize(to->groups, to->ngroups + x->ngroups, sizeof(*to->groups));
    for (size_t i = 0; i < x->ngroups; i++)
        to->groups[to->ngroups++] = x->groups[i];
}

static void add_weights(struct join *j, const struct export *x, const struct base *b)
{
    struct export *to = j->to;
    to->counts = mem_resize(to->counts, to->ncounts + x->ncounts, sizeof(*to->counts));
    for (size_t i = 0; i < x->ncounts; i++) {
        struct export_count c = x->counts[i];
        c.event += b->event;
        c.group += b->group;
        c.stack = c.stack ? c.stack + b->stack : 0;
        to->counts[to->ncounts++] = c;
    }
    to->tracks = mem_resize(to->tracks, to->ntracks + x->ntracks, sizeof(*to->tracks));
    for (size_t i = 0; i < x->ntracks; i++) {
        struct export_track t = x->tracks[i];
        t.event += b->event;
        t.group += b->group;
        t.path += b->path;
        to->tracks[to->ntracks++] = t;
    }
    to->events = mem_resize(to->events, to->nevents + x->nevents, sizeof(*to->events));
    for (size_t i = 0; i < x->nevents; i++)
        to->events[to->nevents++] = x->events[i] + b->event;
}

static void add_problems(struct join *j, const struct export *x, const char ***problems, size_t *cap)
{
    for (size_t i = 0; i < x->nproblems; i++) {
        *MEM_ADD(*problems, j->to->nproblems, *cap) = keep(j, x->label, ": ", x->problems[i]);
    }
}

void export_join(struct export *to, struct capture *as, const struct export *first)
{
    struct join j = { .to = to, .events = &as->events };
    const char **problems = NULL;
    size_t cap = 0;
    as->first_time = UINT64_MAX; /* captures have no time in common, nor a host */
    to->capture = as;
    to->processes = first->processes;
    to->threads = first->threads;
    to->weigh_samples = first->weigh_samples;
    to->event = first->event;
    to->stacks = mem_new(1, sizeof(*to->stacks));
    to->nstacks = 1;
    for (const struct export *x = first; x; x = x->next) {
        const struct base b = { as->events.n, (uint32_t)to->nframes, (uint32_t)to->nstacks - 1,
                                (uint32_t)to->ngroups, to->npaths };
        add_events(&j, x);
        add_stacks(&j, x, &b);
        add_groups(&j, x);
        add_weights(&j, x, &b);
        add_problems(&j, x, &problems, &cap);
        to->duration += x->duration;
        as->nsamples += x->capture->nsamples; /* count_workers() */
    }
    to->leads = to->own_leads = j.leads;
    to->problems = to->own_problems = problems;
    free(j.objects);
    idmap_free(&j.by_object);
    idmap_free(&j.by_content);
}
