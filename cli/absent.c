#include "cli/absent.h"

#include <string.h>

static const char reads[] = "it reads what perf record writes";
static const char dumps[] = "perfolio dump prints every record";
static const char texts[] = "its output is text, or --json";
static const char scripts[] = "--json gives every sample to scripts";
static const char chosen[] = "it is chosen when counting, by perf stat record";
static const char to_stdout[] = "the answer goes to standard output";
static const char no_code[] = "it disassembles nothing";
static const char traces[] = "perf script --itrace decodes traces on the recording machine";
static const char guests[] = "--objects takes any place with object files, of guests too";

/* By command; commands themselves are of "". The hint says what there is instead; NULL: nothing. */
static const struct {
    const char *command, *word, *hint;
} rows[] = {
    { "", "annotate", no_code },
    { "", "archive", "perfolio pack makes one file of a capture and its symbols" },
    { "", "bench", NULL },
    { "", "buildid-cache", "--objects takes any place with object files, and caches of perf, too" },
    { "", "c2c", NULL },
    { "", "config", "it has options alone" },
    { "", "daemon", reads },
    { "", "data", "perfolio export writes other programs' formats, script --json every sample" },
    { "", "ftrace", reads },
    { "", "inject", NULL },
    { "", "iostat", reads },
    { "", "kallsyms", "perfolio explain tells where a symbol is mapped" },
    { "", "kvm", NULL },
    { "", "kwork", NULL },
    { "", "list", "perfolio evlist lists the events of a capture" },
    { "", "mem", NULL },
    { "", "probe", reads },
    { "", "record", reads },
    { "", "test", NULL },
    { "", "top", reads },
    { "", "version", "perfolio --version tells its own" },
    { "diff", "-D", dumps },
    { "diff", "--cycles-hist", no_code },
    { "diff", "--dump-raw-trace", dumps },
    { "diff", "--stream", NULL },
    { "report", "-D", dumps },
    { "report", "--dump-raw-trace", dumps },
    { "report", "-M", no_code },
    { "report", "-T", NULL },
    { "report", "--asm-raw", no_code },
    { "report", "--disable-order", NULL },
    { "report", "--disassembler-style", no_code },
    { "report", "--gtk", texts },
    { "report", "--ignore-vmlinux", NULL },
    { "report", "--itrace", traces },
    { "report", "--mem-mode", NULL },
    { "report", "--objdump", no_code },
    { "report", "--percent-type", no_code },
    { "report", "--prefix", no_code },
    { "report", "--prefix-strip", no_code },
    { "report", "--pretty", NULL },
    { "report", "--samples", NULL },
    { "report", "--show-ref-call-graph", NULL },
    { "report", "--source", no_code },
    { "report", "--stdio-color", "its text has no colours" },
    { "report", "--stitch-lbr", NULL },
    { "report", "--threads", NULL },
    { "report", "--total-cycles", NULL },
    { "report", "--tui", texts },
    { "script", "-D", dumps },
    { "script", "--dump-raw-trace", dumps },
    { "script", "--dump-unsorted-raw-trace", dumps },
    { "script", "-L", "-F +misc shows how a sample was taken" },
    { "script", "--Latency", "-F +misc shows how a sample was taken" },
    { "script", "-a", reads },
    { "script", "--all-cpus", reads },
    { "script", "--call-ret-trace", traces },
    { "script", "--call-trace", traces },
    { "script", "--debug-mode", "perfolio doctor checks captures" },
    { "script", "--dlarg", scripts },
    { "script", "--dlfilter", scripts },
    { "script", "-g", scripts },
    { "script", "--gen-script", scripts },
    { "script", "--graph-function", traces },
    { "script", "--guest-code", guests },
    { "script", "--guestkallsyms", guests },
    { "script", "--guestmodules", guests },
    { "script", "--guestmount", guests },
    { "script", "--guestvmlinux", guests },
    { "script", "--insn-trace", traces },
    { "script", "--itrace", traces },
    { "script", "-l", scripts },
    { "script", "--list", scripts },
    { "script", "--list-dlfilters", scripts },
    { "script", "--max-blocks", no_code },
    { "script", "-s", scripts },
    { "script", "--script", scripts },
    { "script", "--stitch-lbr", "-F +brstack shows branch stacks whole" },
    { "script", "--xed", no_code },
    { "sched", "record", reads },
    { "sched", "replay", "it runs nothing" },
    { "sched latency", "-D", dumps },
    { "sched latency", "--dump-raw-trace", dumps },
    { "sched timehist", "-D", dumps },
    { "sched timehist", "--dump-raw-trace", dumps },
    { "sched map", "-D", dumps },
    { "sched map", "--dump-raw-trace", dumps },
    { "sched map", "--color-cpus", "its text has no colours" },
    { "sched map", "--color-pids", "its text has no colours" },
    { "timechart", "-t", NULL },
    { "timechart", "--topology", NULL },
    { "timechart", "--io-merge-dist", NULL },
    { "timechart", "--io-min-time", NULL },
    { "timechart", "--io-skip-eagain", NULL },
    { "kmem", "record", reads },
    { "lock", "record", reads },
    { "lock", "script", "perfolio script prints the tracepoints of a capture" },
    { "lock", "-D", dumps },
    { "lock", "--dump-raw-trace", dumps },
    { "lock", "-b", reads },
    { "lock", "--use-bpf", reads },
    { "lock", "-a", reads },
    { "lock", "--all-cpus", reads },
    { "lock", "-C", reads },
    { "lock", "--cpu", reads },
    { "lock", "-p", reads },
    { "lock", "--pid", reads },
    { "lock", "--tid", reads },
    { "lock", "--map-nr-entries", reads },
    { "stat", "record", "it reads what perf stat record writes" },
    { "stat", "-a", chosen },
    { "stat", "--all-cpus", chosen },
    { "stat", "--all-kernel", chosen },
    { "stat", "--all-user", chosen },
    { "stat", "--append", chosen },
    { "stat", "-b", chosen },
    { "stat", "--bpf-counters", chosen },
    { "stat", "--bpf-prog", chosen },
    { "stat", "-C", chosen },
    { "stat", "--cgroup", chosen },
    { "stat", "--control", chosen },
    { "stat", "--cpu", chosen },
    { "stat", "--cputype", chosen },
    { "stat", "-D", chosen },
    { "stat", "-d", chosen },
    { "stat", "--delay", chosen },
    { "stat", "--detailed", chosen },
    { "stat", "-e", chosen },
    { "stat", "--event", chosen },
    { "stat", "--filter", chosen },
    { "stat", "--for-each-cgroup", chosen },
    { "stat", "-G", chosen },
    { "stat", "--group", chosen },
    { "stat", "--hybrid-merge", NULL },
    { "stat", "-I", chosen },
    { "stat", "--interval-clear", NULL },
    { "stat", "--interval-count", chosen },
    { "stat", "--interval-print", chosen },
    { "stat", "--iostat", chosen },
    { "stat", "--log-fd", to_stdout },
    { "stat", "-M", chosen },
    { "stat", "--metric-no-group", chosen },
    { "stat", "--metric-no-merge", chosen },
    { "stat", "--metrics", chosen },
    { "stat", "-n", chosen },
    { "stat", "--no-csv-summary", NULL },
    { "stat", "--no-inherit", chosen },
    { "stat", "--null", chosen },
    { "stat", "-o", to_stdout },
    { "stat", "--output", to_stdout },
    { "stat", "-p", chosen },
    { "stat", "--percore-show-thread", NULL },
    { "stat", "--pid", chosen },
    { "stat", "--post", chosen },
    { "stat", "--pre", chosen },
    { "stat", "--quiet", NULL },
    { "stat", "-r", chosen },
    { "stat", "--repeat", chosen },
    { "stat", "-S", chosen },
    { "stat", "--scale", chosen },
    { "stat", "--smi-cost", chosen },
    { "stat", "--summary", NULL },
    { "stat", "--sync", chosen },
    { "stat", "-T", chosen },
    { "stat", "-t", chosen },
    { "stat", "--table", NULL },
    { "stat", "--td-level", chosen },
    { "stat", "--tid", chosen },
    { "stat", "--timeout", chosen },
    { "stat", "--topdown", chosen },
    { "stat", "--transaction", chosen },
    { "trace", "-a", reads },
    { "trace", "--all-cpus", reads },
    { "trace", "--bpf-summary", reads },
    { "trace", "--call-graph", reads },
    { "trace", "--cgroup", "--summary-mode cgroup adds up by control group" },
    { "trace", "-D", reads },
    { "trace", "--delay", reads },
    { "trace", "-F", "page faults are shown where they were recorded" },
    { "trace", "-G", "--summary-mode cgroup adds up by control group" },
    { "trace", "--kernel-syscall-graph", reads },
    { "trace", "--libtraceevent_print", "perfolio script prints tracepoints so" },
    { "trace", "-m", reads },
    { "trace", "--map-dump", reads },
    { "trace", "--min-stack", NULL },
    { "trace", "--mmap-pages", reads },
    { "trace", "--no-inherit", reads },
    { "trace", "--pf", "page faults are shown where they were recorded" },
    { "trace", "--print-sample", dumps },
    { "trace", "--proc-map-timeout", reads },
    { "trace", "--show-on-off-events", NULL },
    { "trace", "--switch-off", NULL },
    { "trace", "--switch-on", NULL },
    { "trace", "--tool_stats", NULL },
    { "trace", "-u", "no sample tells a user" },
    { "trace", "--uid", "no sample tells a user" },
    { "evlist", "--trace-fields", "evlist -v prints all that is recorded of an event" },
};

bool absent_show(const char *command, const char *word, FILE *err)
{
    size_t n = command ? strcspn(word, "=") : strlen(word);
    for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
        if (strcmp(rows[i].command, command ? command : "") || strlen(rows[i].word) != n ||
            strncmp(rows[i].word, word, n))
            continue;
        fprintf(err, "perfolio%s%s: %.*s: perf has it, Perfolio has not%s%s\n", command ? " " : "",
                command ? command : "", (int)n, word, rows[i].hint ? ": " : "",
                rows[i].hint ? rows[i].hint : "");
        return true;
    }
    return false;
}

void alternatives_show(const char *before, const char *const *names, FILE *err)
{
    for (size_t i = 0; names[i]; i++)
        fprintf(err, "%s%s%s", !i ? "" : names[i + 1] ? ", " : " or ", before, names[i]);
}

enum { FAR = 3, LETTERS = 32 };

/* Levenshtein's, a row of its table at a time; FAR for words that are too long for it. */
static unsigned distance(const char *a, const char *b)
{
    unsigned row[LETTERS];
    size_t n = strlen(b);
    if (n >= LETTERS || strlen(a) >= LETTERS)
        return FAR;
    for (unsigned k = 0; k <= n; k++)
        row[k] = k;
    for (; *a; a++) {
        unsigned above_left = row[0]++;
        for (size_t k = 1; k <= n; k++) {
            unsigned change = above_left + (*a != b[k - 1]),
                     gap = (row[k] < row[k - 1] ? row[k] : row[k - 1]) + 1;
            above_left = row[k];
            row[k] = change < gap ? change : gap;
        }
    }
    return row[n];
}

void nearest_see(struct nearest *n, const char *candidate)
{
    unsigned d = distance(n->word, candidate);
    if (d < FAR && 2 * d < strlen(candidate) && (!n->found || d < n->distance)) {
        n->found = candidate;
        n->distance = d;
    }
}
