#include "lib/question/report/report_options.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/commands.h"
#include "core/base/character/pattern.h"
#include "core/base/file/file.h"
#include "core/base/date.h"
#include "core/base/mem.h"

enum { COUNT_MAX = 1 << 13 /* largest --max-stack: more entries of a chain than a record can hold */ };

static void drop_regex(void *target)
{
    regex_t **r = target;
    if (*r)
        regfree(*r);
    free(*r);
    *r = NULL;
}

/* Parses a list of fields. A list that begins with + is added to the default. */
static bool report_options_read_fields(const char *option, const char *arg, struct fields *f, bool *add,
                                       struct err *e)
{
    *add = *arg == '+';
    return layout_fields_read(option, arg + *add, f, e);
}

static bool report_options_take_sort(void *target, const struct option_row *row UNUSED, const char *value,
                                     struct err *e)
{
    struct report_opts *o = target;
    o->keys_asked = !strcmp(value, "help");
    o->layout.ipc = strstr(value, "symbol");
    o->layout.sort_by_symbol = !strncmp(value, "sym", 3);
    return o->keys_asked ||
           report_options_read_fields("--sort", value, &o->layout.sort, &o->layout.add_to_sort, e);
}

static void drop_fields(void *target)
{
    struct layout_opts *o = target;
    layout_fields_free(&o->sort);
    layout_fields_free(&o->fields);
}

static bool take_fields(void *target, const struct option_row *row UNUSED, const char *value, struct err *e)
{
    struct layout_opts *o = target;
    return report_options_read_fields("--fields", value, &o->fields, &o->add_to_fields, e);
}

static bool take_quantum(void *target, const struct option_row *row, const char *value, struct err *e)
{
    uint64_t *ns = target;
    static const struct {
        const char *unit;
        uint64_t ns;
    } units[] = { { "s", NSEC_PER_SEC }, { "ms", 1000000 }, { "us", 1000 }, { "ns", 1 } };
    char *end;
    uint64_t n = strtoull(value, &end, 10);
    for (size_t i = 0; isdigit((unsigned char)*value) && i < 4; i++)
        if (!strcmp(end, units[i].unit) && n <= UINT64_MAX / units[i].ns) {
            *ns = n * units[i].ns;
            return true;
        }
    return err_set(e, ERR_USAGE, 0, "--%s: '%s' is not a time such as 100ms", row->name, value);
}

/* Parses "8,0,20"; an empty field means automatic width. */
static bool take_widths(void *target, const struct option_row *row, const char *value, struct err *e)
{
    struct report_opts *o = target;
    o->nwidths = 0;
    for (const char *s = value; *s && o->nwidths < FIELDS_MAX; s += *s != 0) {
        char *end;
        unsigned long v = strtoul(s, &end, 10);
        if ((*end && *end != ',') || *s == '-' || v > COUNT_MAX)
            return err_set(e, ERR_USAGE, 0, "--%s: '%s' is not a list of widths such as 8,0,20", row->name,
                           value);
        o->widths[o->nwidths++] = (unsigned)v;
        s = end;
    }
    return true;
}

static bool take_regex(void *target, const struct option_row *row, const char *value, struct err *e)
{
    regex_t **to = target, *r = mem_new(1, sizeof(*r));
    const char *why = pattern_compile(r, value);
    if (why) {
        free(r);
        return err_set(e, ERR_USAGE, 0, "--%s: '%s': %s", row->name, value, why);
    }
    drop_regex(to);
    *to = r;
    return true;
}

/* Takes a text, or an extended regular expression between slashes. */
static bool take_symbol_filter(void *target, const struct option_row *row, const char *value, struct err *e)
{
    struct report_opts *o = target;
    const size_t n = strlen(value);
    free(o->symbol_filter);
    o->symbol_filter = mem_copy(value, n);
    drop_regex(&o->symbol_regex);
    if (n < 3 || value[0] != '/' || value[n - 1] != '/')
        return true;
    char *inside = mem_copy(value + 1, n - 2);
    const bool ok = take_regex(&o->symbol_regex, row, inside, e);
    free(inside);
    return ok;
}

static void drop_symbol_filter(void *target)
{
    struct report_opts *o = target;
    free(o->symbol_filter);
    o->symbol_filter = NULL;
    drop_regex(&o->symbol_regex);
}

/* Without a value it selects the default. */
static bool take_graph(void *target, const struct option_row *row UNUSED, const char *value, struct err *e)
{
    struct report_opts *o = target;
    o->graph_given = true;
    o->graph_asked = o->graph_asked || value;
    return !value || graph_read(value, &o->graph, e);
}

/* Sets the least percentage of rows and of branches. */
static bool take_limit(void *target, const struct option_row *row, const char *value, struct err *e)
{
    struct report_opts *o = target;
    bool ok = option_parse_amount(row, value, &o->percent_limit, e);
    o->graph.min_percent = o->percent_limit;
    return ok;
}

/* Whether a word after -g is its value: it is one if -g can parse it, or if no file has this name, so that -g reports
   the error. */
static bool is_of_graph(const char *word)
{
    return *word != '-' && (graph_read(word, &(struct graph_opts){ 0 }, &(struct err){ 0 }) ||
                            file_kind_of(word) == FILE_NONE);
}

#define OPTS struct report_opts
static const struct option_row options[] = {
    OPT("stdio", 0, NONE, common, NULL, "print text (the only format)"),
    OPT("sort", 's', CALL, common, "KEY,...",
        "keys of the rows, the most important first; help lists all; of tracepoints: "
        "[EVENT.]FIELD[/raw] trace_fields; +KEY adds one to the default",
        .word_at = layout_field_word, .take = report_options_take_sort),
    OPT("fields", 'F', CALL, layout, "FIELD,...", "columns: %s; +FIELD adds one to the default",
        .word_at = layout_field_word, .take = take_fields, .drop = drop_fields),
    OPT("hierarchy", 'H', FLAG, hierarchy, NULL, "one level per key, rows below their sum"),
    OPT("show-nr-samples", 'n', FLAG, layout.samples, NULL, "a column with the number of samples"),
    OPT("show-total-period", 0, FLAG, layout.period, NULL, "a column with the sum of the periods"),
    OPT("show-cpu-utilization", 0, FLAG, layout.modes, NULL, "columns with the shares of kernel and user"),
    OPT("showcpuutilization", 0, FLAG, layout.modes, NULL, NULL),
    STDIO_COLOR_ROW,
    OPT("column-widths", 'w', CALL, common, "N,...", "widths of the columns; 0: as wide as needed",
        .take = take_widths),
    OPT("field-separator", 't', SEPARATOR, separator, "CHAR",
        "separate columns by this character, without padding"),
    OPT("percent-limit", 0, CALL, common, "PERCENT", "leave out rows below this share", .noun = "percentage",
        .take = take_limit),
    OPT("percentage", 0, CALL, percent_of_shown, "relative|absolute",
        "percentages of the filtered samples, or of all", .words = "relative absolute",
        .take = filters_percentage_take),
    OPT("children", 0, SET, children, NULL, "count callers, too (default if there are call chains)",
        .value = 1),
    OPT("no-children", 0, SET, children, NULL, "count samples only for their own function", .value = 0),
    OPT("call-graph", 'g', CALL, common, "WORD,...",
        "how call chains are drawn: %s, least percentage (0.5), entries", .loose = true,
        .is_value = is_of_graph, .word_at = graph_word, .take = take_graph),
    OPT("inverted", 'G', FLAG, inverted, NULL, "trees from the outermost caller inwards"),
    OPT("parent", 'p', CALL, parent, "REGEX",
        "a column with the first function of each call chain that matches", .take = take_regex,
        .drop = drop_regex),
    OPT("exclude-other", 'x', FLAG, exclude_other, NULL, "only rows with such a parent"),
    OPT("ignore-callees", 0, CALL, root, "REGEX", "count callees of a matching function as that function",
        .take = take_regex, .drop = drop_regex),
    OPT("hide-unresolved", 'U', FLAG, hide_unresolved, NULL,
        "leave out samples and callers without a symbol"),
    TRANSFORM_ROWS(count.transforms),
    OPT("invert", 0, FLAG, invert, NULL,
        "trees from the functions in which samples were taken; as --no-children -g callee"),
    OPT("sandwich", 0, TEXT, sandwich, "SYM", "the callers and the callees of a function, as two call trees"),
    STACK_ROWS(count.stack),
    PATHS_MAX_ROW(count.max_paths),
    FILTER_ROWS(count.filter, filters.time, 'c', 'd', 'C'),
    SWITCH_ROWS(switched),
    OPT("symbol-filter", 0, CALL, common, "TEXT",
        "only rows whose symbol contains this text, or fits /REGEX/", .take = take_symbol_filter,
        .drop = drop_symbol_filter),
    OPT("socket-filter", 0, NUMBERS, count.filter.sockets, "N", "only these processor sockets"),
    OPT("time-quantum", 0, CALL, count.time_quantum, "TIME", "step of --sort time (100ms)",
        .take = take_quantum),
    OPT("ns", 0, FLAG, nanoseconds, NULL, "times with nanoseconds"),
    OPT("group", 0, SET, group, NULL, "events of a group side by side (default)", .value = GROUP_ASKED),
    OPT("no-group", 0, SET, group, NULL, "events of a group one after the other", .value = GROUP_NO),
    OPT("group-sort-idx", 0, NUMBER, group_index, "N", "order groups by this event, the first one is 0",
        .most = COUNT_MAX),
    OPT("inline", 0, SET, inlines, NULL,
        "show inlined functions as frames of their own (default for stack dumps)", .value = INLINES_ALL),
    OPT("no-inline", 0, SET, inlines, NULL, "no inlined functions as frames", .value = INLINES_NONE),
    OPT("raw-trace", 0, FLAG, raw_trace, NULL, "show fields of tracepoints, not their text"),
    OPT("full-source-path", 0, FLAG, full_paths, NULL, "source files with their folders"),
    OPT("latency", 0, FLAG, layout.latency, NULL,
        "count wall-clock time: a sample's period divided by the number of running threads"),
    OPT("parallelism", 0, NUMBERS, count.filter.running, "1,3-5",
        "only samples taken while so many threads ran, including their own"),
    OFF_CPU_ROWS(off_cpu),
    OPT("branch-stack", 'b', SET, branches, NULL, "rows are branches (default if branches were recorded)",
        .value = 1),
    OPT("modules", 'm', NONE, common, NULL, NULL),
    OPT("skip-empty", 0, NONE, common, NULL, NULL),
    OPT("no-branch-stack", 0, SET, branches, NULL, "rows are samples", .value = 0),
    OPT("branch-history", 0, FLAG, history, NULL,
        "rows are samples, and the branches that led to them are frames of their call chains"),
    OPT("quiet", 'q', FLAG, quiet, NULL, "no headings"),
    OPT("header", 0, FLAG, header, NULL, "the capture's header before the result"),
    OPT("header-only", 0, FLAG, header_only, NULL, "only the capture's header"),
    OPT("show-info", 'I', FLAG, full, NULL, "the long parts of the header too"),
    CSV_ROW,
    OPT("threads", 'T', FLAG, threads, NULL, "below the rows, the final counts of each thread"),
    OPT("pretty", 0, WORD, pretty, "FORM", "... as one row per thread or per count: %s",
        .words = "normal raw"),
    OPT("stats", 0, FLAG, stats, NULL, "how many records of each type"),
    OPT("tasks", 0, FLAG, tasks, NULL, "every thread under its parent"),
    OPT("mmaps", 0, FLAG, mmaps, NULL, "and the mappings of each"),
    OPT_END
};

/* The options that contradict each other, in words; NULL: none do. --invert means --no-children -g callee. */
static const char *contradiction(const struct report_opts *o)
{
    if (o->invert && o->children > 0)
        return "--invert and --children exclude each other";
    if (o->invert && o->graph.callers_first > 0)
        return "--invert and -g caller exclude each other";
    if (o->invert && o->inverted)
        return "--invert and --inverted exclude each other";
    if (o->sandwich && (o->hierarchy || o->common.csv))
        return "--sandwich answers with call trees, which --hierarchy and --csv do not have";
    if (o->sandwich && (o->invert || o->inverted || o->children >= 0))
        return "--sandwich excludes --invert, --inverted, --children and --no-children";
    if (o->sandwich && o->count.transforms.n == TRANSFORMS_MOST)
        return "--sandwich changes call stacks, too, and there are as many changes as there can be";
    if (o->hierarchy && o->layout.fields.n)
        return "--hierarchy and --fields exclude each other";
    if (o->common.csv && o->header_only)
        return "--csv: a header has no rows";
    return NULL;
}

static bool report_options_prepare(void *opts, struct outlet *err)
{
    struct report_opts *o = opts;
    const char *why = contradiction(o);
    o->layout.parents = o->parent;
    /* perf's default (util/sort.c, default_parent_pattern) */
    if (!o->parent && layout_names_key(&o->layout, "parent"))
        take_regex(&o->parent, NULL, "^sys_|^do_page_fault", NULL);
    if (o->history) {
        o->graph.key = TREE_ADDRESS; /* overrides -g, as in perf */
        if (!o->layout.sort.n)
            report_options_take_sort(o, NULL, "srcline,symbol,dso", &(struct err){ 0 });
    }
    if (o->sandwich && !o->layout.sort.n && !o->layout.fields.n)
        report_options_take_sort(o, NULL, "sym,dso", &(struct err){ 0 });
    if (o->invert) {
        o->children = 0;
        o->graph.callers_first = false;
    }
    if (!why && o->hierarchy && (o->common.csv || o->common.json))
        outlet_print(
            err, "perfolio report: --hierarchy applies to text: rows of --csv and --json have no levels\n");
    if (why)
        outlet_print(err, "perfolio report: %s\n", why);
    return !why;
}

static const struct report_opts usual = { .children = -1,
                                          .branches = -1,
                                          .group = GROUP_USUAL,
                                          .inlines = INLINES_UNWOUND,
                                          .graph = { .callers_first = -1, .min_percent = 0.5 },
                                          .count = { .stack.max = 127, .time_quantum = 100000000 } };

const struct command report_command =
    COMMAND("report", "where the time went: rows by thread, object and symbol, as perf report prints them",
            NULL, options, .size = sizeof(usual), .usual = &usual, .prepare = report_options_prepare,
            .run = report_run, .traits = COMMAND_ALL);
