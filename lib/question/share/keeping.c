#include "lib/question/share/keeping.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* When a record other than a sample is needed. Types without a row are always needed. */
enum need {
    NEED_TIMED = 1,   /* until the last sample that is kept */
    NEED_CHOSEN = 2,  /* at the times that --time chooses */
    NEED_PROCESS = 4, /* of a process that is needed: the record says which in its first field ... */
    NEED_CURRENT = 8, /* ... or in its sample_id: the process that was running */
    NEED_MAPPED = 16, /* of such a process, or of a kernel */
    NEED_GROUP = 32,  /* of a control group that is needed */
    NEED_ROUND = 64,  /* unless the record before it is a round, too */
};

static const struct {
    uint32_t type;
    unsigned need; /* all of these */
} needs[] = {
    { PERF_RECORD_MMAP, NEED_MAPPED | NEED_TIMED },
    { PERF_RECORD_MMAP2, NEED_MAPPED | NEED_TIMED },
    { PERF_RECORD_COMM, NEED_PROCESS }, /* a thread has its first name from the beginning on */
    { PERF_RECORD_EXIT, NEED_PROCESS | NEED_TIMED },
    { PERF_RECORD_FORK, NEED_PROCESS | NEED_TIMED },
    { PERF_RECORD_NAMESPACES, NEED_PROCESS | NEED_TIMED },
    { PERF_RECORD_READ, NEED_PROCESS | NEED_CHOSEN },
    { PERF_RECORD_LOST, NEED_CHOSEN },
    { PERF_RECORD_LOST_SAMPLES, NEED_CHOSEN },
    { PERF_RECORD_THROTTLE, NEED_CHOSEN },
    { PERF_RECORD_UNTHROTTLE, NEED_CHOSEN },
    { PERF_RECORD_SWITCH, NEED_CURRENT | NEED_CHOSEN },
    { PERF_RECORD_SWITCH_CPU_WIDE, NEED_CURRENT | NEED_CHOSEN },
    { PERF_RECORD_CALLCHAIN_DEFERRED, NEED_CURRENT },
    { PERF_RECORD_KSYMBOL, NEED_TIMED },
    { PERF_RECORD_BPF_EVENT, NEED_TIMED },
    { PERF_RECORD_TEXT_POKE, NEED_TIMED },
    { PERF_RECORD_CGROUP, NEED_GROUP | NEED_TIMED },
    { PERF_RECORD_FINISHED_ROUND, NEED_ROUND },
};

static unsigned need_of(uint32_t type)
{
    for (size_t i = 0; i < COUNT(needs); i++)
        if (needs[i].type == type)
            return needs[i].need;
    return 0;
}

static bool has_event_name(const struct words *events, const char *name)
{
    for (size_t i = 0; i < events->n; i++)
        if (!strcmp(events->v[i], name))
            return true;
    return !events->n;
}

/* A sample that read the counters of a group is a sample of each event of the group. */
static bool event_is_chosen(const struct keeping *k, const struct event *ev)
{
    const struct events *es = &k->s->capture->events;
    if (has_event_name(k->events, ev->name))
        return true;
    if (!(ev->attr.sample_type & PERF_SAMPLE_READ) || !(ev->attr.read_format & PERF_FORMAT_GROUP))
        return false;
    for (uint32_t i = 0; i < es->n; i++)
        if (es->v[i].leader == ev->leader && has_event_name(k->events, es->v[i].name))
            return true;
    return false;
}

bool keeping_find_events(const struct words *events, const struct events *es, struct err *e)
{
    for (size_t i = 0; i < events->n; i++) {
        bool is = false;
        for (uint32_t k = 0; k < es->n; k++)
            is = is || !strcmp(es->v[k].name, events->v[i]);
        if (!is)
            return err_set(e, ERR_USAGE, 0, "--event: there is no event '%s'; perfolio evlist lists them",
                           events->v[i]);
    }
    return true;
}

bool keeping_has_sample(struct keeping *k, const struct sample *s)
{
    static const struct resolved_addr nowhere;
    const struct view v = { .sample = s,
                            .comm = address_cache_task_of(&k->threads, s)->comm,
                            .resolved = &nowhere,
                            .env = &k->s->capture->env,
                            .timeline = k->s->timeline };
    return !filter_drops(k->filter, s) && event_is_chosen(k, s->event) && !filter_hides(k->filter, NULL, &v);
}

static bool needs_task(const struct keeping *k, int32_t id)
{
    return idmap_get(&k->tasks, (uint32_t)id);
}

static void keep_task(struct keeping *k, int32_t id)
{
    *idmap_find_or_add(&k->tasks, (uint32_t)id) = 1;
}

/* Notes what a sample that is kept needs. */
static void keeping_note(struct keeping *k, const struct sample *s)
{
    k->samples++;
    keep_task(k, s->pid);
    keep_task(k, s->tid);
    if (s->has & PERF_SAMPLE_CGROUP)
        *idmap_find_or_add(&k->cgroups, s->cgroup) = 1;
    if (!s->when.time || s->when.time >= OFF_CPU_TIMESTAMP) {
        k->untimed = true;
        return;
    }
    if (s->when.time < k->times.from)
        k->times.from = s->when.time;
    if (s->when.time > k->times.to)
        k->times.to = s->when.time;
}

/* Adds the processes from which those that are needed were forked, whose mappings they inherit. */
static void add_ancestors(struct keeping *k)
{
    const struct timeline *t = k->s->timeline;
    const size_t n = timeline_count_id_uses(t);
    for (bool more = true; more;) {
        more = false;
        for (size_t i = 0; i < n; i++) {
            const struct id_use_view use = timeline_id_use(t, i);
            if (use.ppid < 0 || !needs_task(k, use.pid) || needs_task(k, use.ppid))
                continue;
            keep_task(k, use.ppid);
            more = true;
        }
    }
}

bool keeping_init(struct keeping *k, struct session *s, const struct filter *filter,
                  const struct words *events, struct err *e)
{
    *k = (struct keeping){ .s = s, .filter = filter, .events = events, .times = { UINT64_MAX, 0 } };
    struct capture *c = s->capture;
    struct block b = { 0 };
    struct problems counted_later = { 0 };
    uint64_t timeless = 0; /* samples that --time cannot choose */
    struct sample *sample = mem_new(1, sizeof(*sample));
    address_cache_init(&k->threads, s->timeline, NULL);
    k->all = !filter_may_drop(filter) && !filter_may_hide(filter) && !events->n;
    if (c->ops->rewind(c, e))
        while (c->ops->next_block(c, &b, e))
            while (c->ops->next_sample(c, &b, sample, &counted_later))
                if (k->all || keeping_has_sample(k, sample)) {
                    keeping_note(k, sample);
                    timeless += filter->ntimes && !(sample->has & PERF_SAMPLE_TIME);
                }
    if (timeless)
        err_set(e, ERR_USAGE, 0, "--time: %" PRIu64 " sample%s no time: nothing was written", timeless,
                text_one_or_many(timeless, " has", "s have"));
    add_ancestors(k);
    free(b.buf);
    free(sample);
    return e->kind == ERR_NONE;
}

void keeping_free(struct keeping *k)
{
    address_cache_free(&k->threads);
    idmap_free(&k->tasks);
    idmap_free(&k->cgroups);
}

static bool maps_kernel(const struct record *r)
{
    const unsigned mode = r->misc & PERF_RECORD_MISC_CPUMODE_MASK;
    return r->mmap.pid == -1 || mode != PERF_RECORD_MISC_USER;
}

/* Whether a record of a type with NEED_PROCESS is about a process or thread that is needed. */
static bool needs_its_task(const struct keeping *k, const struct record *r)
{
    switch (r->type) {
    case PERF_RECORD_COMM:
        return needs_task(k, r->comm.pid) || needs_task(k, r->comm.tid);
    case PERF_RECORD_FORK:
    case PERF_RECORD_EXIT:
        return needs_task(k, r->task.pid) || needs_task(k, r->task.tid);
    case PERF_RECORD_NAMESPACES:
        return needs_task(k, r->namespaces.pid) || needs_task(k, r->namespaces.tid);
    default:
        return needs_task(k, r->read.pid);
    }
}

static bool needs_current(const struct keeping *k, const struct record *r)
{
    const bool wide = r->type == PERF_RECORD_SWITCH_CPU_WIDE;
    return !(r->id.has & PERF_SAMPLE_TID) || needs_task(k, r->id.pid) ||
           (wide && needs_task(k, r->context_switch.other_pid));
}

bool keeping_has_record(struct keeping *k, const struct record *r)
{
    const unsigned need = need_of(r->type);
    const bool again = need & NEED_ROUND && k->round;
    const uint64_t time = r->when.time;
    if (k->all)
        return true;
    if (again || (need & NEED_TIMED && !k->untimed && time > k->times.to) ||
        (need & NEED_CHOSEN && time && !filter_has_time(k->filter, time)) ||
        (need & NEED_PROCESS && !needs_its_task(k, r)) ||
        (need & NEED_MAPPED && !maps_kernel(r) && !needs_task(k, r->mmap.pid)) ||
        (need & NEED_CURRENT && !needs_current(k, r)) ||
        (need & NEED_GROUP && k->cgroups.n && !idmap_get(&k->cgroups, r->cgroup.id)))
        return false;
    k->round = need & NEED_ROUND;
    return true;
}
