/* Stacks, frames and what was counted, in an order in which workers have no part: by what is written of them.
 */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/keys/key_source.h"
#include "core/profile/keys/keys.h"
#include "formats/export/exporter.h"

enum { NO_FRAME = UINT32_MAX }; /* of a frame that is none (PERF_CONTEXT_MAX and beyond) */

static int number_order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* What there is comes first. */
static int text_order(const char *a, const char *b)
{
    return a == b ? 0 : a && b ? strcmp(a, b) : !a - !b;
}

static int object_order(const struct object *a, const struct object *b)
{
    if (a == b || !a || !b)
        return !a - !b;
    int r = strcmp(a->path, b->path);
    return r ? r : number_order(a->index, b->index);
}

/* Objects by their content, where that is known. */
static int by_content(const void *a, const void *b, const void *arg)
{
    const struct object *x = *(const struct object *const *)a, *y = *(const struct object *const *)b;
    (void)arg;
    int r = strcmp(x->path, y->path);
    r = r ? r : memcmp(x->build_id.bytes, y->build_id.bytes, sizeof(x->build_id.bytes));
    return r ? r : number_order(x->index, y->index);
}

/* Per object of the timeline the first one that has its path and its build-id: which of several was mapped
 * makes no difference to who reads names. malloc'ed. */
static const struct object **first_objects(const struct timeline *t)
{
    size_t n;
    const struct object *const *all = timeline_objects(t, &n), *before = NULL;
    const struct object **order = mem_new(n, sizeof(*order)), **first = mem_new(n, sizeof(*first));
    for (size_t i = 0; i < n; i++)
        order[i] = all[i];
    sort_by(order, n, sizeof(*order), by_content, NULL);
    for (size_t i = 0; i < n; i++) {
        const struct object *o = order[i];
        bool same = before && o->build_id.n && object_build_id_equal(&o->build_id, &before->build_id) &&
                    !strcmp(o->path, before->path);
        before = same ? before : o;
        first[o->index] = before;
    }
    free(order);
    return first;
}

/* Frames by function, then those of one function by place; equal: they are one. */
static int by_frame(const void *a, const void *b, const void *arg)
{
    const struct export_frame *x = a, *y = b;
    (void)arg;
    int r = text_order(x->name, y->name);
    r = r ? r : object_order(x->object, y->object);
    r = r ? r : x->is_inlined - y->is_inlined;
    return r ? r : number_order(x->at, y->at);
}

/* All that EXPORT_NAMES has of a frame. */
static const char *whole_name(const struct export_frame *f, bool annotate, struct arena *texts,
                              struct text *scratch)
{
    static const char *const marks[] = { [EXPORT_KERNEL] = "_[k]", [EXPORT_JIT] = "_[j]" };
    scratch->n = 0;
    export_name(f, scratch);
    if (annotate)
        text_add(scratch, f->is_inlined ? "_[i]" : marks[export_code_of(f)]);
    return arena_text(texts, scratch->s, scratch->n);
}

/* `name`: the function's, where another frame has it; else NULL. */
static struct export_frame frame_of(const struct path_frame *f, const char *name,
                                    const struct export_naming *n, const struct object *object,
                                    struct arena *texts, struct text *scratch)
{
    struct export_frame out = { .object = object, .name = name };
    struct line_frame line;
    if (f->symbol && !name) {
        struct symbol y = *f->symbol;
        struct text whole = { 0 };
        y.is_inlined = false; /* that is a fact of its own here */
        symtab_symbol_name(n->kc->demangle, &y, &whole);
        scratch->n = 0;
        text_add(scratch, "");
        text_add_clean(scratch, whole.s);
        text_free(&whole);
        out.name = arena_text(texts, scratch->s, scratch->n);
    }
    out.is_inlined = f->symbol && f->symbol->is_inlined;
    if (n->frames == EXPORT_NAMES)
        return (struct export_frame){ .name = whole_name(&out, n->annotate, texts, scratch) };
    if (n->frames == EXPORT_FUNCTIONS)
        return out;
    out.linked = f->symbol ? f->symbol->name : NULL;
    out.at = f->object ? f->at : f->avma;
    /* what is inlined there may not be asked for, and the function's own line is that of the call all the
     * same */
    if (key_source_line_of_frame(f, true, n->kc, &line)) {
        out.file = line.file;
        out.line = line.line;
    }
    return out;
}

/* What frames of paths are the same for without looking at their names: by_frame() finds the others. */
static uint64_t frame_key(const struct path_frame *f)
{
    return f->symbol ? (uintptr_t)f->symbol : f->object ? (uintptr_t)f->object : 1;
}

struct numbered_frame {
    struct export_frame frame;
    uint32_t at; /* in the order of arrival */
};

static bool is_marker(const struct path_frame *f)
{
    return !f->symbol && !f->object && f->avma >= PERF_CONTEXT_MAX;
}

/* Frames into x->frames; per frame of the paths its number there, and behind the last one that of a frame of
 * which nothing is known. malloc'ed. */
static uint32_t *name_frames(struct export *x, const struct paths *p, const struct export_naming *n)
{
    uint32_t *found = mem_new(p->nframes + 1, sizeof(*found));
    struct numbered_frame *v = NULL;
    size_t nv = 0, cap = 0;
    struct idmap seen = { 0 };
    struct text scratch = { 0 };
    const struct object **first = first_objects(n->kc->timeline);
    bool markers = false;
    for (size_t i = 0; i < p->nframes; i++)
        markers = markers || is_marker(&p->frames[i]);
    found[p->nframes] = NO_FRAME;
    for (size_t i = 0; i < p->nframes + markers; i++) {
        const struct path_frame *f = i < p->nframes ? &p->frames[i] : &(const struct path_frame){ 0 };
        const struct object *object = f->object ? first[f->object->index] : NULL;
        uint32_t *known = idmap_at(&seen, frame_key(f));
        bool is_one = *known && n->frames != EXPORT_PLACES;
        found[i] = is_marker(f) ? NO_FRAME : is_one ? *known - 1 : (uint32_t)nv;
        if (found[i] != nv)
            continue;
        const char *name = *known && f->symbol ? v[*known - 1].frame.name : NULL;
        v = mem_room(v, nv, &cap, sizeof(*v));
        v[nv] = (struct numbered_frame){ frame_of(f, name, n, object, &x->texts, &scratch), (uint32_t)nv };
        nv++;
        *known = (uint32_t)nv;
    }
    sort_by(v, nv, sizeof(*v), by_frame, NULL);
    uint32_t *place = mem_new(nv, sizeof(*place));
    x->frames = mem_new(nv, sizeof(*x->frames));
    for (size_t i = 0; i < nv; i++) {
        if (!i || by_frame(&v[i - 1].frame, &v[i].frame, NULL))
            x->frames[x->nframes++] = v[i].frame;
        place[v[i].at] = (uint32_t)x->nframes - 1;
    }
    for (size_t i = 0; i <= p->nframes; i++)
        found[i] = found[i] == NO_FRAME ? NO_FRAME : place[found[i]];
    free(place);
    free(v);
    free((void *)first);
    idmap_free(&seen);
    text_free(&scratch);
    return found;
}

/* Stacks before they are in order: each behind its caller. */
struct nodes {
    struct export_stack *v;
    size_t n, cap;
    struct idmap by_step; /* number + 1, by parent and frame */
};

static uint32_t node_new(struct nodes *s, uint32_t parent, uint32_t frame)
{
    s->v = mem_room(s->v, s->n, &s->cap, sizeof(*s->v));
    s->v[s->n] = (struct export_stack){ parent, frame };
    return (uint32_t)s->n++;
}

static uint32_t node_of(struct nodes *s, uint32_t parent, uint32_t frame)
{
    uint32_t *known = idmap_at(&s->by_step, (uint64_t)parent << 32 | frame);
    if (!*known)
        *known = node_new(s, parent, frame) + 1;
    return *known - 1;
}

/* Per path whether another one may be the same stack: one of its frames is that of several of the paths' kinds.
   With markers, which are no frames, all may. malloc'ed. */
static bool *may_be_same(const struct export *x, const struct paths *p, const uint32_t *frames)
{
    bool *same = mem_new(p->n + 1, sizeof(*same)), markers = false;
    uint8_t *kinds = mem_new(x->nframes + 1, sizeof(*kinds)); /* of a frame; 2: several */
    for (size_t i = 0; i < p->nkinds; i++) {
        uint32_t frame = frames[p->kinds[i].frame];
        markers = markers || frame == NO_FRAME;
        if (frame != NO_FRAME && kinds[frame] < 2)
            kinds[frame]++;
    }
    same[0] = markers;
    for (size_t i = 1; i < p->n; i++)
        same[i] = same[p->v[i].parent] || kinds[frames[p->kinds[p->v[i].kind].frame]] > 1;
    free(kinds);
    return same;
}

/* Put stacks behind their callers, those of one caller by their frames; where each went. malloc'ed. */
static uint32_t *order_nodes(struct export *x, const struct nodes *s)
{
    struct numbered *order = mem_new(s->n, sizeof(*order));
    uint32_t *size = mem_new(s->n, sizeof(*size)), *next = mem_new(s->n, sizeof(*next));
    uint32_t *place = mem_new(s->n, sizeof(*place));
    x->stacks = mem_new(s->n, sizeof(*x->stacks));
    x->nstacks = s->n;
    for (size_t i = s->n; i--;) {
        size[i]++;
        if (i)
            size[s->v[i].parent] += size[i];
        order[i] = (struct numbered){ i ? (uint64_t)s->v[i].parent << 32 | s->v[i].frame : 0, (uint32_t)i };
    }
    next[0] = 1;
    sort_by_number(order + 1, s->n - 1); /* a caller is numbered before what it calls, and so placed before */
    for (size_t i = 1; i < s->n; i++) {
        uint32_t at = order[i].at, parent = s->v[at].parent;
        place[at] = next[parent];
        next[parent] += size[at];
        next[at] = place[at] + 1;
        x->stacks[place[at]] = (struct export_stack){ place[parent], s->v[at].frame };
    }
    free(order);
    free(size);
    free(next);
    return place;
}

static void make_stacks(struct export *x, const struct paths *p, const struct export_naming *n)
{
    uint32_t *frames = name_frames(x, p, n);
    bool *same = may_be_same(x, p, frames);
    struct nodes s = { 0 };
    x->npaths = p->n + 1;
    x->stack_of = mem_new(x->npaths, sizeof(*x->stack_of));
    s.v = mem_room(s.v, 0, &s.cap, sizeof(*s.v));
    s.v[s.n++] = (struct export_stack){ 0 };
    for (size_t i = 1; i < p->n; i++) {
        uint32_t parent = x->stack_of[p->v[i].parent], frame = frames[p->kinds[p->v[i].kind].frame];
        x->stack_of[i] = frame == NO_FRAME ? parent
                         : same[i]         ? node_of(&s, parent, frame)
                                           : node_new(&s, parent, frame);
    }
    free(same);
    if (frames[p->nframes] != NO_FRAME)
        x->nowhere = node_of(&s, 0, frames[p->nframes]);
    uint32_t *place = order_nodes(x, &s);
    x->nowhere = place[x->nowhere];
    for (size_t i = 0; i < p->n; i++)
        x->stack_of[i] = x->stack_of[i] ? place[x->stack_of[i]] : x->nowhere;
    if (!p->n)
        x->stack_of[0] = x->nowhere;
    free(place);
    free(s.v);
    idmap_free(&s.by_step);
    free(frames);
}

static int by_group(const void *a, const void *b, const void *arg)
{
    const struct export_group *v = arg, *x = &v[*(const uint32_t *)a], *y = &v[*(const uint32_t *)b];
    int r = strcmp(x->comm, y->comm);
    r = r ? r : (x->pid > y->pid) - (x->pid < y->pid);
    return r ? r : (x->tid > y->tid) - (x->tid < y->tid);
}

/* Groups into x->groups, from n that may be the same; which one each is. malloc'ed. */
static uint32_t *order_groups(struct export *x, const struct export_group *v, size_t n)
{
    uint32_t *order = mem_new(n, sizeof(*order)), *number = mem_new(n, sizeof(*number));
    x->groups = mem_new(n, sizeof(*x->groups));
    for (size_t i = 0; i < n; i++)
        order[i] = (uint32_t)i;
    sort_by(order, n, sizeof(*order), by_group, v);
    for (size_t i = 0; i < n; i++) {
        if (!i || by_group(&order[i - 1], &order[i], v))
            x->groups[x->ngroups++] = v[order[i]];
        number[order[i]] = (uint32_t)x->ngroups - 1;
    }
    free(order);
    return number;
}

static struct export_group group_of(struct export *x, const struct row *r, const struct profile *p,
                                    const struct key_context *kc)
{
    struct text comm = { 0 };
    key_text(p->keys[0], &r->cells[0], kc, &comm);
    struct export_group g = { .comm = arena_text(&x->texts, comm.s, comm.n),
                              .pid = x->processes ? (int32_t)r->cells[1].v : 0,
                              .tid = x->threads ? (int32_t)r->cells[2].v : 0 };
    text_free(&comm);
    return g;
}

static int by_count(const void *a, const void *b, const void *arg)
{
    const struct export_count *x = a, *y = b;
    (void)arg;
    int r = number_order(x->event, y->event);
    r = r ? r : number_order(x->group, y->group);
    return r ? r : number_order(x->stack, y->stack);
}

static void make_counts(struct export *x, const struct profile *p, const uint32_t *group_of_row)
{
    const struct paths *paths = &p->paths;
    struct export_count *v = x->counts = mem_new(paths->nends, sizeof(*v));
    for (size_t i = 0; i < paths->nends; i++) {
        const struct path_end *e = &paths->ends[i];
        uint32_t event = row_at(p, e->row)->event;
        v[i] = (struct export_count){ x->adds_up && x->leads ? x->leads[event] : event, group_of_row[e->row],
                                      x->stack_of[e->path], e->samples, e->period };
    }
    sort_by(v, paths->nends, sizeof(*v), by_count, NULL);
    for (size_t i = 0; i < paths->nends; i++)
        if (x->ncounts && !by_count(&v[x->ncounts - 1], &v[i], NULL)) {
            v[x->ncounts - 1].samples += v[i].samples;
            v[x->ncounts - 1].period += v[i].period;
        } else {
            v[x->ncounts++] = v[i];
        }
    x->events = mem_new(p->nevents, sizeof(*x->events));
    for (size_t i = 0; i < x->ncounts; i++)
        if (!i || v[i].event != v[i - 1].event)
            x->events[x->nevents++] = v[i].event;
}

void export_of_profile(struct export *x, const struct profile *p, const struct export_naming *n)
{
    struct export_group *groups = mem_new(p->nrows, sizeof(*groups));
    make_stacks(x, &p->paths, n);
    for (uint32_t i = 0; i < p->nrows; i++)
        groups[i] = group_of(x, row_at(p, i), p, n->kc);
    uint32_t *group_of_row = order_groups(x, groups, p->nrows);
    make_counts(x, p, group_of_row);
    free(group_of_row);
    free(groups);
}

void export_of_tracks(struct export *x, const struct tracks *t, const struct export_naming *n)
{
    struct export_group *groups = mem_new(t->n, sizeof(*groups));
    struct text comm = { 0 };
    x->processes = x->threads = true;
    make_stacks(x, &t->paths, n);
    for (size_t i = 0; i < t->n; i++) {
        comm.n = 0;
        key_comm_text(t->v[i].comm, t->v[i].tid, &comm);
        groups[i] = (struct export_group){ arena_text(&x->texts, comm.s, comm.n), t->v[i].pid, t->v[i].tid };
    }
    uint32_t *number = order_groups(x, groups, t->n);
    x->tracks = mem_new(t->n, sizeof(*x->tracks));
    for (x->ntracks = 0; x->ntracks < t->n; x->ntracks++) {
        const struct track *track = &t->v[x->ntracks];
        x->tracks[x->ntracks] = (struct export_track){ track->event, number[x->ntracks], track, 0 };
    }
    text_free(&comm);
    free(number);
    free(groups);
}

void export_free(struct export *x)
{
    free(x->frames);
    free(x->stacks);
    free(x->groups);
    free(x->counts);
    free(x->tracks);
    free(x->stack_of);
    free(x->events);
    free(x->own_leads);
    free(x->own_problems);
    arena_free(&x->texts);
    *x = (struct export){ 0 };
}
