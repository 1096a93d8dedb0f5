/* stat: prints the counts of perf stat record as perf stat report does. */
#include "lib/question/stat/stat_sheet.h"

#include "lib/question/commands.h"
#include "formats/perf/open.h"

enum { WRITE_AT = 1 << 16 };

static void write_out(struct stat_sheet *p)
{
    if (p->out.n)
        outlet_write(p->file, p->out.s, p->out.n);
    p->out.n = 0;
}

/* Whether hardware events belong to several PMUs; these cannot be counted in one group (perf,
   is_mixed_hw_group()). */
static bool has_several_pmus(const struct events *es)
{
    const struct attr *first = NULL;
    for (uint32_t i = 0; i < es->n; i++) {
        const struct attr *a = &es->v[i].attr;
        if (a->type == PERF_TYPE_SOFTWARE)
            continue;
        if (first && first->type != a->type)
            return true;
        first = a;
    }
    return false;
}

static void see_groups(struct stat_sheet *p)
{
    for (size_t i = 0; i < p->aggregate.nrows && !p->mixed; i++) {
        const struct stat_aggregate_row *r = &p->aggregate.rows[i];
        p->mixed = !stat_aggregate_is_counted(r) && p->counters.supported[r->event] &&
                   stat_event(p, r)->members > 1 && has_several_pmus(&p->s->capture->events);
    }
}

static void stat_show(void *arg, const struct record *r, const struct sample *s)
{
    struct stat_sheet *p = arg;
    if (s || !counters_add_record(&p->counters, r))
        return;
    if (!p->rounds) {
        stat_aggregate_init(&p->aggregate, &p->counters, p->o->by);
        metrics_init(&p->metrics, &p->aggregate);
    }
    stat_aggregate_round(&p->aggregate);
    metrics_round(&p->metrics);
    see_groups(p);
    p->style->round(p);
    p->rounds++;
    if (p->out.n >= WRITE_AT)
        write_out(p);
}

static const struct stat_style *style_of(const struct stat_opts *o)
{
    if (o->common.json || o->common.csv)
        return &stat_rows;
    if (o->perf_json)
        return &stat_perf_json;
    if (o->metric_only) {
        if (o->separator)
            return &stat_metrics_csv;
        return &stat_metrics_text;
    }
    return &stat_text;
}

static bool stat_work(struct session *s, const void *arg, struct outlet *out, struct outlet *err,
                      struct err *e)
{
    const struct stat_opts *o = arg;
    struct stat_sheet p = { .s = s, .o = o, .style = style_of(o), .file = out };
    counters_init(&p.counters, s->capture, &p.problems);
    bool ok =
        perfdata_every_record(s->capture, stat_show, &p, &p.problems, e) &&
        (p.rounds || err_set(e, ERR_USAGE, 0, "the capture has no counts: perf stat record records them"));
    counters_finish(&p.counters);
    write_out(&p);
    if (ok && p.style->end)
        p.style->end(&p, err);
    else if (ok)
        common_problems_show(s, &p.problems, 0, err);
    else if (p.style == &stat_rows && p.rounds)
        rows_abandon(&p.rows);
    metrics_free(&p.metrics);
    stat_aggregate_free(&p.aggregate);
    counters_free(&p.counters);
    text_free(&p.out);
    return ok;
}

#define OPTS struct stat_opts
static const struct option_row options[] = {
    OPT("no-aggr", 'A', SET, by, NULL, "a row for each CPU", .value = BY_CPU),
    OPT("per-core", 0, SET, by, NULL, "added up by core", .value = BY_CORE),
    OPT("per-die", 0, SET, by, NULL, "added up by die", .value = BY_DIE),
    OPT("per-socket", 0, SET, by, NULL, "added up by socket", .value = BY_SOCKET),
    OPT("per-node", 0, SET, by, NULL, "added up by NUMA node", .value = BY_NODE),
    OPT("per-thread", 0, SET, by, NULL, "a row for each thread", .value = BY_THREAD),
    OPT("aggr-global", 0, SET, by, NULL, "all added up", .value = BY_ALL),
    OPT("field-separator", 'x', SEPARATOR, separator, "TEXT",
        "separate fields by this text, without columns"),
    CSV_ROW,
    OPT("json-output", 'j', FLAG, perf_json, NULL, "lines of JSON as perf prints them", .is_form = true),
    OPT("metric-only", 0, FLAG, metric_only, NULL, "only metrics, no counts"),
    OPT("big-num", 'B', FLAG, groups_of_digits, NULL, "large numbers as 1,234,567"),
    OPT("no-big-num", 0, NONE, common, NULL, NULL),
    OPT("no-merge", 0, NONE, common, NULL, NULL),
    OPT_END
};

static const char *subject_at(size_t i)
{
    if (i)
        return NULL;
    return "report";
}

/* The option that selects another form than text; NULL: none is given. */
static const char *option_of_form(const struct stat_opts *o)
{
    if (o->perf_json)
        return "-j";
    if (o->common.json)
        return "--json";
    if (o->common.csv)
        return "--csv";
    return NULL;
}

static bool stat_prepare(void *opts, struct outlet *err)
{
    const struct stat_opts *o = opts;
    const char *other = option_of_form(o), *form = "CSV";
    if (o->perf_json || o->common.json)
        form = "JSON";
    if (o->metric_only && other)
        return outlet_refuse(
            err, "perfolio stat: --metric-only is for text and -x: %s has metrics and counts\n", form);
    if (o->separator && other)
        return outlet_refuse(err, "perfolio stat: -x and %s exclude each other\n", other);
    return true;
}

const struct command stat_command =
    COMMAND("stat", "what perf stat record counted, as perf stat report prints it",
            "report [options] [-i] FILE", options, .size = sizeof(struct stat_opts),
            .usual = &(const struct stat_opts){ .by = BY_UNSET }, .work = stat_work, .depth = SESSION_WALK,
            .prepare = stat_prepare, .traits = COMMAND_EACH, .subject_at = subject_at);
