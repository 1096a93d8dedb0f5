#include "core/profile/count/count.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/file/file.h"
#include "core/base/file/threads.h"
#include "core/base/mem.h"
#include "core/profile/bounded_paths.h"
#include "core/profile/count/worker.h"

/* Samples are counted in batches, so that the prefetched memory of one sample arrives while other samples are
   processed. */
enum { BATCH = PATH_WALKS_MOST };

/* limit of steps of call paths; count_opts.max_paths above it means no limit */
enum { STEPS_MOST = 1 << 28 };

/* A sample that is being counted. */
struct batched {
    struct sample s;
    uint32_t event;
    uint64_t period;
    struct row_wanted wanted; /* its place in the row cache, if it may be remembered */
    const struct map *map;    /* the map of the sample's address; NULL: not looked up */
    bool seen;                /* the row cache has the sample's row */
    uint32_t row;             /* the row, if `seen` */
    enum row_lack lack;       /* why the sample has no symbol, if `seen` */
};

/* Set count_opts.hit for the sample's object, and count the problems of its place, which reports print below the
   table. */
static void see_place(struct worker *w, const struct sample *s, const struct resolved_addr *resolved)
{
    const struct object *o = resolved->place.object;
    if (o && w->hit)
        w->hit[o->index] = true;
    if (w->addresses.r) /* w->addresses.r is NULL if no source is asked for names */
        address_count_lack(resolved, s, &w->profile.problems);
}

/* Find the place of a sample in the row cache. */
static void count_want(struct worker *w, struct batched *t)
{
    uint64_t at;
    struct space_hole hole;
    t->wanted.line = NULL;
    t->map = NULL;
    if (!w->remembers_rows)
        return;
    struct task_slot *task = address_cache_task_of(&w->addresses, &t->s);
    t->map = worker_map(w, task, t->s.misc & PERF_RECORD_MISC_CPUMODE_MASK, t->s.ip, t->s.when, &at, &hole);
    if (!t->map)
        return;
    const struct row_context x = { .where = t->map->how->object,
                                   .who = worker_name_id(w, task),
                                   .event = t->event };
    uint32_t context = row_cache_context_of(&w->row_cache, &task->contexts, &x, at);
    t->wanted = row_cache_want(&w->row_cache, context, at);
}

static void count_look(struct worker *w, struct batched *t)
{
    const struct cached_row *known = row_cache_find(&t->wanted);
    t->seen = known;
    if (!known)
        return;
    t->row = known->row;
    t->lack = row_cache_lack(known);
    row_prefetch(&w->profile, t->row);
}

/* Count the call chain of a sample that was counted in `row`. */
static void count_chain(struct worker *w, struct view *v, struct task_slot *task, const struct batched *t,
                        uint32_t row)
{
    if (w->o->paths) {
        count_queue_call_path(w, v, task, t->period, row);
    } else if (w->o->children) {
        row_stamp(&w->profile, row, worker_stamp(w));
        count_callers(w, v, task, t->period);
    }
}

static void uncount(struct worker *w, const struct batched *t)
{
    struct total *total = &w->profile.totals[t->event];
    total->samples--;
    total->period -= t->period;
}

SELDOM void hide(struct worker *w, const struct batched *t, const struct view *v)
{
    struct total *total = &w->profile.totals[t->event];
    total->hidden_samples++;
    total->hidden_period += t->period;
    if (w->o->latency)
        latency_add(&total->hidden_latency, t->period, view_running(v));
}

/* Apply filters and transforms to the sample's call chain. False: the transforms drop the sample, which is then
   hidden. */
SELDOM bool change_chain(struct worker *w, const struct batched *t, struct task_slot *task, struct view *v,
                         struct resolved_addr *resolved)
{
    if (count_filters_chains(w->o))
        count_filter_chain(w, v, task, resolved);
    if (!transforms_any(&w->o->transforms) || count_transform_chain(w, v, task, resolved))
        return true;
    hide(w, t, v);
    return false;
}

/* Count a sample whose row is not in the row cache. */
static void count_anew(struct worker *w, const struct batched *t, struct task_slot *task, struct view *v,
                       struct resolved_addr *resolved)
{
    const struct sample *s = &t->s;
    struct total *total = &w->profile.totals[t->event];
    if (!w->o->skip_places) {
        *resolved = address_cache_resolve(&w->addresses, task, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, s->ip,
                                          s->when, t->map);
        /* the sample is dropped as if it had not been recorded */
        if (w->o->named_only && !resolved->place.symbol) {
            uncount(w, t);
            return;
        }
        see_place(w, s, resolved);
    }
    if (w->o->branches) {
        uncount(w, t); /* its branches are counted in its place */
        count_branches(w, v, task);
        return;
    }
    if (w->o->latency)
        latency_add(&total->latency, t->period, view_running(v));
    if (filter_hides(&w->o->filter, &w->filtered, v)) {
        hide(w, t, v);
        return;
    }
    const bool is_changed = count_filters_chains(w->o) || transforms_any(&w->o->transforms);
    if (is_changed && !change_chain(w, t, task, v, resolved))
        return;
    uint32_t row = worker_find_or_add_row(w, v);
    if (t->wanted.line)
        worker_cache_row(w, &t->wanted, s->ip, resolved, true, row, address_lack(resolved));
    profile_count(&w->profile, row, s, t->period, true);
    count_chain(w, v, task, t, row);
}

static void count_batched(struct worker *w, struct batched *t)
{
    const struct sample *s = &t->s;
    struct total *total = &w->profile.totals[t->event];
    total->samples++;
    total->period += t->period;
    if (!t->seen) /* an earlier sample of the batch may have added the row */
        count_look(w, t);
    if (t->seen) {
        profile_count(&w->profile, t->row, s, t->period, true);
        if (t->lack)
            w->profile.problems.of[address_problem(t->lack)].n++;
        const bool is_done = !w->o->children && !w->o->paths && !w->o->reachable;
        if (is_done)
            return;
    }
    struct task_slot *task = address_cache_task_of(&w->addresses, s);
    struct resolved_addr resolved = { .level = 'H' };
    struct view v = { .event = t->event,
                      .sample = s,
                      .comm = task->comm,
                      .resolved = &resolved,
                      .env = &w->c->env,
                      .timeline = w->addresses.t,
                      .time_quantum = w->o->time_quantum };
    if (w->look.values)
        v.look = &w->look;
    if (w->o->reachable)
        count_reachable(w, &v, task);
    v.resolved = &resolved;
    if (!t->seen) {
        count_anew(w, t, task, &v, &resolved);
        return;
    }
    address_cache_space(&w->addresses, task, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, &resolved.level);
    count_chain(w, &v, task, t, t->row);
}

static void count_batch(struct worker *w, struct batched *batch, size_t n)
{
    row_cache_make_room(&w->row_cache);
    for (size_t i = 0; i < n; i++)
        count_want(w, &batch[i]);
    for (size_t i = 0; i < n; i++)
        count_look(w, &batch[i]);
    for (size_t i = 0; i < n; i++)
        count_batched(w, &batch[i]);
    if (w->o->paths)
        count_queued_call_paths(w);
}

/* A sample that reads counters counts as one sample for each counter that grew. Dropped samples update the
   last values of counters, too. */
static void count_read(struct worker *w, const struct sample *s, struct when when, bool dropped)
{
    const struct event_switch_turns *turns = w->o->filter.turns;
    struct reading at = reading_of(s);
    const struct event *ev;
    size_t passed = 0;
    for (uint64_t grown; reads_next(&w->reads, &at, &w->c->events, &ev, &grown);) {
        struct batched t = { .s = *s, .event = (uint32_t)(ev - w->c->events.v), .period = grown };
        if (!grown || dropped)
            continue;
        const bool is_off = turns && filter_switch_turned_off(turns, when, ev, &passed);
        if (!is_off)
            count_batch(w, &t, 1);
    }
}

/* Take the next sample of a block into the batch; a sample that reads counters is counted immediately. False
   at the end of the block. */
static bool next_batched(struct worker *w, struct block *b, struct batched *t)
{
    struct sample *s = &t->s;
    while (w->c->ops->next_sample(w->c, b, s, &w->profile.problems)) {
        bool dropped = w->drops && filter_drops(&w->o->filter, s);
        bool reads = s->event->attr.sample_type & PERF_SAMPLE_READ;
        const struct when when = s->when;
        if (dropped && !reads)
            continue;
        if (!w->c->timed)
            s->when.time = 0; /* the capture has no times: samples are ordered by their place in the file */
        if (!reads) {
            t->event = (uint32_t)(s->event - w->c->events.v);
            t->period = s->period;
            return true;
        }
        count_read(w, s, when, dropped);
    }
    return false;
}

static bool has_too_many(const struct paths *p, const struct path_pass *pass)
{
    return pass->most && p->n > 1 + pass->most && paths_number_of_steps(p) > pass->most;
}

/* Whether the rest of the pass is useless: memory ran out, or there are too many call paths. */
static bool gives_up(const struct worker *w)
{
    if (atomic_load_explicit(&w->pass->failed, memory_order_relaxed))
        return true;
    if (!w->pass->most || w->pass->weights)
        return false;
    if (has_too_many(&w->profile.paths, w->pass))
        atomic_store_explicit(&w->pass->too_many, true, memory_order_relaxed);
    return atomic_load_explicit(&w->pass->too_many, memory_order_relaxed);
}

static void count_stop(void *workers)
{
    const struct worker *w = workers;
    atomic_store_explicit(&w->pass->failed, true, memory_order_relaxed);
}

static void count_work(void *workers, unsigned number)
{
    struct worker *w = (struct worker *)workers + number;
    struct block b = { 0 };
    struct batched *batch = mem_new(BATCH, sizeof(*batch));
    while (!gives_up(w) && w->c->ops->next_block(w->c, &b, &w->err)) {
        size_t n;
        do {
            for (n = 0; n < BATCH && next_batched(w, &b, &batch[n]);)
                n++;
            count_batch(w, batch, n);
        } while (n == BATCH);
    }
    free(batch);
    free(b.buf);
    count_callers_free(w);
    worker_end(w);
}

unsigned count_workers(const struct capture *c, unsigned asked)
{
    for (uint32_t i = 0; i < c->events.n; i++)
        if (c->events.v[i].attr.sample_type & PERF_SAMPLE_READ)
            return 1;
    if (asked)
        return asked;
    if (c->threads)
        return c->threads;
    const uint64_t here = file_processors(), least = UINT64_C(1) << 17;
    uint64_t each = (UINT64_C(1) << 21) / here;
    if (each < least)
        each = least;
    const uint64_t worth = c->nsamples / each;
    if (!worth)
        return 1;
    return (unsigned)(worth < here ? worth : here);
}

void worker_begin(struct worker *w, struct path_pass *pass)
{
    const struct count_opts *o = w->o;
    w->pass = pass;
    w->defers = o->children && o->paths && !pass->weights && w->rows_by_symbol;
    if (o->children || o->paths)
        count_callers_init(w);
    if (pass->weights)
        bounded_paths_init(&w->profile.paths, pass->weights, pass->most, !o->children);
    if (pass->weighs)
        w->weighs = path_adder_new(pass->weights);
}

/* The profiles of the workers, merged pair by pair by several threads. The profiles of a pair are `apart` indices
   apart. */
struct merging_all {
    struct worker *w;
    size_t n, apart, pairs;
    unsigned threads;
};

static void merge_pairs(void *arg, size_t from, size_t to)
{
    const struct merging_all *m = arg;
    const size_t each = m->threads / m->pairs;
    for (size_t i = from; i < to; i++) {
        struct profile *into = &m->w[2 * i * m->apart].profile;
        const bool last = i % 2 || 2 * m->apart >= m->n; /* no further profile will be merged into it */
        profile_merge(into, &m->w[(2 * i + 1) * m->apart].profile,
                      (struct merging){ each ? (unsigned)each : 1, last });
    }
}

/* Merge all profiles into the first one: first pairs, then pairs of the results, and so on. */
static void merge_all(struct worker *w, size_t n, unsigned threads)
{
    struct merging_all m = { w, n, 1, 0, threads };
    for (; m.apart < n; m.apart *= 2) {
        m.pairs = (n + m.apart - 1) / (2 * m.apart);
        threads_run_ranges(threads, m.pairs, 1, merge_pairs, &m);
    }
}

static bool look_at_all(struct capture *c, const struct timeline *t, struct resolver *r,
                        const struct count_opts *o, struct path_pass *pass, struct profile *out,
                        struct err *e)
{
    const unsigned n = count_workers(c, o->workers);
    *out = (struct profile){ 0 };
    if (!c->ops->rewind(c, e))
        return false;
    struct worker *w = mem_new(n, sizeof(*w));
    for (unsigned i = 0; i < n; i++) {
        worker_init(&w[i], c, t, r, o);
        worker_begin(&w[i], pass);
    }
    const unsigned started = threads_run(n, count_work, count_stop, w);
    for (unsigned i = started; i < n; i++) {
        count_callers_free(&w[i]);
        worker_end(&w[i]);
    }
    for (unsigned i = 0; i < n && pass->weights && !pass->weighs; i++)
        bounded_paths_trim(&w[i].profile.paths);
    size_t nobjects;
    timeline_objects(t, &nobjects);
    for (unsigned i = 0; i < n; i++) {
        if (w[i].err.kind != ERR_NONE && e->kind == ERR_NONE)
            *e = w[i].err;
        path_adder_end(w[i].weighs);
        for (size_t k = 0; o->hit && k < nobjects; k++)
            o->hit[k] = o->hit[k] || w[i].hit[k];
        free(w[i].hit);
    }
    if (!pass->weighs && !pass->too_many)
        merge_all(w, n, started);
    *out = w[0].profile;
    for (unsigned i = 1; i < n; i++)
        profile_free(&w[i].profile);
    free(w);
    pass->too_many = pass->too_many || (!pass->weights && has_too_many(&out->paths, pass));
    return e->kind == ERR_NONE;
}

/* If the first pass finds too many paths, a second pass weighs them, and a third pass keeps the heaviest.
   Only errors of the last pass are reported. */
bool count_samples(struct capture *c, const struct timeline *t, struct resolver *r,
                   const struct count_opts *o, struct profile *out, struct err *e)
{
    struct path_pass pass = { 0 };
    struct err first = { 0 };
    if (o->paths)
        pass.most = o->max_paths < STEPS_MOST ? o->max_paths : STEPS_MOST;
    bool ok = look_at_all(c, t, r, o, &pass, out, &first);
    if (pass.too_many) {
        profile_free(out);
        pass.weights = path_weights_new(pass.most);
        pass.weighs = true;
        pass.too_many = false;
        first = (struct err){ 0 };
        look_at_all(c, t, r, o, &pass, out, &first);
        profile_free(out);
        pass.weighs = false;
        first = (struct err){ 0 };
        ok = look_at_all(c, t, r, o, &pass, out, &first);
    }
    if (!ok)
        *e = first;
    if (o->paths)
        profile_settle(out, o->children, o->least_percent, count_workers(c, o->workers));
    path_weights_free(pass.weights);
    assert(profile_check(out));
    return ok;
}
