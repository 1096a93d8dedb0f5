/* timehist_summary: prints the sums of switches per thread and per CPU (timehist -s). */
#include "lib/question/sched/timehist_view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

static const char dashes[] = "--------------------------------------------------"; /* 50 dashes */

/* The end of a thread. */
static struct when timehist_summary_end_of(const struct sched_task *k)
{
    struct when end = k->until;
    if (end.seq)
        end.seq -= 1;
    return end;
}

/* ---- threads ---- */

// clang-format off
enum {
    TYPE, TASK, NAME, PID, PARENT, EXITED, SWITCHES, RUN, MIN, MEAN, MAX, DEVIATION, SLEEP, IOWAIT, PREEMPT, DELAY,
    MIGRATIONS, COLUMNS
};
// clang-format on

static void show_ms(const struct value *v, struct text *out)
{
    sched_timehist_time(out, v->count, 0);
}

// clang-format off
#define MS(member, in_front, room) { .name = member, .header = "", .type = VALUE_TIME, .show = show_ms, .right = true, \
                                     .before = in_front, .width = room, .after = " " }
static const struct rows_column task_columns[COLUMNS] = {
    [TYPE] = ROWS_UNSEEN("type", TEXT),
    [TASK] = ROWS_UNSEEN("task", TASK),
    [NAME] = { .header = "comm", .right = true, .type = VALUE_TEXT, .says = true },
    [PID] = ROWS_UNSEEN("pid", SIGNED),
    [PARENT] = { .name = "parent", .header = "parent", .before = "   ", .width = 5, .right = true, .type = VALUE_SIGNED },
    [EXITED] = ROWS_UNSEEN("exited", YES_NO),
    [SWITCHES] = { .name = "switches", .header = "sched-in", .before = "  ", .width = 9, .right = true, .type = VALUE_COUNT },
    [RUN] = MS("run", " ", 12),
    [MIN] = MS("min_run", "", 10),
    [MEAN] = MS("mean_run", " ", 10),
    [MAX] = MS("max_run", " ", 10),
    [DEVIATION] = { .name = "deviation", .header = "stddev", .before = "  ", .width = 5, .right = true, .type = VALUE_DECIMAL },
    [SLEEP] = MS("sleep", "", 10),
    [IOWAIT] = MS("iowait", " ", 10),
    [PREEMPT] = MS("preempt", " ", 10),
    [DELAY] = MS("delay", " ", 10),
    [MIGRATIONS] = { .name = "migrations", .header = "migrations", .before = "   ", .width = 5, .right = true, .type = VALUE_COUNT },
};
// clang-format on

/* Chooses the columns of text: with --state the kinds of waits, else statistics of runs. */
static void choose_columns(struct rows_column v[COLUMNS], bool state)
{
    memcpy(v, task_columns, sizeof(task_columns));
    for (size_t i = MIN; i < COLUMNS; i++)
        if (state != (i >= SLEEP && i <= DELAY))
            v[i].header = NULL;
}

static void add_task(struct timehist_view *w, const struct sched_task *k, struct rows_column *column)
{
    const struct timehist_row *r = timehist_row(k);
    const char *name = sched_timehist_name(w, k, timehist_summary_end_of(k));
    column->width = w->comm_width; /* a long name widens the column */
    rows_row(&w->rows,
             (const struct value[COLUMNS]){
                 value_text("task"), timehist_task_value(w, k, timehist_summary_end_of(k)), value_text(name),
                 sched_pid_value(k->pid), value_signed(k->parent), value_yes_no(k->exited), value_count(r->n),
                 value_time(r->total.run), value_time(r->min), value_time((uint64_t)r->mean),
                 value_time(r->max), value_decimal((double)(float)timehist_deviation(r), 2),
                 value_time(r->total.sleep), value_time(r->total.iowait), value_time(r->total.preempt),
                 value_time(r->total.delay), value_count(r->migrations) });
}

/* ---- sums ---- */

struct totals {
    uint64_t tasks, switches, run;
};

/* Whether perf has a row for a thread. */
static bool timehist_summary_is_shown(const struct timehist_view *w, const struct sched_task *k)
{
    return timehist_row(k)->n && !timehist_hides(&w->timehist, k);
}

static void add_tasks(struct timehist_view *w, const struct sched_task **all, bool exited,
                      struct rows_column *column, struct totals *sum)
{
    for (size_t i = 0; i < w->timehist.schedule.ntasks; i++) {
        const struct timehist_row *r = timehist_row(all[i]);
        if (all[i]->exited != exited || !timehist_summary_is_shown(w, all[i]))
            continue;
        sum->tasks++;
        sum->switches += r->n;
        sum->run += r->total.run;
        add_task(w, all[i], column);
    }
}

/* The number of CPUs that perf lists: the CPUs online, and the CPUs seen idle. */
static size_t cpus_listed(const struct timehist_view *w)
{
    size_t n = timehist_cpus(w->s->capture);
    if (n >= SCHEDULE_CPUS)
        n = SCHEDULE_CPUS;
    if (w->timehist.schedule.ncpus > n)
        return w->timehist.schedule.ncpus;
    return n;
}

static const struct timehist_cpu *cpu_at(const struct timehist_view *w, size_t i)
{
    const struct schedule *s = &w->timehist.schedule;
    if (i < s->ncpus && s->cpus[i])
        return s->cpus[i]->own;
    return NULL;
}

static bool cpu_is_wanted(const struct timehist_view *w, size_t i)
{
    return filter_has_cpu(w->timehist.filter, (uint32_t)i);
}

static void add_ms(struct rows *out, const char *before, uint64_t ns, unsigned width, const char *after)
{
    struct text t = { 0 };
    sched_timehist_time(&t, ns, width);
    rows_print(out, "%s%s %s", before, t.s, after);
    text_free(&t);
}

static void add_cpus(struct timehist_view *w, uint64_t span, struct totals *sum)
{
    ROWS_TABLE(table, "cpus", ROWS_UNSEEN("type", TEXT), ROWS_UNSEEN("cpu", COUNT), ROWS_UNSEEN("idle", TIME),
               ROWS_UNSEEN("idle_switches", COUNT));
    size_t online = timehist_cpus(w->s->capture);
    rows_print(&w->rows, "\nIdle stats:\n");
    rows_table(&w->rows, &table);
    for (size_t i = 0; i < cpus_listed(w); i++) {
        const struct timehist_cpu *c = cpu_at(w, i);
        bool idle = c && c->idle.n;
        if (!cpu_is_wanted(w, i))
            continue;
        if (c)
            ROWS_ROW(&w->rows, value_text("cpu"), value_count(i), value_time(c->idle.total.run),
                     value_count(c->idle.n));
        if (idle) {
            sum->switches += c->idle.n;
            rows_print(&w->rows, "    CPU %2zu", i);
            add_ms(&w->rows, " idle for ", c->idle.total.run, 6, "");
            rows_print(&w->rows, " msec  (%6.2f%%)\n", 100.0 * (double)c->idle.total.run / (double)span);
        } else if (i < online) {
            rows_print(&w->rows, "    CPU %2zu idle entire time window\n", i);
        }
    }
    rows_table_end(&w->rows);
}

/* ---- why CPUs were idle ---- */

static int timehist_summary_by_time(const void *a, const void *b)
{
    const struct idle_chain *x = a, *y = b;
    if (x->cpu != y->cpu) {
        if (x->cpu < y->cpu)
            return -1;
        return 1;
    }
    if (x->ns != y->ns) {
        if (x->ns > y->ns)
            return -1;
        return 1;
    }
    if (x->chain < y->chain)
        return -1;
    return 1;
}

static void add_chains(struct timehist_view *w)
{
    ROWS_TABLE(table, "idle_chains", ROWS_UNSEEN("type", TEXT), ROWS_UNSEEN("cpu", COUNT),
               MS("idle", "  ", 16),
               { .name = "switches", .header = "", .width = 8, .right = true, .type = VALUE_COUNT },
               { .name = "callers", .header = "", .before = "  ", .type = VALUE_TEXT });
    size_t online = timehist_cpus(w->s->capture), at = 0;
    rows_print(&w->rows, "\nIdle stats by callchain:\n");
    mem_sort(w->idle_chains, w->nidle_chains, sizeof(*w->idle_chains), timehist_summary_by_time);
    rows_table(&w->rows, &table);
    for (size_t i = 0; i < cpus_listed(w); i++) {
        const struct timehist_cpu *c = cpu_at(w, i);
        if (i >= online && !c)
            continue;
        rows_print(&w->rows, "  CPU %2zu:", i);
        add_ms(&w->rows, "", c ? c->idle.total.run : 0, 6, " msec\n");
        rows_print(&w->rows, "  %16s  %8s  %s\n  %.16s  %.8s  %s\n", "Idle time (msec)", "Count",
                   "Callchains", dashes, dashes, dashes);
        for (; at < w->nidle_chains && w->idle_chains[at].cpu == i; at++) {
            const struct idle_chain *k = &w->idle_chains[at];
            ROWS_ROW(&w->rows, value_text("idle_chain"), value_count(i), value_time(k->ns), value_count(k->n),
                     value_text(arena_names_text(&w->chain_texts, k->chain)));
        }
        rows_print(&w->rows, "\n");
    }
    rows_table_end(&w->rows);
}

static void timehist_summary_add_heading(struct timehist_view *w)
{
    int width = (int)w->comm_width;
    const struct timehist_opts *o = w->o;
    const char *title = "Runtime",
               *columns = "   run-time    min-run     avg-run     max-run  stddev  migrations";
    if (o->idle) {
        title = "Idle-time";
        columns = "  idle-time   min-idle    avg-idle    max-idle  stddev  migrations";
    } else if (o->state) {
        title = "Wait-time";
        columns = "   run-time      sleep      iowait     preempt       delay";
    }
    rows_print(&w->rows, "\n%s summary\n%*s  parent  %s  %s\n", title, width, "comm",
               o->idle ? "sched-out" : " sched-in", columns);
    rows_print(&w->rows, "%*s            (count)       (msec)     (msec)      (msec)      (msec)       %s\n",
               width, "", o->state ? "(msec)" : "%");
    rows_print(&w->rows, "%s%s%.17s\n", dashes, dashes, dashes);
}

static void add_totals(struct timehist_view *w, uint64_t span, const struct totals *sum)
{
    rows_print(&w->rows,
               "\n    Total number of unique tasks: %" PRIu64 "\nTotal number of context switches: %" PRIu64
               "\n",
               sum->tasks, sum->switches);
    add_ms(&w->rows, "           Total run time (msec): ", sum->run, 2, "\n");
    add_ms(&w->rows, "    Total scheduling time (msec): ", span, 2, "");
    rows_print(&w->rows, " (x %d)\n", (int)w->timehist.max_cpu);
}

void sched_timehist_summary(struct timehist_view *w)
{
    struct rows_column columns[COLUMNS];
    const struct rows_table table = { .name = "tasks", .columns = columns, .n = COLUMNS, .gap = "" };
    struct totals sum = { 0 };
    uint64_t span = w->timehist.last - w->timehist.first;
    const struct sched_task **all = timehist_order(&w->timehist);
    w->rows.in_sums = true;
    choose_columns(columns, w->o->state);
    timehist_summary_add_heading(w);
    rows_table(&w->rows, &table);
    add_tasks(w, all, false, &columns[NAME], &sum);
    uint64_t running = sum.tasks;
    if (!running)
        rows_print(&w->rows, "<no still running tasks>\n");
    rows_print(&w->rows, "\nTerminated tasks:\n");
    add_tasks(w, all, true, &columns[NAME], &sum);
    if (running == sum.tasks)
        rows_print(&w->rows, "<no terminated tasks>\n");
    rows_table_end(&w->rows);
    free(all);
    if (!w->timehist.skipped || w->o->idle) { /* if filters skip some switches, idle times mean nothing */
        add_cpus(w, span, &sum);
        if (w->o->idle && w->chains)
            add_chains(w);
        add_totals(w, span, &sum);
    }
    rows_object(&w->rows, NULL);
    rows_fact(&w->rows, "type", value_text("span"));
    rows_fact(&w->rows, "start", value_time(w->timehist.first));
    rows_fact(&w->rows, "end", value_time(w->timehist.last));
    rows_close(&w->rows);
}
