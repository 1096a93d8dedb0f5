#include "cli/report/options.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/output/rows.h"
#include "core/base/date.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"

enum {
    OPT_SORT = 1,
    OPT_FIELDS,
    OPT_WIDTHS,
    OPT_PARENT,
    OPT_IGNORE_CALLEES,
    OPT_GROUP_INDEX,
    OPT_GRAPH,
    OPT_CHILDREN,
    OPT_NO_CHILDREN,
    OPT_LIMIT,
    OPT_PERCENTAGE,
    OPT_QUANTUM,
    OPT_SEPARATOR
};
enum { COUNT_MAX = 1 << 13 /* more entries of a chain than a record can hold */ };

static void free_regex(regex_t *r)
{
    if (r)
        regfree(r);
    free(r);
}

/* A list of fields; a + in front adds them to the usual ones. */
static bool read_fields(const char *option, const char *arg, struct fields *f, bool *add, struct err *e)
{
    *add = *arg == '+';
    return layout_fields_read(option, arg + *add, f, e);
}

static bool read_sort(const char *arg, struct layout_opts *o, struct err *e)
{
    o->ipc = strstr(arg, "symbol");
    o->sort_by_symbol = !strncmp(arg, "sym", 3);
    return read_fields("--sort", arg, &o->sort, &o->add_to_sort, e);
}

static bool read_quantum(const char *arg, uint64_t *ns, struct err *e)
{
    static const struct {
        const char *unit;
        uint64_t ns;
    } units[] = { { "s", NSEC_PER_SEC }, { "ms", 1000000 }, { "us", 1000 }, { "ns", 1 } };
    char *end;
    uint64_t n = strtoull(arg, &end, 10);
    for (size_t i = 0; isdigit((unsigned char)*arg) && i < 4; i++)
        if (!strcmp(end, units[i].unit) && n <= UINT64_MAX / units[i].ns) {
            *ns = n * units[i].ns;
            return true;
        }
    return err_set(e, ERR_USAGE, 0, "--time-quantum: '%s' is no time such as 100ms", arg);
}

static bool read_count(const char *option, const char *arg, unsigned *n, struct err *e)
{
    char *end;
    unsigned long long v = strtoull(arg, &end, 10);
    *n = v < COUNT_MAX ? (unsigned)v : COUNT_MAX;
    return (isdigit((unsigned char)*arg) && !*end && v <= COUNT_MAX) ||
           err_set(e, ERR_USAGE, 0, "%s: '%s' is no number up to %d", option, arg, COUNT_MAX);
}

/* "8,0,20": fields that are left empty are as wide as it takes. */
static bool read_widths(const char *arg, struct report_opts *o, struct err *e)
{
    o->nwidths = 0;
    for (const char *s = arg; *s && o->nwidths < FIELDS_MAX; s += *s != 0) {
        char *end;
        unsigned long v = strtoul(s, &end, 10);
        if ((*end && *end != ',') || *s == '-' || v > COUNT_MAX)
            return err_set(e, ERR_USAGE, 0, "--column-widths: '%s' is no list of widths such as 8,0,20", arg);
        o->widths[o->nwidths++] = (unsigned)v;
        s = end;
    }
    return true;
}

static bool read_regex(const char *option, const char *arg, regex_t **to, struct err *e)
{
    regex_t *r = mem_new(1, sizeof(*r));
    int problem = regcomp(r, arg, REG_EXTENDED | REG_NOSUB);
    if (problem) {
        char why[128];
        regerror(problem, r, why, sizeof(why));
        free(r);
        return err_set(e, ERR_USAGE, 0, "%s: '%s': %s", option, arg, why);
    }
    free_regex(*to);
    *to = r;
    return true;
}

const regex_t *report_parent(struct report_opts *o)
{
    struct err ignored = { 0 };
    if (!o->parent) /* perf, util/sort.c: default_parent_pattern */
        read_regex("--parent", "^sys_|^do_page_fault", &o->parent, &ignored);
    return o->parent;
}

static bool take(void *arg, int option, const char *value, struct err *e)
{
    struct report_opts *o = arg;
    char *end;
    switch (option) {
    case OPT_SORT:
        o->keys_asked = !strcmp(value, "help");
        return o->keys_asked || read_sort(value, &o->layout, e);
    case OPT_FIELDS:
        return read_fields("--fields", value, &o->layout.fields, &o->layout.add_to_fields, e);
    case OPT_WIDTHS:
        return read_widths(value, o, e);
    case OPT_PARENT:
        o->layout.parents = true;
        return read_regex("--parent", value, &o->parent, e);
    case OPT_IGNORE_CALLEES:
        return read_regex("--ignore-callees", value, &o->root, e);
    case OPT_GROUP_INDEX:
        return read_count("--group-sort-idx", value, &o->group_index, e);
    case OPT_CHILDREN:
        o->children = 1;
        return true;
    case OPT_NO_CHILDREN:
        o->children = 0;
        return true;
    case OPT_GRAPH:
        o->graph_asked = true;
        return graph_read(value ? value : "", &o->graph, e);
    case OPT_SEPARATOR:
        free((void *)(uintptr_t)o->separator);
        o->separator = rows_separator(value);
        return true;
    case OPT_LIMIT:
        o->graph.min_percent = o->percent_limit =
            strtod(value, &end); /* of rows and of what is drawn under them */
        return (end != value && !*end && o->percent_limit >= 0 && o->percent_limit < HUGE_VAL) ||
               err_set(e, ERR_USAGE, 0, "--percent-limit: '%s' is no percentage", value);
    case OPT_PERCENTAGE:
        return filters_percentage_read(value, &o->percent_of_shown, e);
    case OPT_QUANTUM:
        return read_quantum(value, &o->count.time_quantum, e);
    default:
        return filters_take(&o->filters, option, value, e) && stack_take(&o->count.stack, option, value, e);
    }
}

void report_opts_free(struct report_opts *o)
{
    filters_free(&o->filters);
    free((void *)(uintptr_t)o->separator);
    free_regex(o->parent);
    free_regex(o->root);
    free(o->symbol_filter);
    layout_fields_free(&o->layout.usual);
    layout_fields_free(&o->layout.sort);
    layout_fields_free(&o->layout.fields);
    options_free(&o->common);
}

/* Whether a word behind -g is -g's: one that it understands, or that is nothing else, so that -g complains.
 */
static bool is_of_graph(const char *word)
{
    return *word != '-' && (graph_understands(word) || file_kind_of(word) == FILE_NONE);
}

/* perf's -g takes a word of its own, but need not have one; popt knows no such options, so it is taken apart
 * here. */
static const char **without_graph(int *argc, const char **argv)
{
    const char **out = mem_new(2 * (size_t)*argc + 1, sizeof(*out));
    int n = 0;
    for (int i = 0; i < *argc; i++) {
        const char *a = argv[i];
        bool is_long = !strncmp(a, "--call-graph", 12) && (!a[12] || a[12] == '=');
        if (!i || !(is_long || (a[0] == '-' && a[1] == 'g'))) {
            out[n++] = a;
            continue;
        }
        const char *value = is_long ? (a[12] ? a + 13 : NULL) : (a[2] ? a + 2 : NULL);
        if (!value && i + 1 < *argc && is_of_graph(argv[i + 1]))
            value = argv[++i];
        if (value) {
            out[n++] = "--call-graph";
            out[n++] = value;
        }
    }
    *argc = n;
    return out;
}

int report_opts_read(struct report_opts *o, struct captures *captures, int argc, const char **argv, FILE *out,
                     FILE *err)
{
    *o = (struct report_opts){ .children = -1,
                               .branches = -1,
                               .group = 1,
                               .inlines = INLINES_UNWOUND,
                               .graph = { .min_percent = 0.5 },
                               .count = { .stack.max = 127, .time_quantum = 100000000 } };
    o->filters.filter = &o->count.filter;
    int ignored = 0;
    const struct poptOption own[] = {
        { "stdio", 0, POPT_ARG_NONE, &ignored, 0, "text (there is nothing else)", NULL },
        { "sort", 's', POPT_ARG_STRING, NULL, OPT_SORT,
          "keys of the rows, the most important first; help: lists all; of tracepoints: [EVENT.]FIELD[/raw] "
          "trace_fields; +KEY adds to the usual ones",
          "KEY,..." },
        { "fields", 'F', POPT_ARG_STRING, NULL, OPT_FIELDS,
          "columns: keys, and overhead overhead_sys overhead_us overhead_guest_sys overhead_guest_us "
          "overhead_children latency latency_children sample period; +FIELD adds to the usual ones",
          "FIELD,..." },
        { "hierarchy", 'H', POPT_ARG_NONE, &o->hierarchy, 0, "a level for each key, rows under their sum",
          NULL },
        { "show-nr-samples", 'n', POPT_ARG_NONE, &o->layout.samples, 0, "a column with the number of samples",
          NULL },
        { "show-total-period", 0, POPT_ARG_NONE, &o->layout.period, 0, "a column with the sum of the periods",
          NULL },
        { "show-cpu-utilization", 0, POPT_ARG_NONE, &o->layout.modes, 0,
          "columns with the shares of kernel and user", NULL },
        { "showcpuutilization", 0, POPT_ARG_NONE | POPT_ARGFLAG_DOC_HIDDEN, &o->layout.modes, 0, NULL, NULL },
        { "column-widths", 'w', POPT_ARG_STRING, NULL, OPT_WIDTHS, "widths of the columns; 0: as it takes",
          "N,..." },
        { "field-separator", 't', POPT_ARG_STRING, NULL, OPT_SEPARATOR,
          "put this between columns, and no blanks", "CHAR" },
        { "percent-limit", 0, POPT_ARG_STRING, NULL, OPT_LIMIT, "leave out rows below", "PERCENT" },
        { "percentage", 0, POPT_ARG_STRING, NULL, OPT_PERCENTAGE,
          "percent of what filters show, or of everything", "relative|absolute" },
        { "children", 0, POPT_ARG_NONE, NULL, OPT_CHILDREN,
          "count callers too (default where there are call chains)", NULL },
        { "no-children", 0, POPT_ARG_NONE, NULL, OPT_NO_CHILDREN, "count only where samples were", NULL },
        { "call-graph", 'g', POPT_ARG_STRING, NULL, OPT_GRAPH,
          "how call chains are drawn: graph fractal flat folded none, caller callee, function address "
          "srcline, "
          "percent period count, least percentage (0.5), entries",
          "WORD,..." },
        { "inverted", 'G', POPT_ARG_NONE, &o->inverted, 0, "trees from the outermost caller on", NULL },
        { "parent", 'p', POPT_ARG_STRING, NULL, OPT_PARENT,
          "a column with the first function of each call chain that matches", "REGEX" },
        { "exclude-other", 'x', POPT_ARG_NONE, &o->exclude_other, 0, "only rows that have such a parent",
          NULL },
        { "ignore-callees", 0, POPT_ARG_STRING, NULL, OPT_IGNORE_CALLEES,
          "call chains end in a function that matches: what it called counts as itself", "REGEX" },
        { "hide-unresolved", 'U', POPT_ARG_NONE, &o->hide_unresolved, 0,
          "no samples and no callers without a symbol", NULL },
        STACK_OPTIONS,
        FILTER_OPTIONS,
        { "symbol-filter", 0, POPT_ARG_STRING, &o->symbol_filter, 0,
          "only rows of symbols that have this in their name", "TEXT" },
        { "socket-filter", 0, POPT_ARG_STRING, NULL, OPT_FILTER_SOCKETS, "only these processor sockets",
          "N" },
        { "time-quantum", 0, POPT_ARG_STRING, NULL, OPT_QUANTUM, "step of --sort time (100ms)", "TIME" },
        { "ns", 0, POPT_ARG_NONE, &o->nanoseconds, 0, "times with nanoseconds", NULL },
        { "group", 0, POPT_ARG_VAL, &o->group, 1, "events of a group side by side (default)", NULL },
        { "no-group", 0, POPT_ARG_VAL, &o->group, 0, "events of a group one after the other", NULL },
        { "group-sort-idx", 0, POPT_ARG_STRING, NULL, OPT_GROUP_INDEX,
          "order groups by this event, the first one is 0", "N" },
        { "inline", 0, POPT_ARG_VAL, &o->inlines, INLINES_ALL,
          "functions inlined into callers as frames of their own (default for stack dumps)", NULL },
        { "no-inline", 0, POPT_ARG_VAL, &o->inlines, INLINES_NONE, "only functions that were called", NULL },
        { "raw-trace", 0, POPT_ARG_NONE, &o->raw_trace, 0,
          "tracepoints by their fields, not by what they print", NULL },
        { "full-source-path", 0, POPT_ARG_NONE, &o->full_paths, 0, "source files with their folders", NULL },
        { "latency", 0, POPT_ARG_NONE, &o->layout.latency, 0,
          "what counts is time on the wall: a sample's period by how many threads ran", NULL },
        { "parallelism", 0, POPT_ARG_STRING, NULL, OPT_FILTER_RUNNING,
          "only samples beside which so many threads ran, their own counted", "1,3-5" },
        { "branch-stack", 'b', POPT_ARG_VAL, &o->branches, 1,
          "rows are branches (default where they were recorded)", NULL },
        { "modules", 'm', POPT_ARG_NONE | POPT_ARGFLAG_DOC_HIDDEN, &ignored, 0, NULL, NULL },
        { "skip-empty", 0, POPT_ARG_NONE | POPT_ARGFLAG_DOC_HIDDEN, &ignored, 0, NULL, NULL },
        { "no-branch-stack", 0, POPT_ARG_VAL, &o->branches, 0, "rows are samples", NULL },
        { "branch-history", 0, POPT_ARG_NONE, &o->history, 0,
          "rows are samples, and the branches that led to them are frames of their call chains", NULL },
        { "quiet", 'q', POPT_ARG_NONE, &o->quiet, 0, "no headings", NULL },
        { "header", 0, POPT_ARG_NONE, &o->header, 0, "the capture's header first", NULL },
        { "header-only", 0, POPT_ARG_NONE, &o->header_only, 0, "the capture's header, and nothing else",
          NULL },
        { "show-info", 'I', POPT_ARG_NONE, &o->full, 0, "the long parts of the header too", NULL },
        { "csv", 0, POPT_ARG_NONE, &o->common.csv, 0, "the answer as CSV", NULL },
        { "stats", 0, POPT_ARG_NONE, &o->stats, 0, "how many records of each type", NULL },
        { "tasks", 0, POPT_ARG_NONE, &o->tasks, 0, "every thread under its parent", NULL },
        { "mmaps", 0, POPT_ARG_NONE, &o->mmaps, 0, "and what each had mapped", NULL },
        POPT_TABLEEND
    };
    const char **args = without_graph(&argc, argv);
    int status = options_read(
        argc, args,
        &(struct options){ .command = "report", .captures = captures, .own = own, .take = take, .arg = o },
        &o->common, out, err);
    free(args);
    if (o->history) {
        o->graph.key = TREE_ADDRESS; /* whatever -g says, as in perf */
        if (!o->layout.sort.n)
            read_sort("srcline,symbol,dso", &o->layout, &(struct err){ 0 });
    }
    if (status < 0 && o->common.csv && o->header_only) {
        fprintf(err, "perfolio report: --csv: a header has no rows\n");
        status = 1;
    }
    if (status < 0 && o->hierarchy && o->layout.fields.n) {
        fprintf(err, "perfolio report: --hierarchy and --fields exclude each other\n");
        status = 1;
    }
    return status;
}
