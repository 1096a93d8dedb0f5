/* Runs of two sides as one export of two events: what is after a change, and what was before it. Frames are one that are
 * written alike but for what another build of them changes (same_name.h), for they are of other objects on either
 * side. */
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/model/hybrid.h"
#include "core/compare/same_name.h"
#include "formats/export/exporter.h"

struct sides {
    struct export *to;
    struct names frames, groups;
    struct idmap stacks; /* number by parent and frame */
    size_t cap_frames, cap_stacks, cap_groups, cap_counts;
};

static uint32_t frame_of(struct sides *j, const struct export_frame *f)
{
    struct export *to = j->to;
    struct text name = { 0 }, key = { 0 };
    export_name(f, &name);
    if (f->name)
        same_name_function(name.s, &key);
    else
        same_name_object(name.s, &key);
    text_printf(&key, "\n%d", (int)f->is_inlined);
    const uint32_t id = arena_names_id(&j->frames, key.s);
    if (id > to->nframes) {
        *MEM_ADD(to->frames, to->nframes, j->cap_frames) = *f;
    }
    text_free(&name);
    text_free(&key);
    return id - 1;
}

static uint32_t group_of(struct sides *j, const struct export_group *g)
{
    struct export *to = j->to;
    struct text key = { 0 };
    text_printf(&key, "%s\n%d\n%d", g->comm, g->pid, g->tid);
    const uint32_t id = arena_names_id(&j->groups, key.s);
    if (id > to->ngroups) {
        *MEM_ADD(to->groups, to->ngroups, j->cap_groups) = *g;
    }
    text_free(&key);
    return id - 1;
}

/* Per stack of a run the one that it is; a parent stands in front. */
static uint32_t *stacks_of(struct sides *j, const struct export *x)
{
    struct export *to = j->to;
    uint32_t *of = mem_new(x->nstacks, sizeof(*of)), *frames = mem_new(x->nframes, sizeof(*frames));
    for (size_t i = 0; i < x->nframes; i++)
        frames[i] = frame_of(j, &x->frames[i]);
    for (size_t i = 1; i < x->nstacks; i++) {
        const struct export_stack k = { of[x->stacks[i].parent], frames[x->stacks[i].frame] };
        of[i] = idmap_number(&j->stacks, (uint64_t)k.parent << 32 | (k.frame + UINT64_C(1)));
        if (of[i] < to->nstacks)
            continue;
        *MEM_ADD(to->stacks, to->nstacks, j->cap_stacks) = k;
    }
    free(frames);
    return of;
}

static void add_run(struct sides *j, const struct export *x, uint32_t side)
{
    struct export *to = j->to;
    uint32_t *stacks = stacks_of(j, x);
    for (size_t i = 0; i < x->ncounts; i++) {
        const struct export_count *c = &x->counts[i];
        if (!export_is_shown(x, c->event))
            continue;
        to->counts = mem_room(to->counts, to->ncounts, &j->cap_counts, sizeof(*to->counts));
        to->counts[to->ncounts++] = (struct export_count){ side, group_of(j, &x->groups[c->group]),
                                                           stacks[c->stack], c->samples, c->period };
    }
    to->duration += x->duration;
    free(stacks);
}

/* Whether any stack of a group counts on both sides; those of side 0 come first. */
static bool meet(const struct export *x)
{
    struct idmap seen = { 0 };
    bool any = false;
    for (size_t i = 0; i < x->ncounts && !any; i++) {
        const struct export_count *c = &x->counts[i];
        uint32_t *at = idmap_at(&seen, (uint64_t)c->group << 32 | (c->stack + UINT64_C(1)));
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
    struct sides j = { .to = to };
    *to = (struct export){ .capture = as,
                           .name = after->name,
                           .processes = after->processes,
                           .threads = after->threads,
                           .weigh_samples = after->weigh_samples,
                           .differs = true };
    as->events.v = mem_new(COUNT(sides), sizeof(*as->events.v));
    as->events.n = COUNT(sides);
    to->events = mem_new(COUNT(sides), sizeof(*to->events));
    to->nevents = COUNT(sides);
    to->stacks = mem_room(NULL, 0, &j.cap_stacks, sizeof(*to->stacks));
    to->stacks[to->nstacks++] = (struct export_stack){ 0, 0 };
    for (uint32_t side = 0; side < COUNT(sides); side++) {
        const struct export *x = sides[side];
        const struct events *es = &x->capture->events;
        struct text name = { 0 };
        for (; x; x = x->next)
            add_run(&j, x, side);
        x = sides[side];
        as->events.v[side] = es->v[x->event];
        text_add(&name, side ? "before: " : "after: ");
        hybrid_name(es, x->adds_up ? x->leads : NULL, x->event, &name);
        as->events.v[side].name = arena_text(&to->texts, name.s, name.n);
        to->events[side] = side;
        text_free(&name);
    }
    arena_names_free(&j.frames);
    arena_names_free(&j.groups);
    idmap_free(&j.stacks);
    return meet(to);
}
