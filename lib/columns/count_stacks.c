/* Counts stack ends one by one. The rows, kinds of steps or frames that a place counts as, and the path of a stack,
   are found once and cached. */
#include "lib/columns/count_stacks.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/count/caller_rows.h"
#include "core/profile/count/count.h"

bool count_stacks_supports(const struct sample_columns *c, const struct count_opts *o)
{
    const struct stack_opts *s = &o->stack;
    return c->has_stacks && s->max == SAMPLE_COLUMNS_FRAMES && !s->guess && !s->history &&
           (s->innermost || !c->cut) && (!o->by_address || o->in_objects);
}

void count_stacks_init(struct count_stacks *s, const struct column_count *a, bool from_kept)
{
    const struct sample_columns *c = a->columns;
    const uint64_t most = a->opts->max_paths;
    s->a = a;
    s->pass.most = most < INT32_MAX ? most : INT32_MAX;
    worker_init(&s->w, a->capture, a->timeline, a->resolver, a->opts);
    worker_begin(&s->w, &s->pass);
    if (a->opts->parent)
        stack_parents_find(&s->parents, c, a->opts);
    if (from_kept || (!a->opts->children && !a->opts->paths))
        return;
    s->last = mem_new(c->nstacks, sizeof(*s->last));
    s->paths = mem_new(c->nstacks, sizeof(*s->paths));
    s->steps = mem_new(c->nplaces, sizeof(*s->steps));
    s->alike = mem_new(c->nalike, sizeof(*s->alike));
}

struct resolved_addr count_stacks_resolved(const struct count_stacks *s, uint32_t place)
{
    const struct column_place *p = &s->a->columns->places[place];
    const struct object *o = p->object;
    struct resolved_addr resolved = { .addr = p->addr, .level = p->level };
    if (o)
        resolved.place = (struct place){ .object = o, .symbol = p->symbol, .at = p->at, .addr = p->addr };
    if (o && s->a->resolver)
        resolved.place.table = resolver_symbol_origin(s->a->resolver, o).table;
    return resolved;
}

struct view count_stacks_view(struct count_stacks *s, size_t i, const struct resolved_addr *resolved)
{
    const struct sample_columns *c = s->a->columns;
    const struct column_thread *t = &c->threads[c->thread[i]];
    struct sample *sample = &s->sample;
    const bool on_cpu = c->cpu[i] != SAMPLE_COLUMNS_NO_CPU;
    sample->event = &s->a->capture->events.v[c->event[i]];
    sample->has = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | on_cpu * PERF_SAMPLE_CPU;
    sample->when = (struct when){ c->time[i], i };
    sample->pid = t->pid;
    sample->tid = t->tid;
    sample->cpu = on_cpu ? c->cpu[i] : UINT32_MAX;
    sample->ip = resolved->addr;
    if (c->state) {
        const struct column_thread *waker = &c->threads[c->waker[i]];
        s->wait = (struct wait){
            .state = c->state[i], .is_woken = c->waker[i], .waker = waker->comm, .waker_tid = waker->tid
        };
    }
    return (struct view){ .event = c->event[i],
                          .sample = sample,
                          .comm = t->comm,
                          .resolved = resolved,
                          .parent = stack_parents_symbol(&s->parents, c->stack[i]),
                          .env = &s->a->capture->env,
                          .timeline = s->a->timeline,
                          .wait = c->state ? &s->wait : NULL,
                          .time_quantum = s->a->opts->time_quantum };
}

/* Find the numbers that a place counts as, for the `who` of this turn. `v`: a view of any sample of this `who`. */
static struct known_step find_step(struct count_stacks *s, struct view *v, uint32_t place, uint32_t turn)
{
    const struct count_opts *o = s->a->opts;
    const struct sample_columns *c = s->a->columns;
    const struct column_place *p = &c->places[place];
    const struct frame f = { .avma = p->addr,
                             .found = p->how & COUNT_FRAME_UNWOUND ? FRAME_UNWOUND : FRAME_RECORDED,
                             .is_return = p->how & COUNT_FRAME_RETURN };
    const bool by_like = s->w.rows_by_symbol && !o->by_address && !count_takes_inlines(o, &f);
    struct known_step *step = by_like ? &s->alike[c->alike[place]] : &s->steps[place];
    if (step->turn == turn)
        return *step;
    const struct resolved_addr resolved = count_stacks_resolved(s, place);
    size_t n;
    const uint32_t *kinds = count_frame_kinds(&s->w, v, &f, &resolved, &n);
    *step = (struct known_step){ turn, (uint32_t)n, (uint32_t)s->nkinds };
    for (size_t i = 0; i < n; i++)
        *MEM_ADD(s->kinds, s->nkinds, s->cap_kinds) = kinds[i];
    return *step;
}

static const struct known_step *step_of(struct count_stacks *s, struct view *v, uint32_t place)
{
    const uint32_t turn = s->a->opts->children && !s->w.defers ? s->turn : 1;
    struct known_step *step = &s->steps[place];
    if (step->turn != turn)
        *step = find_step(s, v, place, turn);
    return step;
}

/* The stack that an end counts as; 0: none, since the stack is only the place of the sample itself. */
static uint32_t stack_of_end(const struct count_stacks *s, const struct stack_end *e)
{
    const struct sample_columns *c = s->a->columns;
    const struct column_stack *last = &c->stacks[e->stack];
    const bool own = !last->parent && c->places[last->place].how & COUNT_FRAME_OWN;
    if (own && !s->a->opts->whole)
        return 0;
    return e->stack;
}

/* The path that continues `path` by the frames of a stack, from the outermost inwards. */
static uint32_t count_stacks_path_of(struct count_stacks *s, struct view *v, uint32_t stack, uint32_t path)
{
    const struct column_stack *stacks = s->a->columns->stacks;
    for (s->nlist = 0; stack && s->paths[stack].turn != s->turn; stack = stacks[stack].parent)
        *MEM_ADD(s->list, s->nlist, s->cap_list) = stack;
    if (stack)
        path = s->paths[stack].path;
    while (s->nlist) {
        stack = s->list[--s->nlist];
        const struct known_step *step = step_of(s, v, stacks[stack].place);
        for (uint32_t i = 0; i < step->n; i++)
            path = paths_add_step(&s->w.profile.paths, path, s->kinds[step->from + i]);
        s->paths[stack] = (struct known_path){ s->turn, path };
    }
    return path;
}

/* Append to `list` the numbers that the frames of a stack count as, the outermost first. */
static void list_stack(struct count_stacks *s, struct view *v, uint32_t stack)
{
    const struct column_stack *stacks = s->a->columns->stacks;
    const size_t first = s->nlist;
    for (; stack; stack = stacks[stack].parent) {
        const struct known_step *step = step_of(s, v, stacks[stack].place);
        for (uint32_t i = step->n; i--;)
            *MEM_ADD(s->list, s->nlist, s->cap_list) = s->kinds[step->from + i];
    }
    for (size_t i = first, k = s->nlist; i < k; i++) {
        const uint32_t outer = s->list[--k];
        s->list[k] = s->list[i];
        s->list[i] = outer;
    }
}

/* A placeholder: the place does not matter any more once the numbers that it counts as are known. */
static const struct resolved_addr nowhere = { .level = 'H' };

/* Count the samples of an end in the call chain that `list` holds. */
static void count_chain(struct count_stacks *s, const struct stack_end *e)
{
    struct call_chains *chains = &s->w.profile.paths.chains;
    const uint32_t n =
        call_chains_find_or_add(chains, s->list, s->nlist, call_chains_hash(s->list, s->nlist));
    chains->v[n - 1].samples += e->samples;
    chains->v[n - 1].period += e->period;
}

static void count_end(struct count_stacks *s, struct view *v, const struct stack_end *e, uint32_t lead)
{
    struct profile *p = &s->w.profile;
    assert(e->row < p->nrows && e->stack < s->a->columns->nstacks);
    const uint32_t stack = stack_of_end(s, e);
    const struct sample *sample = count_stacks_view(s, e->first, &nowhere).sample;
    s->nlist = 0;
    if (s->a->opts->chains) {
        *MEM_ADD(s->list, s->nlist, s->cap_list) = e->row;
        list_stack(s, v, stack);
        count_chain(s, e);
    } else if (s->a->opts->paths) {
        const uint32_t path = count_stacks_path_of(s, v, stack, lead);
        paths_add_end(&p->paths,
                      &(struct path_end){ path, e->row, sample->tid, e->samples, e->period, sample->when });
    } else {
        list_stack(s, v, stack);
        row_stamp(p, e->row, worker_stamp(&s->w));
        for (size_t i = 0; i < s->nlist; i++)
            profile_count_once(p, s->list[i], s->w.stamp, sample, e->period);
    }
}

/* List the functions of a stack, the outermost first, each with the number that it counts as and the number of its
   frame; frame 0 is the innermost. */
static void list_steps(struct count_stacks *s, struct view *v, uint32_t stack)
{
    const struct paths *p = &s->w.profile.paths;
    const struct column_stack *stacks = s->a->columns->stacks;
    struct transforming *k = &s->w.transforming;
    uint32_t at = 0;
    k->n = 0;
    for (; stack; stack = stacks[stack].parent, at++) {
        const struct known_step *step = step_of(s, v, stacks[stack].place);
        for (uint32_t i = step->n; i--;) {
            const uint32_t number = s->kinds[step->from + i],
                           frame = s->a->opts->chains ? number : p->kinds[number].frame;
            *MEM_ADD(k->v, k->n, k->cap) = (struct transform_step){ .number = number,
                                                                    .at = at,
                                                                    .object = p->frames[frame].object,
                                                                    .symbol = p->frames[frame].symbol };
        }
    }
    for (size_t i = 0, end = k->n; i + 1 < end; i++) {
        const struct transform_step outer = k->v[--end];
        k->v[end] = k->v[i];
        k->v[i] = outer;
    }
}

/* The place of the frame that list_steps() numbered `at`. */
static uint32_t place_of_frame(const struct sample_columns *c, uint32_t stack, uint32_t at)
{
    while (at--)
        stack = c->stacks[stack].parent;
    return c->stacks[stack].place;
}

/* The step in which the samples were taken: the outermost function of the innermost frame. */
static const struct transform_step *end_own_step(const struct transforming *k)
{
    size_t i = k->n - 1;
    while (i && k->v[i - 1].at == k->v[i].at)
        i--;
    return &k->v[i];
}

/* Apply the transforms to the stack of an end, as core/profile/count/transform_chain.c does to the call chain of a
   sample. False: the samples of the end do not count. Else `resolved` receives the place that they count at. */
static bool transform_end(struct count_stacks *s, struct view *v, const struct stack_end *e,
                          struct resolved_addr *resolved)
{
    const struct count_opts *o = s->a->opts;
    const struct sample_columns *c = s->a->columns;
    struct transforming *k = &s->w.transforming;
    const uint32_t place = c->place[e->first], stack = stack_of_end(s, e);
    const struct column_place *own = &c->places[place], *last = &c->places[c->stacks[stack].place];
    const bool in_chain = stack && own->symbol == last->symbol && own->object == last->object;
    list_steps(s, v, stack);
    if (!in_chain)
        *MEM_ADD(k->v, k->n, k->cap) =
            (struct transform_step){ .at = TRANSFORM_SAMPLE, .object = own->object, .symbol = own->symbol };
    if (!transforms_apply(&o->transforms, o->filter.demangle, k))
        return false;
    const struct transform_step *step = end_own_step(k);
    const bool is_own = step->at == TRANSFORM_SAMPLE ||
                        (in_chain && !step->at && step->symbol == own->symbol);
    *resolved = count_stacks_resolved(s, is_own ? place : place_of_frame(c, stack, step->at));
    if (!is_own) {
        resolved->place.symbol = step->symbol;
        count_move_to_call(o, c->places[place_of_frame(c, stack, step->at)].how & COUNT_FRAME_RETURN,
                           resolved);
    }
    transforms_prepare_steps(&o->transforms, k);
    return true;
}

/* Count an end with transforms. Its row is made here, since the transforms decide at which place the samples count. */
static void count_transformed_end(struct count_stacks *s, struct view *v, const struct stack_end *e,
                                  uint32_t lead)
{
    struct profile *p = &s->w.profile;
    struct resolved_addr resolved;
    if (!transform_end(s, v, e, &resolved)) {
        struct total *total = &p->totals[s->a->columns->event[e->first]];
        total->hidden_samples += e->samples;
        total->hidden_period += e->period;
        return;
    }
    struct view own = count_stacks_view(s, e->first, &resolved);
    const uint32_t row = worker_find_or_add_row(&s->w, &own);
    profile_count_first(p, row, own.sample);
    row_at(p, row)->samples += e->samples;
    row_at(p, row)->period += e->period;
    s->nlist = 0;
    if (s->a->opts->chains)
        *MEM_ADD(s->list, s->nlist, s->cap_list) = row;
    for (size_t i = 0; i < s->w.transforming.n; i++)
        *MEM_ADD(s->list, s->nlist, s->cap_list) = s->w.transforming.v[i].number;
    if (s->a->opts->chains) {
        count_chain(s, e);
        return;
    }
    for (size_t i = 0; i < s->nlist; i++)
        lead = paths_add_step(&p->paths, lead, s->list[i]);
    paths_add_end(&p->paths,
                  &(struct path_end){ lead, row, own.sample->tid, e->samples, e->period, own.sample->when });
}

/* The order in which ends are counted. If callers are counted in rows, the ends are sorted by who, since these rows
   depend on who. */
static struct numbered *end_order(const struct count_stacks *s)
{
    struct numbered *order = mem_new(s->nends, sizeof(*order));
    for (size_t i = 0; i < s->nends; i++)
        order[i] = (struct numbered){ s->a->opts->children ? s->ends[i].who : 0, (uint32_t)i };
    if (s->a->opts->children)
        sort_by_number(order, s->nends);
    return order;
}

/* The kept path of every stack. `v` is of any sample. */
static void keep_paths(struct count_stacks *s, struct view *v)
{
    const struct sample_columns *c = s->a->columns;
    struct paths *p = &s->w.profile.paths;
    uint32_t *of = mem_new(c->nstacks, sizeof(*of));
    for (size_t i = 1; i < c->nstacks; i++) {
        const struct known_step *step = step_of(s, v, c->stacks[i].place);
        uint32_t path = of[c->stacks[i].parent];
        for (uint32_t k = 0; k < step->n; k++)
            path = paths_add_step(p, path, s->kinds[step->from + k]);
        of[i] = path;
    }
    kept_paths_put(&s->a->kept->paths, s->a->opts, p, of, c->nstacks);
}

void count_stacks_keep_paths(struct count_stacks *s)
{
    if (kept_paths_fit(&s->a->kept->paths, s->a->opts))
        return;
    struct view v = count_stacks_view(s, s->ends->first, &nowhere);
    s->turn = 1;
    keep_paths(s, &v);
}

uint32_t count_stacks_kept_path(const struct count_stacks *s, const struct stack_end *e)
{
    return s->a->kept->paths.of_stack[stack_of_end(s, e)];
}

/* Puts the ends of one path behind those of the paths before it. A row may have several, of different stacks, that become
   one; last[row] is 1 + the number of the row's last end. */
static void put_ends_of_path(struct count_stacks *s, uint32_t path, const uint32_t *ends, size_t n,
                             uint32_t *last)
{
    const struct sample_columns *c = s->a->columns;
    struct paths *p = &s->w.profile.paths;
    const size_t first = p->nends;
    for (size_t i = 0; i < n; i++) {
        const struct stack_end *e = &s->ends[ends[i]];
        const struct path_end end = { path,       e->row,    c->threads[c->thread[e->first]].tid,
                                      e->samples, e->period, { c->time[e->first], e->first } };
        if (last[e->row] > first) {
            path_end_add(&p->ends[last[e->row] - 1], &end);
        } else {
            p->ends[p->nends++] = end;
            last[e->row] = (uint32_t)p->nends;
        }
    }
}

/* Whether the paths of stacks can be had from kept ones: frames count in no rows, and nothing changes stacks. */
static bool uses_kept_paths(const struct count_stacks *s)
{
    const struct count_opts *o = s->a->opts;
    return s->a->kept && s->nends && o->paths && !o->children && !o->chains &&
           !transforms_any(&o->transforms);
}

/* The kept path of each end; malloc'ed. */
static uint32_t *kept_paths_of_ends(struct count_stacks *s)
{
    count_stacks_keep_paths(s);
    uint32_t *path = mem_resize(NULL, s->nends, sizeof(*path));
    for (size_t i = 0; i < s->nends; i++)
        path[i] = count_stacks_kept_path(s, &s->ends[i]);
    return path;
}

/* Counts the ends at kept paths, which are settled then. */
static void count_kept_ends(struct count_stacks *s)
{
    struct paths *p = &s->w.profile.paths;
    uint32_t *path = s->kept_path ? s->kept_path : kept_paths_of_ends(s);
    uint32_t *order = mem_resize(NULL, s->nends + 1, sizeof(*order)),
             *last = mem_new(s->w.profile.nrows, sizeof(*last));
    s->kept_path = NULL;
    kept_paths_take(&s->a->kept->paths, path, s->nends, p, order);
    p->ends = mem_resize(NULL, s->nends + 1, sizeof(*p->ends));
    p->cap_ends = s->nends;
    for (uint32_t i = 0; i < p->n; i++) {
        const uint32_t from = p->first_end[i], n = p->first_end[i + 1] - from;
        p->first_end[i] = (uint32_t)p->nends;
        put_ends_of_path(s, i, order + from, n, last);
    }
    p->first_end[p->n] = (uint32_t)p->nends;
    free(path);
    free(order);
    free(last);
}

static void count_ends(struct count_stacks *s)
{
    struct numbered *order = end_order(s);
    struct view v = { 0 };
    uint32_t lead = PATH_OUTSIDE;
    for (size_t i = 0; i < s->nends; i++) {
        const struct stack_end *e = &s->ends[order[i].at];
        if (!i || order[i].by != order[i - 1].by) {
            s->turn++;
            v = count_stacks_view(s, e->first, &nowhere);
            if (s->w.defers)
                lead = caller_rows_find_lead(&s->w.profile, &v);
            else if (s->a->opts->children)
                s->nkinds = 0;
        }
        if (transforms_any(&s->a->opts->transforms))
            count_transformed_end(s, &v, e, lead);
        else
            count_end(s, &v, e, lead);
    }
    free(order);
}

bool count_stacks_chain(struct count_stacks *s, size_t sample, uint32_t *chain)
{
    const struct sample_columns *c = s->a->columns;
    const struct stack_end e = { .stack = c->stack[sample], .first = (uint32_t)sample };
    struct call_chains *chains = &s->w.profile.paths.chains;
    struct view v = count_stacks_view(s, sample, &nowhere);
    struct resolved_addr resolved;
    s->turn = 1;
    s->nlist = 0;
    if (!transforms_any(&s->a->opts->transforms)) {
        list_stack(s, &v, stack_of_end(s, &e));
    } else {
        if (!transform_end(s, &v, &e, &resolved))
            return false;
        for (size_t i = 0; i < s->w.transforming.n; i++)
            *MEM_ADD(s->list, s->nlist, s->cap_list) = s->w.transforming.v[i].number;
    }
    *chain = PATH_OUTSIDE;
    if (s->nlist)
        *chain = call_chains_find_or_add(chains, s->list, s->nlist, call_chains_hash(s->list, s->nlist));
    return true;
}

static void free_state(struct count_stacks *s)
{
    stack_parents_free(&s->parents);
    idmap_free(&s->by_stack);
    free(s->last);
    free(s->ends);
    free(s->kept_path);
    free(s->steps);
    free(s->alike);
    free(s->paths);
    free(s->kinds);
    free(s->list);
}

void count_stacks_free(struct count_stacks *s)
{
    count_callers_free(&s->w);
    worker_free(&s->w);
    free_state(s);
}

void count_stacks_take_paths(struct count_stacks *s, struct paths *out)
{
    *out = s->w.profile.paths;
    s->w.profile.paths = (struct paths){ 0 };
    count_stacks_free(s);
}

bool count_stacks_end(struct count_stacks *s, struct profile *out)
{
    const struct count_opts *o = s->a->opts;
    struct profile *p = &s->w.profile;
    for (uint32_t i = 0; i < p->nrows && p->chain; i++)
        row_chain(p, row_at(p, i))->children += row_at(p, i)->period;
    const bool is_settled = s->kept_path || (s->last && uses_kept_paths(s));
    if (is_settled)
        count_kept_ends(s);
    else if (s->last)
        count_ends(s);
    const bool fits = !s->pass.most || paths_number_of_steps(&p->paths) <= s->pass.most;
    count_callers_free(&s->w);
    worker_end(&s->w);
    *out = *p;
    if (o->paths && fits && !is_settled)
        profile_settle(out, o->children, o->least_percent, count_workers(s->a->capture, o->workers));
    free_state(s);
    assert(!fits || profile_check(out));
    return fits;
}
