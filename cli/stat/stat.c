/* stat: what perf stat record counted, as perf stat report prints it. */
#include "cli/stat/stat.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "cli/options/subcommand.h"
#include "cli/session/captures.h"
#include "core/base/date.h"
#include "core/base/mem.h"
#include "formats/perf/every_record.h"

enum { WRITE_AT = 1 << 16 };
enum { OPT_BY = 1, OPT_SEPARATOR = OPT_BY + BY_UNSET }; /* OPT_BY and on: + enum counters_by */

bool stat_has_decimals(const struct event *e)
{
    return !(floor(e->scale) == e->scale);
}

void stat_add_time(struct stat_sheet *p, const char *separator)
{
    uint64_t ns = p->counters.round.time;
    if (p->counters.interval)
        text_printf(&p->out, "%6" PRIu64 ".%09" PRIu64 "%s", ns / NSEC_PER_SEC, ns % NSEC_PER_SEC, separator);
}

void stat_add_value(struct text *out, const struct metric *m)
{
    text_printf(out, "%*.*f%s", m->width, m->decimals, m->value, m->suffix);
}

static void write_out(struct stat_sheet *p)
{
    if (p->out.n)
        fwrite(p->out.s, 1, p->out.n, p->json.out);
    p->out.n = 0;
}

/* Events of hardware may be counted together only by one PMU (perf, is_mixed_hw_group()). */
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

static void show(void *arg, const struct record *r, const struct sample *s)
{
    struct stat_sheet *p = arg;
    if (s || !counters_see(&p->counters, r))
        return;
    if (!p->rounds) {
        stat_aggregate_init(&p->aggregate, &p->counters, p->o->by);
        metrics_init(&p->metrics, &p->aggregate);
        if (p->style->begin)
            p->style->begin(p, p->json.out);
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
    if (o->common.json)
        return &stat_json;
    if (o->perf_json)
        return &stat_perf_json;
    if (o->metric_only)
        return o->separator ? &stat_metrics_csv : &stat_metrics_text;
    return o->separator ? &stat_csv : &stat_text;
}

static bool work(struct session *s, void *arg, FILE *out, FILE *err, struct err *e)
{
    const struct stat_opts *o = arg;
    struct stat_sheet p = { .s = s, .o = o, .style = style_of(o), .json.out = out };
    counters_init(&p.counters, s->capture, &p.problems);
    bool ok = every_record(s->capture, show, &p, &p.problems, e) &&
              (p.rounds || err_set(e, ERR_USAGE, 0, "nothing was counted: it is not of perf stat record"));
    counters_end(&p.counters);
    if (ok && p.style->end)
        p.style->end(&p);
    write_out(&p);
    if (ok && !o->common.json)
        session_problems_show(s, &p.problems, 0, err);
    metrics_free(&p.metrics);
    stat_aggregate_free(&p.aggregate);
    counters_free(&p.counters);
    text_free(&p.out);
    return ok;
}

static bool take(void *arg, int option, const char *value, struct err *e)
{
    struct stat_opts *o = arg;
    (void)e;
    if (option == OPT_SEPARATOR) {
        free(o->separator);
        o->separator = strcmp(value, "\\t") ? mem_copy(value, strlen(value)) : mem_copy("\t", 1);
    } else {
        o->by = (enum counters_by)(option - OPT_BY);
    }
    return true;
}

static int run_once(struct captures *captures, int argc, const char **argv, FILE *out, FILE *err)
{
    struct stat_opts o = { .by = BY_UNSET };
    char *word = NULL;
    int ignored = 0;
    const struct poptOption own[] = {
        { "no-aggr", 'A', POPT_ARG_NONE, NULL, OPT_BY + BY_CPU, "a row for each CPU", NULL },
        { "per-core", 0, POPT_ARG_NONE, NULL, OPT_BY + BY_CORE, "added up by core", NULL },
        { "per-die", 0, POPT_ARG_NONE, NULL, OPT_BY + BY_DIE, "added up by die", NULL },
        { "per-socket", 0, POPT_ARG_NONE, NULL, OPT_BY + BY_SOCKET, "added up by socket", NULL },
        { "per-node", 0, POPT_ARG_NONE, NULL, OPT_BY + BY_NODE, "added up by NUMA node", NULL },
        { "per-thread", 0, POPT_ARG_NONE, NULL, OPT_BY + BY_THREAD, "a row for each thread", NULL },
        { "aggr-global", 0, POPT_ARG_NONE, NULL, OPT_BY + BY_ALL, "all added up", NULL },
        { "field-separator", 'x', POPT_ARG_STRING, NULL, OPT_SEPARATOR,
          "fields with this between them, no columns", "TEXT" },
        { "json-output", 'j', POPT_ARG_NONE, &o.perf_json, 0, "lines of JSON as perf prints them", NULL },
        { "metric-only", 0, POPT_ARG_NONE, &o.metric_only, 0, "what counts mean, and not what was counted",
          NULL },
        { "big-num", 'B', POPT_ARG_NONE, &o.groups_of_digits, 0, "large numbers as 1,234,567", NULL },
        { "no-big-num", 0, POPT_ARG_NONE | POPT_ARGFLAG_DOC_HIDDEN, &ignored, 0, NULL, NULL },
        { "no-merge", 0, POPT_ARG_NONE | POPT_ARGFLAG_DOC_HIDDEN, &ignored, 0, NULL, NULL },
        POPT_TABLEEND
    };
    const struct options read = { .command = "stat",
                                  .captures = captures,
                                  .usage = "report [options] [-i] FILE",
                                  .own = own,
                                  .take = take,
                                  .arg = &o,
                                  .about = &word };
    int status = options_read(argc, argv, &read, &o.common, out, err);
    if (status < 0 && subcommand("stat", word, (const char *[]){ "report", NULL }, err) < 0)
        status = 1;
    if (status < 0 && o.metric_only && (o.perf_json || o.common.json)) {
        fprintf(err,
                "perfolio stat: --metric-only is for text and -x: JSON has the metrics beside the counts\n");
        status = 1;
    }
    if (status < 0 && o.separator && (o.perf_json || o.common.json)) {
        fprintf(err, "perfolio stat: -x and %s are two outputs: one at a time\n",
                o.perf_json ? "-j" : "--json");
        status = 1;
    }
    if (status < 0)
        status = session_run(&o.common, SESSION_WALK, work, &o, out, err);
    free(word);
    free(o.separator);
    options_free(&o.common);
    return status;
}

int cmd_stat(int argc, const char **argv, FILE *out, FILE *err)
{
    return captures_run(run_once, false, argc, argv, out, err);
}
