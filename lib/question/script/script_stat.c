/* script_stat: prints the counters of perf stat record, which have no samples. At the end of each interval
   it prints a row for every event, thread and CPU that was counted in the interval or is not supported, as
   perf does (builtin-script.c, __process_stat()). */
#include <inttypes.h>

#include "lib/question/script/scribe.h"

static int32_t pid_of(const struct counters *c, int32_t thread)
{
    if ((size_t)thread < c->nthreads)
        return c->threads[thread].pid;
    return -1;
}

/* The counts to print: like perf, the total so far if all counts are added up (AGGR_GLOBAL), else the
   growth in the interval. */
static struct counts script_stat_shown(const struct counters *c, const struct counted *n)
{
    if (c->by == BY_ALL)
        return n->now;
    if (c->scale)
        return counters_scale(n->grown);
    return n->grown;
}

static void show_row(struct scribe *w, const struct counted *counted)
{
    const struct counters *c = &w->counters;
    const char *name = w->s->capture->events.v[counted->event].name;
    int pid = pid_of(c, counted->thread);
    struct counts n = script_stat_shown(c, counted);
    if (w->o->common.json) {
        struct rows *r = &w->rows;
        rows_object(r, NULL);
        rows_fact(r, "time", value_time(c->round.time));
        rows_fact(r, "type", value_text("COUNTER"));
        rows_fact(r, "event", value_text(name));
        rows_fact(r, "cpu", value_signed(counted->cpu));
        rows_fact(r, "pid", value_signed(pid));
        rows_fact(r, "value", value_count(n.value));
        rows_fact(r, "enabled", value_count(n.enabled));
        rows_fact(r, "running", value_count(n.running));
        rows_close(r);
        return;
    }
    text_printf(&w->out, "%3d %8d %15" PRIu64 " %15" PRIu64 " %15" PRIu64 " %15" PRIu64 " ", counted->cpu,
                pid, n.value, n.enabled, n.running, c->round.time);
    text_add_clean(&w->out, name);
    text_char(&w->out, '\n', 1);
}

/* The CPUs on which an event should have been counted. If they were not recorded, the result refers to
   `any`. */
static struct cpus cpus_of(const struct counters *c, const struct event *e, struct cpu_range *any)
{
    *any = (struct cpu_range){ CPU_ANY, CPU_ANY };
    if (cpus_are_any(&c->cpus))
        return (struct cpus){ .v = any, .n = 1 };
    if (e->cpus.n)
        return e->cpus;
    return c->cpus;
}

/* The number of threads, 1 if counts are not per thread. */
static size_t threads_of(const struct counters *c)
{
    if (c->nthreads)
        return c->nthreads;
    return 1;
}

/* Prints the rows of an unsupported event, with zeros as perf does. */
static void show_unsupported(struct scribe *w, uint32_t event)
{
    const struct counters *c = &w->counters;
    struct cpu_range any;
    struct cpus cpus = cpus_of(c, &w->s->capture->events.v[event], &any);
    for (size_t t = 0; t < threads_of(c); t++)
        for (size_t i = 0; i < cpus.n; i++)
            for (int32_t cpu = cpus.v[i].first; cpu <= cpus.v[i].last; cpu++)
                show_row(w, &(struct counted){ .event = event, .thread = (int32_t)t, .cpu = cpu });
}

/* Prints all events of an interval, within the limit on rows without counts. */
static void show_round(struct scribe *w)
{
    struct counters *c = &w->counters;
    const struct events *es = &w->s->capture->events;
    uint64_t each = threads_of(c) * (cpus_count(&c->cpus) + 1), rows = es->n;
    for (uint32_t event = 0; event < es->n && c->blanks >= rows; event++) {
        if (!c->supported[event])
            rows += each + cpus_count(&es->v[event].cpus);
    }
    bool all = counters_reserve_rows(c, rows, "events");
    size_t i = 0;
    for (uint32_t event = 0; event < es->n && all; event++) {
        if (!c->supported[event])
            show_unsupported(w, event);
        for (; i < c->ncounted && c->counted[i].event == event; i++)
            show_row(w, &c->counted[i]);
    }
    for (; i < c->ncounted; i++)
        show_row(w, &c->counted[i]);
}

void script_read_stat_record(struct scribe *w, const struct record *r)
{
    if (!counters_add_record(&w->counters, r))
        return;
    if (!w->rounds++ && !w->o->common.json)
        text_printf(&w->out, "%3s %8s %15s %15s %15s %15s %s\n", "CPU", "THREAD", "VAL", "ENA", "RUN", "TIME",
                    "EVENT");
    show_round(w);
}
