#include "lib/options/absent.h"

#include <string.h>

#include "arch/arch.h"
#include "formats/perf/records/record_table.h"

static const char dumps[] = "perfolio dump prints every record";
static const char texts[] = "its output is text, or --json";
static const char browses[] = "perfolio view browses captures on a terminal";
static const char scripts[] = "--json gives every sample to scripts";
static const char json[] = "--csv and --json have the answer for scripts";
static const char chosen[] = "it is chosen while counting, by perf stat record";
static const char chosen_then[] = "it is chosen while recording";
static const char live[] = "it reads what perf record writes";
static const char to_stdout[] = "the answer goes to standard output";
static const char no_code[] = "perfolio annotate shows code";
static const char no_types[] = "data types of memory accesses are not supported";
static const char no_colours[] = "its text has no colours";
static const char own_lines[] = "DWARF is read without addr2line";
static const char own_unwinder[] = "--unwind chooses how stack dumps are unwound";
static const char traces[] = "perf script --itrace decodes traces on the recording machine";
static const char aux[] =
    "traces of the AUX area are decoded by perf script --itrace, on the recording machine";
static const char accesses[] =
    "perfolio script -F +addr,+data_src,+weight prints what was recorded of accesses; --sort local_weight, "
    "weight, ins_lat count by them";
static const char guests[] = "--objects takes any folder with object files, including those of guests";

/* Rows of options of perf. NO: the option is refused. IDLE: it is accepted without effect. The option takes no value,
   a value (_VALUE), or an optional value (_LOOSE). The reason names an alternative, or says why none is needed; NULL:
   there is none. */
// clang-format off
#define ROW(name, letter, kind, why, ...) { name, letter, OPTION_##kind, 0, __VA_ARGS__, .help = why }
#define NO(name, letter, why) ROW(name, letter, REFUSED, why, NULL)
#define NO_VALUE(name, letter, why) ROW(name, letter, REFUSED, why, "VALUE")
#define NO_LOOSE(name, letter, why) ROW(name, letter, REFUSED, why, "VALUE", .loose = true)
#define IDLE(name, letter, why) ROW(name, letter, WITHOUT_EFFECT, why, NULL)
#define IDLE_VALUE(name, letter, why) ROW(name, letter, WITHOUT_EFFECT, why, "VALUE")
/* The rows of one command; "" stands for options before the command. */
#define OF(command, ...) { command, (const struct option_row[]){ __VA_ARGS__, OPT_END } }
static const struct {
    const char *command;
    const struct option_row *rows;
} tables[] = {
    OF("",
       IDLE_VALUE("debugfs-dir", 0, "this machine's tracefs is not read"),
       IDLE_VALUE("debug", 0, "COMMAND -v says more"), NO_LOOSE("exec-path", 0, NULL), NO("html-path", 0, NULL),
       NO_LOOSE("list-cmds", 0, NULL), NO("list-opts", 0, NULL)),
    OF("annotate",
       IDLE_VALUE("addr2line", 0, own_lines), IDLE_VALUE("addr2line-style", 0, own_lines),
       NO("code-with-type", 0, no_types), NO_LOOSE("data-type", 0, no_types),
       NO("dump-raw-trace", 'D', dumps), NO("gtk", 0, texts),
       IDLE("ignore-vmlinux", 0, "a kernel image is used only if it is the recorded one"),
       NO("insn-stat", 0, no_types), ROW("itrace", 0, OF_RECORDS, aux, "VALUE", .loose = true, .value = PERF_RECORD_AUXTRACE_INFO),
       IDLE("skip-empty", 0, "events without samples are never shown"),
       IDLE("stdio2", 0, "the layout is that of --stdio"), IDLE("tui", 0, browses), NO("type-stat", 0, no_types)),
    OF("diff",
       NO("cycles-hist", 0, no_code), NO("dump-raw-trace", 'D', dumps), NO("stream", 0, NULL)),
    OF("lock",
       NO("all-cpus", 'a', live), NO_VALUE("cgroup-filter", 'G', NULL), NO_VALUE("cpu", 'C', live),
       NO("dump-raw-trace", 'D', dumps), NO_VALUE("field-separator", 'x', json),
       NO_VALUE("inject-delay", 'J', live), NO("lock-cgroup", 0, NULL), NO("lock-owner", 'o', NULL),
       NO_VALUE("map-nr-entries", 'M', live), NO_VALUE("output", 0, to_stdout), NO_VALUE("pid", 'p', live),
       NO_VALUE("tid", 0, live), NO("use-bpf", 'b', live)),
    OF("report",
       IDLE_VALUE("addr2line", 0, own_lines), IDLE_VALUE("addr2line-style", 0, own_lines),
       IDLE("asm-raw", 0, no_code),
       IDLE("disable-order", 0, "it is for dumps; perfolio dump keeps the order of the file"),
       IDLE_VALUE("disassembler-style", 'M', no_code), NO("dump-raw-trace", 'D', dumps), NO("gtk", 0, texts),
       IDLE("ignore-vmlinux", 0, "a kernel image is used only if it is the recorded one"),
       ROW("itrace", 0, OF_RECORDS, aux, "VALUE", .loose = true, .value = PERF_RECORD_AUXTRACE_INFO),
       NO("mem-mode", 0, accesses), IDLE_VALUE("objdump", 0, no_code), IDLE_VALUE("percent-type", 0, no_code),
       IDLE_VALUE("prefix", 0, no_code), IDLE_VALUE("prefix-strip", 0, no_code),
       IDLE_VALUE("samples", 0, "it is for perf's sample browser; perfolio script shows samples"),
       NO("show-ref-call-graph", 0, NULL),
       IDLE("source", 0, no_code), NO("stitch-lbr", 0, NULL),
       NO("total-cycles", 0, NULL), IDLE("tui", 0, browses), IDLE_VALUE("unwind-style", 0, own_unwinder)),
    OF("sched latency",
       NO("dump-raw-trace", 'D', dumps)),
    OF("sched map",
       IDLE_VALUE("color-cpus", 0, no_colours), IDLE_VALUE("color-pids", 0, no_colours),
       NO("dump-raw-trace", 'D', dumps)),
    OF("sched timehist",
       NO("dump-raw-trace", 'D', dumps), NO("pre-migrations", 'P', NULL), NO_VALUE("prio", 0, NULL),
       NO("show-prio", 0, NULL)),
    OF("script",
       IDLE("Latency", 'L', "-F +misc shows how a sample was taken"), IDLE_VALUE("addr2line", 0, own_lines),
       IDLE("all-cpus", 'a', chosen_then), NO_LOOSE("call-ret-trace", 0, traces),
       NO_LOOSE("call-trace", 0, traces), IDLE("debug-mode", 'd', "perfolio doctor checks captures"),
       NO_VALUE("dlarg", 0, scripts), NO_VALUE("dlfilter", 0, scripts), NO("dump-raw-trace", 'D', dumps),
       NO("dump-unsorted-raw-trace", 0, dumps), NO_VALUE("gen-script", 'g', scripts),
       NO_VALUE("graph-function", 0, traces), NO("guest-code", 0, guests), NO_VALUE("guestkallsyms", 0, guests),
       NO_VALUE("guestmodules", 0, guests), NO_VALUE("guestmount", 0, guests),
       NO_VALUE("guestvmlinux", 0, guests), NO_LOOSE("insn-trace", 0, traces),
       ROW("itrace", 0, OF_RECORDS, aux, "VALUE", .loose = true, .value = PERF_RECORD_AUXTRACE_INFO),
       NO("list", 'l', scripts), NO("list-dlfilters", 0, scripts), NO_VALUE("max-blocks", 0, no_code),
       NO_VALUE("script", 's', scripts), NO("stitch-lbr", 0, "-F +brstack shows branch stacks whole"),
       IDLE_VALUE("unwind-style", 0, own_unwinder), NO_LOOSE("xed", 0, no_code)),
    OF("stat",
       NO("affinity", 0, chosen), NO("all-cpus", 'a', chosen), NO("all-kernel", 0, chosen),
       NO("all-user", 0, chosen), NO("append", 0, chosen), NO("bpf-counters", 'b', chosen),
       NO_VALUE("bpf-prog", 0, chosen), NO_VALUE("cgroup", 'G', chosen), NO_VALUE("control", 0, chosen),
       NO_VALUE("cpu", 'C', chosen), NO_VALUE("cputype", 0, chosen), NO_VALUE("delay", 'D', chosen),
       NO("detailed", 'd', chosen), NO_VALUE("event", 'e', chosen), NO_VALUE("filter", 0, chosen),
       NO_VALUE("for-each-cgroup", 0, chosen), NO("group", 'g', chosen), NO("hybrid-merge", 0, NULL),
       NO("interval-clear", 0, NULL), NO_VALUE("interval-count", 0, chosen),
       NO_VALUE("interval-print", 'I', chosen), NO_LOOSE("iostat", 0, chosen), NO_VALUE("log-fd", 0, to_stdout),
       NO("metric-no-group", 0, chosen), NO("metric-no-merge", 0, chosen), NO("metric-no-threshold", 0, chosen),
       NO_VALUE("metrics", 'M', chosen), NO("no-csv-summary", 0, NULL), NO("no-inherit", 0, chosen),
       NO("null", 'n', chosen), NO_VALUE("output", 'o', to_stdout),
       NO_LOOSE("per-cache", 0, "--per-core and --per-socket add up"),
       NO("per-cluster", 0, "--per-core and --per-socket add up"), NO("percore-show-thread", 0, NULL),
       NO_VALUE("pid", 'p', chosen), NO_VALUE("pmu-filter", 0, chosen), NO_VALUE("post", 0, chosen),
       NO_VALUE("pre", 0, chosen), NO("quiet", 0, NULL), NO("record-tpebs", 0, chosen),
       NO_VALUE("repeat", 'r', chosen), NO("scale", 0, chosen), NO("smi-cost", 0, chosen),
       NO("summary", 0, NULL), NO("sync", 'S', chosen), NO("table", 0, NULL), NO_VALUE("td-level", 0, chosen),
       NO_VALUE("tid", 't', chosen), NO_VALUE("timeout", 0, chosen), NO("topdown", 0, chosen),
       NO_VALUE("tpebs-mode", 0, chosen), NO("transaction", 'T', chosen)),
    OF("timechart",
       NO_VALUE("io-merge-dist", 0, NULL), NO_VALUE("io-min-time", 0, NULL), NO("io-skip-eagain", 0, NULL),
       NO("topology", 't', NULL)),
    OF("trace",
       IDLE("all-cpus", 'a', chosen_then), NO("bpf-summary", 0, live),
       IDLE_VALUE("call-graph", 0, "call chains are shown where they were recorded"),
       NO_VALUE("cgroup", 'G', "--summary-mode cgroup adds up by control group"),
       IDLE_VALUE("delay", 'D', chosen_then), NO_VALUE("filter", 0, "-e, --pid, --tid, --comms, --cpu and --duration choose lines"),
       IDLE("force-btf", 0, chosen_then),
       NO("kernel-syscall-graph", 0, live),
       NO("libtraceevent_print", 0, "perfolio script prints tracepoints this way"),
       IDLE_VALUE("map-dump", 0, chosen_then), NO_VALUE("max-summary", 0, NULL), NO_VALUE("min-stack", 0, NULL),
       IDLE_VALUE("mmap-pages", 'm', chosen_then), IDLE("no-inherit", 0, chosen_then),
       IDLE_VALUE("pf", 'F', "page faults are shown where they were recorded"), NO("print-sample", 0, dumps),
       IDLE_VALUE("proc-map-timeout", 0, chosen_then), NO("show-cpu", 0, "perfolio script -F +cpu shows it"),
       NO("show-on-off-events", 0, "perfolio script and report have it"),
       NO_VALUE("switch-off", 0, "perfolio script and report have it"), NO_VALUE("switch-on", 0, "perfolio script and report have it"),
       NO("tool_stats", 0, NULL), NO_VALUE("uid", 'u', "samples do not record a user")),
};
// clang-format on

static const struct option_row none = OPT_END;

const struct option_row *absent_options(const char *command)
{
    for (size_t i = 0; i < COUNT(tables); i++)
        if (!strcmp(tables[i].command, command))
            return tables[i].rows;
    return &none;
}

void absent_option_show(const struct option_row *r, const char *command, bool refused, struct outlet *err)
{
    outlet_begin(err, command);
    outlet_print(err, "--%s", r->name);
    if (r->letter)
        outlet_print(err, " (-%c)", r->letter);
    outlet_print(err, refused ? ": perf has it, Perfolio does not" : " is without effect");
    if (!refused && r->kind == OPTION_OF_RECORDS)
        outlet_print(err, ": the capture has no %s records\n", record_desc_of((uint32_t)r->value)->name);
    else if (r->help)
        outlet_print(err, ": %s\n", r->help);
    else
        outlet_add(err, "\n");
}
