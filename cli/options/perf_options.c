#include "cli/options/perf_options.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/perf/records/records.h"

static const char dumps[] = "perfolio dump prints every record";
static const char texts[] = "its output is text, or --json";
static const char scripts[] = "--json gives every sample to scripts";
static const char json[] = "--json has the answer for scripts";
static const char chosen[] = "it is chosen when counting, by perf stat record";
static const char chosen_then[] = "it is chosen when recording";
static const char live[] = "it reads what perf record writes";
static const char to_stdout[] = "the answer goes to standard output";
static const char no_code[] = "nothing is disassembled";
static const char no_colours[] = "its text has no colours";
static const char own_lines[] = "DWARF is read without addr2line";
static const char own_unwinder[] = "--unwind tells how stack dumps are unwound";
static const char traces[] = "perf script --itrace decodes traces on the recording machine";
static const char aux[] =
    "traces of the AUX area are decoded by perf script --itrace, on the recording machine";
static const char guests[] = "--objects takes any place with object files, of guests too";

enum takes { FLAG, VALUE, LOOSE /* its value may be left out, and stands behind a = */ };

/* By command and name. The reason is what there is instead, or why there need not be anything; NULL: there is
 * nothing. */
static const struct row {
    const char *command, *name;
    char letter; /* 0: none */
    enum takes takes;
    int verdict;
    const char *why;
} rows[] = {
    { "buildid-list", "kernel-maps", 'm', FLAG, PERF_REFUSED,
      "it would be those of this machine; -k is the recorded kernel's" },
    { "diff", "cycles-hist", 0, FLAG, PERF_REFUSED, no_code },
    { "diff", "dump-raw-trace", 'D', FLAG, PERF_REFUSED, dumps },
    { "diff", "stream", 0, FLAG, PERF_REFUSED, NULL },
    { "evlist", "trace-fields", 0, FLAG, PERF_REFUSED, "evlist -v prints all that is recorded of an event" },
    { "lock", "all-cpus", 'a', FLAG, PERF_REFUSED, live },
    { "lock", "cgroup-filter", 'G', VALUE, PERF_REFUSED, NULL },
    { "lock", "cpu", 'C', VALUE, PERF_REFUSED, live },
    { "lock", "dump-raw-trace", 'D', FLAG, PERF_REFUSED, dumps },
    { "lock", "field-separator", 'x', VALUE, PERF_REFUSED, json },
    { "lock", "inject-delay", 'J', VALUE, PERF_REFUSED, live },
    { "lock", "lock-cgroup", 0, FLAG, PERF_REFUSED, NULL },
    { "lock", "lock-owner", 'o', FLAG, PERF_REFUSED, NULL },
    { "lock", "map-nr-entries", 'M', VALUE, PERF_REFUSED, live },
    { "lock", "output", 0, VALUE, PERF_REFUSED, to_stdout },
    { "lock", "pid", 'p', VALUE, PERF_REFUSED, live },
    { "lock", "tid", 0, VALUE, PERF_REFUSED, live },
    { "lock", "use-bpf", 'b', FLAG, PERF_REFUSED, live },
    { "report", "addr2line", 0, VALUE, PERF_WITHOUT_EFFECT, own_lines },
    { "report", "addr2line-style", 0, VALUE, PERF_WITHOUT_EFFECT, own_lines },
    { "report", "asm-raw", 0, FLAG, PERF_WITHOUT_EFFECT, no_code },
    { "report", "disable-order", 0, FLAG, PERF_WITHOUT_EFFECT,
      "it is for dumps; perfolio dump keeps the order of the file" },
    { "report", "disassembler-style", 'M', VALUE, PERF_WITHOUT_EFFECT, no_code },
    { "report", "dump-raw-trace", 'D', FLAG, PERF_REFUSED, dumps },
    { "report", "gtk", 0, FLAG, PERF_REFUSED, texts },
    { "report", "ignore-vmlinux", 0, FLAG, PERF_WITHOUT_EFFECT,
      "an image of the kernel counts only if it is the recorded one" },
    { "report", "itrace", 0, LOOSE, PERF_RECORD_AUXTRACE_INFO, aux },
    { "report", "mem-mode", 0, FLAG, PERF_REFUSED, NULL },
    { "report", "objdump", 0, VALUE, PERF_WITHOUT_EFFECT, no_code },
    { "report", "percent-type", 0, VALUE, PERF_WITHOUT_EFFECT, no_code },
    { "report", "prefix", 0, VALUE, PERF_WITHOUT_EFFECT, no_code },
    { "report", "prefix-strip", 0, VALUE, PERF_WITHOUT_EFFECT, no_code },
    { "report", "pretty", 0, VALUE, PERF_WITHOUT_EFFECT, "it is for perf's counts by thread" },
    { "report", "samples", 0, VALUE, PERF_WITHOUT_EFFECT,
      "it is for perf's browser of samples; perfolio script shows them" },
    { "report", "show-on-off-events", 0, FLAG, PERF_REFUSED, "perfolio script has it; --time here" },
    { "report", "show-ref-call-graph", 0, FLAG, PERF_REFUSED, NULL },
    { "report", "source", 0, FLAG, PERF_WITHOUT_EFFECT, no_code },
    { "report", "stdio-color", 0, VALUE, PERF_WITHOUT_EFFECT, no_colours },
    { "report", "stitch-lbr", 0, FLAG, PERF_REFUSED, NULL },
    { "report", "switch-off", 0, VALUE, PERF_REFUSED, "perfolio script has it; --time here" },
    { "report", "switch-on", 0, VALUE, PERF_REFUSED, "perfolio script has it; --time here" },
    { "report", "threads", 'T', FLAG, PERF_RECORD_READ,
      "counts by thread (record -s) are shown by perfolio dump" },
    { "report", "total-cycles", 0, FLAG, PERF_REFUSED, NULL },
    { "report", "tui", 0, FLAG, PERF_WITHOUT_EFFECT, texts },
    { "report", "unwind-style", 0, VALUE, PERF_WITHOUT_EFFECT, own_unwinder },
    { "sched latency", "dump-raw-trace", 'D', FLAG, PERF_REFUSED, dumps },
    { "sched map", "color-cpus", 0, VALUE, PERF_WITHOUT_EFFECT, no_colours },
    { "sched map", "color-pids", 0, VALUE, PERF_WITHOUT_EFFECT, no_colours },
    { "sched map", "dump-raw-trace", 'D', FLAG, PERF_REFUSED, dumps },
    { "sched timehist", "dump-raw-trace", 'D', FLAG, PERF_REFUSED, dumps },
    { "sched timehist", "pre-migrations", 'P', FLAG, PERF_REFUSED, NULL },
    { "sched timehist", "prio", 0, VALUE, PERF_REFUSED, NULL },
    { "sched timehist", "show-prio", 0, FLAG, PERF_REFUSED, NULL },
    { "script", "Latency", 'L', FLAG, PERF_WITHOUT_EFFECT, "-F +misc shows how a sample was taken" },
    { "script", "addr2line", 0, VALUE, PERF_WITHOUT_EFFECT, own_lines },
    { "script", "all-cpus", 'a', FLAG, PERF_WITHOUT_EFFECT, chosen_then },
    { "script", "call-ret-trace", 0, LOOSE, PERF_REFUSED, traces },
    { "script", "call-trace", 0, LOOSE, PERF_REFUSED, traces },
    { "script", "debug-mode", 'd', FLAG, PERF_WITHOUT_EFFECT, "perfolio doctor checks captures" },
    { "script", "dlarg", 0, VALUE, PERF_REFUSED, scripts },
    { "script", "dlfilter", 0, VALUE, PERF_REFUSED, scripts },
    { "script", "dump-raw-trace", 'D', FLAG, PERF_REFUSED, dumps },
    { "script", "dump-unsorted-raw-trace", 0, FLAG, PERF_REFUSED, dumps },
    { "script", "gen-script", 'g', VALUE, PERF_REFUSED, scripts },
    { "script", "graph-function", 0, VALUE, PERF_REFUSED, traces },
    { "script", "guest-code", 0, FLAG, PERF_REFUSED, guests },
    { "script", "guestkallsyms", 0, VALUE, PERF_REFUSED, guests },
    { "script", "guestmodules", 0, VALUE, PERF_REFUSED, guests },
    { "script", "guestmount", 0, VALUE, PERF_REFUSED, guests },
    { "script", "guestvmlinux", 0, VALUE, PERF_REFUSED, guests },
    { "script", "insn-trace", 0, LOOSE, PERF_REFUSED, traces },
    { "script", "itrace", 0, LOOSE, PERF_RECORD_AUXTRACE_INFO, aux },
    { "script", "list", 'l', FLAG, PERF_REFUSED, scripts },
    { "script", "list-dlfilters", 0, FLAG, PERF_REFUSED, scripts },
    { "script", "max-blocks", 0, VALUE, PERF_REFUSED, no_code },
    { "script", "script", 's', VALUE, PERF_REFUSED, scripts },
    { "script", "stitch-lbr", 0, FLAG, PERF_REFUSED, "-F +brstack shows branch stacks whole" },
    { "script", "unwind-style", 0, VALUE, PERF_WITHOUT_EFFECT, own_unwinder },
    { "script", "xed", 0, LOOSE, PERF_REFUSED, no_code },
    { "stat", "affinity", 0, FLAG, PERF_REFUSED, chosen },
    { "stat", "all-cpus", 'a', FLAG, PERF_REFUSED, chosen },
    { "stat", "all-kernel", 0, FLAG, PERF_REFUSED, chosen },
    { "stat", "all-user", 0, FLAG, PERF_REFUSED, chosen },
    { "stat", "append", 0, FLAG, PERF_REFUSED, chosen },
    { "stat", "bpf-counters", 'b', FLAG, PERF_REFUSED, chosen },
    { "stat", "bpf-prog", 0, VALUE, PERF_REFUSED, chosen },
    { "stat", "cgroup", 'G', VALUE, PERF_REFUSED, chosen },
    { "stat", "control", 0, VALUE, PERF_REFUSED, chosen },
    { "stat", "cpu", 'C', VALUE, PERF_REFUSED, chosen },
    { "stat", "cputype", 0, VALUE, PERF_REFUSED, chosen },
    { "stat", "delay", 'D', VALUE, PERF_REFUSED, chosen },
    { "stat", "detailed", 'd', FLAG, PERF_REFUSED, chosen },
    { "stat", "event", 'e', VALUE, PERF_REFUSED, chosen },
    { "stat", "filter", 0, VALUE, PERF_REFUSED, chosen },
    { "stat", "for-each-cgroup", 0, VALUE, PERF_REFUSED, chosen },
    { "stat", "group", 'g', FLAG, PERF_REFUSED, chosen },
    { "stat", "hybrid-merge", 0, FLAG, PERF_REFUSED, NULL },
    { "stat", "interval-clear", 0, FLAG, PERF_REFUSED, NULL },
    { "stat", "interval-count", 0, VALUE, PERF_REFUSED, chosen },
    { "stat", "interval-print", 'I', VALUE, PERF_REFUSED, chosen },
    { "stat", "iostat", 0, LOOSE, PERF_REFUSED, chosen },
    { "stat", "log-fd", 0, VALUE, PERF_REFUSED, to_stdout },
    { "stat", "metric-no-group", 0, FLAG, PERF_REFUSED, chosen },
    { "stat", "metric-no-merge", 0, FLAG, PERF_REFUSED, chosen },
    { "stat", "metric-no-threshold", 0, FLAG, PERF_REFUSED, chosen },
    { "stat", "metrics", 'M', VALUE, PERF_REFUSED, chosen },
    { "stat", "no-csv-summary", 0, FLAG, PERF_REFUSED, NULL },
    { "stat", "no-inherit", 0, FLAG, PERF_REFUSED, chosen },
    { "stat", "null", 'n', FLAG, PERF_REFUSED, chosen },
    { "stat", "output", 'o', VALUE, PERF_REFUSED, to_stdout },
    { "stat", "per-cache", 0, LOOSE, PERF_REFUSED, "--per-core and --per-socket add up" },
    { "stat", "per-cluster", 0, FLAG, PERF_REFUSED, "--per-core and --per-socket add up" },
    { "stat", "percore-show-thread", 0, FLAG, PERF_REFUSED, NULL },
    { "stat", "pid", 'p', VALUE, PERF_REFUSED, chosen },
    { "stat", "pmu-filter", 0, VALUE, PERF_REFUSED, chosen },
    { "stat", "post", 0, VALUE, PERF_REFUSED, chosen },
    { "stat", "pre", 0, VALUE, PERF_REFUSED, chosen },
    { "stat", "quiet", 0, FLAG, PERF_REFUSED, NULL },
    { "stat", "record-tpebs", 0, FLAG, PERF_REFUSED, chosen },
    { "stat", "repeat", 'r', VALUE, PERF_REFUSED, chosen },
    { "stat", "scale", 0, FLAG, PERF_REFUSED, chosen },
    { "stat", "smi-cost", 0, FLAG, PERF_REFUSED, chosen },
    { "stat", "summary", 0, FLAG, PERF_REFUSED, NULL },
    { "stat", "sync", 'S', FLAG, PERF_REFUSED, chosen },
    { "stat", "table", 0, FLAG, PERF_REFUSED, NULL },
    { "stat", "td-level", 0, VALUE, PERF_REFUSED, chosen },
    { "stat", "tid", 't', VALUE, PERF_REFUSED, chosen },
    { "stat", "timeout", 0, VALUE, PERF_REFUSED, chosen },
    { "stat", "topdown", 0, FLAG, PERF_REFUSED, chosen },
    { "stat", "tpebs-mode", 0, VALUE, PERF_REFUSED, chosen },
    { "stat", "transaction", 'T', FLAG, PERF_REFUSED, chosen },
    { "timechart", "io-merge-dist", 0, VALUE, PERF_REFUSED, NULL },
    { "timechart", "io-min-time", 0, VALUE, PERF_REFUSED, NULL },
    { "timechart", "io-skip-eagain", 0, FLAG, PERF_REFUSED, NULL },
    { "timechart", "topology", 't', FLAG, PERF_REFUSED, NULL },
    { "trace", "all-cpus", 'a', FLAG, PERF_WITHOUT_EFFECT, chosen_then },
    { "trace", "bpf-summary", 0, FLAG, PERF_REFUSED, live },
    { "trace", "call-graph", 0, VALUE, PERF_WITHOUT_EFFECT,
      "call chains are shown where they were recorded" },
    { "trace", "cgroup", 'G', VALUE, PERF_REFUSED, "--summary-mode cgroup adds up by control group" },
    { "trace", "delay", 'D', VALUE, PERF_WITHOUT_EFFECT, chosen_then },
    { "trace", "force-btf", 0, FLAG, PERF_WITHOUT_EFFECT, chosen_then },
    { "trace", "kernel-syscall-graph", 0, FLAG, PERF_REFUSED, live },
    { "trace", "libtraceevent_print", 0, FLAG, PERF_REFUSED, "perfolio script prints tracepoints so" },
    { "trace", "map-dump", 0, VALUE, PERF_WITHOUT_EFFECT, chosen_then },
    { "trace", "max-summary", 0, VALUE, PERF_REFUSED, NULL },
    { "trace", "min-stack", 0, VALUE, PERF_REFUSED, NULL },
    { "trace", "mmap-pages", 'm', VALUE, PERF_WITHOUT_EFFECT, chosen_then },
    { "trace", "no-inherit", 0, FLAG, PERF_WITHOUT_EFFECT, chosen_then },
    { "trace", "pf", 'F', VALUE, PERF_WITHOUT_EFFECT, "page faults are shown where they were recorded" },
    { "trace", "print-sample", 0, FLAG, PERF_REFUSED, dumps },
    { "trace", "proc-map-timeout", 0, VALUE, PERF_WITHOUT_EFFECT, chosen_then },
    { "trace", "show-cpu", 0, FLAG, PERF_REFUSED, "perfolio script -F +cpu tells it" },
    { "trace", "show-on-off-events", 0, FLAG, PERF_REFUSED, "perfolio script has it" },
    { "trace", "switch-off", 0, VALUE, PERF_REFUSED, "perfolio script has it" },
    { "trace", "switch-on", 0, VALUE, PERF_REFUSED, "perfolio script has it" },
    { "trace", "tool_stats", 0, FLAG, PERF_REFUSED, NULL },
    { "trace", "uid", 'u', VALUE, PERF_REFUSED, "no sample tells a user" },
};
enum { ROWS = COUNT(rows) };

static const struct row *row_of(int option)
{
    return &rows[option - OPT_OF_PERF];
}

struct poptOption *perf_options(const char *command)
{
    static const unsigned arg_info[] = {
        [FLAG] = POPT_ARG_NONE, [VALUE] = POPT_ARG_STRING, [LOOSE] = POPT_ARG_STRING | POPT_ARGFLAG_OPTIONAL
    };
    struct poptOption *table = mem_new(ROWS + 1, sizeof(*table)), *o = table;
    for (int i = 0; i < ROWS; i++)
        if (!strcmp(rows[i].command, command))
            *o++ = (struct poptOption){ .longName = rows[i].name,
                                        .shortName = rows[i].letter,
                                        .argInfo = arg_info[rows[i].takes] | POPT_ARGFLAG_DOC_HIDDEN,
                                        .val = OPT_OF_PERF + i };
    return table;
}

int perf_option_verdict(int option)
{
    return row_of(option)->verdict;
}

void perf_option_show(int option, const char *command, bool refused, FILE *err)
{
    const struct row *r = row_of(option);
    fprintf(err, "perfolio %s: --%s", command, r->name);
    if (r->letter)
        fprintf(err, " (-%c)", r->letter);
    fprintf(err, refused ? ": perf has it, Perfolio has not" : " is without effect");
    if (!refused && r->verdict > 0)
        fprintf(err, ": the capture has no %s records\n", record_desc_of((uint32_t)r->verdict)->name);
    else
        fprintf(err, "%s%s\n", r->why ? ": " : "", r->why ? r->why : "");
}
