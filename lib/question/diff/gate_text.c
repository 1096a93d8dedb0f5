/* The result as rows: text, CSV, JSON. Text shows the rows that changed, and the largest of the others. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/diff/gate.h"
#include "lib/question/diff/judged.h"

enum {
    VERDICT,
    BEFORE,
    SHOWN_BEFORE,
    AFTER,
    SHOWN_AFTER,
    CHANGE,
    SHOWN_CHANGE,
    LOW,
    HIGH,
    SHARE_BEFORE,
    SHARE_AFTER,
    SHARE_CHANGE,
    P,
    SHOWS,
    SAMPLES,
    FUNCTION,
    OBJECT,
    COMMAND,
    ONLY,
    NAME,
    COLUMNS
};

enum { LARGEST = 10 }; /* how many rows of a section are shown although they did not change */

/* Divisors of costs: `shown` for text, `told` for other formats. */
struct units {
    double shown, told;
};

static void show_change(const struct value *v, struct text *out)
{
    text_printf(out, "%+.2f%%", v->share);
}

static void show_share(const struct value *v, struct text *out)
{
    text_printf(out, "%.2f%%", v->share);
}

static const struct rows_column columns[COLUMNS] = {
    [VERDICT] = { "verdict", "Verdict", 11, .type = VALUE_TEXT },
    [BEFORE] = ROWS_UNSEEN("before", DECIMAL),
    [SHOWN_BEFORE] = { NULL, "Before", 11, .type = VALUE_DECIMAL, .right = true, .says = true },
    [AFTER] = ROWS_UNSEEN("after", DECIMAL),
    [SHOWN_AFTER] = { NULL, "After", 11, .type = VALUE_DECIMAL, .right = true, .says = true },
    [CHANGE] = ROWS_UNSEEN("change", PERCENT),
    [SHOWN_CHANGE] = { NULL, "Change", 9, .type = VALUE_TEXT, .right = true, .says = true },
    [LOW] = { "low", "95% from", 9, .type = VALUE_PERCENT, .right = true, .show = show_change },
    [HIGH] = { "high", "to", 9, .type = VALUE_PERCENT, .right = true, .show = show_change },
    [SHARE_BEFORE] = { "share_before", "Share", 7, .type = VALUE_PERCENT, .right = true, .show = show_share },
    [SHARE_AFTER] = { "share_after", "to", 7, .type = VALUE_PERCENT, .right = true, .show = show_share },
    [SHARE_CHANGE] = { "share_change", NULL, 0, .type = VALUE_PERCENT },
    [P] = { "p", NULL, 0, .type = VALUE_DECIMAL },
    [SHOWS] = { "shows_from", NULL, 0, .type = VALUE_PERCENT },
    [SAMPLES] = { "samples", "Samples", 9, .type = VALUE_COUNT, .right = true },
    [FUNCTION] = { "function", NULL, 0, .type = VALUE_TEXT },
    [OBJECT] = { "object", NULL, 0, .type = VALUE_TEXT },
    [COMMAND] = { "command", NULL, 0, .type = VALUE_TEXT },
    [ONLY] = ROWS_UNSEEN("only", TEXT),
    [NAME] = { NULL, "Row", 3, .type = VALUE_TEXT },
};

static const struct rows_table table = {
    .name = "rows", .columns = columns, .n = COLUMNS, .front = "  ", .gap = "  ", .heading = "# "
};

/* Writes the parts of the cost that changed, as a line each and as the objects of a list. */
static void put_growths(const char *list, const struct growth *v, const struct units *u, struct rows *r)
{
    struct text words = { 0 };
    rows_list(r, list);
    for (size_t i = 0; i < GROWTHS && v[i].kind; i++) {
        const struct growth *g = &v[i];
        words.n = 0;
        why_describe_growth(g, &words);
        rows_print(r, "                 %11.6f  %11.6f  %s\n", g->before / u->shown, g->after / u->shown,
                   words.s);
        rows_object(r, NULL);
        if (g->kind == GROWTH_CALLEE)
            rows_fact(r, "what", value_text("callee"));
        else if (g->kind == GROWTH_ITSELF)
            rows_fact(r, "what", value_text("itself"));
        else if (g->kind != GROWTH_CALLER)
            rows_fact(r, "what", value_text("small paths"));
        rows_fact(r, g->kind == GROWTH_CALLER ? "caller" : "callee", value_text(g->name));
        rows_fact(r, "before", value_decimal(g->before / u->told, 6));
        rows_fact(r, "after", value_decimal(g->after / u->told, 6));
        rows_close(r);
    }
    rows_close(r);
    text_free(&words);
}

/* Writes whether a function was called more often. */
static void put_calls(const struct judged_calls *c, struct rows *r)
{
    const struct {
        const char *name;
        double v;
    } facts[] = {
        { "often", why_words_factor(c->often.change) },    { "often_low", why_words_factor(c->often.low) },
        { "often_high", why_words_factor(c->often.high) }, { "each", why_words_factor(c->each.change) },
        { "each_low", why_words_factor(c->each.low) },     { "each_high", why_words_factor(c->each.high) }
    };
    if (!c->by) {
        rows_fact(r, "calls", value_unknown());
        return;
    }
    struct text words = { 0 };
    why_describe_calls(c, &words);
    rows_print(r, "                 %s\n", words.s);
    text_free(&words);
    rows_object(r, "calls");
    rows_fact(r, "by", value_text(c->by));
    for (size_t i = 0; i < COUNT(facts); i++)
        rows_fact(r, facts[i].name, value_decimal(facts[i].v, 4));
    rows_fact(r, "samples", value_count(c->samples));
    rows_close(r);
}

/* Writes the basic blocks of a function that changed. */
static void put_blocks(const struct judged_row *row, const struct units *u, struct rows *r)
{
    static const char *const names[] = { "old", "new" };
    struct text words = { 0 };
    rows_list(r, "blocks");
    for (size_t i = 0; i < row->nblocks; i++) {
        const struct judged_block *b = &row->blocks[i];
        words.n = 0;
        why_describe_block(b, &words);
        rows_print(r, "                 %11.6f  %11.6f  %s\n", b->side[0].cost / u->shown,
                   b->side[1].cost / u->shown, words.s);
        rows_object(r, NULL);
        for (int side = 0; side < 2; side++) {
            if (!b->side[side].there) {
                rows_fact(r, names[side], value_unknown());
                continue;
            }
            rows_object(r, names[side]);
            rows_fact(r, "begin", value_hex(b->side[side].begin));
            rows_fact(r, "end", value_hex(b->side[side].end));
            rows_close(r);
        }
        rows_fact(r, "line", value_text(b->line));
        rows_fact(r, "inlined_into", value_text(b->function));
        rows_fact(r, "loops", value_count(b->loops));
        rows_fact(r, "before", value_decimal(b->side[0].cost / u->told, 6));
        rows_fact(r, "after", value_decimal(b->side[1].cost / u->told, 6));
        rows_close(r);
    }
    rows_close(r);
    text_free(&words);
}

static void put_why(const struct judged *j, const struct judged_row *row, const struct units *u,
                    struct rows *r)
{
    if (j->section == RUN_FUNCTION || j->section == RUN_WITH_CALLEES)
        put_growths("callers", row->callers, u, r);
    if (j->section == RUN_WITH_CALLEES || j->section == RUN_PATH)
        put_growths("callees", row->callees, u, r);
    if (j->section == RUN_FUNCTION)
        put_blocks(row, u, r);
    if (row->verdict <= VERDICT_BETTER && (j->section == RUN_FUNCTION || j->section == RUN_WITH_CALLEES))
        put_calls(&row->calls, r);
}

/* The value of a change. If only one side has the row, the change has no number. */
static struct value change_of(const struct judged_row *row, double change)
{
    const bool known = judged_only_side(row) == JUDGED_BOTH && !row->apart;
    if (known)
        return value_percent(judged_percent(change));
    return value_unknown();
}

static struct value change_text(const struct value *change, const struct judged_row *row, struct text *out)
{
    if (change->type != VALUE_UNKNOWN)
        show_change(change, out);
    else if (!row->apart)
        text_add(out, gate_gone_or_new(row));
    return value_text(text_str(out));
}

static struct value text_or_none(const char *s)
{
    return s ? value_text(s) : value_none();
}

static void put_row(const struct gate *g, const struct judged *j, const struct judged_row *row,
                    struct rows *r)
{
    const struct difference *d = judged_difference(&g->o->gate, row);
    static const char *const sides[] = {
        [JUDGED_BOTH] = NULL, [JUDGED_ONLY_BEFORE] = "before", [JUDGED_ONLY_AFTER] = "after"
    };
    const struct run_row *of = row->row;
    struct text name = { 0 }, changed = { 0 };
    const bool clock = g->runs.events[j->event].is_clock;
    unsigned digits = 3;
    struct units u = { .shown = j->unit, .told = 1 };
    if (clock) {
        digits = 6;
        u.told = j->unit;
    }
    const struct value change = change_of(row, d->change);
    const struct value cells[COLUMNS] = {
        [VERDICT] = value_text(judged_word(row->verdict)),
        [BEFORE] = value_decimal(row->cost.before / u.told, digits),
        [SHOWN_BEFORE] = value_decimal(row->cost.before / u.shown, digits),
        [AFTER] = value_decimal(row->cost.after / u.told, digits),
        [SHOWN_AFTER] = value_decimal(row->cost.after / u.shown, digits),
        [CHANGE] = change,
        [SHOWN_CHANGE] = change_text(&change, row, &changed),
        [LOW] = change_of(row, row->low),
        [HIGH] = change_of(row, row->high),
        [SHARE_BEFORE] = value_percent(row->share.before * 100),
        [SHARE_AFTER] = value_percent(row->share.after * 100),
        [SHARE_CHANGE] = change_of(row, row->share.change),
        [P] = value_decimal(d->p, 9),
        [SHOWS] = value_percent(judged_percent(row->shows)),
        [SAMPLES] = value_count(row->samples),
        [FUNCTION] = text_or_none(of->function),
        [OBJECT] = text_or_none(of->object),
        [COMMAND] = text_or_none(of->command),
        [ONLY] = value_text(sides[judged_only_side(row)]),
        [NAME] = value_text(gate_row_name(of, &name)),
    };
    const struct gate_rule *accepted = NULL;
    const char *reason = NULL;
    if (row->verdict == VERDICT_WORSE)
        accepted = gate_accepting_rule(g, row);
    rows_row_begin(r, cells);
    if (accepted) {
        rows_print(r, "                 accepted up to %s: ", accepted->text);
        reason = accepted->reason;
    }
    rows_say(r, "accepted", value_text(reason), "%s\n");
    rows_say(r, "not_judged", text_or_none(row->apart), "                 %s\n");
    put_why(j, row, &u, r);
    rows_row_end(r);
    text_free(&name);
    text_free(&changed);
}

static void put_section(const struct gate *g, const struct judged *j, struct rows *r)
{
    struct text t = { 0 };
    const size_t most = g->o->common.verbose ? SIZE_MAX : rows_limit(r, LARGEST);
    size_t left[VERDICTS] = { 0 }, shown = 0;
    rows_object(r, NULL);
    rows_add_table_label(r, "section", value_text(gate_section_word(j->section)));
    rows_add_table_label(r, "event", value_text(g->runs.events[j->event].name));
    rows_fact(r, "noise", value_percent(j->noise.own * 100));
    rows_fact(r, "few_samples", value_count(j->few));
    rows_print(r, "#\n# %s, %s:", gate_section_word(j->section), gate_unit(g, j, &t));
    if (j->n > 1)
        rows_print(r, " %s of one side differ by %.1f%% beyond sampling noise",
                   g->runs.sliced ? "slices" : "runs", j->noise.own * 100);
    rows_print(r, "\n");
    if (j->section == RUN_TOTAL && gate_explain_power(g, j, &t))
        rows_print(r, "# %s\n", t.s);
    rows_print(r, "#\n");
    rows_table(r, &table);
    rows_headings(r, &table);
    for (int pass = 0; pass < 2; pass++) /* rows that changed come first, then the others */
        for (size_t i = 0; i < j->n; i++) {
            bool changed = j->v[i].verdict <= VERDICT_BETTER;
            if (changed != !pass)
                continue;
            if (changed || shown < most) {
                put_row(g, j, &j->v[i], r);
                shown += !changed;
            } else {
                left[j->v[i].verdict]++;
            }
        }
    rows_table_end(r);
    if (left[VERDICT_SAME] + left[VERDICT_UNKNOWN])
        rows_print(
            r, "# and %zu that stayed the same, %zu that these runs cannot judge (--verbose shows them)\n",
            left[VERDICT_SAME], left[VERDICT_UNKNOWN]);
    if (j->few)
        rows_print(r, "# %zu with fewer than %" PRIu64 " samples are not judged\n", j->few,
                   g->o->gate.min_samples);
    rows_close(r);
    text_free(&t);
}

/* Writes what a guess is based on, and its number. */
static void put_common(const struct guess *guess, struct rows *r)
{
    const bool is_share = guess->by == GUESS_BY_NAMES || strcmp(guess->what, "function") != 0;
    struct text shown = { 0 };
    if (is_share)
        text_printf(&shown, "%.0f%%", guess->common * 100);
    else
        text_printf(&shown, "%.2f", guess->common);
    const char *line = "guessed by code, %s\n";
    if (guess->by == GUESS_BY_NAMES)
        line = "%s of their cost is in functions with the same names\n";
    else if (is_share)
        line = "%s of their cost is in functions with the same names or similar code\n";
    if (guess->by == GUESS_BY_LINES)
        rows_add_fact_with_text(r, "common", value_unknown(), "",
                                "they begin near each other in one source file\n");
    else
        rows_add_fact_with_text(r, "common", value_percent(guess->common * 100), shown.s, line);
    text_free(&shown);
}

static void put_runs(const struct gate *g, struct rows *r)
{
    uint32_t n = g->runs.n, before = g->runs.before;
    rows_print(r, "# %" PRIu32 " run%s before, %" PRIu32 " after; %g%% of the named changes may be chance\n",
               before, before == 1 ? "" : "s", n - before, g->o->gate.fdr);
    struct text t = { 0 };
    gate_describe_data(g, &t);
    rows_print(r, "# %s\n", t.s);
    if (gate_explain_sums(g, &t))
        rows_print(r, "# The total changed: %s\n", t.s);
    text_free(&t);
    if (g->runs.sliced)
        rows_print(r,
                   "# One run on a side does not show how much runs differ. The assumed difference is %g%% "
                   "(--run-noise);\n# slices of time show further noise. To see smaller changes, record 5 "
                   "runs a side.\n",
                   g->runs.run_noise);
    if (g->o->gate.by == GATE_BY_SHARE)
        rows_print(
            r,
            "# Changes are changes of shares of a run (--by share), not of the columns before and after\n");
    rows_fact(r, "by", value_text(g->o->gate.by == GATE_BY_SHARE ? "share" : "cost"));
    rows_fact(r, "slices", value_yes_no(g->runs.sliced));
    rows_fact(r, "run_noise", g->runs.sliced ? value_percent(g->runs.run_noise) : value_unknown());
    rows_fact(r, "fdr", value_percent(g->o->gate.fdr));
    rows_fact(r, "min_change", value_percent(g->o->gate.min_change));
    rows_list(r, "differences");
    for (size_t i = 0; i < g->runs.differ.n; i++)
        rows_say(r, NULL, value_text(g->runs.differ.v[i]), "# The sides differ: %s\n");
    rows_close(r);
    rows_list(r, "left_out");
    for (uint32_t e = 0; e < g->runs.nevents; e++)
        if (g->runs.events[e].runs && g->runs.events[e].runs < n)
            rows_fact(r, NULL, value_text(g->runs.events[e].name));
    for (uint32_t i = 1; i <= g->runs.strangers.n; i++)
        rows_fact(r, NULL, value_text(arena_names_text(&g->runs.strangers, i)));
    rows_close(r);
    rows_list(r, "guesses");
    for (size_t i = 0; i < g->runs.nguesses; i++) {
        const struct guess *guess = &g->runs.guesses[i];
        rows_object(r, NULL);
        rows_say(r, "what", value_text(guess->what), "# Guessed: the %s");
        rows_say(r, "before", value_text(guess->before), " %s");
        rows_say(r, "after", value_text(guess->after), " is %s now: ");
        rows_fact(r, "by", value_text(gate_guess_word(guess->by)));
        put_common(guess, r);
        rows_close(r);
    }
    rows_close(r);
    rows_list(r, "runs");
    for (uint32_t i = 0; i < n; i++) {
        const struct replicate *run = &g->runs.v[i];
        rows_object(r, NULL);
        rows_fact(r, "side", value_text(run->of->after ? "after" : "before"));
        rows_fact(r, "file", value_text(run->of->name));
        rows_fact(r, "samples", value_count(run->of->counted));
        rows_fact(r, "seconds", run->timed ? value_decimal(run->seconds, 6) : value_unknown());
        rows_fact(r, "work", value_decimal(run->work, 6));
        rows_fact(r, "lost", value_count(run->lost));
        rows_fact(r, "throttled", value_count(run->throttled));
        rows_problems(r, &run->of->problems);
        rows_close(r);
    }
    rows_close(r);
}

static void put_limits(const struct gate *g, struct rows *r)
{
    struct text t = { 0 };
    const bool besides = gate_explain_ignored_worse(g, &t);
    rows_say(r, "worse_besides", value_text(besides ? t.s : NULL), "#\n# %s\n");
    rows_list(r, "limits");
    for (size_t i = 0; i < g->nheld; i++) {
        const struct held_rule *h = &g->held[i];
        gate_explain_limit(g, h, &t);
        rows_object(r, NULL);
        rows_fact(r, "limit", value_text(h->rule->text));
        rows_fact(r, "verdict", value_text(gate_kept_word(h->kept)));
        rows_fact(r, "rows", value_count(h->rows));
        rows_fact(r, "broken", value_count(h->broken));
        rows_fact(r, "reason", value_text(h->accepted ? h->accepted->reason : NULL));
        rows_say(r, "because", value_text(t.s), i ? "%s\n" : "#\n%s\n");
        rows_close(r);
    }
    rows_close(r);
    rows_fact(r, "status", value_count((uint64_t)g->status));
    text_free(&t);
}

static void put_command(const struct gate *g, struct rows *r)
{
    struct text t = { 0 };
    const bool any = gate_command(g, &t);
    rows_say(r, "instructions", value_text(any ? t.s : NULL),
             "#\n# to see the instructions of the function that grew most: %s\n");
    text_free(&t);
}

/* Writes what counted how often functions were entered. If nothing counted it and a function changed,
   writes once that it is unknown. */
static void put_counted(const struct gate *g, struct rows *r)
{
    if (!g->nentered && g->verdicts[VERDICT_WORSE] + g->verdicts[VERDICT_BETTER])
        rows_print(
            r, "#\n# whether functions were called more often is unknown: the runs have neither probes on "
               "them (perf probe) nor branch stacks (perf record -b)\n");
    rows_list(r, "calls_counted_by");
    for (size_t i = 0; i < g->nentered; i++)
        rows_fact(r, NULL, value_text(g->runs.events[g->entered[i].event].name));
    rows_close(r);
}

void gate_rows(const struct gate *g, struct rows *r)
{
    put_runs(g, r);
    rows_list(r, "sections");
    for (size_t s = 0; s < g->nsections; s++)
        put_section(g, &g->sections[s], r);
    rows_close(r);
    suspects_put(g, r);
    put_counted(g, r);
    put_limits(g, r);
    put_command(g, r);
}
