#include "core/replay/tracks.h"

#include <stdlib.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/profile/count/reads.h"
#include "core/replay/replay.h"

enum { STEP_SLOTS = 1 << 15 };

/* The step of a path that an address is, remembered while that holds. */
struct step_slot {
    const struct space *space; /* NULL: free */
    uint64_t avma;
    struct when from, until;
    uint32_t kind;
    uint8_t mode, found;
    bool is_return;
    bool missed; /* no source has the file of its object */
};

struct reader {
    struct tracks *t;
    const struct count_opts *o;
    const struct capture *c;
    struct resolver *r;
    const struct timeline *timeline;
    const uint32_t *leads; /* NULL: each event leads itself */
    struct address_cache addresses;
    struct stacks stacks;
    struct step_slot *steps;
    struct idmap threads; /* numbers by process and thread */
    struct idmap numbers; /* of tracks, by event and that: index + 1 */
    struct reads reads;
    struct filter_memory memory;
    bool drops, hides;
    size_t cap;
};

static uint32_t kind_of(struct reader *k, const struct frame *f, const struct resolved_addr *resolved)
{
    struct path_frame frame = count_frame(k->o, f, resolved);
    return paths_kind(&k->t->paths, paths_frame(&k->t->paths, &frame), NO_ROW);
}

/* The path that goes on from one with a frame, and with what was inlined there. */
static uint32_t step(struct reader *k, uint32_t at, const struct frame *f, struct task_slot *task,
                     const struct sample *s)
{
    struct paths *p = &k->t->paths;
    struct when when = s->when;
    bool is_caller = f != k->stacks.frames;
    char level;
    const struct space *space = address_cache_space(&k->addresses, task, f->mode, &level);
    uint64_t h = hash_u64(f->avma ^ (uintptr_t)space << 5);
    struct step_slot *slot = &k->steps[h % STEP_SLOTS];
    if (space && slot->space == space && slot->avma == f->avma && slot->mode == f->mode &&
        slot->found == f->found && slot->is_return == f->is_return &&
        when_within(when, slot->from, slot->until)) {
        if (slot->missed && is_caller && !k->t->problems.of[PROBLEM_CALLER_NO_OBJECT].n) {
            struct resolved_addr missed = address_cache_find(&k->addresses, task, f->mode, f->avma, when, 0);
            address_see_missed(&missed, s, &k->t->problems);
        } else {
            k->t->problems.of[PROBLEM_CALLER_NO_OBJECT].n += slot->missed && is_caller;
        }
        return paths_step(p, at, slot->kind);
    }
    struct resolved_addr resolved = address_cache_find(&k->addresses, task, f->mode, f->avma, when, 0);
    uint32_t kind = kind_of(k, f, &resolved);
    bool missed = k->r && address_is_missed(&resolved);
    if (missed && is_caller)
        address_see_missed(&resolved, s, &k->t->problems);
    struct inlined in = count_inlined(k->o, f, &resolved, k->r);
    at = paths_step(p, at, kind);
    for (size_t i = in.n; i--;) {
        resolved.place.symbol = in.v[i];
        at = paths_step(p, at, kind_of(k, f, &resolved));
    }
    if (!in.n)
        *slot = (struct step_slot){ .space = space,
                                    .avma = f->avma,
                                    .from = resolved.from,
                                    .until = resolved.until,
                                    .kind = kind,
                                    .mode = f->mode,
                                    .found = f->found,
                                    .is_return = f->is_return,
                                    .missed = missed };
    return at;
}

static struct track *track_of(struct reader *k, uint32_t event, const struct sample *s)
{
    struct tracks *t = k->t;
    uint32_t thread = idmap_number(&k->threads, (uint64_t)(uint32_t)s->pid << 32 | (uint32_t)s->tid);
    uint32_t number = idmap_number(&k->numbers, (uint64_t)event << 32 | thread);
    if (number > t->n) {
        t->v = mem_room(t->v, t->n, &k->cap, sizeof(*t->v));
        t->v[t->n++] = (struct track){ .event = event, .pid = s->pid, .tid = s->tid };
    }
    return &t->v[number - 1];
}

static struct resolved_addr place_of(struct reader *k, const struct sample *s, const struct task_slot *task)
{
    unsigned mode = s->misc & PERF_RECORD_MISC_CPUMODE_MASK;
    return address_cache_find(&k->addresses, task, mode, s->ip, s->when, 0);
}

static void add(struct reader *k, const struct event *ev, const struct sample *s, uint64_t period,
                struct task_slot *task, uint32_t path, bool hidden)
{
    k->t->samples++;
    k->t->hidden += hidden;
    if (hidden)
        return;
    uint32_t event = (uint32_t)(ev - k->c->events.v);
    struct track *t = track_of(k, k->leads ? k->leads[event] : event, s);
    t->comm = task->comm ? task->comm : t->comm;
    t->v = mem_room(t->v, t->n, &t->cap, sizeof(*t->v));
    t->v[t->n++] = (struct track_sample){ s->when.time, period, path };
    if (!k->r)
        return;
    struct resolved_addr resolved = place_of(k, s, task);
    address_see_problem(&resolved, s, &k->t->problems);
}

static bool is_hidden(struct reader *k, const struct sample *s, const struct task_slot *task)
{
    const struct filter *f = &k->o->filter;
    struct resolved_addr resolved = { .level = 'H' };
    struct view v = {
        .sample = s, .comm = task->comm, .resolved = &resolved, .env = &k->c->env, .timeline = k->timeline
    };
    if (filter_needs_place(f))
        resolved = place_of(k, s, task);
    return filter_hides(f, &k->memory, &v);
}

static uint32_t path_of(struct reader *k, const struct sample *s, struct task_slot *task)
{
    uint32_t at = PATH_OUTSIDE;
    stack_of(&k->stacks, s, task);
    if (!k->stacks.n)
        stack_of_own(&k->stacks, s);
    for (size_t i = k->stacks.n; i--;)
        at = step(k, at, &k->stacks.frames[i], task, s);
    return at;
}

static void see(void *arg, const struct sample *s, const struct task_slot *known)
{
    struct reader *k = arg;
    bool reads = s->event->attr.sample_type & PERF_SAMPLE_READ;
    bool dropped = k->drops && filter_drops(&k->o->filter, s);
    if (dropped && !reads)
        return;
    struct task_slot *task =
        address_cache_task_of(&k->addresses, s); /* who is shown here is not to be changed */
    (void)known;
    bool hidden = !dropped && k->hides && is_hidden(k, s, task);
    uint32_t path = dropped || hidden ? PATH_OUTSIDE : path_of(k, s, task);
    if (!reads) {
        add(k, s->event, s, s->period, task, path, hidden);
        return;
    }
    struct reading at = reading_of(s);
    const struct event *ev;
    for (uint64_t grown; reads_next(&k->reads, &at, &k->c->events, &ev, &grown);)
        if (grown && !dropped)
            add(k, ev, s, grown, task, path, hidden);
}

bool tracks_read(struct capture *c, const struct timeline *t, struct resolver *r, const struct count_opts *o,
                 const uint32_t *leads, struct tracks *out, struct err *e)
{
    *out = (struct tracks){ 0 };
    struct reader k = { .t = out, .o = o, .c = c, .r = r, .timeline = t, .leads = leads };
    k.steps = mem_new(STEP_SLOTS, sizeof(*k.steps));
    k.drops = filter_drops_some(&o->filter);
    k.hides = filter_hides_some(&o->filter);
    address_cache_init(&k.addresses, t, r);
    stacks_init(&k.stacks, &k.addresses, c->env.arch, &o->stack, &out->problems);
    struct replay p = { .capture = c, .addresses = &k.addresses, .other = see };
    bool ok = replay_run(&p, &k, e);
    problems_merge(&out->problems, &p.problems);
    stacks_free(&k.stacks);
    address_cache_free(&k.addresses);
    reads_free(&k.reads);
    idmap_free(&k.threads);
    idmap_free(&k.numbers);
    idmap_free(&k.memory.symbols);
    free(k.steps);
    return ok;
}

void tracks_free(struct tracks *t)
{
    for (size_t i = 0; i < t->n; i++)
        free(t->v[i].v);
    free(t->v);
    paths_free(&t->paths);
    *t = (struct tracks){ 0 };
}
