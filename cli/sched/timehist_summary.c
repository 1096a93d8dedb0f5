/* sched timehist -s: what the switches add up to, per thread and per CPU, as perf prints it. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/sched/timehist.h"

enum { RULE = 117, CHAIN_RULE = 50 };

/* The last moment of a thread. */
static struct when end_of(const struct sched_task *k)
{
    struct when end = k->until;
    end.seq -= end.seq ? 1 : 0;
    return end;
}

static void add_runs(struct text *t, const struct timehist_row *r)
{
    sched_timehist_time(t, r->min, 6);
    text_char(t, ' ', 1);
    sched_timehist_time(t, (uint64_t)r->mean, 6);
    text_char(t, ' ', 1);
    sched_timehist_time(t, r->max, 6);
    text_printf(t, "  %5.2f   %5" PRIu64 "\n", (double)(float)timehist_deviation(r), r->migrations);
}

static void add_waits(struct text *t, const struct timehist_row *r)
{
    sched_timehist_time(t, r->total.sleep, 6);
    text_char(t, ' ', 1);
    sched_timehist_time(t, r->total.iowait, 6);
    text_char(t, ' ', 1);
    sched_timehist_time(t, r->total.preempt, 6);
    text_char(t, ' ', 1);
    sched_timehist_time(t, r->total.delay, 6);
    text_char(t, '\n', 1);
}

struct totals {
    uint64_t tasks, switches, run;
};

/* Whether perf has a row for it. */
static bool is_shown(const struct timehist_view *w, const struct sched_task *k)
{
    return timehist_row(k)->n && !timehist_hides(&w->timehist, k);
}

static void add_tasks(struct timehist_view *w, const struct sched_task **all, bool exited, struct totals *sum)
{
    struct text *t = &w->out;
    for (size_t i = 0; i < w->timehist.schedule.ntasks; i++) {
        const struct timehist_row *r = timehist_row(all[i]);
        if (all[i]->exited != exited || !is_shown(w, all[i]))
            continue;
        sum->tasks++;
        sum->switches += r->n;
        sum->run += r->total.run;
        const char *name = sched_timehist_name(w, all[i], end_of(all[i]));
        text_printf(t, "%*s   %5d  %9" PRIu64 " ", (int)w->comm_width, name, all[i]->parent, r->n);
        sched_timehist_time(t, r->total.run, 8);
        (w->o->state ? add_waits : add_runs)(t, r);
    }
}

/* Up to where perf lists CPUs: those that were online, and those that were heard of as idle. */
static size_t cpus_listed(const struct timehist_view *w)
{
    size_t n = timehist_cpus(w->s->capture);
    n = n < SCHEDULE_CPUS ? n : SCHEDULE_CPUS;
    return w->timehist.schedule.ncpus > n ? w->timehist.schedule.ncpus : n;
}

static const struct timehist_cpu *cpu_at(const struct timehist_view *w, size_t i)
{
    const struct schedule *s = &w->timehist.schedule;
    return i < s->ncpus && s->cpus[i] ? s->cpus[i]->own : NULL;
}

static bool cpu_is_wanted(const struct timehist_view *w, size_t i)
{
    return filter_has_cpu(w->timehist.filter, (uint32_t)i);
}

static void add_cpus(struct timehist_view *w, uint64_t span, struct totals *sum)
{
    struct text *t = &w->out;
    size_t online = timehist_cpus(w->s->capture);
    text_add(t, "\nIdle stats:\n");
    for (size_t i = 0; i < cpus_listed(w); i++) {
        const struct timehist_cpu *c = cpu_at(w, i);
        if (!cpu_is_wanted(w, i) || (i >= online && !(c && c->idle.n)))
            continue;
        if (!c || !c->idle.n) {
            text_printf(t, "    CPU %2zu idle entire time window\n", i);
            continue;
        }
        sum->switches += c->idle.n;
        text_printf(t, "    CPU %2zu idle for ", i);
        sched_timehist_time(t, c->idle.total.run, 6);
        text_printf(t, " msec  (%6.2f%%)\n", 100.0 * (double)c->idle.total.run / (double)span);
    }
}

static int by_time(const void *a, const void *b)
{
    const struct idle_chain *x = a, *y = b;
    if (x->cpu != y->cpu)
        return x->cpu < y->cpu ? -1 : 1;
    if (x->ns != y->ns)
        return x->ns > y->ns ? -1 : 1;
    return x->chain < y->chain ? -1 : 1;
}

static void sort_chains(struct timehist_view *w)
{
    if (w->nidle_chains)
        qsort(w->idle_chains, w->nidle_chains, sizeof(*w->idle_chains), by_time);
}

static void add_chains(struct timehist_view *w)
{
    struct text *t = &w->out;
    size_t online = timehist_cpus(w->s->capture), at = 0;
    text_add(t, "\nIdle stats by callchain:\n");
    sort_chains(w);
    for (size_t i = 0; i < cpus_listed(w); i++) {
        const struct timehist_cpu *c = cpu_at(w, i);
        if (i >= online && !c)
            continue;
        text_printf(t, "  CPU %2zu:", i);
        sched_timehist_time(t, c ? c->idle.total.run : 0, 6);
        text_add(t, " msec\n");
        text_printf(t, "  %16s  %8s  %s\n  ----------------  --------  ", "Idle time (msec)", "Count",
                    "Callchains");
        text_char(t, '-', CHAIN_RULE);
        text_char(t, '\n', 1);
        for (; at < w->nidle_chains && w->idle_chains[at].cpu == i; at++) {
            text_add(t, "  ");
            sched_timehist_time(t, w->idle_chains[at].ns, 12);
            text_printf(t, " %8" PRIu64 "  ", w->idle_chains[at].n);
            text_add(t, arena_names_text(&w->chain_texts, w->idle_chains[at].chain));
            text_char(t, '\n', 1);
        }
        text_char(t, '\n', 1);
    }
}

static void add_heading(struct timehist_view *w)
{
    struct text *t = &w->out;
    int width = (int)w->comm_width;
    const struct timehist_opts *o = w->o;
    const char *title = o->idle ? "Idle-time" : o->state ? "Wait-time" : "Runtime";
    const char *columns = o->idle    ? "  idle-time   min-idle    avg-idle    max-idle  stddev  migrations"
                          : o->state ? "   run-time      sleep      iowait     preempt       delay"
                                     : "   run-time    min-run     avg-run     max-run  stddev  migrations";
    text_printf(t, "\n%s summary\n%*s  parent  %s  %s\n", title, width, "comm",
                o->idle ? "sched-out" : " sched-in", columns);
    text_printf(t, "%*s            (count)       (msec)     (msec)      (msec)      (msec)       %s\n", width,
                "", o->state ? "(msec)" : "%");
    text_char(t, '-', RULE);
    text_char(t, '\n', 1);
}

void sched_timehist_summary(struct timehist_view *w)
{
    struct text *t = &w->out;
    struct totals sum = { 0 };
    uint64_t span = w->timehist.last - w->timehist.first;
    const struct sched_task **all = timehist_order(&w->timehist);
    add_heading(w);
    add_tasks(w, all, false, &sum);
    uint64_t running = sum.tasks;
    text_add(t, running ? "" : "<no still running tasks>\n");
    text_add(t, "\nTerminated tasks:\n");
    add_tasks(w, all, true, &sum);
    text_add(t, running == sum.tasks ? "<no terminated tasks>\n" : "");
    free(all);
    if (w->timehist.skipped && !w->o->idle) /* idle times say nothing then */
        return;
    add_cpus(w, span, &sum);
    if (w->o->idle && w->chains)
        add_chains(w);
    text_printf(
        t, "\n    Total number of unique tasks: %" PRIu64 "\nTotal number of context switches: %" PRIu64 "\n",
        sum.tasks, sum.switches);
    text_add(t, "           Total run time (msec): ");
    sched_timehist_time(t, sum.run, 2);
    text_add(t, "\n    Total scheduling time (msec): ");
    sched_timehist_time(t, span, 2);
    text_printf(t, " (x %d)\n", (int)w->timehist.max_cpu);
}

/* ---- JSON ---- */

static void json_times(struct json *j, const struct timehist_row *r)
{
    json_count(j, "switches", r->n);
    json_seconds(j, "run", r->total.run);
    json_seconds(j, "min_run", r->min);
    json_seconds(j, "mean_run", (uint64_t)r->mean);
    json_seconds(j, "max_run", r->max);
    json_seconds(j, "sleep", r->total.sleep);
    json_seconds(j, "iowait", r->total.iowait);
    json_seconds(j, "preempt", r->total.preempt);
    json_seconds(j, "delay", r->total.delay);
}

void sched_timehist_summary_json(struct timehist_view *w, struct json *j)
{
    const struct sched_task **all = timehist_order(&w->timehist);
    for (size_t i = 0; i < w->timehist.schedule.ntasks; i++) {
        const struct sched_task *k = all[i];
        struct text name = { 0 };
        if (!is_shown(w, k))
            continue;
        key_comm_text(schedule_comm(&w->timehist.schedule, k, end_of(k)), k->tid, &name);
        json_object_line(j, NULL);
        json_text(j, "type", "task");
        json_text(j, "comm", name.s);
        json_signed(j, "pid", k->pid);
        json_signed(j, "tid", k->tid);
        json_signed(j, "parent", k->parent);
        json_bool(j, "exited", k->exited);
        json_times(j, timehist_row(k));
        json_count(j, "migrations", timehist_row(k)->migrations);
        json_end(j);
        text_free(&name);
    }
    free(all);
    for (size_t i = 0; i < w->timehist.schedule.ncpus; i++) {
        const struct timehist_cpu *c = cpu_at(w, i);
        if (!c || !cpu_is_wanted(w, i))
            continue;
        json_object_line(j, NULL);
        json_text(j, "type", "cpu");
        json_count(j, "cpu", i);
        json_seconds(j, "idle", c->idle.total.run);
        json_count(j, "idle_switches", c->idle.n);
        json_end(j);
    }
    sort_chains(w);
    for (size_t i = 0; i < w->nidle_chains; i++) {
        json_object_line(j, NULL);
        json_text(j, "type", "idle_chain");
        json_count(j, "cpu", w->idle_chains[i].cpu);
        json_seconds(j, "idle", w->idle_chains[i].ns);
        json_count(j, "switches", w->idle_chains[i].n);
        json_text(j, "callers", arena_names_text(&w->chain_texts, w->idle_chains[i].chain));
        json_end(j);
    }
    json_object_line(j, NULL);
    json_text(j, "type", "span");
    json_seconds(j, "start", w->timehist.first);
    json_seconds(j, "end", w->timehist.last);
    json_end(j);
}
