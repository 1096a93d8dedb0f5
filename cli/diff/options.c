#include "cli/diff/options.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output/rows.h"
#include "core/base/mem.h"
#include "core/profile/keys/keys.h"

enum { OPT_COMPUTE = 1, OPT_SORT, OPT_ORDER, OPT_SEPARATOR, OPT_PERCENTAGE, OPT_THRESHOLD };

/* "1,2": of the baseline, and of the others. */
static bool read_weights(const char *arg, struct change_opts *o, struct err *e)
{
    char *end;
    errno = 0;
    o->w1 = strtoll(arg, &end, 10);
    bool comma = *end == ',';
    o->w2 = comma ? strtoll(end + 1, &end, 10) : 0;
    return (comma && !*end && o->w1 && o->w2 && !errno) ||
           err_set(e, ERR_USAGE, 0, "--compute: wdiff takes two weights that are not 0: wdiff:1,2");
}

static bool read_compute(const char *arg, struct change_opts *o, struct err *e)
{
    static const struct {
        const char *name;
        enum change_kind kind;
    } kinds[] = { { "delta", CHANGE_DELTA },
                  { "delta-abs", CHANGE_DELTA_ABS },
                  { "ratio", CHANGE_RATIO },
                  { "wdiff", CHANGE_WDIFF } };
    size_t n = strcspn(arg, ":");
    if (!strcmp(arg, "cycles"))
        return err_set(e, ERR_USAGE, 0,
                       "--compute cycles: perf has it, Perfolio has not: it disassembles nothing");
    for (size_t i = 0; i < COUNT(kinds); i++) {
        if (strlen(kinds[i].name) != n || strncmp(kinds[i].name, arg, n) != 0)
            continue;
        o->kind = kinds[i].kind;
        if (o->kind == CHANGE_WDIFF)
            return read_weights(arg + n + (arg[n] != 0), o, e);
        return !arg[n] || err_set(e, ERR_USAGE, 0, "--compute: %s takes no weights", kinds[i].name);
    }
    return err_set(e, ERR_USAGE, 0, "--compute: '%s' is none of delta delta-abs ratio wdiff:W1,W2", arg);
}

/* Rows of captures are joined by keys that say the same in each of them. */
static bool read_sort(const char *arg, struct diff_opts *o, struct err *e)
{
    struct text known = { 0 };
    bool ok = true;
    o->nkeys = 0;
    for (const char *s = arg; *s && ok;) {
        size_t n = strcspn(s, ", "), at = 0;
        const struct key *key = key_named(s, n);
        while (key && at < o->nkeys && o->keys[at] != key)
            at++;
        for (size_t i = 0; n && (!key || key->join <= JOIN_APART) && key_at(i); i++)
            if (key_at(i)->join > JOIN_APART)
                text_printf(&known, " %s", key_at(i)->name);
        if (known.n)
            ok = err_set(e, ERR_USAGE, 0, "--sort: '%.*s' is no key to compare by: there are%s",
                         (int)(n < 40 ? n : 40), s, known.s);
        else if (n && at == o->nkeys)
            o->keys[o->nkeys++] = key;
        s += n;
        s += *s != 0;
    }
    text_free(&known);
    return ok && (o->nkeys || err_set(e, ERR_USAGE, 0, "--sort: no key is named"));
}

static bool read_order(const char *arg, uint32_t *order, struct err *e)
{
    char *end;
    unsigned long n = strtoul(arg, &end, 10);
    *order = n < UINT32_MAX ? (uint32_t)n : UINT32_MAX;
    return (isdigit((unsigned char)*arg) && !*end) ||
           err_set(e, ERR_USAGE, 0, "--order: '%s' is no number of a file", arg);
}

static bool read_threshold(const char *arg, double *threshold, struct err *e)
{
    char *end;
    *threshold = strtod(arg, &end);
    return (end != arg && !*end && *threshold >= 0 && *threshold < HUGE_VAL) ||
           err_set(e, ERR_USAGE, 0, "--threshold: '%s' is no number of percent points", arg);
}

static bool take(void *arg, int option, const char *value, struct err *e)
{
    struct diff_opts *o = arg;
    switch (option) {
    case OPT_COMPUTE:
        return read_compute(value, &o->change, e);
    case OPT_SORT:
        return read_sort(value, o, e);
    case OPT_ORDER:
        return read_order(value, &o->change.order, e);
    case OPT_SEPARATOR:
        free(o->separator);
        o->separator = rows_separator(value);
        return true;
    case OPT_PERCENTAGE:
        return filters_percentage_read(value, &o->change.of_shown, e);
    case OPT_THRESHOLD:
        return read_threshold(value, &o->threshold, e);
    default:
        return filters_take(&o->filters, option, value, e);
    }
}

void diff_opts_free(struct diff_opts *o)
{
    filters_free(&o->filters);
    free(o->separator);
    options_free(&o->common);
}

int diff_opts_read(struct diff_opts *o, int argc, const char **argv, FILE *out, FILE *err)
{
    *o = (struct diff_opts){ .threshold = -1, .change = { .kind = CHANGE_DELTA_ABS, .order = 1 } };
    o->filters.filter = &o->count.filter;
    o->count.time_quantum = 100000000; /* as report's */
    read_sort("dso,symbol", o, &(struct err){ 0 });
    int ignored = 0;
    const struct poptOption own[] = {
        { "compute", 'c', POPT_ARG_STRING, NULL, OPT_COMPUTE,
          "what of shares and periods: delta, delta-abs (default), ratio, wdiff:W1,W2", "WORD" },
        { "sort", 's', POPT_ARG_STRING, NULL, OPT_SORT,
          "what rows of captures are joined by, the most important first (dso,symbol): pid tid comm dso "
          "symbol "
          "cpu socket srcline srcfile time cgroup cgroup_id",
          "KEY,..." },
        { "order", 'o', POPT_ARG_STRING, NULL, OPT_ORDER,
          "order rows by the changes of this file (1), or by the baseline (0)", "N" },
        { "baseline-only", 'b', POPT_ARG_NONE, &o->baseline_only, 0,
          "only rows that the baseline and another file have", NULL },
        { "period", 'p', POPT_ARG_NONE, &o->period, 0, "columns with the sums of the periods", NULL },
        { "formula", 'F', POPT_ARG_NONE, &o->formula, 0, "columns with what is computed", NULL },
        { "field-separator", 't', POPT_ARG_STRING, NULL, OPT_SEPARATOR,
          "put this between columns, and no blanks", "CHAR" },
        { "percentage", 0, POPT_ARG_STRING, NULL, OPT_PERCENTAGE,
          "percent of what filters show, or of everything", "relative|absolute" },
        { "csv", 0, POPT_ARG_NONE, &o->common.csv, 0, "the answer as CSV", NULL },
        { "threshold", 0, POPT_ARG_STRING, NULL, OPT_THRESHOLD,
          "exit status 2 if the share of any row changed by more percent points", "PERCENT" },
        FILTER_OPTIONS_WITH('C', 'd', 0),
        { "modules", 'm', POPT_ARG_NONE | POPT_ARGFLAG_DOC_HIDDEN, &ignored, 0, NULL, NULL },
        { "quiet", 'q', POPT_ARG_NONE, &o->quiet, 0, "no headings", NULL },
        POPT_TABLEEND
    };
    int status = options_read(argc, argv,
                              &(struct options){ .command = "diff",
                                                 .usage = "[options] [OLD] [NEW...]",
                                                 .own = own,
                                                 .take = take,
                                                 .arg = o,
                                                 .several = true,
                                                 .unnamed = true },
                              &o->common, out, err);
    o->count.filter.demangle = o->common.demangle;
    o->change.baseline_only = o->baseline_only;
    return status;
}
