#include "lib/question/annotate/annotation.h"

#include "lib/question/commands.h"
#include "lib/question/common/run_list.h"

#define OPTS struct annotate_opts
static const struct option_row rows[] = {
    OPT("symbol", 's', EACH, symbols, "SYMBOL", "only this function (repeatable)"),
    RUNS_ROWS(
        "runs of one side, summed up: files, patterns of files, or KEY=VALUE, a label of captures in the folios "
        "in front",
        "runs of the other side, which stand beside them"),
    OPT("was", 0, TEXT, was, "NAME", "of two captures or sides: what SYMBOL was called on the first"),
    OPT("top", 0, NUMBER, top, "N", "how many functions, the hottest first (5); 0: all"),
    OPT("percent-limit", 0, AMOUNT, percent_limit, "PERCENT",
        "all functions that have this share of an event, and no others"),
    OPT("percent-type", 0, WORD, percent_type, "TYPE",
        "what percentages are of: %s (of the function's or of all samples' periods or number)",
        .words = "local-period global-period local-hits global-hits"),
    OPT("show-nr-samples", 'n', FLAG, samples, NULL, "numbers of samples instead of percentages"),
    OPT("show-total-period", 0, FLAG, period, NULL, "periods instead of percentages"),
    OPT("group", 0, FLAG, group, NULL,
        "all events side by side, if none are a group (whose events always are)"),
    OPT("source", 0, SET, source, NULL, "lines of source between the instructions (default)", .value = 1),
    OPT("no-source", 0, SET, source, NULL, "instructions alone", .value = 0),
    OPT("print-line", 'l', FLAG, print_line, NULL,
        "sums of the lines of source, and a line's name behind code"),
    OPT("full-paths", 'P', FLAG, full_paths, NULL, "files with their folders"),
    OPT("inlines", 0, FLAG, inlines, NULL, "what was inlined as one line each, and a table of it"),
    OPT("blocks", 0, FLAG, blocks, NULL, "a table of the basic blocks, their shares and where they go on to"),
    OPT("branch", 0, FLAG, branches, NULL,
        "what branch stacks say of the blocks: how often they ran, branches taken, cycles"),
    OPT("arrows", 0, SET, arrows, NULL, "draw the jumps inside of a function (default on a terminal)",
        .value = 1),
    OPT("no-arrows", 0, SET, arrows, NULL, "draw no jumps", .value = 0),
    OPT("asm-raw", 0, FLAG, raw, NULL, "the bytes of instructions"),
    OPT("disassembler-style", 'M', TEXT, style, "STYLE", "the disassembler's options, such as intel"),
    OPT("objdump", 0, TEXT, objdump, "FILE", "the objdump that takes code apart which nothing else can"),
    OPT("source-prefix", 0, EACH, prefixes, "OLD=NEW",
        "source files whose names begin with OLD are below NEW (repeatable)"),
    OPT("prefix", 0, TEXT, prefix, "DIR", "source files are below this folder"),
    OPT("prefix-strip", 0, NUMBER, prefix_strip, "N", "... without the first N folders of their names"),
    OPT("skip-missing", 0, FLAG, skip_missing, NULL, "leave out functions whose code is not at hand"),
    OPT("stdio-color", 0, WORD, colors, "MODE", "colours: %s (auto: on a terminal, unless NO_COLOR is set)",
        .words = "auto always never"),
    OPT("color", 0, WORD, colors, "MODE", NULL, .words = "auto always never"),
    OPT("quiet", 'q', FLAG, quiet, NULL, "no lines about the code, the events and what is left out"),
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
    .run = annotate_run, .traits = COMMAND_EACH | COMMAND_MAY_ASK);
