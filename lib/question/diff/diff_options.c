#include "lib/question/diff/diff.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/commands.h"
#include "lib/options/stack_options.h"
#include "lib/options/transform_options.h"
#include "lib/question/common/run_list.h"
#include "core/profile/keys/keys.h"

/* Reads "1,2": the weight of the baseline, and that of the other files. */
static bool read_weights(const char *arg, struct change_opts *o, struct err *e)
{
    char *end;
    errno = 0;
    o->w1 = strtoll(arg, &end, 10);
    bool comma = *end == ',';
    o->w2 = comma ? strtoll(end + 1, &end, 10) : 0;
    return (comma && !*end && o->w1 && o->w2 && !errno) ||
           err_set(e, ERR_USAGE, 0, "--compute: wdiff takes two weights other than 0: wdiff:1,2");
}

static bool take_compute(void *target, const struct option_row *row UNUSED, const char *value, struct err *e)
{
    struct change_opts *o = target;
    size_t n = strcspn(value, ":");
    if (!strcmp(value, "cycles"))
        return err_set(e, ERR_USAGE, 0,
                       "--compute cycles: only perf has it; diff of Perfolio does not disassemble");
    for (int i = 0; i <= CHANGE_WDIFF; i++) {
        if (strlen(diff_changes[i].word) != n || strncmp(diff_changes[i].word, value, n) != 0)
            continue;
        o->kind = (enum change_kind)i;
        if (o->kind == CHANGE_WDIFF)
            return read_weights(value + n + (value[n] != 0), o, e);
        return !value[n] || err_set(e, ERR_USAGE, 0, "--compute: %s takes no weights", diff_changes[i].word);
    }
    return err_set(e, ERR_USAGE, 0, "--compute: '%s' is not one of delta delta-abs ratio wdiff:W1,W2", value);
}

/* Only keys whose values mean the same in each capture can join rows of captures. */
static const char *sort_word(size_t i)
{
    for (size_t at = 0; key_at(at); at++)
        if (key_at(at)->join > JOIN_APART && !i--)
            return key_at(at)->name;
    return NULL;
}

static bool no_key(const char *s, size_t n, struct err *e)
{
    struct text known = { 0 };
    struct text_nearest meant = text_nearest_to(s, n);
    char but[TEXT_NEAREST_ROOM];
    for (size_t i = 0; sort_word(i); i++) {
        text_printf(&known, " %s", sort_word(i));
        text_nearest_try(&meant, sort_word(i));
    }
    err_set(e, ERR_USAGE, 0, "--sort: captures cannot be compared by key '%.*s'%s: there are%s",
            (int)(n < 40 ? n : 40), s, text_nearest_hint(&meant, but), known.s);
    text_free(&known);
    return false;
}

static bool diff_options_take_sort(void *target, const struct option_row *row UNUSED, const char *value,
                                   struct err *e)
{
    struct diff_opts *o = target;
    o->nkeys = 0;
    for (const char *s = value; *s;) {
        size_t n = strcspn(s, ", "), at = 0;
        const struct key *key = key_find(s, n);
        if (n && (!key || key->join <= JOIN_APART))
            return no_key(s, n, e);
        while (at < o->nkeys && o->keys[at] != key)
            at++;
        if (n && at == o->nkeys)
            o->keys[o->nkeys++] = key;
        s += n;
        s += *s != 0;
    }
    return o->nkeys || err_set(e, ERR_USAGE, 0, "--sort: no key is named");
}

/* Reads "2" or "2%". */
static bool take_percent(void *target, const struct option_row *row, const char *value, struct err *e)
{
    char *end;
    double n = strtod(value, &end);
    bool ok = end != value && n >= 0 && n < 1e9 && (!*end || !strcmp(end, "%"));
    *(double *)target = ok ? n : 0;
    return ok || err_set(e, ERR_USAGE, 0, "--%s: '%.100s' is not a percentage", row->name, value);
}

#define OPTS struct diff_opts
static const struct option_row options[] = {
    OPT("compute", 'c', CALL, change, "WORD",
        "the measure of a change: delta, delta-abs (default), ratio, wdiff:W1,W2",
        .words = "delta delta-abs ratio wdiff:", .take = take_compute),
    OPT("sort", 's', CALL, common, "KEY,...",
        "the keys that join rows of the captures, the most important first (dso,symbol): %s",
        .word_at = sort_word, .take = diff_options_take_sort),
    OPT("order", 'o', NUMBER, change.order, "N",
        "order rows by the changes of this file (1), or by the baseline (0)", .noun = "number of a file"),
    OPT("baseline-only", 'b', FLAG, change.baseline_only, NULL,
        "only rows that the baseline and another file have"),
    OPT("period", 'p', FLAG, period, NULL, "columns with the sums of the periods"),
    OPT("formula", 'F', FLAG, formula, NULL, "columns with the computation of each change"),
    OPT("field-separator", 't', SEPARATOR, separator, "CHAR",
        "separate columns by this character, without padding"),
    OPT("percentage", 0, CALL, change.of_shown, "relative|absolute",
        "percentages of the filtered samples, or of all", .words = "relative absolute",
        .take = filters_percentage_take),
    CSV_ROW,
    OPT("threshold", 0, AMOUNT, threshold, "PERCENT",
        "exit with status 2 if the share of any row changed by more percentage points",
        .noun = "number of percentage points"),
    RUNS_ROWS("runs before a change: files, file patterns, or KEY=VALUE, a label of captures in the "
              "folios before",
              "runs after it; changes are compared with the differences between runs"),
    OPT("per", 0, TEXT, gate.per, "N|EVENT",
        "divide costs by the units of work of each run: a number, or the count of an event"),
    OPT("per-file", 0, TEXT, gate.per_file, "FILE", "the same, from a file with a number for each run",
        .needs = NEEDS_INPUT),
    OPT("by", 0, WORD, gate.by, "cost|share", "judge costs or shares: %s", .words = "cost share"),
    OPT("fdr", 0, AMOUNT, gate.fdr, "PERCENT", "how many of the named changes may be chance (1)",
        .noun = "number of percents"),
    OPT("min-change", 0, CALL, gate.min_change, "PERCENT", "the smallest change that matters (2%)",
        .take = take_percent),
    OPT("min-samples", 0, COUNT, gate.min_samples, "N",
        "do not judge rows with fewer samples in all runs (50)"),
    OPT("run-noise", 0, CALL, gate.run_noise, "PERCENT",
        "the assumed difference between runs, if a side has one run (10%)", .take = take_percent),
    OPT("fail-over", 0, EACH, gate.fail_over, "[comm=C,dso=D,sym=S:]+N%",
        "exit with status 2 if the cost of these rows grew by more; repeatable, or file://PATH "
        "with one per line",
        .needs = NEEDS_INPUT),
    OPT("on-unknown", 0, WORD, gate.on_unknown, "fail|pass",
        "the result of a limit below what these runs can show (fail)", .words = "fail pass"),
    OPT("baseline-file", 0, TEXT, gate.accepted, "FILE",
        "accepted changes, one per line: a limit, until=YYYY-MM-DD if it expires, and # with the "
        "reason",
        .needs = NEEDS_INPUT),
    OPT("date", 0, TEXT, gate.date, "YYYY-MM-DD", "today's date, for accepted changes that expire"),
    OPT("exact-names", 0, FLAG, gate.exact_names, NULL,
        "compare exact names, with compiler suffixes, hashes and versions"),
    OPT("no-guess", 0, FLAG, gate.no_guess, NULL, "do not guess which objects and functions were renamed"),
    OPT("markdown", 0, SET, gate.form, NULL, "the verdicts as a comment for a pull request",
        .value = GATE_MARKDOWN, .is_form = true),
    OPT("junit", 0, SET, gate.form, NULL, "the verdicts as test cases, in XML", .value = GATE_JUNIT,
        .is_form = true),
    PATHS_MAX_ROW(count.max_paths),
    TRANSFORM_ROWS(count.transforms),
    FILTER_ROWS(count.filter, filters.time, 'C', 'd', 0),
    OPT("modules", 'm', NONE, common, NULL, NULL),
    OPT("quiet", 'q', FLAG, quiet, NULL, "no headings"),
    OPT_END
};

void diff_set_usual_keys(struct diff_opts *o)
{
    if (!o->nkeys)
        diff_options_take_sort(o, NULL, "dso,symbol", &(struct err){ 0 });
}

const struct command diff_command = COMMAND(
    "diff", "what changed between captures: rows side by side, as perf diff prints them",
    "[options] [OLD] [NEW...]  or  [options] [FOLIO...] --before RUN... --after RUN...", options,
    .size = sizeof(struct diff_opts),
    .usual =
        &(const struct diff_opts){ .threshold = -1,
                                   .gate = { .fdr = 1, .min_change = 2, .run_noise = -1, .min_samples = 50 },
                                   .change = { .kind = CHANGE_DELTA_ABS, .order = 1 },
                                   .count.time_quantum = 100000000 /* the default of report */ },
    .run = diff_run, .traits = COMMAND_SEVERAL | COMMAND_UNNAMED | COMMAND_RUNS);
