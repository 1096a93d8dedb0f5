/* sched latency: a row for each thread, or each name of threads, as perf sched latency prints them. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/session/answer.h"
#include "cli/session/captures.h"
#include "cli/options/filters.h"
#include "cli/sched/sched.h"
#include "core/base/mem.h"
#include "core/replay/sched/latency.h"

enum { OPT_SORT = 1, SORTS = 5, ORDER_MAX = 16, NAME_COLUMN = 24 };

static uint64_t max_of(const struct latency_row *r)
{
    return r->max;
}

static uint64_t waits_of(const struct latency_row *r)
{
    return r->waits;
}

static uint64_t runtime_of(const struct latency_row *r)
{
    return r->runtime;
}

static uint64_t tid_of(const struct latency_row *r)
{
    return (uint32_t)r->task->tid;
}

static const struct sort {
    const char *name;
    uint64_t (*get)(const struct latency_row *r);
} sorts[SORTS] = {
    { "avg", latency_average }, { "max", max_of }, { "switch", waits_of },
    { "runtime", runtime_of },  { "pid", tid_of },
};

struct latency_opts {
    struct common_opts common;
    struct filter filter;
    struct filters filters;
    const struct sort *order[ORDER_MAX];
    size_t norder;
    int pids;
};

static bool read_sort(struct latency_opts *o, const char *arg, struct err *e)
{
    o->norder = 0;
    for (const char *s = arg + strspn(arg, ", "); *s;) {
        size_t n = strcspn(s, ", "), i = 0;
        while (i < SORTS && (strlen(sorts[i].name) != n || strncmp(sorts[i].name, s, n)))
            i++;
        if (i == SORTS)
            return err_set(e, ERR_USAGE, 0, "--sort: '%.*s' is none of avg, max, switch, runtime, pid",
                           (int)n, s);
        if (o->norder < ORDER_MAX) /* more only repeat what was said */
            o->order[o->norder++] = &sorts[i];
        s += n;
        s += strspn(s, ", ");
    }
    return o->norder || err_set(e, ERR_USAGE, 0, "--sort: no key is named");
}

static bool take(void *arg, int option, const char *value, struct err *e)
{
    struct latency_opts *o = arg;
    return option == OPT_SORT ? read_sort(o, value, e) : filters_take(&o->filters, option, value, e);
}

/* ---- order ---- */

struct ordered_row {
    const struct latency_row *row;
    const struct latency_opts *o;
    size_t place;
};

static int compare(const void *a, const void *b)
{
    const struct ordered_row *x = a, *y = b;
    for (size_t i = 0; i < x->o->norder; i++) {
        uint64_t u = x->o->order[i]->get(x->row), v = x->o->order[i]->get(y->row);
        if (u != v)
            return u > v ? -1 : 1;
    }
    return x->place < y->place ? -1 : 1;
}

/* Idle tasks wait for nothing. */
static bool is_shown(const struct latency_row *r)
{
    return r->waits && strcmp(r->comm ? r->comm : r->task->tid ? "" : "swapper", "swapper") != 0;
}

static struct ordered_row *order(const struct latency *l, const struct latency_opts *o, size_t *n)
{
    struct ordered_row *v = mem_new(l->n, sizeof(*v));
    *n = 0;
    for (size_t i = 0; i < l->n; i++)
        if (is_shown(&l->rows[i])) {
            v[*n] = (struct ordered_row){ &l->rows[i], o, i };
            ++*n;
        }
    if (*n)
        qsort(v, *n, sizeof(*v), compare);
    return v;
}

/* ---- text ---- */

static double milliseconds(uint64_t ns)
{
    return (double)ns / 1e6;
}

static void show_row(const struct latency_row *r, struct text *t)
{
    size_t from = t->n;
    text_add(t, "  ");
    key_comm_text(r->comm, r->task->tid, t);
    text_printf(t, r->threads > 1 ? ":(%d) " : ":%d ", r->threads > 1 ? (int)r->threads : r->task->tid);
    size_t n = t->n - from;
    text_char(t, ' ', n < NAME_COLUMN ? NAME_COLUMN - n : 0);
    text_printf(t, "|%11.3f ms |%9" PRIu64 " | avg:%8.3f ms | max:%8.3f ms | max start: ",
                milliseconds(r->runtime), r->waits, milliseconds(latency_average(r)), milliseconds(r->max));
    sched_time(t, r->max_from, 12);
    text_add(t, " s | max end: ");
    sched_time(t, r->max_to, 12);
    text_add(t, " s\n");
}

static void rule(struct text *t, size_t n)
{
    text_char(t, ' ', 1);
    text_char(t, '-', n);
    text_char(t, '\n', 1);
}

static void show(const struct ordered_row *v, size_t n, FILE *out)
{
    enum { WIDE = 139, MIDDLE = 113, NARROW = 51 };
    struct text t = { 0 };
    uint64_t runtime = 0, waits = 0;
    text_char(&t, '\n', 1);
    rule(&t, WIDE);
    text_add(&t,
             "  Task                  |   Runtime ms  |  Count   | Avg delay ms    | Max delay ms    | Max "
             "delay start           | Max delay end          |\n");
    rule(&t, WIDE);
    for (size_t i = 0; i < n; i++) {
        show_row(v[i].row, &t);
        runtime += v[i].row->runtime;
        waits += v[i].row->waits;
    }
    rule(&t, MIDDLE);
    text_printf(&t, "  TOTAL:                |%11.3f ms |%9" PRIu64 " |\n", milliseconds(runtime), waits);
    rule(&t, NARROW);
    fwrite(t.s, 1, t.n, out);
    text_free(&t);
}

/* ---- JSON ---- */

static void answer(struct session *s, const struct latency *l, const struct ordered_row *v, size_t n,
                   FILE *out)
{
    struct json j = answer_begin(out, "sched latency");
    struct text name = { 0 };
    json_array(&j, "rows");
    for (size_t i = 0; i < n; i++) {
        const struct latency_row *r = v[i].row;
        name.n = 0;
        key_comm_text(r->comm, r->task->tid, &name);
        json_object_line(&j, NULL);
        json_text(&j, "comm", name.s);
        json_signed(&j, "tid", r->task->tid);
        json_count(&j, "threads", r->threads);
        json_seconds(&j, "runtime", r->runtime);
        json_count(&j, "switches", r->waits);
        json_seconds(&j, "delay", r->total);
        json_seconds(&j, "max_delay", r->max);
        json_seconds(&j, "max_start", r->max_from);
        json_seconds(&j, "max_end", r->max_to);
        json_end(&j);
    }
    json_end(&j);
    json_count(&j, "unordered_wakeups", l->unordered);
    json_count(&j, "wakeups", l->timed);
    json_count(&j, "switch_bugs", l->out_of_place);
    text_free(&name);
    answer_end(&j, s, &l->schedule.replay->problems);
}

static bool work(struct session *s, void *arg, FILE *out, FILE *err, struct err *e)
{
    struct latency_opts *o = arg;
    struct sched_replay p;
    if (!filters_plan(&o->filters, s->capture, e))
        return false;
    sched_replay_init(&p, s, &o->filter);
    struct latency l = { .schedule = { .replay = &p.replay }, .one_cpu = o->filter.cpus.n };
    bool ok = latency_run(&l, e);
    if (ok) {
        size_t n;
        if (!o->pids)
            latency_merge(&l);
        struct ordered_row *v = order(&l, o, &n);
        if (o->common.json) {
            answer(s, &l, v, n, out);
        } else {
            show(v, n, out);
            sched_doubts_show(&l.schedule, &(struct sched_doubts){ l.unordered, l.timed, l.out_of_place },
                              out);
            fprintf(out, "\n");
            session_problems_show(s, &p.replay.problems, 0, err);
        }
        if (!n)
            session_no_samples_show(s, "the filters", err);
        free(v);
    }
    latency_free(&l);
    sched_replay_free(&p);
    return ok;
}

static int run_once(struct captures *captures, int argc, const char **argv, FILE *out, FILE *err)
{
    struct latency_opts o = { .order = { &sorts[0], &sorts[1], &sorts[2], &sorts[3] }, .norder = 4 };
    o.filters.filter = &o.filter;
    const struct poptOption own[] = {
        { "sort", 's', POPT_ARG_STRING, NULL, OPT_SORT,
          "order of the rows, largest first: avg, max, switch, runtime, pid", "KEY,..." },
        { "CPU", 'C', POPT_ARG_STRING, NULL, OPT_FILTER_CPUS, "only what happened on this CPU", "CPU" },
        { "pids", 'p', POPT_ARG_NONE, &o.pids, 0, "a row for each thread, not for each name", NULL },
        POPT_TABLEEND
    };
    int status = options_read(
        argc, argv,
        &(struct options){
            .command = "sched latency", .captures = captures, .own = own, .take = take, .arg = &o },
        &o.common, out, err);
    if (status < 0)
        status = session_run(&o.common, SESSION_WALK, work, &o, out, err);
    filters_free(&o.filters);
    options_free(&o.common);
    return status;
}

int sched_latency(int argc, const char **argv, FILE *out, FILE *err)
{
    return captures_run(run_once, false, argc, argv, out, err);
}
