/* timechart: draws the schedule of a capture as an SVG file. The file is written completely or not at all. */
#include "core/base/text.h"
#include "lib/question/sched/timechart_svg.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/common/common_answer.h"
#include "lib/question/commands.h"
#include "lib/options/filters.h"
#include "lib/session/replaced.h"
#include "core/base/file/file.h"

enum { WIDTH = 1200, WIDTH_MIN = 400, WIDTH_MAX = 20000, TASKS = 30, TASKS_MAX = 10000 };

struct timechart_opts {
    struct common_opts common;
    struct filter filter;
    struct filters filters; /* --time */
    struct words processes;
    char *output, *highlight;
    unsigned width, tasks;
    uint64_t mark_from;
    bool power_only, tasks_only;
};

static const char timechart_usual_file[] = "output.svg";

/* Takes a duration in ns, or a name. */
static bool take_highlight(void *target, const struct option_row *row UNUSED, const char *value,
                           struct err *e UNUSED)
{
    struct timechart_opts *o = target;
    char *end;
    unsigned long long ns = strtoull(value, &end, 10);
    if (*value < '0' || *value > '9' || *end)
        value_copy(&o->highlight, value);
    else
        o->mark_from = ns;
    return true;
}

static void drop_highlight(void *target)
{
    struct timechart_opts *o = target;
    free(o->highlight);
}

/* Whether `word` is the name of a thread, its tid or its pid. */
static bool timechart_is_called(const char *word, const struct sched_task *t, const char *comm)
{
    char *end;
    long number = strtol(word, &end, 10);
    if (*word && !*end)
        return number == t->pid || number == t->tid;
    return comm && !strcmp(word, comm);
}

static bool timechart_is_wanted(void *arg, const struct sched_task *t, const char *comm)
{
    const struct timechart_opts *o = arg;
    for (size_t i = 0; i < o->processes.n; i++)
        if (timechart_is_called(o->processes.v[i], t, comm))
            return true;
    return !o->processes.n;
}

static bool is_marked(void *arg, const struct sched_task *t, const char *comm)
{
    const struct timechart_opts *o = arg;
    return o->highlight && timechart_is_called(o->highlight, t, comm);
}

/* Writes the answer for --json. There is no answer in text, since the picture may go to standard output. */
static void timechart_answer(const struct session *s, const struct chart *c, const struct timechart_opts *o,
                             const char *path, struct outlet *out, struct outlet *err)
{
    static const struct rows_column cpu_columns[] = { ROWS_UNSEEN("cpu", COUNT), ROWS_UNSEEN("busy", TIME) };
    static const struct rows_column task_columns[] = {
        ROWS_UNSEEN("comm", TEXT),    ROWS_UNSEEN("pid", SIGNED), ROWS_UNSEEN("tid", SIGNED),
        ROWS_UNSEEN("runs", COUNT),   ROWS_UNSEEN("run", TIME),   ROWS_UNSEEN("wait", TIME),
        ROWS_UNSEEN("blocked", TIME),
    };
    static const struct rows_table cpus = { .name = "cpus", .columns = cpu_columns, .n = 2 };
    static const struct rows_table tasks = { .name = "tasks", .columns = task_columns, .n = 7 };
    struct rows r;
    answer_begin_rows(&r, &o->common, NULL, "timechart", out);
    rows_fact(&r, "path", value_text(path));
    rows_fact(&r, "start", value_time(c->first));
    rows_fact(&r, "end", value_time(c->last));
    rows_table(&r, &cpus);
    for (size_t i = 0; i < c->ncpus; i++)
        ROWS_ROW(&r, value_count(c->cpus[i].number), value_time(c->cpus[i].busy));
    rows_table_end(&r);
    rows_table(&r, &tasks);
    for (size_t i = 0; i < c->ntasks; i++) {
        const struct chart_task_row *k = &c->tasks[i];
        struct text name = { 0 };
        key_comm_text(k->comm, k->task->tid, &name);
        ROWS_ROW(&r, value_text(name.s), value_signed(k->task->pid), value_signed(k->task->tid),
                 value_count(k->runs), value_time(k->spent[CHART_RUN]), value_time(k->spent[CHART_WAIT]),
                 value_time(k->spent[CHART_BLOCK]));
        text_free(&name);
    }
    rows_table_end(&r);
    rows_fact(&r, "more_cpus", value_count(c->cpus_left_out));
    rows_fact(&r, "more_tasks", value_count(c->tasks_left_out));
    rows_fact(&r, "more_run", value_time(c->run_left_out));
    answer_rows_end(&r, s, &c->replay->problems, 0, err);
}

static bool draw(const struct session *s, const struct chart *c, const char *path, struct err *e)
{
    const char *slash = strrchr(s->capture->path, '/'), *title = s->capture->path;
    struct output f;
    if (slash && slash[1])
        title = slash + 1;
    if (!replaced_by_text(path, e) || !output_open(&f, path, OUTPUT_ORDINARY, s->o.around.temporary, e))
        return false;
    f.unsynced = true;
    if (timechart_svg_draw(c, title, &f, e))
        return output_commit(&f, e);
    output_abandon(&f);
    return false;
}

static bool timechart_work(struct session *s, const void *arg, struct outlet *out, struct outlet *err,
                           struct err *e)
{
    struct timechart_opts turn = *(const struct timechart_opts *)arg, *const o = &turn;
    struct address_cache addresses;
    const char *path = text_or(o->output, timechart_usual_file);
    if (strcmp(path, "-") && file_would_replace(path, o->common.input))
        return err_set(e, ERR_USAGE, 0, "--output: %s is the capture itself", path);
    if (!filters_resolve(&o->filters, &o->filter, s->capture, e))
        return false;
    const struct time_range range = filters_first_range(&o->filter);
    struct replay replay = session_replay(s, &addresses, NULL);
    struct chart c = { .replay = &replay,
                       .from = range.from,
                       .to = range.to,
                       .slices = o->width - SVG_LEFT - SVG_RIGHT,
                       .named = SVG_NAMED,
                       .most_tasks = o->power_only ? 0 : o->tasks,
                       .power = !o->tasks_only,
                       .wanted = timechart_is_wanted,
                       .arg = o,
                       .mark_from = o->mark_from };
    if (o->highlight)
        c.marked = is_marked;
    bool ok = chart_read(&c, e) && draw(s, &c, path, e);
    struct text t = { 0 };
    timechart_svg_duration(&t, c.last - c.first);
    if (ok && !o->common.json)
        outlet_print(err, "perfolio timechart: wrote %s of the recording to %s\n", t.s,
                     strcmp(path, "-") ? path : "standard output");
    text_free(&t);
    if (ok)
        timechart_answer(s, &c, o, path, out, err);
    if (ok && !c.ntasks && !o->power_only)
        common_no_samples_show(s, "--time and --process", err);
    chart_free(&c);
    address_cache_free(&addresses);
    return ok;
}

static bool timechart_prepare(void *opts, struct outlet *err)
{
    const struct timechart_opts *o = opts;
    if (o->power_only && o->tasks_only)
        return outlet_refuse(err, "perfolio timechart: -P and -T leave nothing to draw\n");
    if (o->common.json && o->output && !strcmp(o->output, "-"))
        return outlet_refuse(
            err, "perfolio timechart: standard output cannot have both the picture and the JSON\n");
    return true;
}

#define OPTS struct timechart_opts
static const struct option_row rows[] = {
    OPT("output", 'o', TEXT, output, "FILE", "the picture (output.svg); - is standard output",
        .needs = NEEDS_OUTPUT, .usual_file = timechart_usual_file),
    OPT("width", 'w', NUMBER, width, "N", "width of the page in pixels (1200)", .least = WIDTH_MIN,
        .most = WIDTH_MAX),
    OPT("proc-num", 'n', NUMBER, tasks, "N", "draw at most so many threads, those that ran longest (30)",
        .most = TASKS_MAX),
    OPT("process", 'p', EACH, processes, "NAME|PID",
        "only threads of this name, or of this process or thread id (repeatable)"),
    OPT("highlight", 0, CALL, common, "NAME|NS", "highlight runs of this name, or of at least so many ns",
        .take = take_highlight, .drop = drop_highlight),
    OPT("tasks-only", 'T', FLAG, tasks_only, NULL, "no idle states and frequencies"),
    OPT("power-only", 'P', FLAG, power_only, NULL, "no threads"),
    OPT("time", 0, TEXT, filters.time, "START,STOP", "only from START to STOP (seconds)"),
    OPT_END
};

const struct command timechart_command =
    COMMAND("timechart", "the schedule as a picture: CPUs and threads over time, as SVG", NULL, rows,
            .size = sizeof(struct timechart_opts),
            .usual = &(const struct timechart_opts){ .width = WIDTH, .tasks = TASKS }, .work = timechart_work,
            .depth = SESSION_WALK, .prepare = timechart_prepare);
