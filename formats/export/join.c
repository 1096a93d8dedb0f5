/* Joins several captures into one export. export_join() gives each event of each capture a separate event,
   "NAME: EVENT", and appends the frames, stacks and groups of all captures. export_join_sides() makes two
   events, after and before a change. It merges frames whose names differ only as between two builds
   (same_name.h), and then their stacks and groups. Objects with equal path and build-id are merged, since
   readers may compare captures by object. */
#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/compare/same_name.h"
#include "core/model/hybrid.h"
#include "formats/export/exporter.h"

struct join {
    struct export *to;
    struct events *events;
    uint32_t *leads;
    struct object **objects; /* owned: their memory is in to->texts */
    size_t nobjects, cap_objects;
    struct idmap by_object;  /* object of a part -> index + 1 in `objects` */
    struct idmap by_content; /* hash of the data that join_is_one() compares -> index + 1 in `objects` */
    bool sides;
    struct names frames, groups; /* for sides: texts that identify frames and groups */
    struct idmap stacks;         /* for sides: numbers by parent and frame */
    size_t cap_frames, cap_stacks, cap_groups;
};

static const char *join_keep(struct join *j, const char *a, const char *between, const char *b)
{
    struct text t = { 0 };
    text_printf(&t, "%s%s%s", a, between, b);
    const char *kept = arena_text(&j->to->texts, t.s, t.n);
    text_free(&t);
    return kept;
}

static bool join_is_one(const struct object *a, const struct object *b)
{
    return a->build_id.n && a->kind == b->kind && object_build_id_equal(&a->build_id, &b->build_id) &&
           !strcmp(a->path, b->path);
}

/* Extends the mapped range of an object by the range of the same object in another capture. */
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

static const struct object *join_object_of(struct join *j, const struct object *from)
{
    if (!from)
        return NULL;
    uint32_t *known = idmap_find_or_add(&j->by_object, from->index + UINT64_C(1));
    if (*known)
        return j->objects[*known - 1];
    uint32_t *same =
        idmap_find_or_add(&j->by_content, hash_bytes(from->path, strlen(from->path)) ^
                                              hash_bytes(from->build_id.bytes, sizeof(from->build_id.bytes)));
    if (*same && join_is_one(j->objects[*same - 1], from)) {
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

/* The number of the element with this key among n elements. If captures are joined, it is always a new
   number. The text is emptied. */
static uint32_t join_number_of(const struct join *j, struct names *keys, size_t n, struct text *key)
{
    const uint32_t id = j->sides ? arena_names_id(keys, text_str(key)) : (uint32_t)n + 1;
    text_free(key);
    return id - 1;
}

static uint32_t join_frame(struct join *j, const struct export_frame *f)
{
    struct export *to = j->to;
    struct text name = { 0 }, key = { 0 };
    if (j->sides) {
        export_add_frame_name(f, &name);
        if (f->name)
            same_name_strip_function(name.s, &key);
        else
            same_name_strip_object(name.s, &key);
        text_printf(&key, "\n%d", (int)f->is_inlined);
        text_free(&name);
    }
    const uint32_t number = join_number_of(j, &j->frames, to->nframes, &key);
    if (number == to->nframes) {
        *MEM_ADD(to->frames, to->nframes, j->cap_frames) = *f;
        to->frames[number].object = join_object_of(j, f->object);
    }
    return number;
}

static uint32_t join_group(struct join *j, const struct export_group *g)
{
    struct export *to = j->to;
    struct text key = { 0 };
    if (j->sides)
        text_printf(&key, "%s\n%d\n%d", g->comm, g->pid, g->tid);
    const uint32_t number = join_number_of(j, &j->groups, to->ngroups, &key);
    if (number == to->ngroups) {
        *MEM_ADD(to->groups, to->ngroups, j->cap_groups) = *g;
    }
    return number;
}

static uint32_t join_stack(struct join *j, struct export_stack k)
{
    struct export *to = j->to;
    const uint64_t key = (uint64_t)k.parent << 32 | (k.frame + UINT64_C(1));
    const uint32_t number = j->sides ? idmap_number_key(&j->stacks, key) : (uint32_t)to->nstacks;
    if (number == to->nstacks) {
        *MEM_ADD(to->stacks, to->nstacks, j->cap_stacks) = k;
    }
    return number;
}

/* Adds a part. Its events begin at index `event`; for sides it has only this event. */
static void join_add_part(struct join *j, const struct export *x, uint32_t event)
{
    struct export *to = j->to;
    uint32_t *frames = mem_new(x->nframes, sizeof(*frames)), *groups = mem_new(x->ngroups, sizeof(*groups)),
             *stacks = mem_new(x->nstacks, sizeof(*stacks));
    idmap_free(&j->by_object);
    for (size_t i = 0; i < x->nframes; i++)
        frames[i] = join_frame(j, &x->frames[i]);
    for (size_t i = 0; i < x->ngroups; i++)
        groups[i] = join_group(j, &x->groups[i]);
    for (size_t i = 1; i < x->nstacks; i++) /* a parent comes before its stacks */
        stacks[i] =
            join_stack(j, (struct export_stack){ stacks[x->stacks[i].parent], frames[x->stacks[i].frame] });
    to->counts = mem_resize(to->counts, to->ncounts + x->ncounts, sizeof(*to->counts));
    for (size_t i = 0; i < x->ncounts; i++) {
        const struct export_count *c = &x->counts[i];
        if (!j->sides || export_is_shown(x, c->event))
            to->counts[to->ncounts++] = (struct export_count){ event + (j->sides ? 0 : c->event),
                                                               groups[c->group], stacks[c->stack], c->samples,
                                                               c->period };
    }
    to->tracks = mem_resize(to->tracks, to->ntracks + x->ntracks, sizeof(*to->tracks));
    for (size_t i = 0; i < x->ntracks; i++) {
        struct export_track t = x->tracks[i];
        t.event += event;
        t.group = groups[t.group];
        t.path += to->npaths;
        to->tracks[to->ntracks++] = t;
    }
    to->stack_of = mem_resize(to->stack_of, to->npaths + x->npaths, sizeof(*to->stack_of));
    for (size_t i = 0; i < x->npaths; i++)
        to->stack_of[to->npaths++] = stacks[x->stack_of[i]];
    to->duration += x->duration;
    free(frames);
    free(groups);
    free(stacks);
}

static struct join join_begin(struct export *to, struct capture *as, const struct export *like, bool sides)
{
    struct join j = { .to = to, .events = &as->events, .sides = sides };
    *to = (struct export){ .capture = as,
                           .name = like->name,
                           .processes = like->processes,
                           .threads = like->threads,
                           .weigh_samples = like->weigh_samples,
                           .weights = like->weights,
                           .options = like->options,
                           .differs = sides };
    *MEM_ADD(to->stacks, to->nstacks, j.cap_stacks) = (struct export_stack){ 0, 0 };
    return j;
}

static void join_end(struct join *j)
{
    free(j->objects);
    idmap_free(&j->by_object);
    idmap_free(&j->by_content);
    arena_names_free(&j->frames);
    arena_names_free(&j->groups);
    idmap_free(&j->stacks);
}

static void join_add_events(struct join *j, const struct export *x)
{
    const struct events *es = &x->capture->events;
    uint32_t base = j->events->n;
    j->leads = mem_resize(j->leads, base + es->n, sizeof(*j->leads));
    for (uint32_t i = 0; i < es->n; i++) {
        struct event *e = MEM_ADD(j->events->v, j->events->n, j->events->cap);
        *e = es->v[i];
        e->name = join_keep(j, x->label, ": ", e->name);
        e->leader += base;
        j->leads[base + i] = base + (x->leads ? x->leads[i] : i);
    }
}

void export_join(struct export *to, struct capture *as, const struct export *first)
{
    struct join j = join_begin(to, as, first, false);
    const char **problems = NULL;
    size_t cap = 0, nproblems = 0;
    as->first_time = UINT64_MAX; /* captures share neither a time nor a host */
    to->event = first->event;
    for (const struct export *x = first; x; x = x->next) {
        const uint32_t event = as->events.n;
        join_add_events(&j, x);
        join_add_part(&j, x, event);
        to->events = mem_resize(to->events, to->nevents + x->nevents, sizeof(*to->events));
        for (size_t i = 0; i < x->nevents; i++)
            to->events[to->nevents++] = x->events[i] + event;
        for (size_t i = 0; i < x->nproblems; i++) {
            *MEM_ADD(problems, nproblems, cap) = join_keep(&j, x->label, ": ", x->problems[i]);
        }
        as->nsamples += x->capture->nsamples; /* for count_workers() */
    }
    to->leads = to->own_leads = j.leads;
    to->problems = to->own_problems = problems;
    to->nproblems = nproblems;
    join_end(&j);
}

/* Whether some stack of a group has counts on both sides. Counts of side 0 come first. */
static bool meet(const struct export *x)
{
    struct idmap seen = { 0 };
    bool any = false;
    for (size_t i = 0; i < x->ncounts && !any; i++) {
        const struct export_count *c = &x->counts[i];
        uint32_t *at = idmap_find_or_add(&seen, (uint64_t)c->group << 32 | (c->stack + UINT64_C(1)));
        if (!c->event)
            *at = 1;
        any = c->event && *at;
    }
    idmap_free(&seen);
    return any;
}

bool export_join_sides(struct export *to, struct capture *as, const struct export *before,
                       const struct export *after)
{
    const struct export *const sides[] = { after, before };
    struct join j = join_begin(to, as, after, true);
    as->events.v = mem_new(COUNT(sides), sizeof(*as->events.v));
    as->events.n = COUNT(sides);
    to->events = mem_new(COUNT(sides), sizeof(*to->events));
    to->nevents = COUNT(sides);
    for (uint32_t side = 0; side < COUNT(sides); side++) {
        const struct export *x = sides[side];
        const struct events *es = &x->capture->events;
        struct text name = { 0 };
        hybrid_add_names(es, x->adds_up ? x->leads : NULL, x->event, &name);
        as->events.v[side] = es->v[x->event];
        as->events.v[side].name = join_keep(&j, side ? "before" : "after", ": ", name.s);
        to->events[side] = side;
        text_free(&name);
        for (; x; x = x->next)
            join_add_part(&j, x, side);
    }
    join_end(&j);
    return meet(to);
}
