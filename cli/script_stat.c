/* The counters of perf stat record, which have no samples: at the end of each interval a row for every event,
 * thread and CPU that was counted in it, as perf prints them (builtin-script.c, __process_stat()). */
#include <inttypes.h>

#include "cli/script.h"

static int32_t pid_of(const struct counters *c, int32_t thread)
{
    return (size_t)thread < c->nthreads ? c->threads[thread].pid : -1;
}

/* Counters go on from interval to interval. What perf shows is how far they are if they were to be added up
   (AGGR_GLOBAL), else what each interval brought. */
static struct counts shown(const struct counters *c, const struct counted *n)
{
    if (c->by == BY_ALL)
        return n->now;
    return c->scale ? counts_scaled(n->grown) : n->grown;
}

static void show_row(struct scribe *w, const struct counted *counted)
{
    const struct counters *c = &w->counters;
    const char *name = w->s->capture->events.v[counted->event].name;
    int pid = pid_of(c, counted->thread);
    struct counts n = shown(c, counted);
    if (w->o->common.json) {
        struct json *j = &w->json;
        json_object_line(j, NULL);
        json_seconds(j, "time", c->round.time);
        json_text(j, "type", "COUNTER");
        json_text(j, "event", name);
        json_signed(j, "cpu", counted->cpu);
        json_signed(j, "pid", pid);
        json_count(j, "value", n.value);
        json_count(j, "enabled", n.enabled);
        json_count(j, "running", n.running);
        json_end(j);
        return;
    }
    text_printf(&w->out, "%3d %8d %15" PRIu64 " %15" PRIu64 " %15" PRIu64 " %15" PRIu64 " ", counted->cpu,
                pid, n.value, n.enabled, n.running, c->round.time);
    text_add_clean(&w->out, name);
    text_char(&w->out, '\n', 1);
}

void script_stat(struct scribe *w, const struct record *r)
{
    if (!counters_see(&w->counters, r))
        return;
    if (!w->rounds++ && !w->o->common.json)
        text_printf(&w->out, "%3s %8s %15s %15s %15s %15s %s\n", "CPU", "THREAD", "VAL", "ENA", "RUN", "TIME",
                    "EVENT");
    for (size_t i = 0; i < w->counters.ncounted; i++)
        show_row(w, &w->counters.counted[i]);
}
