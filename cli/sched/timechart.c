/* timechart: the schedule of a capture as an SVG file, which is written whole or not at all. */
#include "cli/sched/timechart_svg.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/session/answer.h"
#include "cli/commands.h"
#include "cli/options/filters.h"
#include "cli/sched/replay.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"

enum { OPT_WIDTH = 1, OPT_TASKS, OPT_PROCESS, OPT_HIGHLIGHT };
enum { WIDTH = 1200, WIDTH_MIN = 400, WIDTH_MAX = 20000, TASKS = 30, TASKS_MAX = 10000 };

struct timechart_opts {
    struct common_opts common;
    struct filter filter;
    struct filters filters; /* --time */
    struct words_list processes;
    char *output, *highlight;
    uint32_t width;
    size_t tasks;
    uint64_t mark_from;
    int power_only, tasks_only;
};

static bool read_number(const char *option, const char *s, unsigned long least, unsigned long most,
                        unsigned long *to, struct err *e)
{
    char *end;
    errno = 0;
    *to = strtoul(s, &end, 10);
    return (*s >= '0' && *s <= '9' && !*end && !errno && *to >= least && *to <= most) ||
           err_set(e, ERR_USAGE, 0, "%s: '%s' is no number from %lu to %lu", option, s, least, most);
}

/* A number is a duration in ns, anything else a name. */
static void read_highlight(struct timechart_opts *o, const char *s)
{
    char *end;
    unsigned long long ns = strtoull(s, &end, 10);
    if (*s >= '0' && *s <= '9' && !*end) {
        o->mark_from = ns;
        return;
    }
    free(o->highlight);
    o->highlight = mem_copy(s, strlen(s));
}

static bool take(void *arg, int option, const char *value, struct err *e)
{
    struct timechart_opts *o = arg;
    unsigned long n = 0;
    bool ok = true;
    switch (option) {
    case OPT_WIDTH:
        ok = read_number("--width", value, WIDTH_MIN, WIDTH_MAX, &n, e);
        o->width = (uint32_t)n;
        return ok;
    case OPT_TASKS:
        ok = read_number("--proc-num", value, 0, TASKS_MAX, &n, e);
        o->tasks = n;
        return ok;
    case OPT_PROCESS:
        o->processes.v = mem_room(o->processes.v, o->processes.n, &o->processes.cap, sizeof(*o->processes.v));
        o->processes.v[o->processes.n++] = mem_copy(value, strlen(value));
        return true;
    case OPT_HIGHLIGHT:
        read_highlight(o, value);
        return true;
    default:
        return filters_take(&o->filters, option, value, e);
    }
}

/* A name, or the number of a process or a thread. */
static bool is_called(const char *word, const struct sched_task *t, const char *comm)
{
    char *end;
    long number = strtol(word, &end, 10);
    if (*word && !*end)
        return number == t->pid || number == t->tid;
    return comm && !strcmp(word, comm);
}

static bool is_wanted(void *arg, const struct sched_task *t, const char *comm)
{
    const struct timechart_opts *o = arg;
    for (size_t i = 0; i < o->processes.n; i++)
        if (is_called(o->processes.v[i], t, comm))
            return true;
    return !o->processes.n;
}

static bool is_marked(void *arg, const struct sched_task *t, const char *comm)
{
    const struct timechart_opts *o = arg;
    return o->highlight && is_called(o->highlight, t, comm);
}

static void answer(const struct session *s, const struct chart *c, const char *path, FILE *out)
{
    struct json j = answer_begin(out, "timechart");
    struct text name = { 0 };
    json_text(&j, "path", path);
    json_seconds(&j, "start", c->first);
    json_seconds(&j, "end", c->last);
    json_array(&j, "cpus");
    for (size_t i = 0; i < c->ncpus; i++) {
        json_object_line(&j, NULL);
        json_count(&j, "cpu", c->cpus[i].number);
        json_seconds(&j, "busy", c->cpus[i].busy);
        json_end(&j);
    }
    json_end(&j);
    json_array(&j, "tasks");
    for (size_t i = 0; i < c->ntasks; i++) {
        const struct chart_task_row *k = &c->tasks[i];
        name.n = 0;
        key_comm_text(k->comm, k->task->tid, &name);
        json_object_line(&j, NULL);
        json_text(&j, "comm", name.s);
        json_signed(&j, "pid", k->task->pid);
        json_signed(&j, "tid", k->task->tid);
        json_count(&j, "runs", k->runs);
        json_seconds(&j, "run", k->spent[CHART_RUN]);
        json_seconds(&j, "wait", k->spent[CHART_WAIT]);
        json_seconds(&j, "blocked", k->spent[CHART_BLOCK]);
        json_end(&j);
    }
    json_end(&j);
    json_count(&j, "more_cpus", c->cpus_left_out);
    json_count(&j, "more_tasks", c->tasks_left_out);
    json_seconds(&j, "more_run", c->run_left_out);
    text_free(&name);
    answer_end(&j, s, &c->replay->problems);
}

static bool draw(const struct session *s, const struct chart *c, const struct timechart_opts *o,
                 const char *path, struct err *e)
{
    const char *slash = strrchr(s->capture->path, '/');
    struct timechart_svg_opts svg = { .title = slash && slash[1] ? slash + 1 : s->capture->path,
                                      .width = o->width };
    struct output f;
    if (!output_open(&f, path, OUTPUT_ORDINARY, e))
        return false;
    f.unsynced = true;
    if (timechart_svg_draw(c, &svg, &f, e))
        return output_commit(&f, e);
    output_abandon(&f);
    return false;
}

static bool work(struct session *s, void *arg, FILE *out, FILE *err, struct err *e)
{
    struct timechart_opts *o = arg;
    struct sched_replay p;
    const char *path = o->output ? o->output : "output.svg";
    if (strcmp(path, "-") && file_is_of(path, o->common.input))
        return err_set(e, ERR_USAGE, 0, "--output: %s is the capture itself", path);
    if (!filters_plan(&o->filters, s->capture, e))
        return false;
    const struct time_range *range = o->filter.ntimes ? &o->filter.times[0] : NULL;
    sched_replay_init(&p, s, NULL);
    struct chart c = { .replay = &p.replay,
                       .from = range ? range->from : 0,
                       .to = range && range->to != UINT64_MAX ? range->to : 0,
                       .width = o->width - SVG_LEFT - SVG_RIGHT,
                       .most_tasks = o->power_only ? 0 : o->tasks,
                       .power = !o->tasks_only,
                       .wanted = is_wanted,
                       .marked = o->highlight ? is_marked : NULL,
                       .arg = o,
                       .mark_from = o->mark_from };
    bool ok = chart_run(&c, e) && draw(s, &c, o, path, e);
    if (ok && o->common.json) {
        answer(s, &c, path, out);
    } else if (ok) {
        struct text t = { 0 };
        timechart_svg_duration(&t, c.last - c.first);
        fprintf(err, "perfolio timechart: %s are drawn in %s\n", t.s,
                strcmp(path, "-") ? path : "standard output");
        session_problems_show(s, &p.replay.problems, 0, err);
        text_free(&t);
    }
    if (ok && !c.ntasks && !o->power_only)
        session_no_samples_show(s, "--time and --process", err);
    chart_free(&c);
    sched_replay_free(&p);
    return ok;
}

static int timechart(struct timechart_opts *o, FILE *out, FILE *err)
{
    if (o->power_only && o->tasks_only) {
        fprintf(err, "perfolio timechart: -P and -T leave nothing to draw\n");
        return 1;
    }
    if (o->common.json && o->output && !strcmp(o->output, "-")) {
        fprintf(err, "perfolio timechart: standard output cannot have both the picture and the JSON\n");
        return 1;
    }
    return session_run(&o->common, SESSION_WALK, work, o, out, err);
}

static void opts_free(struct timechart_opts *o)
{
    for (size_t i = 0; i < o->processes.n; i++)
        free(o->processes.v[i]);
    free(o->processes.v);
    free(o->output);
    free(o->highlight);
    filters_free(&o->filters);
    options_free(&o->common);
}

int cmd_timechart(int argc, const char **argv, FILE *out, FILE *err)
{
    struct timechart_opts o = { .width = WIDTH, .tasks = TASKS };
    o.filters.filter = &o.filter;
    const struct poptOption own[] = {
        { "output", 'o', POPT_ARG_STRING, &o.output, 0, "the picture (output.svg); - is standard output",
          "FILE" },
        { "width", 'w', POPT_ARG_STRING, NULL, OPT_WIDTH, "width of the page in pixels (1200)", "N" },
        { "proc-num", 'n', POPT_ARG_STRING, NULL, OPT_TASKS,
          "threads that are drawn at most: those that ran longest (30)", "N" },
        { "process", 'p', POPT_ARG_STRING, NULL, OPT_PROCESS,
          "only threads of this name, or of this process or thread id (repeatable)", "NAME|PID" },
        { "highlight", 0, POPT_ARG_STRING, NULL, OPT_HIGHLIGHT,
          "give runs of this name, or of at least so many ns, another colour", "NAME|NS" },
        { "tasks-only", 'T', POPT_ARG_NONE, &o.tasks_only, 0, "no idle states and frequencies", NULL },
        { "power-only", 'P', POPT_ARG_NONE, &o.power_only, 0, "no threads", NULL },
        { "time", 0, POPT_ARG_STRING, NULL, OPT_FILTER_TIME, "only from START to STOP (seconds)",
          "START,STOP" },
        POPT_TABLEEND
    };
    int status = options_read(
        argc, argv, &(struct options){ .command = "timechart", .own = own, .take = take, .arg = &o },
        &o.common, out, err);
    if (status < 0)
        status = timechart(&o, out, err);
    opts_free(&o);
    return status;
}
