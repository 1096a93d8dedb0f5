/* Counts call chains in rows: each row of a chain is counted once per sample. */
#include "core/profile/count/callers.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/profile/count/caller_rows.h"

/* A frame's row or kind of step is remembered only if it depends on nothing but the thread and the place. A row may
   depend on more if some key `varies`; a kind of step depends on more only if callers also count in rows meanwhile
   (count_rows_now()). */
void count_callers_init(struct worker *w)
{
    w->callers = mem_new(1, sizeof(*w->callers) + stacks_most(&w->stacks) * sizeof(struct entry));
    w->callers->remembers = !w->keys_vary || !count_rows_now(w);
    w->callers->looks_up_later = w->o->paths && !w->o->chains && !count_rows_now(w) && !w->o->in_objects &&
                                 !transforms_any(&w->o->transforms);
    w->callers->turn = 1;
    recent_chains_init(&w->callers->recent, w->c->env.cpus_online);
}

void count_callers_free(struct worker *w)
{
    struct callers *c = w->callers;
    if (!c)
        return;
    for (size_t i = 0; i < c->nseveral; i++)
        free(c->several[i].v);
    free(c->several);
    free(c->waiting);
    free(c->walks);
    free(c->kinds);
    free(c->later);
    idmap_free(&c->lists);
    idmap_free(&c->by_list);
    recent_chains_free(&c->recent);
    free(c);
}

static void count_callers_want(struct worker *w, struct entry *e, const void *where, uint64_t at,
                               enum row_use use, char level)
{
    const struct callers *c = w->callers;
    struct row_context x = { .where = where, .use = (uint8_t)use, .level = level };
    if (count_rows_now(w)) {
        x.who = worker_name_id(w, c->task);
        x.event = c->v->event;
    }
    uint32_t context = row_cache_context_of(&w->row_cache, &c->task->contexts, &x, at);
    e->wanted = row_cache_want(&w->row_cache, context, at);
    e->use = (uint8_t)use;
}

/* Remember the row or kind that an entry counts as. It holds for all code of the entry's symbol, or for the address
   alone if inlined functions are frames, since these differ from address to address. */
static void remember(const struct worker *w, const struct entry *e, const struct resolved_addr *resolved,
                     uint32_t found, bool missed)
{
    bool by_symbol = e->use == ROW_USE_CALLER && !w->o->by_address && !w->o->exact &&
                     !count_takes_inlines(w->o, e->f);
    enum row_lack lack = missed ? ROW_LACKS_OBJECT : ROW_LACKS_NOTHING;
    if (e->wanted.line)
        worker_cache_row(w, &e->wanted, e->f->avma, resolved, by_symbol, found, lack);
}

/* Whether an entry is a caller. The innermost entry that is not an end of a branch is the place of the sample
   itself. */
static bool is_caller(const struct callers *c, const struct entry *e)
{
    bool innermost = e + 1 == c->entries + c->n || e[1].f->taken;
    return e->f->taken || !innermost;
}

/* Flags that tell apart what one address may count as: whether inlined functions are frames of their own; and, if they
   are or with count_opts.at_calls, whether the address is a return address. */
static char way_of(const struct worker *w, const struct frame *f)
{
    bool inlines = count_takes_inlines(w->o, f);
    if (w->o->exact)
        return (char)count_frame_how(f);
    return (char)(inlines | (f->is_return && (inlines || w->o->at_calls)) << 1);
}

static void add_entry(struct worker *w, const struct frame *f)
{
    struct callers *c = w->callers;
    struct entry *e = &c->entries[c->n++];
    struct space_hole hole;
    uint64_t at;
    *e = (struct entry){ .f = f };
    if (!c->remembers || f->taken) /* an end of a branch has data of its own, so it is not remembered */
        return;
    e->map = worker_map(w, c->task, f->mode, f->avma, c->v->sample->when, &at, &hole);
    e->nowhere = hole.is;
    if (!e->map) {
        e->from = hole.from.time;
        e->until = hole.until.time;
        return;
    }
    e->from = e->map->from.time;
    e->until = e->map->how->until.time;
    bool by_process = w->o->by_address && !w->o->in_objects && f->mode != PERF_RECORD_MISC_KERNEL;
    if (by_process)
        count_callers_want(w, e, c->task->space, f->avma, ROW_USE_ADDRESS, way_of(w, f));
    else
        count_callers_want(w, e, e->map->how->object, at, ROW_USE_CALLER, way_of(w, f));
}

static struct path_frame frame_of(const struct worker *w, const struct frame *f,
                                  const struct resolved_addr *resolved)
{
    struct path_frame frame = count_frame(w->o, f, resolved);
    if (w->defers)
        frame.mark = caller_rows_place_mark(resolved);
    return frame;
}

static struct nameless_step *nameless_slot(struct callers *c, const struct nameless_step *of)
{
    return &c->nameless[hash_u64(of->avma ^ (uintptr_t)of->map << 5) % NAMELESS_STEPS];
}

/* The number of a frame without a symbol. `m`: the map of its address; NULL: no mapping covers it, and `level` is
   perf's mark of the next outer entry. */
static uint32_t find_nameless(struct worker *w, const struct frame *f, const struct map *m, char level)
{
    struct callers *c = w->callers;
    const struct nameless_step of = { m, f->avma, level, f->is_return, 0 }, *known = nameless_slot(c, &of);
    const bool is_known = known->found && known->avma == of.avma && known->map == m &&
                          known->level == level && known->is_return == of.is_return;
    if (is_known)
        return known->found - 1;
    struct resolved_addr at;
    if (m)
        at = address_cache_resolve_unnamed(&w->addresses, f->avma, m);
    else
        at = (struct resolved_addr){ .addr = f->avma, .level = level };
    const struct path_frame frame = frame_of(w, f, &at);
    *MEM_ADD(c->later, c->nlater, c->cap_later) =
        (struct later){ frame, path_frame_hash(&frame), c->nkinds, of };
    return CALLERS_LATER;
}

void count_chain_resolve_later(struct callers *c, struct paths *p)
{
    for (size_t i = 0; i < c->nlater; i++)
        __builtin_prefetch(path_slots_begin(&p->by_frame, c->later[i].hash), 1);
    for (size_t i = 0; i < c->nlater; i++)
        __builtin_prefetch(paths_frame_likely(p, c->later[i].hash));
    for (size_t i = 0; i < c->nlater; i++) {
        struct later *l = &c->later[i];
        c->kinds[l->step] = paths_kind_number(p, paths_frame_number(p, &l->frame), NO_ROW);
        l->of.found = c->kinds[l->step] + 1;
        *nameless_slot(c, &l->of) = l->of;
    }
    c->nlater = 0;
}

/* The row, kind of step or frame number that an entry counts as, given its resolved address. */
static uint32_t count_as(struct worker *w, const struct entry *e, const struct resolved_addr *resolved)
{
    struct paths *p = &w->profile.paths;
    w->callers->v->resolved = resolved;
    uint32_t row = NO_ROW;
    if (count_rows_now(w))
        row = worker_find_or_add_row(w, w->callers->v);
    if (!w->o->paths)
        return row;
    const struct path_frame frame = frame_of(w, e->f, resolved);
    const uint32_t number = paths_frame_number(p, &frame);
    if (w->o->chains)
        return number;
    return paths_kind_number(p, number, row);
}

/* The number of an entry with inlined functions: CALLERS_SEVERAL | an index into `several`, which lists the function
   itself and then the inlined functions from outside inwards. */
static uint32_t count_as_several(struct worker *w, const struct entry *e, struct resolved_addr *resolved,
                                 const struct inlined *in)
{
    struct callers *c = w->callers;
    uint32_t own = count_as(w, e, resolved), list = idmap_number_key(&c->lists, (uintptr_t)in->v);
    uint32_t *known = idmap_find_or_add(&c->by_list, (uint64_t)list << 32 | own);
    if (!*known) {
        struct merged_message *s = MEM_ADD(c->several, c->nseveral, c->cap_several);
        *known = (uint32_t)c->nseveral;
        *s = (struct merged_message){ mem_new(in->n + 1, sizeof(*s->v)), 0 };
        s->v[s->n++] = own;
        for (size_t i = in->n; i--;) {
            resolved->place.symbol = in->v[i];
            s->v[s->n++] = count_as(w, e, resolved);
        }
    }
    return CALLERS_SEVERAL | (*known - 1);
}

/* Resolve the address of an entry that is not remembered. If no mapping covers it, it gets perf's mark of the next
   outer entry. */
static struct resolved_addr resolve_anew(struct worker *w, const struct entry *e)
{
    struct callers *c = w->callers;
    struct address_cache *s = &w->addresses;
    const struct when when = c->v->sample->when;
    struct resolved_addr resolved;
    if (e->wanted.line)
        resolved = address_cache_resolve(s, c->task, e->f->mode, e->f->avma, when, e->map);
    else
        resolved = address_cache_find(s, c->task, e->f->mode, e->f->avma, when, 0);
    if (!resolved.place.map && c->level)
        resolved.level = c->level;
    if (!resolved.place.symbol)
        resolved.addr = e->f->avma;
    c->level = resolved.level;
    return resolved;
}

static uint32_t count_anew(struct worker *w, const struct entry *e, const struct resolved_addr *resolved)
{
    struct inlined in = count_inlined(w->o, e->f, resolved, w->addresses.r);
    struct resolved_addr own = *resolved;
    if (in.n)
        return count_as_several(w, e, &own, &in);
    return count_as(w, e, resolved);
}

/* The number of an entry whose address no mapping covers; the number is the same in all processes. */
static uint32_t find_nowhere(struct worker *w, struct entry *e)
{
    struct callers *c = w->callers;
    if (!c->level) /* no outer entry has a mark yet */
        address_cache_space(&w->addresses, c->task, e->f->mode, &c->level);
    e->steady = true;
    if (c->looks_up_later)
        return find_nameless(w, e->f, NULL, c->level);
    const struct resolved_addr resolved = { .addr = e->f->avma, .level = c->level };
    bool alike = w->o->in_objects && !w->o->by_address && !w->o->children && e->f->avma < PERF_CONTEXT_MAX;
    if (alike && c->nowhere)
        return c->nowhere - 1;
    if (!alike && e->f->found != FRAME_OWN) /* FRAME_OWN is part of the frame */
        count_callers_want(w, e, NULL, e->f->avma, ROW_USE_NAMELESS, c->level);
    const struct cached_row *known = row_cache_find(&e->wanted);
    if (known)
        return known->row;
    uint32_t found = count_as(w, e, &resolved);
    if (alike)
        c->nowhere = found + 1;
    else
        remember(w, e, &resolved, found, false);
    return found;
}

/* The number of an entry that is in the row cache. */
static uint32_t find_known(struct worker *w, struct entry *e, const struct cached_row *known)
{
    struct callers *c = w->callers;
    uint32_t found = known->row;
    c->level = '.';
    if (e->f->mode == PERF_RECORD_MISC_KERNEL)
        c->level = 'k';
    e->lacks = row_cache_lack(known);
    if (found == NO_ROW)
        found = find_nameless(w, e->f, e->map, c->level);
    e->steady = found != CALLERS_LATER;
    return found;
}

/* Resolve an entry and remember its number. An entry without a symbol counts by its address. In user mode its number
   is remembered by process and address; by object and offset the cache has only NO_ROW, which says that no symbol
   covers the address. Returns CALLERS_LATER if the frame was put into `later`. */
static uint32_t find_anew(struct worker *w, struct entry *e, bool is_known)
{
    struct callers *c = w->callers;
    struct resolved_addr resolved = resolve_anew(w, e);
    bool missed = w->addresses.r && address_is_missed(&resolved);
    if (missed && is_caller(c, e))
        address_count_missed(&resolved, c->v->sample, &w->profile.problems);
    bool nameless = e->use == ROW_USE_CALLER && e->f->mode != PERF_RECORD_MISC_KERNEL &&
                    !resolved.place.symbol && !w->o->in_objects;
    bool later = nameless && c->looks_up_later;
    uint32_t found;
    if (later)
        found = find_nameless(w, e->f, e->map, c->level);
    else
        found = count_anew(w, e, &resolved);
    if (is_known || !e->map)
        return found;
    remember(w, e, &resolved, nameless ? NO_ROW : found, missed);
    if (nameless && !later) {
        count_callers_want(w, e, c->task->space, e->f->avma, ROW_USE_NAMELESS, way_of(w, e->f));
        remember(w, e, &resolved, found, missed);
    }
    return found;
}

/* The number that an entry counts as. If the entry may be the first example of a kind of problem, find_anew() resolves
   it again, since the row cache lacks the details that the problem's description shows. */
static uint32_t find_entry(struct worker *w, struct entry *e)
{
    struct callers *c = w->callers;
    if (e->nowhere)
        return find_nowhere(w, e);
    const struct cached_row *known = row_cache_find(&e->wanted);
    const bool is_nameless = known && known->row == NO_ROW;
    if (is_nameless && !c->looks_up_later) {
        count_callers_want(w, e, c->task->space, e->f->avma, ROW_USE_NAMELESS, way_of(w, e->f));
        known = row_cache_find(&e->wanted);
    }
    if (!known)
        return find_anew(w, e, false);
    const bool missed = row_cache_lack(known) && is_caller(c, e);
    const unsigned problem = missed ? 1 + PROBLEM_CALLER_NO_OBJECT : 0;
    if (problem_goes_before(&w->profile.problems, problem, c->v->sample->when.seq))
        return find_anew(w, e, true);
    w->profile.problems.of[PROBLEM_CALLER_NO_OBJECT].n += missed;
    return find_known(w, e, known);
}

/* Prepare c->entries for the chain of v's sample; the worker's stacks hold its frames. */
static void count_callers_begin(struct worker *w, struct view *v, struct task_slot *task)
{
    struct callers *c = w->callers;
    c->v = v;
    c->task = task;
    c->level = v->resolved->level;
    c->n = 0;
    if (!count_filters_chains(w->o)) /* otherwise count_filter_chain() has found the frames */
        stack_find_frames(&w->stacks, v->sample, task);
    if (w->o->whole && !w->stacks.n)
        stack_from_sample_ip(&w->stacks, v->sample);
}

struct recent_chain *count_find_recent_chain(struct worker *w, const struct view *v, struct task_slot *task)
{
    struct callers *c = w->callers;
    if (!c->remembers)
        return NULL;
    struct recent_chain *recent = recent_chain_of(&c->recent, task);
    const uint32_t event = count_rows_now(w) ? v->event : 0;
    if (recent->event != event) { /* the remembered numbers are rows of another event */
        recent_chain_forget(recent);
        recent->event = event;
    }
    return recent;
}

/* Make room for n more numbers in c->kinds. */
static void make_room(struct callers *c, size_t n)
{
    if (c->cap_kinds - c->nkinds < n) {
        c->cap_kinds = 2 * (c->nkinds + n);
        c->kinds = mem_resize(c->kinds, c->cap_kinds, sizeof(*c->kinds));
    }
}

/* Append the number that a frame counts as, or each number of CALLERS_SEVERAL, to c->kinds, which has room for one.
   `others`: number of frames that follow. */
static inline void add_kinds(struct callers *c, uint32_t found, size_t others)
{
    if (!(found & CALLERS_SEVERAL) || found == CALLERS_LATER) {
        assert(c->nkinds < c->cap_kinds);
        c->kinds[c->nkinds++] = found;
        return;
    }
    const struct merged_message *all = &c->several[found & ~CALLERS_SEVERAL];
    make_room(c, all->n + others);
    for (size_t k = 0; k < all->n; k++)
        c->kinds[c->nkinds++] = all->v[k];
}

/* Append the remembered numbers of the n outermost frames, which the chain shares with the thread's last chain. */
static void add_recent(struct worker *w, struct recent_chain *recent, uint32_t n)
{
    struct callers *c = w->callers;
    const struct frame *f = w->stacks.frames + w->stacks.n;
    uint64_t lack = 0;
    for (uint32_t i = 0; i < n; i++) {
        struct recent_frame *r = &recent->v[i];
        f--;
        if (r->found == CALLERS_LATER)
            r->found = find_nameless(w, f, NULL, r->level);
        add_kinds(c, r->found, w->stacks.n - i);
        lack += r->lacks && f > w->stacks.frames && !f[-1].taken; /* only callers count as missed */
    }
    w->profile.problems.of[PROBLEM_CALLER_NO_OBJECT].n += lack;
    if (n)
        c->level = recent->v[n - 1].level;
}

size_t count_chain_append_kinds(struct worker *w, struct view *v, struct task_slot *task,
                                struct recent_chain *recent)
{
    struct callers *c = w->callers;
    const size_t first = c->nkinds;
    count_callers_begin(w, v, task);
    const char level = c->level;
    const struct when when = v->sample->when;
    const bool shows_lack = recent && recent->lacks &&
                            problem_goes_before(&w->profile.problems, 1 + PROBLEM_CALLER_NO_OBJECT, when.seq);
    uint32_t same = 0;
    if (shows_lack)
        recent_chain_forget(recent);
    if (recent)
        same = recent_chain_same(recent, w->stacks.frames, w->stacks.n, level, when.time);
    make_room(c, w->stacks.n);
    add_recent(w, recent, same);
    const size_t shared = c->nkinds - first;
    for (size_t i = w->stacks.n - same; i--;)
        add_entry(w, &w->stacks.frames[i]);
    const bool begins_nowhere = !same && c->n && c->entries[0].nowhere;
    if (recent && begins_nowhere)
        recent->level = level;
    bool steady = recent;
    for (uint32_t i = 0; i < c->n; i++) {
        struct entry *e = &c->entries[i];
        const uint32_t found = find_entry(w, e);
        add_kinds(c, found, c->n - i);
        steady = steady && e->steady &&
                 recent_chain_add(recent, e->f, e->from, e->until, found, e->lacks, c->level);
    }
    return shared;
}

/* The frame that a number (a row or a kind of step) stands for. */
static const struct path_frame *frame_numbered(const struct worker *w, uint32_t number)
{
    const struct paths *p = &w->profile.paths;
    if (w->o->chains)
        return &p->frames[number];
    return &p->frames[p->kinds[number].frame];
}

/* Each entry gives one step for its function, then one for each function inlined there. */
void count_chain_list_steps(struct worker *w, struct view *v, struct task_slot *task)
{
    struct callers *c = w->callers;
    struct transforming *k = &w->transforming;
    const size_t first = c->nkinds;
    uint32_t entries = 0;
    k->n = 0;
    count_chain_append_kinds(w, v, task, NULL);
    for (size_t at = first; at < c->nkinds; at++) {
        const struct path_frame *f = frame_numbered(w, c->kinds[at]);
        entries += !f->symbol || !f->symbol->is_inlined;
        assert(entries && entries <= c->n);
        *MEM_ADD(k->v, k->n, k->cap) = (struct transform_step){
            .number = c->kinds[at], .at = entries - 1, .object = f->object, .symbol = f->symbol
        };
    }
    assert(entries == c->n);
    c->nkinds = first;
}

void count_chain_append_steps(const struct worker *w)
{
    struct callers *c = w->callers;
    const struct transforming *k = &w->transforming;
    make_room(c, k->n);
    for (size_t i = 0; i < k->n; i++)
        c->kinds[c->nkinds++] = k->v[i].number;
}

const uint32_t *count_frame_kinds(struct worker *w, struct view *v, const struct frame *f,
                                  const struct resolved_addr *resolved, size_t *n)
{
    struct callers *c = w->callers;
    c->v = v;
    c->nkinds = 0;
    make_room(c, 1);
    add_kinds(c, count_anew(w, &(struct entry){ .f = f }, resolved), 0);
    *n = c->nkinds;
    return c->kinds;
}

void count_callers(struct worker *w, struct view *v, struct task_slot *task, uint64_t period)
{
    struct callers *c = w->callers;
    struct profile *p = &w->profile;
    c->nkinds = 0;
    count_chain_append_kinds(w, v, task, count_find_recent_chain(w, v, task));
    if (w->o->reachable)
        return; /* it only makes rows, and counts nothing */
    for (size_t i = 0; i < c->nkinds; i++)
        row_prefetch(p, c->kinds[i]);
    for (size_t i = 0; i < c->nkinds; i++)
        profile_count_once(p, c->kinds[i], w->stamp, v->sample, period);
}
