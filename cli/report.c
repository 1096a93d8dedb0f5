#include "cli/report.h"

#include <ctype.h>
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "core/base/file.h"
#include "core/base/mem.h"
#include "formats/elf/elf.h"
#include "formats/perf/feature.h"

enum {
    OPT_SORT = 1,
    OPT_COMMS,
    OPT_DSOS,
    OPT_SYMBOLS,
    OPT_PIDS,
    OPT_TIDS,
    OPT_CPUS,
    OPT_GRAPH,
    OPT_CHILDREN,
    OPT_NO_CHILDREN,
    OPT_LIMIT,
    OPT_PERCENTAGE,
    OPT_QUANTUM,
    OPT_MAX_STACK,
    OPT_UNWIND,
    OPT_SEPARATOR
};
enum { TIME_RANGES = 64, MAX_STACK = 1 << 13 /* more entries than a record can hold */ };

/* A list of words: "a,b", or one per line of a file named by file://. */
static bool read_words(const char *arg, struct words *w, struct err *e)
{
    struct text text = { 0 };
    if (!strncmp(arg, "file://", 7)) {
        struct span bytes;
        if (!file_map(arg + 7, &bytes, e))
            return false;
        text_add_n(&text, (const char *)bytes.p, bytes.n);
        file_unmap(bytes);
        arg = text.s;
    }
    for (const char *s = arg; s && *s;) {
        size_t n = strcspn(s, ",\n");
        if (n) {
            w->v = mem_resize(w->v, w->n + 1, sizeof(*w->v));
            w->v[w->n++] = mem_copy(s, n);
        }
        s += n + (s[n] != 0);
    }
    text_free(&text);
    return true;
}

static void free_words(struct words *w)
{
    for (size_t i = 0; i < w->n; i++)
        free((void *)(uintptr_t)w->v[i]);
    free(w->v);
}

/* "1,3-5" */
static bool read_numbers(const char *option, const char *arg, struct numbers *to, struct err *e)
{
    for (const char *s = arg; *s;) {
        char *end;
        errno = 0;
        long long a = strtoll(s, &end, 10), b = a;
        if (end != s && *end == '-')
            b = strtoll(s = end + 1, &end, 10);
        if (end == s || errno || (*end && *end != ',') || a < INT32_MIN || b > UINT32_MAX || b < a ||
            b - a > 65535)
            return err_set(e, ERR_USAGE, 0, "%s: '%s' is no list of numbers such as 1,3-5", option, arg);
        for (; a <= b; a++) {
            to->v = mem_resize(to->v, to->n + 1, sizeof(*to->v));
            to->v[to->n++] = a;
        }
        s = end + (*end == ',');
    }
    return true;
}

static bool read_keys(const char *arg, struct report_opts *o, struct err *e)
{
    o->nkeys = 0;
    for (const char *s = arg; *s;) {
        size_t n = strcspn(s, ", ");
        const struct key *k = key_named(s, n);
        if (n && !k) {
            struct text known = { 0 };
            for (size_t i = 0; key_at(i); i++)
                text_printf(&known, " %s", key_at(i)->name);
            err_set(e, ERR_USAGE, 0, "--sort: there is no key '%.*s'; there are:%s", (int)n, s, known.s);
            text_free(&known);
            return false;
        }
        bool taken = false;
        for (size_t i = 0; i < o->nkeys; i++)
            taken = taken || o->keys[i] == k;
        if (n && !taken) /* KEYS_MAX is not less than there are */
            o->keys[o->nkeys++] = k;
        s += n + (s[n] != 0);
    }
    o->ipc_column = strstr(arg, "symbol");
    o->sort_by_symbol = !strncmp(arg, "sym", 3);
    o->nshown = o->nkeys;
    const struct key *symbol = key_named("symbol", 6), *dso = key_named("dso", 3);
    bool has_symbol = false, has_dso = false;
    for (size_t i = 0; i < o->nkeys; i++) {
        has_symbol = has_symbol || o->keys[i] == symbol;
        has_dso = has_dso || o->keys[i] == dso;
    }
    if (has_symbol &&
        !has_dso) /* symbols of two objects are two, whatever they are called (perf, sort__sym_cmp) */
        o->keys[o->nkeys++] = dso;
    return o->nkeys || err_set(e, ERR_USAGE, 0, "--sort: no key is named");
}

static bool read_quantum(const char *arg, uint64_t *ns, struct err *e)
{
    static const struct {
        const char *unit;
        uint64_t ns;
    } units[] = { { "s", 1000000000 }, { "ms", 1000000 }, { "us", 1000 }, { "ns", 1 } };
    char *end;
    uint64_t n = strtoull(arg, &end, 10);
    for (size_t i = 0; isdigit((unsigned char)*arg) && i < 4; i++)
        if (!strcmp(end, units[i].unit) && n <= UINT64_MAX / units[i].ns) {
            *ns = n * units[i].ns;
            return true;
        }
    return err_set(e, ERR_USAGE, 0, "--time-quantum: '%s' is no time such as 100ms", arg);
}

/* Unwind tables are asked whatever is said. */
static bool read_unwind(const char *arg, unsigned *guess, struct err *e)
{
    static const struct {
        const char *name;
        unsigned guess;
    } ways[] = { { "tables", 0 }, { "fp", UNWIND_POINTERS }, { "scan", UNWIND_SCAN } };
    *guess = 0;
    for (const char *s = arg; *s;) {
        size_t n = strcspn(s, ","), i = 0;
        while (i < 3 && (strlen(ways[i].name) != n || strncmp(ways[i].name, s, n)))
            i++;
        if (i == 3)
            return err_set(e, ERR_USAGE, 0, "--unwind: '%.*s' is none of tables, fp, scan", (int)n, s);
        *guess |= ways[i].guess;
        s += n + (s[n] == ',');
    }
    return true;
}

static bool take(void *arg, int option, const char *value, struct err *e)
{
    struct report_opts *o = arg;
    unsigned long long depth;
    char *end;
    switch (option) {
    case OPT_SORT:
        return read_keys(value, o, e);
    case OPT_COMMS:
        return read_words(value, &o->count.filter.comms, e);
    case OPT_DSOS:
        return read_words(value, &o->count.filter.dsos, e);
    case OPT_SYMBOLS:
        return read_words(value, &o->count.filter.symbols, e);
    case OPT_PIDS:
        return read_numbers("--pid", value, &o->count.filter.pids, e);
    case OPT_TIDS:
        return read_numbers("--tid", value, &o->count.filter.tids, e);
    case OPT_CPUS:
        return read_numbers("--cpu", value, &o->count.filter.cpus, e);
    case OPT_CHILDREN:
        o->children = 1;
        return true;
    case OPT_NO_CHILDREN:
        o->children = 0;
        return true;
    case OPT_GRAPH:
        return graph_read(value ? value : "", &o->graph, e);
    case OPT_SEPARATOR:
        free((void *)(uintptr_t)o->separator);
        o->separator = strcmp(value, "\\t") ? mem_copy(value, strlen(value)) : mem_copy("\t", 1);
        return true;
    case OPT_LIMIT:
        o->percent_limit = strtod(value, &end);
        return (end != value && !*end && o->percent_limit >= 0 && o->percent_limit < HUGE_VAL) ||
               err_set(e, ERR_USAGE, 0, "--percent-limit: '%s' is no percentage", value);
    case OPT_PERCENTAGE:
        o->percent_of_shown = !strcmp(value, "relative");
        return o->percent_of_shown || !strcmp(value, "absolute") ||
               err_set(e, ERR_USAGE, 0, "--percentage: '%s' is neither relative nor absolute", value);
    case OPT_QUANTUM:
        return read_quantum(value, &o->count.time_quantum, e);
    case OPT_MAX_STACK:
        depth = strtoull(value, &end, 10);
        o->count.stack.max = depth < MAX_STACK ? (unsigned)depth : MAX_STACK;
        return (!*end && isdigit((unsigned char)*value) && depth <= MAX_STACK) ||
               err_set(e, ERR_USAGE, 0, "--max-stack: '%s' is no number up to %d", value, MAX_STACK);
    case OPT_UNWIND:
        return read_unwind(value, &o->count.stack.guess, e);
    default:
        return true;
    }
}

static void free_opts(struct report_opts *o)
{
    free_words(&o->count.filter.comms);
    free_words(&o->count.filter.dsos);
    free_words(&o->count.filter.symbols);
    free(o->count.filter.cpus.v);
    free(o->count.filter.pids.v);
    free(o->count.filter.tids.v);
    free((void *)(uintptr_t)o->separator);
    free(o->time);
    options_free(&o->common);
}

static bool any_event(const struct capture *c, uint64_t sample_bit)
{
    for (uint32_t i = 0; i < c->events.n; i++)
        if (c->events.v[i].attr.sample_type & sample_bit)
            return true;
    return false;
}

static void show_header(const struct session *s, const struct report_opts *o, FILE *out)
{
    struct text text = { 0 };
    features_show(s->capture, o->full, &text);
    fwrite(text.s, 1, text.n, out);
    text_free(&text);
}

/* What the profile needs of the capture, from what was asked for. */
static bool plan(const struct session *s, struct report_opts *o, struct time_range *times, struct err *e)
{
    struct count_opts *c = &o->count;
    c->keys = o->keys;
    c->nkeys = o->stats ? 0 : o->nkeys;
    /* perf does not know yet what a pipe will bring when it decides, so its default there is without. */
    bool by_default = !s->capture->is_pipe;
    c->children = !o->stats && (o->children < 0 ? by_default : o->children) &&
                  any_event(s->capture, PERF_SAMPLE_CALLCHAIN);
    c->paths = !o->stats && o->graph.form != GRAPH_NONE && any_event(s->capture, PERF_SAMPLE_CALLCHAIN);
    c->by_address = o->graph.key != GRAPH_FUNCTION;
    if (!o->graph.order_set)
        o->graph.callers_first = o->children || o->inverted;
    c->inlines = (enum count_inlines)o->inlines;
    c->stack.innermost = !o->graph.callers_first;
    c->filter.demangle = elf_demangle;
    c->skip_places = !filter_needs_place(&c->filter);
    for (size_t i = 0; i < c->nkeys; i++) {
        c->skip_places = c->skip_places && !c->keys[i]->needs_place;
        if (c->keys[i]->sample & PERF_SAMPLE_CPU && !any_event(s->capture, PERF_SAMPLE_CPU))
            return err_set(e, ERR_USAGE, 0, "--sort %s: no event of this capture recorded the CPU",
                           c->keys[i]->name);
    }
    if (c->filter.cpus.n && !any_event(s->capture, PERF_SAMPLE_CPU))
        return err_set(e, ERR_USAGE, 0, "--cpu: no event of this capture recorded the CPU");
    c->filter.times = times;
    return !o->time || time_ranges_read(o->time, s->capture->first_time, s->capture->last_time, times,
                                        TIME_RANGES, &c->filter.ntimes, e);
}

/* What the reader of perf's reports would look for here in vain. */
static void show_limits(const struct session *s, const struct report_opts *o, uint64_t samples, FILE *err)
{
    if (!samples) {
        bool chosen = o->time || o->count.filter.cpus.n;
        fprintf(err, "perfolio: %s has no samples%s\n", s->capture->path,
                !s->capture->nsamples ? ""
                : chosen              ? " that --time and --cpu let through"
                                      : " that could be read");
    }
    if (any_event(s->capture, PERF_SAMPLE_BRANCH_STACK))
        fputs("perfolio: branch stacks are not reported yet: these rows are the samples that carry them\n",
              err);
}

static int count_and_show(struct session *s, struct report_opts *o, FILE *out, FILE *err)
{
    struct profile profile = { 0 };
    struct time_range times[TIME_RANGES];
    struct err e = { 0 };
    uint64_t samples = 0;
    if (plan(s, o, times, &e) &&
        count_samples(s->capture, s->timeline, s->resolver, &o->count, &profile, &e)) {
        const struct arch *arch = s->capture->env.arch;
        unsigned bits = arch ? arch->bits : s->capture->bits;
        struct key_context kc = { .timeline = s->timeline,
                                  .demangle = elf_demangle,
                                  .resolver = s->resolver,
                                  .addr_digits = bits == 32 ? 8 : 16,
                                  .nanoseconds = o->nanoseconds,
                                  .full_paths = o->full_paths };
        for (size_t i = 0; i < profile.nevents; i++)
            samples += profile.totals[i].samples;
        if (o->stats) {
            (o->common.json ? report_stats_json : report_stats)(s, &profile, out);
        } else {
            struct table table;
            table_init(&table, &profile, &kc);
            (o->common.json ? report_rows_json : report_rows)(s, o, &table, &kc, out);
            table_free(&table);
        }
        if (!o->common.json)
            problems_show(s, &profile.problems, samples, err);
        if (!o->stats && !o->common.json)
            show_limits(s, o, samples, err);
    } else {
        fprintf(err, "perfolio: %s: %s\n", s->capture->path, e.msg);
    }
    profile_free(&profile);
    return e.kind != ERR_NONE;
}

static int report(struct report_opts *o, FILE *out, FILE *err)
{
    struct session s;
    bool list = o->stats || o->tasks || o->mmaps;
    if (!session_open(&s, &o->common,
                      o->header_only ? SESSION_HEADER
                      : list         ? SESSION_WALK
                                     : SESSION_RESOLVE,
                      err))
        return 1;
    int status = 0;
    if (o->header_only && o->common.json)
        report_header_json(&s, o->full, out);
    else if (o->header_only || (o->header && !o->common.json))
        show_header(&s, o, out);
    bool tasks = (o->tasks || o->mmaps) && !o->header_only;
    if (tasks)
        (o->common.json ? report_tasks_json : report_tasks)(&s, o->mmaps, out);
    else if (!o->header_only)
        status = count_and_show(&s, o, out, err);
    if ((tasks || o->header_only) && !o->common.json)
        problems_show(&s, NULL, 0, err);
    session_close(&s);
    return status;
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
        if (!value && i + 1 < *argc && graph_understands(argv[i + 1]))
            value = argv[++i];
        if (value) {
            out[n++] = "--call-graph";
            out[n++] = value;
        }
    }
    *argc = n;
    return out;
}

int cmd_report(int argc, const char **argv, FILE *out, FILE *err)
{
    struct report_opts o = { .children = -1,
                             .group = 1,
                             .inlines = INLINES_UNWOUND,
                             .graph = { .min_percent = 0.5 },
                             .count = { .stack.max = 127, .time_quantum = 100000000 } };
    struct err ignored = { 0 };
    int text_wanted = 0, ignored_flag = 0;
    read_keys("comm,dso,sym", &o, &ignored);
    const struct poptOption own[] = {
        { "stdio", 0, POPT_ARG_NONE, &text_wanted, 0, "text (there is nothing else)", NULL },
        { "sort", 's', POPT_ARG_STRING, NULL, OPT_SORT,
          "keys of the rows: pid tid comm dso symbol cpu socket srcline srcfile time cgroup cgroup_id",
          "KEY,..." },
        { "show-nr-samples", 'n', POPT_ARG_NONE, &o.show_samples, 0, "a column with the number of samples",
          NULL },
        { "show-total-period", 0, POPT_ARG_NONE, &o.show_period, 0, "a column with the sum of the periods",
          NULL },
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
        { "inverted", 'G', POPT_ARG_NONE, &o.inverted, 0, "trees from the outermost caller on", NULL },
        { "max-stack", 0, POPT_ARG_STRING, NULL, OPT_MAX_STACK, "entries of a call chain that count (127)",
          "N" },
        { "unwind", 0, POPT_ARG_STRING, NULL, OPT_UNWIND,
          "how stack dumps are unwound where unwind tables do not help: fp (frame pointers), scan",
          "WAY,..." },
        { "comms", 'c', POPT_ARG_STRING, NULL, OPT_COMMS, "only these commands", "NAME,..." },
        { "dsos", 'd', POPT_ARG_STRING, NULL, OPT_DSOS, "only these objects", "NAME,..." },
        { "symbols", 'S', POPT_ARG_STRING, NULL, OPT_SYMBOLS, "only these symbols", "NAME,..." },
        { "pid", 0, POPT_ARG_STRING, NULL, OPT_PIDS, "only these processes", "PID,..." },
        { "pids", 0, POPT_ARG_STRING | POPT_ARGFLAG_DOC_HIDDEN, NULL, OPT_PIDS, NULL, NULL },
        { "tid", 0, POPT_ARG_STRING, NULL, OPT_TIDS, "only these threads", "TID,..." },
        { "tids", 0, POPT_ARG_STRING | POPT_ARGFLAG_DOC_HIDDEN, NULL, OPT_TIDS, NULL, NULL },
        { "cpu", 'C', POPT_ARG_STRING, NULL, OPT_CPUS, "only these CPUs", "1,3-5" },
        { "time", 0, POPT_ARG_STRING, &o.time, 0, "only samples in START,STOP (seconds), in N%/M or in A%-B%",
          "RANGE" },
        { "time-quantum", 0, POPT_ARG_STRING, NULL, OPT_QUANTUM, "step of --sort time (100ms)", "TIME" },
        { "ns", 0, POPT_ARG_NONE, &o.nanoseconds, 0, "times with nanoseconds", NULL },
        { "group", 0, POPT_ARG_VAL, &o.group, 1, "events of a group side by side (default)", NULL },
        { "no-group", 0, POPT_ARG_VAL, &o.group, 0, "events of a group one after the other", NULL },
        { "inline", 0, POPT_ARG_VAL, &o.inlines, INLINES_ALL,
          "functions inlined into callers as frames of their own (default for stack dumps)", NULL },
        { "no-inline", 0, POPT_ARG_VAL, &o.inlines, INLINES_NONE, "only functions that were called", NULL },
        { "full-source-path", 0, POPT_ARG_NONE, &o.full_paths, 0, "source files with their folders", NULL },
        { "no-branch-stack", 0, POPT_ARG_NONE | POPT_ARGFLAG_DOC_HIDDEN, &ignored_flag, 0, NULL, NULL },
        { "quiet", 'q', POPT_ARG_NONE, &o.quiet, 0, "no headings", NULL },
        { "header", 0, POPT_ARG_NONE, &o.header, 0, "the capture's header first", NULL },
        { "header-only", 0, POPT_ARG_NONE, &o.header_only, 0, "the capture's header, and nothing else",
          NULL },
        { "show-info", 'I', POPT_ARG_NONE, &o.full, 0, "the long parts of the header too", NULL },
        { "stats", 0, POPT_ARG_NONE, &o.stats, 0, "how many records of each type", NULL },
        { "tasks", 0, POPT_ARG_NONE, &o.tasks, 0, "every thread under its parent", NULL },
        { "mmaps", 0, POPT_ARG_NONE, &o.mmaps, 0, "and what each had mapped", NULL },
        POPT_TABLEEND
    };
    const char **args = without_graph(&argc, argv);
    int status = options_read(argc, args,
                              &(struct options){ .command = "report", .own = own, .take = take, .arg = &o },
                              &o.common, out, err);
    if (status < 0)
        status = report(&o, out, err);
    free_opts(&o);
    free(args);
    return status;
}
