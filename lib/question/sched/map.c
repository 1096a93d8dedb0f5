/* sched map: prints a row for each switch, as perf sched map does. In text, a column for each CPU shows
   the short name of the thread that runs there. The first line of a thread explains its short name. */
#include <stdlib.h>
#include <string.h>

#include "lib/question/common/common_answer.h"
#include "lib/options/filters.h"
#include "lib/question/sched/replay.h"
#include "core/base/mem.h"

enum { COLUMNS_MAX = 4096 /* the most CPUs that perf 6.1 can record */ };

struct map_opts {
    struct common_opts common;
    struct filter filter;
    struct filters filters; /* filters of the columns */
    bool compact, fuzzy;
};

/* The state of a thread. */
struct map_task {
    char name[3];   /* its short name; "": it has none yet */
    bool explained; /* a line has explained the short name, and the thread's comm has not changed since */
};

struct map_cpu {
    const struct sched_task *runs; /* NULL: not known */
    bool seen;
};

struct map_view {
    const struct map_opts *o;
    struct schedule schedule;
    uint32_t *columns; /* the numbers of the CPUs in the columns, from left to right */
    size_t ncolumns, cap_columns;
    uint32_t known;     /* CPUs below this number have columns, unless --compact */
    char letter, digit; /* the next short name */
    struct rows rows;
    struct text out; /* lines of text */
    bool any;        /* the filters let a switch through */
};

static const struct rows_column columns[] = {
    ROWS_UNSEEN("time", TIME),
    ROWS_UNSEEN("cpu", COUNT),
    ROWS_UNSEEN("task", TASK),
    ROWS_UNSEEN("pid", SIGNED),
};
static const struct rows_table table = { .name = "switches", .columns = columns, .n = 4 };

static void add_column(struct map_view *w, uint32_t cpu)
{
    if (w->ncolumns == COLUMNS_MAX || !filter_has_cpu(&w->o->filter, cpu))
        return;
    *MEM_ADD(w->columns, w->ncolumns, w->cap_columns) = cpu;
}

/* Gives a thread the next short name. The names go from A0 to Z0, then A1 ... Z9, and begin again. */
static void name_next(struct map_view *w, struct map_task *k)
{
    k->name[0] = w->letter;
    k->name[1] = w->digit;
    if (w->letter < 'Z') {
        w->letter++;
        return;
    }
    w->letter = 'A';
    w->digit = w->digit < '9' ? (char)(w->digit + 1) : '0';
}

/* Whether --task-name selects a thread, by its name at present. */
static bool sched_map_is_wanted(const struct map_view *w, const struct sched_task *t, const char *comm)
{
    const struct words *names = &w->o->filter.comms;
    struct text shown = { 0 };
    bool wanted = !names->n;
    if (!wanted)
        key_comm_text(comm, t->tid, &shown);
    for (size_t i = 0; !wanted && i < names->n; i++) {
        if (w->o->fuzzy)
            wanted = strstr(shown.s, names->v[i]) != NULL;
        else
            wanted = !strcmp(shown.s, names->v[i]);
    }
    text_free(&shown);
    return wanted;
}

/* Gives a thread a short name; "-" if --task-name does not select it. */
static void name_task(struct map_view *w, const struct sched_task *t, const char *comm, bool wanted)
{
    struct map_task *k = t->own;
    if (k->name[0] && (k->name[0] != '-' || !wanted))
        return;
    if (!wanted && t->tid)
        memcpy(k->name, "- ", sizeof(k->name));
    else if (comm ? !strcmp(comm, "swapper") : !t->tid)
        memcpy(k->name, ". ", sizeof(k->name));
    else
        name_next(w, k);
}

/* Adds the CPU's column. Returns whether the row has to name the new column's CPU: with --compact, columns
   are in order of appearance. */
static bool see_cpu(struct map_view *w, const struct sched_cpu *cpu)
{
    struct map_cpu *c = cpu->own;
    bool is_new = !c->seen;
    c->seen = true;
    if (w->o->compact && is_new)
        add_column(w, cpu->number);
    while (!w->o->compact && w->known <= cpu->number)
        add_column(w, w->known++);
    return w->o->compact && is_new;
}

static void add_columns(struct map_view *w, const struct sched_cpu *here)
{
    for (size_t i = 0; i < w->ncolumns; i++) {
        uint32_t number = w->columns[i];
        const struct sched_cpu *cpu = number < w->schedule.ncpus ? w->schedule.cpus[number] : NULL;
        const struct sched_task *runs = cpu ? ((const struct map_cpu *)cpu->own)->runs : NULL;
        text_char(&w->out, number == here->number ? '*' : ' ', 1);
        text_add(&w->out, runs ? ((const struct map_task *)runs->own)->name : "  ");
        text_char(&w->out, ' ', 1);
    }
}

/* Adds a line. `listed`: the filters select the CPU; `explain`: explains the next thread's short name, if
   no line has done so yet. */
static void sched_map_add_line(struct map_view *w, const struct sched_event *e, bool listed, bool explain,
                               bool new_cpu)
{
    struct map_task *k = e->next->own;
    if (!w->ncolumns)
        return;
    text_add(&w->out, "  ");
    add_columns(w, e->cpu);
    if (listed) {
        text_add(&w->out, "  ");
        sched_time(&w->out, e->when.time, 12);
        text_add(&w->out, " secs ");
        if (explain && !k->explained) {
            text_add(&w->out, k->name);
            text_add(&w->out, " => ");
            key_comm_text(schedule_comm(&w->schedule, e->next, e->when), e->next->tid, &w->out);
            text_printf(&w->out, ":%d", e->next->tid);
            k->explained = true;
        }
        if (new_cpu)
            text_printf(&w->out, " (CPU %d)", (int)e->cpu->number);
    }
    text_char(&w->out, '\n', 1);
    sched_write(&w->out, w->rows.out, false);
}

static void sched_map_see_switch(void *arg, const struct sched_event *e)
{
    struct map_view *w = arg;
    struct map_cpu *cpu = e->cpu->own;
    const char *comm = schedule_comm(&w->schedule, e->next, e->when);
    bool new_cpu = see_cpu(w, e->cpu), wanted = sched_map_is_wanted(w, e->next, comm),
         listed = filter_has_cpu(&w->o->filter, e->cpu->number);
    name_task(w, e->next, comm, wanted);
    cpu->runs = e->next;
    if (!wanted && !sched_map_is_wanted(w, e->task, schedule_comm(&w->schedule, e->task, e->when)))
        return;
    w->any = w->any || listed;
    if (rows_prints_text(&w->rows))
        sched_map_add_line(w, e, listed, wanted, new_cpu);
    else if (listed)
        ROWS_ROW(&w->rows, value_time(e->when.time), value_count(e->cpu->number),
                 sched_task_value(comm, e->next->tid), sched_pid_value(e->next->pid));
}

static void see_name(void *arg UNUSED, const struct sched_event *e)
{
    ((struct map_task *)e->task->own)->explained = false;
}

static const struct schedule_view view = { .switched = sched_map_see_switch, .named = see_name };

static void sched_map_end(struct map_view *w, struct session *s, struct outlet *err)
{
    const struct filter *f = &w->o->filter;
    sched_doubts_show(&w->schedule, NULL, &w->rows);
    rows_table_end(&w->rows);
    answer_rows_end(&w->rows, s, &w->schedule.replay->problems, 0, err);
    if (!w->any)
        common_no_samples_show(s, filter_may_drop(f) || filter_may_hide(f) ? "the filters" : NULL, err);
}

static bool sched_map_work(struct session *s, const void *arg, struct outlet *out, struct outlet *err,
                           struct err *e)
{
    struct map_opts turn = *(const struct map_opts *)arg, *const o = &turn;
    struct address_cache addresses;
    if (!filters_resolve(&o->filters, &o->filter, s->capture, e))
        return false;
    struct replay replay = session_replay(s, &addresses, NULL);
    struct map_view w = { .o = o, .letter = 'A', .digit = '0' };
    w.schedule = (struct schedule){ .replay = &replay,
                                    .view = &view,
                                    .arg = &w,
                                    .task_own = sizeof(struct map_task),
                                    .cpu_own = sizeof(struct map_cpu) };
    while (!o->compact && w.known < s->capture->env.cpus_available && w.known < COLUMNS_MAX)
        add_column(&w, w.known++);
    answer_begin_lines(&w.rows, &o->common, "sched map", out);
    rows_table(&w.rows, &table);
    bool ok = schedule_run(&w.schedule, e);
    sched_write(&w.out, out, true);
    if (ok)
        sched_map_end(&w, s, err);
    else
        rows_abandon(&w.rows);
    schedule_free(&w.schedule);
    address_cache_free(&addresses);
    text_free(&w.out);
    free(w.columns);
    return ok;
}

static bool sched_map_prepare(void *opts, struct outlet *err)
{
    const struct map_opts *o = opts;
    const bool ok = !o->fuzzy || o->filter.comms.n;
    if (!ok)
        outlet_print(err, "perfolio sched map: --fuzzy-name has no effect without --task-name\n");
    return ok;
}

#define OPTS struct map_opts
static const struct option_row options[] = {
    OPT("compact", 0, FLAG, compact, NULL, "columns only for CPUs that have an event"),
    OPT("cpus", 0, NUMBERS, filter.cpus, "1,3-5", "columns only for these CPUs"),
    OPT("task-name", 0, WORDS, filter.comms, "NAME,...", "only switches to and from threads of these names"),
    OPT("fuzzy-name", 0, FLAG, fuzzy, NULL, "also threads whose names contain the text of --task-name"),
    CSV_ROW,
    OPT_END
};

const struct command map_command =
    COMMAND("sched map", "every context switch as a row with a column for each CPU", NULL, options,
            .size = sizeof(struct map_opts), .work = sched_map_work, .depth = SESSION_WALK,
            .prepare = sched_map_prepare, .traits = COMMAND_EACH | COMMAND_LINES);
