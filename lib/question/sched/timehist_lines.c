/* timehist_lines: prints switches, wakeups and migrations, as text and as rows. */
#include "lib/question/sched/timehist_view.h"

#include <inttypes.h>
#include <string.h>

#include "core/base/date.h"
#include "core/base/character/digits.h"

enum {
    NEXT_MAX_SHOWN = 29, /* longest text after "next: " that perf's buffer can hold */
    VISUAL_MAX = 4096,   /* CPUs that -V shows; more than any machine that perf 6.1 can record */
    /* most bytes that are written without asking for room: three long times and a name */
    LINE_ROOM = 160,
};

/* ---- text ---- */

static void timehist_lines_end_line(struct timehist_view *w)
{
    text_char(&w->out, '\n', 1);
    sched_write(&w->out, w->rows.out, false);
}

static size_t visual_columns(const struct timehist_view *w)
{
    size_t n = (size_t)w->timehist.max_cpu + 1;
    if (n < VISUAL_MAX)
        return n;
    return VISUAL_MAX;
}

/* Adds a column for each CPU; the event's CPU has `letter`. */
static void add_visual(struct timehist_view *w, uint32_t cpu, char letter)
{
    size_t n = visual_columns(w), from = w->out.n;
    text_char(&w->out, ' ', n);
    if (cpu < n)
        w->out.s[from + cpu] = letter;
}

static char *timehist_lines_put(char *to, const char *s, size_t n)
{
    memcpy(to, s, n);
    return to + n;
}

/* Ends the writing of text at `to`. */
static void timehist_lines_go_on(struct text *t, char *to)
{
    t->n = (size_t)(to - t->s);
    *to = 0;
}

/* Begins a line: "   38.919403 [0001] ". */
static void timehist_lines_begin_line(struct timehist_view *w, uint64_t time, uint32_t cpu)
{
    enum { SECONDS = 8, PARTS = 6 };
    struct text *t = &w->out;
    text_room(t, LINE_ROOM);
    char *to = digits_column(t->s + t->n, time / NSEC_PER_SEC, SECONDS);
    *to++ = '.';
    to = digits_put(to, (uint32_t)(time % NSEC_PER_SEC) / 1000, PARTS);
    to = timehist_lines_put(to, " [", 2);
    if (cpu < 10000)
        to = digits_put(to, cpu, 4);
    else
        to = digits_put(to, cpu, 5);
    timehist_lines_go_on(t, timehist_lines_put(to, "] ", 2));
}

static void timehist_lines_show_header(struct timehist_view *w)
{
    static const char times[] = "---------  ---------  ---------";
    struct text *t = &w->out;
    size_t n = visual_columns(w);
    const char *state = w->o->state ? "  state" : "";
    int width = (int)w->comm_width;
    text_printf(t, "%15s %6s ", "time", "cpu");
    if (w->o->visual) {
        text_char(t, ' ', 1);
        for (size_t i = 0; i < n; i++)
            text_char(t, "0123456789abcdef"[i % 16], 1);
        text_char(t, ' ', 1);
    }
    text_printf(t, " %-*s  %9s  %9s  %9s%s\n", width, "task name", "wait time", "sch delay", "run time",
                state);
    text_printf(t, "%15s %-6s ", "", "");
    if (w->o->visual)
        text_char(t, ' ', n + 2);
    text_printf(t, " %-*s  %9s  %9s  %9s%*s\n", width, "[tid/pid]", "(msec)", "(msec)", "(msec)",
                (int)strlen(state), "");
    text_add(t, "--------------- ------ ");
    if (w->o->visual) {
        text_char(t, ' ', 1);
        text_char(t, '-', n);
        text_char(t, ' ', 1);
    }
    text_char(t, ' ', 1);
    text_char(t, '-', (size_t)width);
    text_printf(t, "  %s%s\n", times, w->o->state ? "  -----" : "");
}

static void add_next(struct timehist_view *w, const struct sched_event *e)
{
    struct text raw = { 0 }, shown = { 0 };
    struct span name = schedule_next_name(e);
    text_add_n(&raw, (const char *)name.p, name.n);
    text_add(&shown, "next: ");
    if (raw.n)
        text_add_clean(&shown, raw.s);
    else
        key_comm_text(schedule_comm(&w->timehist.schedule, e->next, e->when), e->next->tid, &shown);
    text_printf(&shown, "[%d]", e->next->tid);
    text_printf(&w->out, " %-*.*s", (int)w->comm_width, NEXT_MAX_SHOWN, shown.s);
    text_free(&raw);
    text_free(&shown);
}

/* Writes a time as ms and us, like sched_timehist_time(): "    12.345 ". */
static char *put_time(char *to, uint64_t ns)
{
    const uint64_t us = ns / 1000;
    to = digits_column(to, us / 1000, 6);
    *to++ = '.';
    to = digits_put(to, (uint32_t)(us % 1000), 3);
    *to++ = ' ';
    return to;
}

/* Adds a thread's name and its three times. */
static void add_cells(struct timehist_view *w, const char *name, const struct timehist_span *now)
{
    struct text *t = &w->out;
    text_room(t, LINE_ROOM);
    char *to = t->s + t->n;
    *to++ = ' ';
    memcpy(to, name, TIMEHIST_NAME_ROOM);
    to += w->comm_width;
    *to++ = ' ';
    to = put_time(to, now->sleep + now->iowait + now->preempt);
    to = put_time(to, now->delay);
    timehist_lines_go_on(t, put_time(to, now->run));
}

/* The name of idle tasks. */
static const char idle_name[TIMEHIST_NAME_ROOM + 1] = "<idle>                          ";
_Static_assert(sizeof(idle_name) == TIMEHIST_NAME_ROOM + 1, "a column's characters are copied");

static void show_switch(struct timehist_view *w, const struct sched_event *e, const struct timehist_row *row,
                        uint64_t time)
{
    struct text *t = &w->out;
    bool idle = !e->task->tid;
    timehist_lines_begin_line(w, time, e->cpu->number);
    if (w->o->visual) {
        text_char(t, ' ', 1);
        add_visual(w, e->cpu->number, idle ? 'i' : 's');
        text_char(t, ' ', 1);
    }
    add_cells(w, idle ? idle_name : timehist_cause_column(w, e), &row->now);
    if (w->o->state)
        text_printf(t, " %5c ", idle ? 'I' : e->letter);
    if (w->o->next)
        add_next(w, e);
    else if (w->o->wakeups)
        text_printf(t, "  %-*s", (int)w->comm_width, "");
    if (!idle && w->chains) {
        text_add(t, "   ");
        size_t from = t->n;
        timehist_chain(w, e, t);
        t->n -= t->n == from; /* removes the blank before the first function */
    }
    timehist_lines_end_line(w);
}

/* ---- rows ---- */

// clang-format off
enum {
    TYPE, TIME, CPU, BY, BY_PID, TASK, PID, NEXT, NEXT_PID, RUN, DELAY, SLEEP, IOWAIT, PREEMPT, STATE, CALLERS,
    FROM_CPU, TO_CPU, EVENTS, COLUMNS
};
ROWS_TABLE(table, "lines",
    [TYPE] = ROWS_UNSEEN("type", TEXT), [TIME] = ROWS_UNSEEN("time", TIME), [CPU] = ROWS_UNSEEN("cpu", COUNT),
    [BY] = ROWS_UNSEEN("by", TASK), [BY_PID] = ROWS_UNSEEN("by_pid", SIGNED),
    [TASK] = ROWS_UNSEEN("task", TASK), [PID] = ROWS_UNSEEN("pid", SIGNED),
    [NEXT] = ROWS_UNSEEN("next", TASK), [NEXT_PID] = ROWS_UNSEEN("next_pid", SIGNED),
    [RUN] = ROWS_UNSEEN("run", TIME), [DELAY] = ROWS_UNSEEN("delay", TIME), [SLEEP] = ROWS_UNSEEN("sleep", TIME),
    [IOWAIT] = ROWS_UNSEEN("iowait", TIME), [PREEMPT] = ROWS_UNSEEN("preempt", TIME),
    [STATE] = ROWS_UNSEEN("state", TEXT), [CALLERS] = ROWS_UNSEEN("callers", TEXT),
    [FROM_CPU] = ROWS_UNSEEN("from_cpu", SIGNED), [TO_CPU] = ROWS_UNSEEN("to_cpu", SIGNED),
    [EVENTS] = ROWS_UNSEEN("events", COUNT));
// clang-format on

static void begin_row(struct value c[COLUMNS], const char *type, uint64_t time, uint32_t cpu)
{
    for (size_t i = 0; i < COLUMNS; i++)
        c[i] = value_none();
    c[TYPE] = value_text(type);
    c[TIME] = value_time(time);
    c[CPU] = value_count(cpu);
}

static void add_switch(struct timehist_view *w, const struct sched_event *e, const struct timehist_row *row,
                       uint64_t time)
{
    const struct timehist_span *now = &row->now;
    struct value c[COLUMNS];
    struct text chain = { 0 };
    begin_row(c, "switch", time, e->cpu->number);
    if (e->task->tid)
        c[TASK] = timehist_cause_value(w, e);
    else
        c[TASK] = timehist_task_value(w, e->task, e->when);
    c[PID] = sched_pid_value(e->task->pid);
    c[NEXT] = timehist_task_value(w, e->next, e->when);
    c[NEXT_PID] = sched_pid_value(e->next->pid);
    c[RUN] = value_time(now->run);
    c[DELAY] = value_time(now->delay);
    c[SLEEP] = value_time(now->sleep);
    c[IOWAIT] = value_time(now->iowait);
    c[PREEMPT] = value_time(now->preempt);
    c[STATE] = value_text(e->task->tid ? (char[]){ e->letter, 0 } : "I");
    c[CALLERS] =
        value_text(w->chains && e->task->tid && timehist_chain(w, e, &chain) ? text_str(&chain) : NULL);
    rows_row(&w->rows, c);
    text_free(&chain);
}

/* ---- both ---- */

static void timehist_lines_see_switch(void *arg, const struct sched_event *e, const struct timehist_row *row,
                                      uint64_t time)
{
    struct timehist_view *w = arg;
    if (rows_prints_text(&w->rows))
        show_switch(w, e, row, time);
    else
        add_switch(w, e, row, time);
}

/* Prints a wakeup or, if `moved`, a migration of a thread by another thread. */
static void see_deed(struct timehist_view *w, const struct sched_event *e, bool moved)
{
    const size_t margin = moved ? 2 : 1;
    if (!rows_prints_text(&w->rows)) {
        struct value c[COLUMNS];
        begin_row(c, moved ? "migration" : "wakeup", e->when.time, e->cpu->number);
        c[BY] = timehist_cause_value(w, e);
        c[BY_PID] = sched_pid_value(e->by->pid);
        c[TASK] = timehist_task_value(w, e->task, e->when);
        c[PID] = sched_pid_value(e->task->pid);
        if (moved)
            c[FROM_CPU] = value_signed((int32_t)e->from_cpu);
        else
            c[FROM_CPU] = value_none(); /* absent in text, too */
        if (moved)
            c[TO_CPU] = value_signed((int32_t)e->to_cpu);
        else
            c[TO_CPU] = value_none();
        rows_row(&w->rows, c);
        return;
    }
    timehist_lines_begin_line(w, e->when.time, e->cpu->number);
    if (w->o->visual) {
        text_char(&w->out, ' ', margin);
        add_visual(w, e->cpu->number, moved ? 'm' : ' ');
        text_char(&w->out, ' ', margin);
    }
    const char *name = timehist_cause_name(w, e);
    text_printf(&w->out, " %-*s   %9s  %9s  %9s ", (int)w->comm_width, name, "", "", "");
    text_add(&w->out, moved ? "migrated: " : "awakened: ");
    text_add(&w->out, sched_timehist_name(w, e->task, e->when));
    if (moved)
        text_printf(&w->out, " cpu %d => %d", (int)e->from_cpu, (int)e->to_cpu);
    timehist_lines_end_line(w);
}

static void timehist_lines_see_wakeup(void *arg, const struct sched_event *e)
{
    see_deed(arg, e, false);
}

static void see_migration(void *arg, const struct sched_event *e)
{
    see_deed(arg, e, true);
}

static void timehist_lines_see_lost(void *arg, const struct sched_event *e)
{
    struct timehist_view *w = arg;
    struct value c[COLUMNS];
    if (rows_prints_text(&w->rows)) {
        sched_time(&w->out, e->when.time, 15);
        text_printf(&w->out, " lost %" PRIu64 " events on cpu %d", e->amount, (int)e->cpu->number);
        timehist_lines_end_line(w);
        return;
    }
    begin_row(c, "lost", e->when.time, e->cpu->number);
    c[EVENTS] = value_count(e->amount);
    rows_row(&w->rows, c);
}

const struct timehist_sink timehist_lines = { .left = timehist_lines_see_switch,
                                              .woken = timehist_lines_see_wakeup,
                                              .migrated = see_migration,
                                              .lost = timehist_lines_see_lost };

void timehist_lines_begin(struct timehist_view *w)
{
    if (w->o->summary)
        return;
    rows_table(&w->rows, &table);
    if (rows_prints_text(&w->rows))
        timehist_lines_show_header(w);
}

void timehist_lines_end(struct timehist_view *w)
{
    sched_write(&w->out, w->rows.out, true);
    if (!w->o->summary)
        rows_table_end(&w->rows);
}
