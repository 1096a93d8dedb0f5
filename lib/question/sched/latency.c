/* sched latency: prints a row for each thread, or for all threads of a name, as perf sched latency does. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/common/common_answer.h"
#include "lib/options/filters.h"
#include "lib/question/sched/replay.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/replay/sched/latency.h"

enum { ORDER_MAX = 16 };
enum sort { BY_AVERAGE, BY_MAX, BY_SWITCHES, BY_RUNTIME, BY_TID }; /* in the order of their names, below */

static uint64_t sched_latency_number_of(const struct latency_row *r, enum sort by)
{
    switch (by) {
    case BY_AVERAGE:
        return latency_average(r);
    case BY_MAX:
        return r->max;
    case BY_SWITCHES:
        return r->waits;
    case BY_RUNTIME:
        return r->runtime;
    default:
        return (uint32_t)r->task->tid;
    }
}

struct latency_opts {
    struct common_opts common;
    struct filter filter;
    struct filters filters;
    enum sort order[ORDER_MAX];
    size_t norder;
    bool pids;
};

static bool sched_latency_take_sort(void *target, const struct option_row *row, const char *value,
                                    struct err *e)
{
    struct latency_opts *o = target;
    o->norder = 0;
    for (const char *s = value + strspn(value, ", "); *s;) {
        size_t n = strcspn(s, ", ");
        int i = option_word_named(row, s, n, e);
        if (i < 0)
            return false;
        if (o->norder < ORDER_MAX) /* more keys only repeat earlier ones */
            o->order[o->norder++] = (enum sort)i;
        s += n;
        s += strspn(s, ", ");
    }
    return o->norder || err_set(e, ERR_USAGE, 0, "--sort: no key is named");
}

/* ---- order ---- */

static int sched_latency_compare(const void *a, const void *b, const void *arg)
{
    const struct latency_row *x = *(const struct latency_row *const *)a,
                             *y = *(const struct latency_row *const *)b;
    const struct latency_opts *o = arg;
    for (size_t i = 0; i < o->norder; i++) {
        uint64_t u = sched_latency_number_of(x, o->order[i]), v = sched_latency_number_of(y, o->order[i]);
        if (u != v) {
            if (u > v)
                return -1;
            return 1;
        }
    }
    return 0;
}

/* Idle tasks are not shown: they do not wait. */
static bool sched_latency_is_shown(const struct latency_row *r)
{
    if (!r->comm)
        return r->waits && r->task->tid;
    return r->waits && strcmp(r->comm, "swapper") != 0;
}

static const struct latency_row **sched_latency_in_order(const struct latency *l,
                                                         const struct latency_opts *o, size_t *n)
{
    const struct latency_row **v = mem_new(l->n, sizeof(*v));
    *n = 0;
    for (size_t i = 0; i < l->n; i++)
        if (sched_latency_is_shown(&l->rows[i]))
            v[(*n)++] = &l->rows[i];
    sort_by(v, *n, sizeof(*v), sched_latency_compare, o);
    return v;
}

/* ---- rows ---- */

static void sched_latency_show_time(const struct value *v, struct text *out)
{
    sched_time(out, v->count, 0);
}

// clang-format off
static const struct rows_column columns[] = {
    ROWS_UNSEEN("task", TASK),
    { .header = "Task", .width = 22, .type = VALUE_TEXT, .says = true },
    ROWS_UNSEEN("pid", SIGNED),
    ROWS_UNSEEN("threads", COUNT),
    { .name = "runtime", .header = "Runtime ms", .before = "|", .width = 11, .after = " ms |", .right = true,
      .type = VALUE_TIME, .show = rows_show_ms },
    { .name = "switches", .header = "Count", .before = "", .width = 9, .after = " |", .right = true, .type = VALUE_COUNT },
    ROWS_UNSEEN("delay", TIME),
    { .name = "avg_delay", .header = "Avg delay ms", .before = " avg:", .width = 8, .after = " ms |", .right = true,
      .type = VALUE_TIME, .show = rows_show_ms },
    { .name = "max_delay", .header = "Max delay ms", .before = " max:", .width = 8, .after = " ms |", .right = true,
      .type = VALUE_TIME, .show = rows_show_ms },
    { .name = "max_start", .header = "Max delay start", .before = " max start: ", .width = 12, .after = " s |",
      .right = true, .type = VALUE_TIME, .show = sched_latency_show_time },
    { .name = "max_end", .header = "Max delay end", .before = " max end: ", .width = 12, .after = " s",
      .right = true, .type = VALUE_TIME, .show = sched_latency_show_time },
};
// clang-format on
static const struct rows_table table = {
    .name = "rows", .columns = columns, .n = COUNT(columns), .front = "  "
};

static void sched_latency_add_row(struct rows *out, const struct latency_row *r)
{
    struct text name = { 0 };
    key_comm_text(r->comm, r->task->tid, &name);
    if (r->threads > 1)
        text_printf(&name, ":(%d) ", (int)r->threads);
    else
        text_printf(&name, ":%d ", r->task->tid);
    ROWS_ROW(out, sched_task_value(r->comm, r->task->tid), value_text(name.s), sched_pid_value(r->pid),
             value_count(r->threads), value_time(r->runtime), value_count(r->waits), value_time(r->total),
             value_time(latency_average(r)), value_time(r->max), value_time(r->max_from),
             value_time(r->max_to));
    text_free(&name);
}

static void dashes(struct rows *out, size_t n)
{
    struct text t = { 0 };
    text_char(&t, '-', n);
    rows_print(out, " %s\n", t.s);
    text_free(&t);
}

static void sched_latency_show(const struct latency *l, const struct latency_row *const *v, size_t n,
                               struct rows *out)
{
    enum { WIDE = 139, MIDDLE = 113, NARROW = 51 };
    uint64_t runtime = 0, waits = 0;
    rows_print(out, "\n");
    dashes(out, WIDE);
    rows_print(out,
               "  Task                  |   Runtime ms  |  Count   | Avg delay ms    | Max delay ms    | Max "
               "delay start           | Max delay end          |\n");
    dashes(out, WIDE);
    rows_table(out, &table);
    for (size_t i = 0; i < n; i++) {
        sched_latency_add_row(out, v[i]);
        runtime += v[i]->runtime;
        waits += v[i]->waits;
    }
    rows_table_end(out);
    dashes(out, MIDDLE);
    rows_print(out, "  TOTAL:                |%11.3f ms |%9" PRIu64 " |\n", (double)runtime / 1e6, waits);
    dashes(out, NARROW);
    sched_doubts_show(&l->schedule, l, out);
    rows_print(out, "\n");
    rows_fact(out, "unordered_wakeups", value_count(l->unordered));
    rows_fact(out, "wakeups", value_count(l->timed));
    rows_fact(out, "switch_bugs", value_count(l->out_of_place));
}

struct sched_latency_counting {
    struct session *s;
    struct latency_opts *o;
    struct address_cache addresses;
    struct replay replay;
    struct latency l;
};

static bool sched_latency_count(void *arg, bool *holds, struct err *e)
{
    struct sched_latency_counting *w = arg;
    struct latency_opts *o = w->o;
    if (!filters_resolve(&o->filters, &o->filter, w->s->capture, e))
        return false;
    w->replay = session_replay(w->s, &w->addresses, NULL);
    w->l = (struct latency){ .schedule = { .replay = &w->replay, .along = w->s->depth < SESSION_WALK },
                             .filter = o->filter.cpus.n ? &o->filter : NULL };
    bool ok = latency_run(&w->l, e);
    *holds = !w->replay.stopped;
    return ok;
}

static void sched_latency_forget(void *arg)
{
    struct sched_latency_counting *w = arg;
    latency_free(&w->l);
    address_cache_free(&w->addresses);
    *w = (struct sched_latency_counting){ .s = w->s, .o = w->o };
}

static bool sched_latency_work(struct session *s, const void *arg, struct outlet *out, struct outlet *err,
                               struct err *e)
{
    struct latency_opts turn = *(const struct latency_opts *)arg, *const o = &turn;
    struct sched_latency_counting w = { .s = s, .o = o };
    const struct session_work how = { .depth = SESSION_WALK,
                                      .may = true,
                                      .threads_only = true,
                                      .work = sched_latency_count,
                                      .forget = sched_latency_forget,
                                      .arg = &w };
    bool ok = common_run_work(s, &o->common, &how, err, e);
    if (ok) {
        size_t n;
        latency_list(&w.l);
        if (!o->pids)
            latency_merge(&w.l);
        const struct latency_row **v = sched_latency_in_order(&w.l, o, &n);
        struct rows rows;
        answer_begin_rows(&rows, &o->common, NULL, "sched latency", out);
        sched_latency_show(&w.l, v, n, &rows);
        answer_rows_end(&rows, s, &w.replay.problems, 0, err);
        if (!n)
            common_no_samples_show(s, "the filters", err);
        free(v);
    }
    sched_latency_forget(&w);
    return ok;
}

#define OPTS struct latency_opts
static const struct option_row options[] = {
    OPT("sort", 's', CALL, common, "KEY,...", "order of the rows, largest first: %s",
        .words = "avg max switch runtime pid", .take = sched_latency_take_sort),
    OPT("CPU", 'C', NUMBERS, filter.cpus, "CPU", "only runs on these CPUs, and waits that ended there"),
    OPT("pids", 'p', FLAG, pids, NULL, "a row for each thread, not for each name"), CSV_ROW, OPT_END
};

const struct command latency_command =
    COMMAND("sched latency", "how long each thread waited for a CPU", NULL, options,
            .size = sizeof(struct latency_opts),
            .usual = &(const struct latency_opts){ .order = { BY_AVERAGE, BY_MAX, BY_SWITCHES, BY_RUNTIME },
                                                   .norder = 4 },
            .work = sched_latency_work, .depth = SESSION_HEADER, .traits = COMMAND_EACH);
