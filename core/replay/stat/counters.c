#include "core/replay/stat/counters.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

/* Tags of STAT_CONFIG (tools/lib/perf/include/perf/event.h). */
enum { TERM_AGGR_MODE, TERM_INTERVAL, TERM_SCALE, TERM_AGGR_LEVEL /* perf 6.5 */ };

struct counter {
    struct counts before; /* at the end of the last round */
    size_t counted;       /* index + 1 in counters.counted during the round; 0: none yet */
};

struct counts counters_scale(struct counts c)
{
    if (!c.running)
        c.value = 0;
    else if (c.running < c.enabled) {
        double v = (double)c.value * (double)c.enabled / (double)c.running;
        c.value = v < 18446744073709551616.0 ? (uint64_t)v : UINT64_MAX;
    }
    return c;
}

void counters_init(struct counters *c, const struct capture *capture, struct problems *problems)
{
    *c = (struct counters){
        .capture = capture, .problems = problems, .by = BY_ALL, .scale = true, .blanks = BLANKS
    };
    c->supported = mem_new(capture->events.n ? capture->events.n : 1, sizeof(*c->supported));
}

static struct cur body_of(const struct record *r)
{
    return cur_of((struct span){ r->bytes.p + 8, r->bytes.n - 8 }, r->order);
}

static void bad(struct counters *c, const struct record *r, const char *what)
{
    problem_add(c->problems, PROBLEM_BAD_RECORD, 1, "%s at offset %" PRIu64, what, r->at);
}

static void see_cpu_map(struct counters *c, const struct record *r)
{
    struct cur body = body_of(r);
    if (!c->cpus.n && !cpus_read(&body, &c->cpus)) /* as in perf, the first map counts */
        bad(c, r, "CPU_MAP");
}

static void see_thread_map(struct counters *c, const struct record *r)
{
    struct cur body = cur_of(r->thread_map.threads, r->order);
    if (c->nthreads)
        return;
    c->threads = mem_new(r->thread_map.n ? (size_t)r->thread_map.n : 1, sizeof(*c->threads));
    while (body.left) {
        struct counted_thread *t = &c->threads[c->nthreads++];
        t->pid = (int32_t)cur_u64(&body);
        struct span comm = cur_take(&body, sizeof(t->comm) - 1);
        if (comm.n)
            memcpy(t->comm, comm.p, comm.n);
    }
}

/* The number of an aggregation in the file (enum aggr_mode of tools/perf/util/stat.h). perf 6.5 and perf
   6.9 added members in the middle: AGGR_CACHE, together with the term AGGR_LEVEL, and AGGR_CLUSTER. */
static enum counters_by by_of(uint64_t mode, bool has_level, const char *version)
{
    static const struct {
        unsigned n;
        enum counters_by by[10];
    } modes[] = {
        { 8, { BY_CPU, BY_ALL, BY_SOCKET, BY_DIE, BY_CORE, BY_THREAD, BY_UNSET, BY_NODE } },
        { 9, { BY_CPU, BY_ALL, BY_SOCKET, BY_DIE, BY_CACHE, BY_CORE, BY_THREAD, BY_UNSET, BY_NODE } },
        { 10,
          { BY_CPU, BY_ALL, BY_SOCKET, BY_DIE, BY_CLUSTER, BY_CACHE, BY_CORE, BY_THREAD, BY_UNSET,
            BY_NODE } },
    };
    bool is_old = version && !strncmp(version, "6.", 2) && version[2] >= '5' && version[2] <= '8' &&
                  !(version[3] >= '0' && version[3] <= '9');
    unsigned i = 0;
    if (has_level)
        i = is_old ? 1 : 2;
    if (mode < modes[i].n)
        return modes[i].by[mode];
    return BY_UNSET;
}

static void see_config(struct counters *c, const struct record *r)
{
    uint64_t mode = 1;
    bool has_level = false;
    for (struct cur body = cur_of(r->stat_config.terms, r->order); body.left;) {
        uint64_t tag = cur_u64(&body), value = cur_u64(&body);
        if (tag == TERM_AGGR_MODE)
            mode = value;
        else if (tag == TERM_INTERVAL)
            c->interval = value;
        else if (tag == TERM_SCALE)
            c->scale = value;
        has_level = has_level || tag == TERM_AGGR_LEVEL;
    }
    c->by = by_of(mode, has_level, c->capture->env.version);
}

/* The counter of an event for a thread on a CPU, valid until the next call. */
static struct counter *counter_of(struct counters *c, uint32_t event, int32_t thread, int32_t cpu)
{
    uint32_t place = idmap_number_key(&c->places, (uint64_t)(uint32_t)thread << 32 | (uint32_t)cpu);
    uint32_t number = idmap_number_key(&c->at, (uint64_t)place << 32 | event);
    if (number > c->n)
        *MEM_ADD(c->v, c->n, c->cap) = (struct counter){ 0 };
    return &c->v[number - 1];
}

/* Whether an event can be counted for a thread on a CPU. The thread must be in THREAD_MAP. The CPU must be
   one of the event's own CPUs. If CPU_MAP says any CPU, it must be CPU_ANY. If the event has no CPUs of
   its own, it must be in CPU_MAP. */
static bool is_mapped(const struct counters *c, const struct event *ev, int32_t thread, int32_t cpu)
{
    const size_t nthreads = c->nthreads ? c->nthreads : 1;
    const bool is_thread = thread >= 0 && (size_t)thread < nthreads,
               on_own = ev->cpus.n && cpus_has(&ev->cpus, cpu);
    bool on_all = cpu == CPU_ANY;
    if (!cpus_are_any(&c->cpus))
        on_all = !ev->cpus.n && cpus_has(&c->cpus, cpu);
    return is_thread && (on_own || on_all);
}

static void see_stat(struct counters *c, const struct record *r)
{
    const struct events *es = &c->capture->events;
    const struct event *ev = events_find(es, r->stat.id);
    if (!ev) {
        problem_add(c->problems, PROBLEM_UNKNOWN_EVENT, 1, "STAT of id %" PRIu64 " at offset %" PRIu64,
                    r->stat.id, r->at);
        return;
    }
    if (!is_mapped(c, ev, r->stat.thread, r->stat.cpu)) {
        bad(c, r, "STAT of a CPU or a thread that no map has,");
        return;
    }
    uint32_t event = (uint32_t)(ev - es->v);
    struct counter *counter = counter_of(c, event, r->stat.thread, r->stat.cpu);
    c->supported[event] = true;
    if (!counter->counted) {
        c->counted = mem_room(c->counted, c->ncounted, &c->cap_counted, sizeof(*c->counted));
        counter->counted = ++c->ncounted;
    }
    struct counts now = { r->stat.value, r->stat.enabled, r->stat.running }, before = counter->before;
    c->counted[counter->counted - 1] = (struct counted){
        .event = event,
        .thread = r->stat.thread,
        .cpu = r->stat.cpu,
        .now = now,
        .grown = { now.value - before.value, now.enabled - before.enabled, now.running - before.running },
    };
}

static int counters_by_place(const void *a, const void *b)
{
    const struct counted *x = a, *y = b;
    if (x->event != y->event) {
        if (x->event < y->event)
            return -1;
        return 1;
    }
    if (x->thread != y->thread) {
        if (x->thread < y->thread)
            return -1;
        return 1;
    }
    return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

static void end_round(struct counters *c, const struct record *r)
{
    enum { ROUND_FINAL = 1 }; /* PERF_STAT_ROUND_TYPE__FINAL */
    for (size_t i = 0; i < c->ncounted; i++) {
        const struct counted *n = &c->counted[i];
        *counter_of(c, n->event, n->thread, n->cpu) = (struct counter){ .before = n->now };
    }
    mem_sort(c->counted, c->ncounted, sizeof(*c->counted), counters_by_place);
    c->round = (struct round){ r->stat_round.time, r->stat_round.kind == ROUND_FINAL };
    c->blanks += BLANKS_EACH * c->ncounted;
    c->ended = true;
}

static const struct {
    uint32_t type;
    void (*see)(struct counters *c, const struct record *r);
} seen[] = {
    { PERF_RECORD_STAT, see_stat },
    { PERF_RECORD_STAT_ROUND, end_round },
    { PERF_RECORD_STAT_CONFIG, see_config },
    { PERF_RECORD_CPU_MAP, see_cpu_map },
    { PERF_RECORD_THREAD_MAP, see_thread_map },
};

bool counters_add_record(struct counters *c, const struct record *r)
{
    if (c->ended) {
        c->ended = false;
        c->ncounted = 0;
    }
    for (size_t i = 0; i < COUNT(seen); i++)
        if (r->type == seen[i].type)
            seen[i].see(c, r);
    return c->ended;
}

bool counters_reserve_rows(struct counters *c, uint64_t rows, const char *what)
{
    if (rows > c->blanks) {
        problem_add(c->problems, PROBLEM_LEFT_OUT, rows, "of %s", what);
        return false;
    }
    c->blanks -= rows;
    return true;
}

void counters_finish(struct counters *c)
{
    const bool is_open = !c->ended && c->ncounted;
    if (is_open && !c->interval) /* after the last interval perf stat reads all counters once more */
        problem_add(c->problems, PROBLEM_OPEN_ROUND, c->ncounted, "of %s",
                    c->capture->events.v[c->counted[0].event].name);
}

void counters_free(struct counters *c)
{
    cpus_free(&c->cpus);
    free(c->threads);
    free(c->supported);
    free(c->counted);
    free(c->v);
    idmap_free(&c->places);
    idmap_free(&c->at);
}
