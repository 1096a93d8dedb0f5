/*
 * The row of a sample is found by two numbers. The first one, "who", stands for the values of all keys that do not
 * depend on a place; it is found by the sample's event and thread and, if a key needs them, its CPU and time. The
 * second one is the number of the sample's place or, if no key needs more than the symbol, of the place's group
 * (sample_columns.h, `alike`). Row and stack together then give a stack end (count_stacks.h), in which the sample is
 * counted.
 */
#include "lib/columns/count_columns.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/file/watch.h"
#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/count/worker.h"
#include "lib/columns/stacks/chain_problems.h"
#include "lib/columns/column_faults.h"
#include "lib/columns/count_stacks.h"

enum { WHOS_MOST = 1 << 16, BATCH = 64 };

#define HIDDEN UINT32_MAX /* used for who + 1 or row + 1: filters hide the sample */

struct scan {
    struct count_stacks ends;
    const struct sample_columns *c;
    const struct count_opts *o;
    bool transforms;                /* rows are made for the ends of stacks alone (struct stack_end) */
    uint32_t npairs;                /* with transforms: pairs of who and place */
    struct filter of_who, of_place; /* the parts of the filter that test who, and that test places */
    bool by_cpu, by_time, by_like, by_wait, by_parent;
    uint64_t time, times;            /* the last time in quanta, and how many different ones there were */
    struct idmap waits, waits_at;    /* numbers of state and waker; of these with a moment */
    struct idmap parents_at;         /* numbers of a moment, to be told apart by parent */
    struct idmap moments, by_moment; /* moments: a number for event, CPU and time; by_moment: who + 1, by that
                                        number and thread */
    struct known_who {
        uint64_t task, moment;
        uint32_t who;
    } * whos; /* hash table by event and thread: the who found last */
    size_t mask;
    struct cell_set classes; /* per who: the event, and the cells of the keys that do not depend on a place */
    struct met {
        uint32_t who, row; /* both + 1 */
    } * met;               /* per place or group of places: the last who that was met there, and its row */
    struct idmap rows;     /* row + 1, by who and place */
    uint32_t *row_of_who;  /* row + 1 where places do not matter; 0: not found yet */
    size_t nrow_of_who, cap_row_of_who;
    /* who + 1 by event and number of the parent; 0: not found yet. NULL: more than these tells samples apart */
    uint32_t *who_of_parent;
    struct sum {
        uint64_t samples, period;
    } * sums; /* per row; a separate array, since its elements are closer together than the rows */
    size_t nsums, cap_sums;
    uint8_t *on_cpus; /* per CPU: CPU_*, 0: not tested yet; NULL: the filter names no CPUs */
    struct chain_problems chain_problems;
    bool counts_chain_problems;
    bool counts_stacks;
    bool placeless; /* the rows of samples do not depend on their places */
    struct look look;
    const struct kept_ends *kept; /* has the ends of all samples; NULL: they are found sample by sample */
    uint32_t *of_sample;          /* per sample the end that it is counted in, to be kept; NULL: nothing is */
};

static bool varies(const struct count_opts *o, enum key_varies how)
{
    for (size_t k = 0; k < o->nkeys; k++)
        if (o->keys[k]->varies == how)
            return true;
    return false;
}

static const enum problem_kind of_places[] = { PROBLEM_NO_MAP, PROBLEM_NO_OBJECT, PROBLEM_NO_SYMBOL };

void count_columns_forget_places(struct problems *p)
{
    for (size_t i = 0; i < COUNT(of_places); i++)
        p->of[of_places[i]].n = 0;
    p->of[PROBLEM_CALLER_NO_OBJECT].n = 0;
    column_faults_forget(p);
}

/* Whether a filter would change the counts of problems in call chains. */
static bool filters_chains(const struct filter *f)
{
    return filter_may_drop(f) || filter_may_hide(f);
}

/* Whether columns have the problems of call chains sample by sample, if that is needed. */
static bool supports_problems(const struct sample_columns *c, const struct filter *f)
{
    return c->faults || !column_faults_any(&c->problems) || !filters_chains(f);
}

bool count_columns_supports(const struct column_count *a)
{
    const struct sample_columns *c = a->columns;
    const struct count_opts *o = a->opts;
    const struct filter *f = &o->filter;
    const uint64_t needed = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME;
    const bool by_more = o->branches || o->latency || o->reachable || o->hit || varies(o, KEY_VARIES);
    const bool filters_more = f->turns || f->addresses.n || f->running.n || o->root || o->named_only;
    const bool by_cpu = varies(o, KEY_VARIES_BY_CPU) || f->cpus.n || f->sockets.n;
    const bool lacks_waits = varies(o, KEY_VARIES_BY_WAIT) && !c->state;
    if (!a->capture->timed || by_more || lacks_waits || filters_more || (by_cpu && c->far_cpu))
        return false;
    for (uint32_t i = 0; i < a->capture->events.n; i++)
        if ((a->capture->events.v[i].attr.sample_type & needed) != needed)
            return false;
    if (o->parent && o->children)
        return false;
    const bool by_stack = o->children || o->paths || o->parent;
    return !by_stack || (count_stacks_supports(c, o) && supports_problems(c, f));
}

/* A view of sample i at a resolved place. Members that columns do not have are not set. */
static struct view view_of(struct scan *s, size_t i, const struct resolved_addr *resolved)
{
    return count_stacks_view(&s->ends, i, resolved);
}

/* Find who + 1 for a sample that the hash table lacks; HIDDEN if the filter hides it. */
static uint32_t find_who(struct scan *s, size_t i)
{
    const struct resolved_addr nowhere = { .level = 'H' };
    struct view v = view_of(s, i, &nowhere);
    struct cell cells[KEYS_MAX + 1] = { { .v = v.event } };
    size_t n = 1;
    if (filter_hides(&s->of_who, &s->ends.w.filtered, &v))
        return HIDDEN;
    for (size_t k = 0; k < s->o->nkeys; k++) {
        v.key = s->o->keys[k];
        if (!v.key->needs_place)
            cells[n++] = v.key->get(&v);
    }
    return cell_set_add(&s->classes, cells) + 1;
}

/* Who + 1 of a sample that nothing but its parent tells apart from others. */
static uint32_t who_by_parent(struct scan *s, size_t i)
{
    const struct stack_parents *p = &s->ends.parents;
    uint32_t *who = &s->who_of_parent[s->c->event[i] * p->n + p->of[s->c->stack[i]]];
    if (!*who)
        *who = find_who(s, i);
    return *who;
}

/* Who + 1 for a sample, or HIDDEN. If filters hide a thread, they hide all of its samples. */
static uint32_t who_of(struct scan *s, size_t i)
{
    const struct sample_columns *c = s->c;
    if (s->who_of_parent)
        return who_by_parent(s, i);
    const uint64_t task = (uint64_t)c->event[i] << 32 | c->thread[i];
    struct known_who *known = &s->whos[(c->event[i] * c->nthreads + c->thread[i]) & s->mask];
    uint64_t moment = (uint64_t)c->event[i] << 16;
    if (s->by_time) {
        const uint64_t time = c->time[i] / (s->o->time_quantum ? s->o->time_quantum : 1);
        s->times += time != s->time;
        s->time = time;
        moment |= s->times << 32;
    }
    if (s->by_cpu)
        moment |= c->cpu[i];
    if (s->by_wait) {
        const uint64_t why = (uint64_t)(unsigned char)c->state[i] << 32 | c->waker[i];
        moment = (uint64_t)idmap_number_key(&s->waits_at, moment) << 32 | idmap_number_key(&s->waits, why);
    }
    if (s->by_parent)
        moment = (uint64_t)idmap_number_key(&s->parents_at, moment) << 32 | s->ends.parents.of[c->stack[i]];
    const bool always = known->who == HIDDEN && !s->o->filter.sockets.n;
    const bool holds = known->moment == moment || always;
    if (known->who && known->task == task && holds)
        return known->who;
    uint32_t *who = idmap_find_or_add(&s->by_moment,
                                      (uint64_t)c->thread[i] << 32 | idmap_number_key(&s->moments, moment));
    if (!*who)
        *who = find_who(s, i);
    *known = (struct known_who){ task, moment, *who };
    return *who;
}

/* Make the row of a new pair of who and place. Returns the row + 1, or HIDDEN. */
static uint32_t find_row(struct scan *s, size_t i)
{
    struct profile *p = &s->ends.w.profile;
    const struct resolved_addr resolved = count_stacks_resolved(&s->ends, s->c->place[i]);
    struct view v = view_of(s, i, &resolved);
    if (filter_hides(&s->of_place, &s->ends.w.filtered, &v))
        return HIDDEN;
    if (s->transforms)
        return ++s->npairs;
    const uint32_t row = worker_find_or_add_row(&s->ends.w, &v);
    profile_count_first(p, row, v.sample);
    while (s->nsums <= row)
        *MEM_ADD(s->sums, s->nsums, s->cap_sums) = (struct sum){ 0, 0 };
    return row + 1;
}

/* A batch of samples that are being counted: the prefetched memory of one sample arrives while others are processed. */
struct batch {
    size_t n;
    struct batched {
        uint32_t sample, who, place, row; /* place: the number of the place or of its group */
    } v[BATCH];
};

static void find_places(const struct scan *s, struct batch *b)
{
    const uint32_t *place = s->c->place, *alike = s->c->alike;
    for (size_t k = 0; k < b->n && s->by_like; k++)
        __builtin_prefetch(&alike[place[b->v[k].sample]]);
    for (size_t k = 0; k < b->n; k++) {
        const uint32_t own = place[b->v[k].sample];
        b->v[k].place = s->by_like ? alike[own] : own;
        __builtin_prefetch(&s->met[b->v[k].place], 1);
    }
}

static bool is_met(const struct scan *s, const struct batched *t)
{
    return s->met[t->place].who == t->who;
}

/* Row + 1 of all samples of a who, or HIDDEN. */
static uint32_t row_of_who(struct scan *s, const struct batched *t)
{
    while (s->nrow_of_who <= t->who)
        *MEM_ADD(s->row_of_who, s->nrow_of_who, s->cap_row_of_who) = 0;
    if (!s->row_of_who[t->who])
        s->row_of_who[t->who] = find_row(s, t->sample);
    return s->row_of_who[t->who];
}

static uint32_t row_of_batched(struct scan *s, const struct batched *t)
{
    if (s->placeless)
        return row_of_who(s, t);
    struct met *met = &s->met[t->place];
    if (!is_met(s, t)) {
        uint32_t *row = idmap_find_or_add(&s->rows, (uint64_t)t->who << 32 | t->place);
        if (!*row)
            *row = find_row(s, t->sample);
        *met = (struct met){ t->who, *row };
    }
    return met->row;
}

static void find_rows(struct scan *s, struct batch *b)
{
    for (size_t k = 0; k < b->n && !s->placeless; k++)
        if (!is_met(s, &b->v[k]))
            __builtin_prefetch(idmap_slot_address(&s->rows, (uint64_t)b->v[k].who << 32 | b->v[k].place));
    for (size_t k = 0; k < b->n; k++) {
        b->v[k].row = row_of_batched(s, &b->v[k]);
        if (b->v[k].row == HIDDEN)
            continue;
        if (!s->transforms)
            __builtin_prefetch(&s->sums[b->v[k].row - 1], 1);
        if (s->ends.last)
            __builtin_prefetch(&s->ends.last[s->c->stack[b->v[k].sample]], 1);
    }
}

static void hide(struct scan *s, size_t i)
{
    struct total *total = &s->ends.w.profile.totals[s->c->event[i]];
    total->hidden_samples++;
    total->hidden_period += s->c->weight[i];
}

static void count_batched(struct scan *s, const struct batched *t)
{
    const uint64_t weight = s->c->weight[t->sample];
    if (t->row == HIDDEN) {
        hide(s, t->sample);
        if (s->of_sample)
            s->of_sample[t->sample] = KEPT_ENDS_HIDDEN;
        return;
    }
    if (!s->transforms) {
        struct sum *sum = &s->sums[t->row - 1];
        sum->samples++;
        sum->period += weight;
    }
    if (s->ends.last)
        count_stacks_add(&s->ends, t->row - 1, t->who, t->sample);
    if (s->of_sample)
        s->of_sample[t->sample] = s->ends.last[s->c->stack[t->sample]] - 1;
    if (s->counts_chain_problems)
        chain_problems_count(&s->chain_problems, t->sample);
}

static void count_batch(struct scan *s, struct batch *b)
{
    if (!s->placeless)
        find_places(s, b);
    find_rows(s, b);
    for (size_t k = 0; k < b->n; k++)
        count_batched(s, &b->v[k]);
    b->n = 0;
}

enum { CPU_PASSES = 1, CPU_DROPPED = 2 };

/* Whether the filter drops samples of a CPU; tests each CPU once. */
static bool drops_cpu(struct scan *s, uint16_t cpu)
{
    uint8_t *known = &s->on_cpus[cpu];
    if (!*known) {
        const uint32_t number = cpu == SAMPLE_COLUMNS_NO_CPU ? UINT32_MAX : cpu;
        *known = filter_has_cpu(&s->o->filter, number) ? CPU_PASSES : CPU_DROPPED;
    }
    return *known == CPU_DROPPED;
}

static bool is_dropped(struct scan *s, size_t i)
{
    if (s->on_cpus && drops_cpu(s, s->c->cpu[i]))
        return true;
    return !filter_has_time(&s->o->filter, s->c->time[i]);
}

/* The number of samples with a time before `time`. */
static size_t samples_before(const struct sample_columns *c, uint64_t time)
{
    size_t low = 0;
    BISECT(low, c->n, i, c->time[i] < time);
    return low;
}

/* Find the range [*from, *to) of samples that a filter by time can let through. */
static void bound(const struct sample_columns *c, const struct filter *f, size_t *from, size_t *to)
{
    *from = 0;
    *to = c->n;
    if (!f->ntimes)
        return;
    *from = c->n;
    *to = 0;
    for (size_t i = 0; i < f->ntimes; i++) {
        const size_t first = samples_before(c, f->times[i].from);
        size_t end = c->n;
        if (f->times[i].to < UINT64_MAX)
            end = samples_before(c, f->times[i].to + 1);
        if (first < *from)
            *from = first;
        if (end > *to)
            *to = end;
    }
}

/* The problem of a sample at a place without a symbol, as an index + 1 in of_places[]; found once per place. */
static unsigned problem_of(const struct scan *s, uint8_t *known, uint32_t place)
{
    if (known[place])
        return known[place];
    const struct resolved_addr resolved = count_stacks_resolved(&s->ends, place);
    enum problem_kind kind = PROBLEM_NO_MAP;
    if (resolved.place.object)
        kind = address_problem(address_lack(&resolved));
    while (of_places[known[place]++] != kind)
        assert(known[place] < COUNT(of_places));
    return known[place];
}

/* Count the problems of places of the samples [from, to), as count.c does. Reports print these problems, with the
   sample that comes first in the file, below the table. */
static void see_problems(struct scan *s, size_t from, size_t to)
{
    struct problems *p = &s->ends.w.profile.problems;
    const struct column_nameless *all = s->c->nameless, *first[COUNT(of_places)] = { NULL };
    uint64_t count[COUNT(of_places)] = { 0 };
    uint8_t *known = mem_new(s->c->nplaces, sizeof(*known));
    size_t k = 0;
    BISECT(k, s->c->nnameless, i, all[i].sample < from);
    for (; k < s->c->nnameless && all[k].sample < to; k++) {
        if (is_dropped(s, all[k].sample))
            continue;
        const unsigned i = problem_of(s, known, s->c->place[all[k].sample]) - 1;
        if (!count[i]++ || all[k].in_file < first[i]->in_file)
            first[i] = &all[k];
    }
    for (size_t i = 0; i < COUNT(of_places); i++) {
        if (!count[i])
            continue;
        const struct resolved_addr resolved = count_stacks_resolved(&s->ends, s->c->place[first[i]->sample]);
        view_of(s, first[i]->sample, &resolved);
        s->ends.sample.when.seq = first[i]->in_file;
        address_count_lack(&resolved, &s->ends.sample, p);
        p->of[of_places[i]].n += count[i] - 1;
    }
    free(known);
}

static void begin_problems(struct scan *s, bool recount)
{
    struct problems *p = &s->ends.w.profile.problems;
    *p = s->c->problems;
    for (size_t i = 0; i < COUNT(of_places) && (recount || s->o->skip_places); i++)
        p->of[of_places[i]].n = 0;
    if (!s->counts_stacks)
        p->of[PROBLEM_CALLER_NO_OBJECT].n = 0;
    if (!s->counts_stacks && !s->o->parent)
        column_faults_forget(p);
}

/* Counts the samples [from, to) one by one. `drops`: some of them are not to be counted. */
static void scan_each(struct scan *s, size_t from, size_t to, bool drops)
{
    struct batch b = { 0 };
    for (size_t i = from; i < to && look_goes_on(&s->look, LOOK_SAMPLE); i++) {
        if (drops && is_dropped(s, i))
            continue;
        struct total *total = &s->ends.w.profile.totals[s->c->event[i]];
        const uint32_t who = who_of(s, i);
        total->samples++;
        total->period += s->c->weight[i];
        if (who == HIDDEN) {
            hide(s, i);
            if (s->of_sample)
                s->of_sample[i] = KEPT_ENDS_HIDDEN;
        } else {
            b.v[b.n++] = (struct batched){ .sample = (uint32_t)i, .who = who };
        }
        if (b.n == BATCH)
            count_batch(s, &b);
    }
    count_batch(s, &b);
}

/* The same, of ends that are kept. */
static void scan_kept(struct scan *s, size_t from, size_t to, bool drops)
{
    const struct sample_columns *c = s->c;
    const struct kept_ends *k = s->kept;
    struct total *totals = s->ends.w.profile.totals;
    struct kept_sum *sums = mem_new(k->n, sizeof(*sums));
    const bool counts_missed = s->counts_chain_problems && k->any_missed;
    for (size_t i = from; i < to && look_goes_on(&s->look, LOOK_SAMPLE); i++) {
        if (drops && is_dropped(s, i))
            continue;
        const uint32_t end = k->of_sample[i];
        totals[c->event[i]].samples++;
        totals[c->event[i]].period += c->weight[i];
        if (end == KEPT_ENDS_HIDDEN) {
            hide(s, i);
            continue;
        }
        struct kept_sum *sum = &sums[end];
        if (!sum->samples++)
            sum->first = (uint32_t)i;
        sum->period += c->weight[i];
        const uint32_t missed = counts_missed ? k->v[end].missed : 0;
        if (s->counts_chain_problems && (missed || chain_problems_are_due(&s->chain_problems, i)))
            chain_problems_count_kept(&s->chain_problems, i, missed);
    }
    kept_ends_count(k, &s->ends, sums);
    free(sums);
}

static void scan(struct scan *s)
{
    const struct filter *f = &s->o->filter;
    size_t from, to;
    bound(s->c, f, &from, &to);
    const bool drops = f->cpus.n || f->ntimes > 1;
    const bool recount = filter_may_drop(f) || s->c->state; /* columns of waits have no counts for places */
    begin_problems(s, recount);
    if (recount && !s->o->skip_places && s->ends.w.addresses.r)
        see_problems(s, from, to);
    s->counts_chain_problems = filters_chains(f) && (s->counts_stacks || s->o->parent) &&
                               (s->c->faults || s->c->problems.of[PROBLEM_CALLER_NO_OBJECT].n);
    if (s->counts_chain_problems)
        chain_problems_begin(&s->chain_problems, &s->ends, from);
    if (s->kept)
        scan_kept(s, from, to, drops);
    else
        scan_each(s, from, to, drops);
    if (s->counts_chain_problems)
        chain_problems_end(&s->chain_problems);
    for (uint32_t i = 0; i < s->nsums; i++) {
        struct row *r = row_at(&s->ends.w.profile, i);
        r->samples = s->sums[i].samples;
        r->period = s->sums[i].period;
    }
}

static void begin_scan(struct scan *s, const struct column_count *a)
{
    const struct sample_columns *c = a->columns;
    const size_t tasks = a->capture->events.n * c->nthreads;
    count_stacks_init(&s->ends, a, s->kept);
    s->c = c;
    s->look.watch = a->capture->watch;
    s->counts_stacks = a->opts->children || a->opts->paths;
    s->o = a->opts;
    s->transforms = transforms_any(&s->o->transforms);
    s->of_who = s->of_place = s->o->filter;
    s->of_who.dsos.n = s->of_who.symbols.n = 0;
    s->of_place.comms.n = s->of_place.pids.n = s->of_place.tids.n = s->of_place.sockets.n = 0;
    s->by_cpu = varies(s->o, KEY_VARIES_BY_CPU) || s->o->filter.sockets.n;
    s->by_wait = varies(s->o, KEY_VARIES_BY_WAIT);
    s->by_time = varies(s->o, KEY_VARIES_BY_TIME);
    s->by_parent = s->ends.parents.of && varies(s->o, KEY_VARIES_BY_PARENT);
    s->by_like = s->ends.w.rows_by_symbol;
    s->classes.each = 1;
    s->placeless = !s->transforms && !filter_needs_place(&s->of_place);
    for (size_t k = 0; k < s->o->nkeys; k++) {
        s->classes.each += !s->o->keys[k]->needs_place;
        s->placeless = s->placeless && !s->o->keys[k]->needs_place;
    }
    while (s->mask < tasks && s->mask < WHOS_MOST - 1)
        s->mask = s->mask * 2 + 1;
    s->whos = mem_new(s->mask + 1, sizeof(*s->whos));
    s->met = mem_new(c->nplaces, sizeof(*s->met));
    const uint64_t parents = (uint64_t)s->ends.parents.n * a->capture->events.n;
    if (s->by_parent && s->o->nkeys == 1 && parents < WHOS_MOST * 16 && !filter_may_hide(&s->of_who))
        s->who_of_parent = mem_new((size_t)parents, sizeof(*s->who_of_parent));
    if (s->o->filter.cpus.n)
        s->on_cpus = mem_new(SAMPLE_COLUMNS_NO_CPU + 1, 1);
}

static void free_scan(struct scan *s)
{
    idmap_free(&s->waits);
    idmap_free(&s->waits_at);
    idmap_free(&s->parents_at);
    idmap_free(&s->moments);
    idmap_free(&s->by_moment);
    idmap_free(&s->rows);
    cell_set_free(&s->classes);
    free(s->sums);
    free(s->whos);
    free(s->row_of_who);
    free(s->who_of_parent);
    free(s->met);
    free(s->on_cpus);
}

static bool scan_was_cancelled(const struct scan *s, struct err *e)
{
    return s->look.stopped && !err_set(e, ERR_CANCELLED, 0, "it was cancelled");
}

/* Keeps in which end each sample counts, at whatever time and CPU. False with `e` set: it was cancelled. */
static bool keep_ends(const struct column_count *a, struct err *e)
{
    struct count_opts opts = *a->opts;
    struct column_count all = *a;
    struct scan s = { .of_sample = mem_resize(NULL, a->columns->n, sizeof(*s.of_sample)) };
    opts.filter.cpus.n = opts.filter.ntimes = 0;
    all.opts = &opts;
    begin_scan(&s, &all);
    scan(&s);
    const bool cancelled = scan_was_cancelled(&s, e);
    if (s.ends.nends && !cancelled)
        kept_ends_put(&a->kept->ends, &s.ends, s.of_sample);
    else
        free(s.of_sample);
    count_stacks_free(&s.ends);
    free_scan(&s);
    return !cancelled;
}

static bool has_kept_ends(const struct column_count *a)
{
    return kept_ends_fit(&a->kept->ends, a->opts) && kept_paths_fit(&a->kept->paths, a->opts);
}

bool count_columns(const struct column_count *a, struct profile *out, struct err *e)
{
    struct scan s = { 0 };
    if (kept_ends_may_be(a)) {
        if (!has_kept_ends(a) && !keep_ends(a, e))
            return false;
        if (has_kept_ends(a)) /* not if the filters hide all samples */
            s.kept = &a->kept->ends;
    }
    begin_scan(&s, a);
    scan(&s);
    const bool cancelled = scan_was_cancelled(&s, e), fits = count_stacks_end(&s.ends, out);
    free_scan(&s);
    return fits && !cancelled;
}
