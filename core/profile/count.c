#include "core/profile/count.h"

#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/profile/hot.h"
#include "core/profile/spots.h"

struct worker {
    struct capture *c;
    const struct count_opts *o;
    uint64_t want;
    struct spots spots;
    struct profile profile;
    struct hot_slot *hot; /* NULL: the keys look at more than thread and place */
    bool hot_by_tid;
    bool filtered;           /* some filter may hide samples */
    struct idmap last_value; /* of counters that samples read: index into `values` + 1, by id */
    uint64_t *values;
    size_t nvalues, cap_values;
    struct err err;
    uint64_t stamp;
    bool *hit;
    const struct arch_reg *link_register, *stack_pointer; /* of the recording machine; NULL: not known */
    pthread_t thread;
};

static bool word_in(const struct words *w, const char *s)
{
    for (size_t i = 0; i < w->n; i++)
        if (!strcmp(w->v[i], s))
            return true;
    return !w->n;
}

static bool number_in(const struct numbers *w, int64_t v)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->v[i] == v)
            return true;
    return !w->n;
}

static bool dropped(const struct count_opts *o, const struct sample *s)
{
    if (!number_in(&o->cpus, (int32_t)s->cpu))
        return true;
    for (size_t i = 0; i < o->ntimes; i++)
        if (s->when.time >= o->times[i].from && s->when.time <= o->times[i].to)
            return false;
    return o->ntimes;
}

static bool hidden(const struct count_opts *o, const struct view *v)
{
    const struct spot *spot = v->spot;
    if (!number_in(&o->pids, v->sample->pid) || !number_in(&o->tids, v->sample->tid))
        return true;
    if (o->comms.n && !word_in(&o->comms, v->comm ? v->comm : v->sample->tid ? "" : "swapper"))
        return true;
    if (o->dsos.n) {
        const struct object *obj = spot->place.object;
        if (!(obj ? word_in(&o->dsos, obj->name) || word_in(&o->dsos, obj->path)
                  : word_in(&o->dsos, "[unknown]")))
            return true;
    }
    return o->symbols.n && !(spot->place.symbol && word_in(&o->symbols, spot->place.symbol->name));
}

/* What keeps a sample without a name, as PROBLEM_ + 1; 0 when it has one. */
static uint8_t problem_of(const struct spot *spot)
{
    if (spot->place.symbol)
        return 0;
    return 1 + (!spot->place.object  ? PROBLEM_NO_MAP
                : !spot->place.table ? PROBLEM_NO_OBJECT
                                     : PROBLEM_NO_SYMBOL);
}

/* For the lines under a report. */
static void see_place(struct worker *w, const struct sample *s, const struct spot *spot, uint8_t problem)
{
    const struct object *o = spot->place.object;
    if (o && w->hit)
        w->hit[o->index] = true;
    if (problem == 1 + PROBLEM_NO_MAP)
        problem_add(&w->profile.problems, PROBLEM_NO_MAP, 1, "0x%" PRIx64 " of %d/%d", s->ip, s->pid, s->tid);
    else if (problem)
        problem_add(&w->profile.problems, problem - 1, 1, "0x%" PRIx64 " in %s", spot->addr, o->path);
}

static uint32_t row_of(struct worker *w, uint32_t event, const struct view *v)
{
    struct cell cells[KEYS_MAX];
    for (size_t k = 0; k < w->o->nkeys; k++)
        cells[k] = w->o->keys[k]->get(v);
    return profile_row(&w->profile, event, cells);
}

/* A moment as one number: the time, or in captures whose records have none, the place. */
static uint64_t moment(const struct worker *w, struct when when)
{
    return w->c->timed ? when.time : when.seq;
}

/* The thread where it matters: to a key, or because it has no name but its number. */
static int32_t hot_tid(const struct worker *w, const struct task_slot *task)
{
    return w->hot_by_tid || !task->comm ? task->tid : 0;
}

/* Remember the row of an address; what holds from and until moments that only their place tells apart is left out. */
static void remember(struct worker *w, struct hot_slot *h, const struct hot_key *key, const struct task_slot *task,
                     const struct spot *spot, uint32_t row, uint8_t problem)
{
    struct when from = when_before(task->from, spot->from) ? spot->from : task->from;
    struct when until = when_before(task->until, spot->until) ? task->until : spot->until;
    *h = (struct hot_slot){ .key = *key, .after = moment(w, from), .before = moment(w, until), .row = row,
                            .problem = problem };
}

/* What stands after this marker is a cookie, not an address: the user's part comes in a record of its own. */
enum { MODE_DEFERRED = 8 };

static unsigned mode_of_marker(uint64_t marker)
{
    switch (marker) {
    case PERF_CONTEXT_USER_DEFERRED:
        return MODE_DEFERRED;
    case PERF_CONTEXT_HV:
        return PERF_RECORD_MISC_HYPERVISOR;
    case PERF_CONTEXT_KERNEL:
        return PERF_RECORD_MISC_KERNEL;
    case PERF_CONTEXT_USER:
        return PERF_RECORD_MISC_USER;
    case PERF_CONTEXT_GUEST_KERNEL:
        return PERF_RECORD_MISC_GUEST_KERNEL;
    case PERF_CONTEXT_GUEST_USER:
        return PERF_RECORD_MISC_GUEST_USER;
    default:
        return 0;
    }
}

/* The mode of the entry at i: what the nearest marker before it says; user mode before the first one. */
static unsigned mode_at(const struct sample *s, uint64_t i)
{
    while (i--) {
        uint64_t v = load_u64(s->chain.p + 8 * i, s->order);
        if (v >= PERF_CONTEXT_MAX)
            return mode_of_marker(v);
    }
    return PERF_RECORD_MISC_USER;
}

/* A chain under way, from the outermost entry inwards as perf goes: an address that no mapping covers is
   marked like the entry outside of it. */
struct walk {
    struct worker *w;
    struct view *v;
    const struct task_slot *task;
    uint32_t event;
    uint64_t period;
    char level; /* of the entry before */
};

/* The row of a chain's entry. What lies in no mapping is marked like the entry outside of it, and so is not remembered. */
static uint32_t entry_row(struct walk *c, unsigned mode, uint64_t avma)
{
    struct worker *w = c->w;
    const struct sample *s = c->v->sample;
    char level;
    struct hot_key key = { .space = spots_space(&w->spots, c->task, mode, &level), .comm = c->task->comm, .avma = avma,
                           .tid = hot_tid(w, c->task), .use = 2 * c->event + 1 };
    struct hot_slot *h = w->hot && key.space ? hot_at(w->hot, &key) : NULL;
    if (h && hot_holds(h, &key, moment(w, s->when))) {
        c->level = level;
        return h->row;
    }
    struct spot spot = spots_find(&w->spots, c->task, mode, avma, s->when, c->level);
    if (!spot.place.symbol)
        spot.addr = avma;
    c->level = spot.level;
    c->v->spot = &spot;
    uint32_t row = row_of(w, c->event, c->v);
    if (h && spot.place.map)
        remember(w, h, &key, c->task, &spot, row, 0);
    return row;
}

/* Count a chain's entry, once per sample. */
static void count_entry(struct walk *c, unsigned mode, uint64_t avma)
{
    struct profile *p = &c->w->profile;
    uint32_t row = entry_row(c, mode, avma);
    if (p->rows[row].stamp != c->w->stamp) {
        p->rows[row].stamp = c->w->stamp;
        profile_count(p, row, c->v->sample, c->period, false);
    }
}

/* The kernel walks frame pointers, so it steps over the caller of a function that has no frame of its own.
   Where perf had the link register recorded for that (arm64, --call-graph fp), and unless the unwind table
   says that the return address was saved, this is the address of the call; else 0. Where the table cannot
   tell, perf on the recording machine trusts the register (get_leaf_frame_caller_aarch64 and libunwind's last
   resort), and so do we: docs/differences.md. */
static uint64_t leaf_caller(struct walk *c, uint64_t leaf)
{
    const struct sample *s = c->v->sample;
    const struct arch_reg *ra = c->w->link_register, *sp = c->w->stack_pointer;
    if (!ra || !sp || !s->user_regs.n || s->event->attr.sample_regs_user != UINT64_C(1) << ra->perf)
        return 0;
    enum ra_rule rule = spots_ra_rule(&c->w->spots, c->task, leaf, s->when, ra->dwarf, sp->dwarf);
    uint64_t to = load_u64(s->user_regs.p, s->order);
    return to && (rule == RA_IN_REGISTER || rule == RA_UNTOLD) ? to - 1 : 0;
}

static void count_chain(struct walk *c)
{
    const struct sample *s = c->v->sample;
    unsigned left = c->w->o->max_stack, mode = 0;
    for (uint64_t i = s->nchain; i-- && left;) {
        uint64_t avma = load_u64(s->chain.p + 8 * i, s->order);
        if (avma >= PERF_CONTEXT_MAX) {
            mode = 0;
            continue;
        }
        if (!mode && !(mode = mode_at(s, i)))
            return; /* a marker that nobody knows: perf drops such a chain */
        if (mode == MODE_DEFERRED)
            continue;
        left--;
        bool innermost_of_user = i && load_u64(s->chain.p + 8 * (i - 1), s->order) == PERF_CONTEXT_USER;
        uint64_t caller = innermost_of_user ? leaf_caller(c, avma) : 0;
        if (caller && caller != avma)
            count_entry(c, mode, caller);
        count_entry(c, mode, avma);
    }
}

/* The place of a sample, its row, and what keeps it from having a name. False: a filter hides it. */
static bool sample_row(struct worker *w, const struct task_slot *task, unsigned mode, struct view *v,
                       struct spot *spot, uint32_t event, uint32_t *row)
{
    const struct sample *s = v->sample;
    if (!w->o->skip_places) {
        *spot = spots_find(&w->spots, task, mode, s->ip, s->when, 0);
        uint8_t problem = problem_of(spot);
        see_place(w, s, spot, problem);
    }
    if (w->filtered && hidden(w->o, v))
        return false;
    *row = row_of(w, event, v);
    return true;
}

static void count_one(struct worker *w, const struct sample *s, uint32_t event, uint64_t period)
{
    unsigned mode = s->misc & PERF_RECORD_MISC_CPUMODE_MASK;
    bool guest = mode == PERF_RECORD_MISC_GUEST_KERNEL || mode == PERF_RECORD_MISC_GUEST_USER;
    const struct task_slot *task = spots_task(&w->spots, guest ? s->pid : -1, s->pid, s->tid, s->when);
    struct spot spot = { .level = 'H' };
    struct view v = {
        .sample = s, .comm = task->comm, .spot = &spot, .env = &w->c->env, .time_quantum = w->o->time_quantum
    };
    struct total *total = &w->profile.totals[event];
    total->samples++;
    total->period += period;
    struct hot_key key = { .comm = task->comm, .avma = s->ip, .tid = hot_tid(w, task), .use = 2 * event };
    key.space = w->hot ? spots_space(&w->spots, task, mode, &spot.level) : NULL;
    struct hot_slot *h = key.space ? hot_at(w->hot, &key) : NULL;
    uint32_t row;
    if (h && hot_holds(h, &key, moment(w, s->when))) {
        row = h->row;
        if (h->problem)
            w->profile.problems.of[h->problem - 1].n++;
    } else {
        if (!sample_row(w, task, mode, &v, &spot, event, &row)) {
            total->hidden_samples++;
            total->hidden_period += period;
            return;
        }
        if (h)
            remember(w, h, &key, task, &spot, row, problem_of(&spot));
    }
    profile_count(&w->profile, row, s, period, true);
    if (w->o->children) {
        w->profile.rows[row].stamp = ++w->stamp;
        struct walk chain = {
            .w = w, .v = &v, .task = task, .event = event, .period = period, .level = spot.level
        };
        count_chain(&chain);
    }
}

/* A sample that read counters (PERF_SAMPLE_READ) weighs what each counted since the sample before it, and one
   sample of a group stands for one of each member (perf, evlist__deliver_sample). The samples of one id come
   in order. */
static void count_read(struct worker *w, const struct sample *s)
{
    uint64_t format = s->event->attr.read_format;
    struct cur c = cur_of(s->read, s->order);
    uint64_t n = format & PERF_FORMAT_GROUP ? cur_u64(&c) : 1;
    uint64_t alone = format & PERF_FORMAT_GROUP ? 0 : cur_u64(&c);
    if (format & PERF_FORMAT_TOTAL_TIME_ENABLED)
        cur_u64(&c);
    if (format & PERF_FORMAT_TOTAL_TIME_RUNNING)
        cur_u64(&c);
    for (uint64_t i = 0; i < n && !c.bad; i++) {
        uint64_t value = format & PERF_FORMAT_GROUP ? cur_u64(&c) : alone;
        uint64_t id = format & PERF_FORMAT_ID ? cur_u64(&c) : s->id;
        if (format & PERF_FORMAT_LOST)
            cur_u64(&c);
        const struct event *ev = events_find(&w->c->events, id);
        if (c.bad || !ev)
            continue;
        uint32_t *slot = idmap_at(&w->last_value, id);
        if (!*slot) {
            w->values = mem_room(w->values, w->nvalues, &w->cap_values, sizeof(*w->values));
            w->values[w->nvalues++] = 0;
            *slot = (uint32_t)w->nvalues;
        }
        uint64_t period = value - w->values[*slot - 1];
        w->values[*slot - 1] = value;
        if (period)
            count_one(w, s, (uint32_t)(ev - w->c->events.v), period);
    }
}

static void *work(void *arg)
{
    struct worker *w = arg;
    struct block b = { 0 };
    struct sample s;
    while (w->c->ops->next_block(w->c, &b, &w->err)) {
        while (w->c->ops->next_sample(w->c, &b, w->want, &s, &w->profile.problems)) {
            if (dropped(w->o, &s))
                continue;
            if (!w->c->timed)
                s.when.time = 0; /* records have no time here: their place alone tells what came first */
            if (s.event->attr.sample_type & PERF_SAMPLE_READ)
                count_read(w, &s);
            else
                count_one(w, &s, (uint32_t)(s.event - w->c->events.v), s.period);
        }
    }
    free(b.buf);
    return NULL;
}

/* The fields that keys and filters ask for; and whether one worker must see all samples in their order. */
static uint64_t wanted(const struct capture *c, const struct count_opts *o, bool *in_order)
{
    uint64_t want = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_PERIOD;
    for (size_t k = 0; k < o->nkeys; k++)
        want |= o->keys[k]->sample;
    if (o->children)
        want |= PERF_SAMPLE_CALLCHAIN | PERF_SAMPLE_REGS_USER;
    *in_order = false;
    for (uint32_t i = 0; i < c->events.n; i++)
        *in_order = *in_order || c->events.v[i].attr.sample_type & PERF_SAMPLE_READ;
    return *in_order ? want | PERF_SAMPLE_READ : want;
}

static void worker_init(struct worker *w, struct capture *c, const struct timeline *t, struct resolver *r,
                        const struct count_opts *o, uint64_t want)
{
    *w = (struct worker){ .c = c, .o = o, .want = want };
    const struct arch *a = c->env.arch;
    const struct arch_reg *ra = a && a->ra ? arch_reg_by_name(a, a->ra) : NULL;
    w->link_register = ra && ra->perf >= 0 ? ra : NULL;
    w->stack_pointer = a && a->sp ? arch_reg_by_name(a, a->sp) : NULL;
    bool remember_rows = !o->skip_places && o->nkeys;
    w->filtered = o->pids.n || o->tids.n || o->comms.n || o->dsos.n || o->symbols.n;
    for (size_t k = 0; k < o->nkeys; k++) {
        w->hot_by_tid = w->hot_by_tid || o->keys[k]->needs_tid;
        remember_rows = remember_rows && !o->keys[k]->varies;
    }
    if (remember_rows && !w->filtered)
        w->hot = mem_new(HOT_SLOTS, sizeof(*w->hot));
    spots_init(&w->spots, t, r);
    profile_init(&w->profile, o->keys, o->nkeys, c->events.n);
    if (o->hit) {
        size_t n;
        timeline_objects(t, &n);
        w->hit = mem_new(n, sizeof(*w->hit));
    }
}

static void worker_free(struct worker *w)
{
    spots_free(&w->spots);
    profile_free(&w->profile);
    idmap_free(&w->last_value);
    free(w->values);
    free(w->hot);
    free(w->hit);
}

bool count_samples(struct capture *c, const struct timeline *t, struct resolver *r,
                   const struct count_opts *o, struct profile *out, struct err *e)
{
    bool in_order;
    uint64_t want = wanted(c, o, &in_order);
    unsigned n = in_order || o->workers < 1 ? 1 : o->workers;
    *out = (struct profile){ 0 };
    if (!c->ops->rewind(c, e))
        return false;
    struct worker *w = mem_new(n, sizeof(*w));
    unsigned started = 1;
    for (unsigned i = 0; i < n; i++)
        worker_init(&w[i], c, t, r, o, want);
    while (started < n && !pthread_create(&w[started].thread, NULL, work, &w[started]))
        started++;
    work(&w[0]); /* threads that could not be had are done without */
    for (unsigned i = 1; i < started; i++)
        pthread_join(w[i].thread, NULL);
    size_t nobjects;
    timeline_objects(t, &nobjects);
    *out = w[0].profile;
    w[0].profile = (struct profile){ 0 };
    for (unsigned i = 0; i < n; i++) {
        if (w[i].err.kind != ERR_NONE && e->kind == ERR_NONE)
            *e = w[i].err;
        if (i)
            profile_merge(out, &w[i].profile);
        for (size_t k = 0; o->hit && k < nobjects; k++)
            o->hit[k] = o->hit[k] || w[i].hit[k];
        worker_free(&w[i]);
    }
    free(w);
    return e->kind == ERR_NONE;
}
