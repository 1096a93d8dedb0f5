/* The counters of perf stat record, which have no samples: at the end of each interval a row for every event,
 * thread and CPU, as perf prints them (builtin-script.c, __process_stat()). */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/script.h"
#include "core/base/mem.h"

struct script_counter {
    uint32_t event;
    int32_t thread, cpu;
    struct counted {
        uint64_t value, enabled, running;
    } now, before; /* as recorded, and at the end of the interval before */
};

static int by_place(const void *a, const void *b)
{
    const struct script_counter *x = a, *y = b;
    if (x->event != y->event)
        return x->event < y->event ? -1 : 1;
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    return (x->cpu > y->cpu) - (x->cpu < y->cpu);
}

/* The counter of an event, a thread and a CPU; a new one is the last. */
static struct script_counter *counter_at(struct script_stat *t, uint32_t event, int32_t thread, int32_t cpu)
{
    uint32_t *place = idmap_at(&t->places, (uint64_t)(uint32_t)thread << 32 | (uint32_t)cpu);
    if (!*place)
        *place = (uint32_t)t->places.n;
    uint32_t *at = idmap_at(&t->counters, (uint64_t)*place << 32 | event);
    if (!*at) {
        t->v = mem_room(t->v, t->n, &t->cap, sizeof(*t->v));
        t->v[t->n++] = (struct script_counter){ .event = event, .thread = thread, .cpu = cpu };
        *at = (uint32_t)t->n;
        t->sorted = false;
    }
    return &t->v[*at - 1];
}

/* Put them into order, and remember where each is. */
static void sort(struct script_stat *t)
{
    qsort(t->v, t->n, sizeof(*t->v), by_place);
    for (size_t i = 0; i < t->n; i++) {
        const struct script_counter *c = &t->v[i];
        uint32_t place = idmap_get(&t->places, (uint64_t)(uint32_t)c->thread << 32 | (uint32_t)c->cpu);
        *idmap_at(&t->counters, (uint64_t)place << 32 | c->event) = (uint32_t)i + 1;
    }
    t->sorted = true;
}

static int64_t pid_of(const struct script_stat *t, int32_t thread)
{
    return thread >= 0 && (size_t)thread < t->npids ? t->pids[thread] : -1;
}

/* Counters go on from interval to interval. What perf shows is how far they are if they were to be added up
   (AGGR_GLOBAL), else what each interval brought. */
static struct counted shown(const struct script_stat *t, struct script_counter *c)
{
    struct counted n = c->now, b = c->before;
    c->before = n;
    return t->apart ? (struct counted){ n.value - b.value, n.enabled - b.enabled, n.running - b.running } : n;
}

static void show_row(struct scribe *w, struct script_counter *c, uint64_t time)
{
    const char *name = w->s->capture->events.v[c->event].name;
    int pid = (int)pid_of(&w->stat, c->thread);
    struct counted n = shown(&w->stat, c);
    if (w->o->common.json) {
        struct json *j = &w->json;
        json_object_line(j, NULL);
        json_seconds(j, "time", time);
        json_text(j, "type", "COUNTER");
        json_text(j, "event", name);
        json_signed(j, "cpu", c->cpu);
        json_signed(j, "pid", pid);
        json_count(j, "value", n.value);
        json_count(j, "enabled", n.enabled);
        json_count(j, "running", n.running);
        json_end(j);
        return;
    }
    text_printf(&w->out, "%3d %8d %15" PRIu64 " %15" PRIu64 " %15" PRIu64 " %15" PRIu64 " ", c->cpu, pid,
                n.value, n.enabled, n.running, time);
    text_add_clean(&w->out, name);
    text_char(&w->out, '\n', 1);
}

static void show_round(struct scribe *w, uint64_t time)
{
    struct script_stat *t = &w->stat;
    if (!t->headed && !w->o->common.json)
        text_printf(&w->out, "%3s %8s %15s %15s %15s %15s %s\n", "CPU", "THREAD", "VAL", "ENA", "RUN", "TIME",
                    "EVENT");
    t->headed = true;
    if (t->n && !t->sorted)
        sort(t);
    for (size_t i = 0; i < t->n; i++)
        show_row(w, &t->v[i], time);
}

void script_stat(struct scribe *w, const struct record *r)
{
    struct script_stat *t = &w->stat;
    const struct events *es = &w->s->capture->events;
    if (r->type == PERF_RECORD_THREAD_MAP) {
        struct cur c = cur_of(r->thread_map.threads, r->order);
        t->npids = 0;
        t->pids = mem_resize(t->pids, r->thread_map.n ? (size_t)r->thread_map.n : 1, sizeof(*t->pids));
        for (; c.left; cur_take(&c, 16))
            t->pids[t->npids++] = (int32_t)cur_u64(&c);
    } else if (r->type == PERF_RECORD_STAT_CONFIG) {
        enum { AGGR_MODE, AGGR_GLOBAL }; /* a tag, and a value of it (tools/lib/perf/include/perf/event.h) */
        for (struct cur c = cur_of(r->stat_config.terms, r->order); c.left;) {
            uint64_t tag = cur_u64(&c), value = cur_u64(&c);
            t->apart = tag == AGGR_MODE ? value != AGGR_GLOBAL : t->apart;
        }
    } else if (r->type == PERF_RECORD_STAT) {
        const struct event *ev = events_find(es, r->stat.id);
        if (!ev)
            return;
        struct script_counter *c = counter_at(t, (uint32_t)(ev - es->v), r->stat.thread, r->stat.cpu);
        c->now = (struct counted){ r->stat.value, r->stat.enabled, r->stat.running };
    } else if (r->type == PERF_RECORD_STAT_ROUND) {
        show_round(w, r->stat_round.time);
    }
}

void script_stat_free(struct script_stat *t)
{
    free(t->v);
    free(t->pids);
    idmap_free(&t->places);
    idmap_free(&t->counters);
}
