#include "lib/question/annotate/annotation.h"

#include "lib/options/transform_options.h"
#include "lib/question/commands.h"
#include "lib/question/common/run_list.h"

#define OPTS struct annotate_opts
static const struct option_row rows[] = {
    OPT("symbol", 's', EACH, symbols, "SYMBOL", "only this function (repeatable)"),
    RUNS_ROWS("runs of one side, summed up: files, file patterns, or KEY=VALUE, a label of captures in "
              "the folios before",
              "runs of the other side, shown beside them"),
    OPT("was", 0, TEXT, was, "NAME", "with two captures or sides: the name of SYMBOL on the first"),
    OPT("top", 0, NUMBER, top, "N", "show so many functions, the hottest first (5); 0: all"),
    OPT("percent-limit", 0, AMOUNT, percent_limit, "PERCENT",
        "show exactly the functions with at least this share of an event"),
    OPT("percent-type", 0, WORD, percent_type, "TYPE",
        "percentages of: %s (local: of the function, global: of all; period or hits: number of "
        "samples)",
        .words = "local-period global-period local-hits global-hits"),
    OPT("show-nr-samples", 'n', FLAG, samples, NULL, "numbers of samples instead of percentages"),
    OPT("show-total-period", 0, FLAG, period, NULL, "periods instead of percentages"),
    OPT("group", 0, FLAG, group, NULL,
        "show all events side by side (events of a recorded group always are)"),
    OPT("source", 0, SET, source, NULL, "lines of source between the instructions (default)", .value = 1),
    OPT("no-source", 0, SET, source, NULL, "instructions alone", .value = 0),
    OPT("print-line", 'l', FLAG, print_line, NULL,
        "sums per source line, and the source line after each instruction"),
    OPT("full-paths", 'P', FLAG, full_paths, NULL, "files with their folders"),
    OPT("inlines", 0, FLAG, inlines, NULL,
        "one line for each inlined call, and a table of inlined functions"),
    OPT("blocks", 0, FLAG, blocks, NULL, "a table of the basic blocks, their shares and their successors"),
    OPT("branch", 0, FLAG, branches, NULL,
        "data of branch stacks for each block: how often it ran, branches taken, cycles"),
    OPT("arrows", 0, SET, arrows, NULL, "draw the jumps inside of a function (default on a terminal)",
        .value = 1),
    OPT("no-arrows", 0, SET, arrows, NULL, "draw no jumps", .value = 0),
    OPT("asm-raw", 0, FLAG, raw, NULL, "the bytes of instructions"),
    OPT("disassembler-style", 'M', TEXT, style, "STYLE", "the disassembler's options, such as intel"),
    OPT("objdump", 0, TEXT, objdump, "FILE", "the objdump for code that no other disassembler knows",
        .needs = NEEDS_INPUT),
    OPT("source-prefix", 0, EACH, prefixes, "OLD=NEW",
        "find source files whose names begin with OLD below NEW (repeatable)", .needs = NEEDS_INPUT),
    OPT("prefix", 0, TEXT, prefix, "DIR", "find source files below this folder", .needs = NEEDS_INPUT),
    OPT("prefix-strip", 0, NUMBER, prefix_strip, "N", "... without the first N folders of their names"),
    OPT("skip-missing", 0, FLAG, skip_missing, NULL, "leave out functions without code"),
    STDIO_COLOR_ROW,
    OPT("quiet", 'q', FLAG, quiet, NULL, "no comment lines (#) about code, events and omissions"),
    TRANSFORM_ROWS(count.transforms),
    FILTER_ROWS(count.filter, filters.time, 0, 'd', 'C'),
    CSV_ROW,
    OPT("modules", 'm', NONE, common, NULL, NULL),
    OPT("stdio", 0, NONE, common, NULL, NULL),
    OPT_END
};

const struct command annotate_command = COMMAND(
    "annotate", "functions with samples, instruction by instruction, as perf annotate prints them",
    "[SYMBOL] [options] [-i] FILE [FILE]", rows, .size = sizeof(struct annotate_opts),
    .usual = &(const struct annotate_opts){ .source = 1, .arrows = -1, .top = 5, .percent_limit = -1 },
    .run = annotate_run, .traits = COMMAND_EACH | COMMAND_MAY_ASK | COMMAND_RUNS);
