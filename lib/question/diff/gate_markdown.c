/* The result as a comment for a pull request: a table of changes, and everything else folded, in less than
   60 KB. */
#include <inttypes.h>
#include <stdlib.h>

#include "lib/question/diff/gate.h"
#include "lib/question/diff/judged.h"
#include "core/base/mem.h"

/* Limits in bytes: above MOST_BYTES no more rows are added, above MOST_WITH_REASONS no more reasons; and
   for the length of a name. */
enum { MOST_BYTES = 56000, MOST_WITH_REASONS = 50000, MOST_OF_NAME = 200 };
enum {
    MOST_OF_GUESSES = 10000,
    MOST_OF_LIMITS = 40000,
    MOST_IN_ALL = 59000
};                          /* bytes from the beginning on */
enum { MOST_OF_REST = 25 }; /* number of rows */

/* Appends a name to a cell of a table, as code, so that it contains no markup. */
static void gate_markdown_add_name(struct text *t, const char *name)
{
    struct text clean = { 0 };
    text_add_clean(&clean, name);
    size_t n = clean.n;
    if (n > MOST_OF_NAME)
        n = MOST_OF_NAME;
    while (n < clean.n && n && ((unsigned char)clean.s[n] & 0xc0) == 0x80) /* do not cut inside a character */
        n--;
    text_char(t, '`', 1);
    for (size_t i = 0; i < n; i++) {
        if (clean.s[i] == '`')
            text_add(t, "'");
        else if (clean.s[i] == '|')
            text_add(t, "\\|");
        else
            text_char(t, clean.s[i], 1);
    }
    text_char(t, '`', 1);
    text_free(&clean);
}

static void gate_markdown_add_row(const struct gate *g, const struct judged *j, const struct judged_row *row,
                                  struct text *t)
{
    static const char *const marks[VERDICTS] = { "**worse**", "better", "same", "cannot tell" };
    const struct difference *d = judged_difference(&g->o->gate, row);
    struct text name = { 0 };
    const bool accepted = row->verdict == VERDICT_WORSE && gate_accepting_rule(g, row);
    text_printf(t, "| %s | ", accepted ? "worse, accepted" : marks[row->verdict]);
    gate_markdown_add_name(t, gate_row_name(row->row, &name));
    if (gate_gone_or_new(row) || row->apart)
        text_printf(t, " | %s | ", row->apart ? "not judged" : gate_gone_or_new(row));
    else
        text_printf(t, " | %+.2f%% | %+.2f%% to %+.2f%%", judged_percent(d->change), judged_percent(row->low),
                    judged_percent(row->high));
    text_printf(t, " | %.4g | %.4g | %.2f%% | %.2f%% |\n", row->cost.before / j->unit,
                row->cost.after / j->unit, row->share.before * 100, row->share.after * 100);
    text_free(&name);
}

static const char head[] = "| | | change | 95% interval | before | after | share | after |\n"
                           "|---|---|--:|:-:|--:|--:|--:|--:|\n";

/* Appends the rows of one kind. Returns how many were left out, because there is no more room or `most` is
   reached. */
static size_t gate_markdown_add_rows(const struct gate *g, const struct judged *j, bool changed, size_t most,
                                     size_t room, struct text *t)
{
    size_t shown = 0, left = 0;
    for (size_t i = 0; i < j->n; i++) {
        if ((j->v[i].verdict <= VERDICT_BETTER) != changed)
            continue;
        if (shown == most || t->n > room) {
            left++;
            continue;
        }
        if (!shown++)
            text_add(t, head);
        gate_markdown_add_row(g, j, &j->v[i], t);
    }
    return left;
}

/* Appends a row to a table of reasons: costs before and after, and words. */
static void add_reason(double before, double after, double unit, const char *words, struct text *t)
{
    text_printf(t, "| | %.4g | %.4g | ", before / unit, after / unit);
    gate_markdown_add_name(t, words);
    text_add(t, " |\n");
}

/* Appends the reasons for a row's change. */
static void add_reasons_of(const struct gate *g, const struct judged *j, const struct judged_row *row,
                           struct text *t)
{
    struct text words = { 0 }, name = { 0 };
    const struct gate_rule *accepted = NULL;
    if (row->verdict == VERDICT_WORSE)
        accepted = gate_accepting_rule(g, row);
    const size_t before = t->n;
    text_add(t, "| ");
    gate_markdown_add_name(t, gate_row_name(row->row, &name));
    text_add(t, " | | | ");
    if (accepted) {
        text_printf(&words, "accepted up to %s: %s", accepted->text, accepted->reason);
        gate_markdown_add_name(t, words.s);
    }
    text_add(t, " |\n");
    const size_t begin = t->n;
    for (int list = 0; list < 2; list++)
        for (size_t i = 0; i < GROWTHS; i++) {
            const struct growth *growth = list ? &row->callees[i] : &row->callers[i];
            words.n = 0;
            if (!growth->kind)
                break;
            why_describe_growth(growth, &words);
            add_reason(growth->before, growth->after, j->unit, words.s, t);
        }
    for (size_t i = 0; i < row->nblocks; i++) {
        words.n = 0;
        why_describe_block(&row->blocks[i], &words);
        add_reason(row->blocks[i].side[0].cost, row->blocks[i].side[1].cost, j->unit, words.s, t);
    }
    if (row->calls.by) {
        words.n = 0;
        why_describe_calls(&row->calls, &words);
        text_add(t, "| | | | ");
        gate_markdown_add_name(t, words.s);
        text_add(t, " |\n");
    }
    if (t->n == begin && !accepted) /* no reason is known */
        t->n = before;
    text_free(&words);
    text_free(&name);
}

/* Appends the reasons for the changes of a section, folded; `room`: bytes for them. */
static void add_reasons(const struct gate *g, const struct judged *j, size_t room, struct text *t)
{
    struct text all = { 0 }, one = { 0 };
    size_t left = 0;
    for (size_t i = 0; i < j->n; i++) {
        one.n = 0;
        if (j->v[i].verdict <= VERDICT_BETTER)
            add_reasons_of(g, j, &j->v[i], &one);
        if (left || all.n + one.n > room)
            left += one.n != 0;
        else
            text_add_n(&all, text_str(&one), one.n);
    }
    if (all.n) {
        text_add(t, "\n<details><summary>Causes of these changes</summary>\n\n| | before | after | "
                    "|\n|---|--:|--:|---|\n");
        text_add_n(t, all.s, all.n);
        if (left)
            text_printf(t, "\n%zu more row%s left out here; the text and `--json` have %s.\n", left,
                        text_one_or_many(left, " is", "s are"), text_one_or_many(left, "it", "them"));
        text_add(t, "\n</details>\n");
    } else if (left) {
        text_printf(
            t,
            "\nThere is no room for the causes of these changes (%zu row%s); the text and `--json` have "
            "them.\n",
            left, text_plural(left));
    }
    text_free(&all);
    text_free(&one);
}

/* Appends a section. `room`: bytes for it, approximately. */
static void add_section(const struct gate *g, const struct judged *j, size_t room, struct text *t)
{
    struct text unit = { 0 };
    text_printf(t, "\n#### %s, ", gate_section_word(j->section));
    gate_unit(g, j, &unit);
    if (g->runs.events[j->event].is_clock && !gate_event(g, j->event))
        text_add(t, unit.s);
    else /* the unit has the event's name */
        gate_markdown_add_name(t, unit.s);
    text_add(t, "\n\n");
    size_t before = t->n, left = gate_markdown_add_rows(g, j, true, SIZE_MAX, room, t);
    if (before == t->n)
        text_add(t, j->n ? "No change was found.\n" : "No row has enough samples.\n");
    if (left)
        text_printf(t, "\n%zu more that changed are left out.\n", left);
    size_t rest[VERDICTS] = { 0 };
    for (size_t i = 0; i < j->n; i++)
        rest[j->v[i].verdict]++;
    if (rest[VERDICT_SAME] + rest[VERDICT_UNKNOWN]) {
        text_printf(
            t, "\n<details><summary>%zu did not change, %zu cannot be judged by these runs</summary>\n\n",
            rest[VERDICT_SAME], rest[VERDICT_UNKNOWN]);
        left = gate_markdown_add_rows(g, j, false, MOST_OF_REST, room, t);
        if (left)
            text_printf(t, "\n%zu more.\n", left);
        text_add(t, "\n</details>\n");
    }
    if (j->few)
        text_printf(t, "\n%zu with too few samples are not judged.\n", j->few);
    text_free(&unit);
}

/* Appends all sections. If there is not enough room, tables are preferred to the reasons of changes. */
static void add_sections(const struct gate *g, struct text *t)
{
    struct text *sections = mem_new(g->nsections, sizeof(*sections)), left = { 0 };
    size_t n = t->n;
    for (size_t i = 0; i < g->nsections; i++) {
        const struct judged *j = &g->sections[i];
        if (n < MOST_BYTES) {
            add_section(g, j, MOST_BYTES - n, &sections[i]);
            n += sections[i].n;
            continue;
        }
        text_add(&left, left.n ? ", " : "\nLeft out: ");
        text_printf(&left, "%zu %s", j->n, gate_section_word(j->section));
    }
    for (size_t i = 0; i < g->nsections; i++) {
        text_add_n(t, text_str(&sections[i]), sections[i].n);
        const size_t before = t->n;
        if (sections[i].n)
            add_reasons(g, &g->sections[i], n < MOST_WITH_REASONS ? MOST_WITH_REASONS - n : 0, t);
        n += t->n - before;
        text_free(&sections[i]);
    }
    text_add(t, left.s);
    if (left.n)
        text_add(t, ".\n");
    text_free(&left);
    free(sections);
}

static void add_left(size_t shown, size_t n, const char *front, const char *what, struct text *t)
{
    if (shown < n)
        text_printf(t, "%s%zu more %s\n", front, n - shown, what);
}

static const char *outcome_of(const struct gate *g)
{
    if (g->status == 2)
        return "**the gate failed**";
    if (g->status)
        return "nothing was compared";
    return g->apart ? "**not all functions could be compared**" : "passed";
}

void gate_markdown(const struct gate *g, struct outlet *out)
{
    struct text t = { 0 }, s = { 0 };
    text_printf(&t,
                "### Performance: %s\n\n%" PRIu32 " run%s before, %" PRIu32
                " after. Of the functions %" PRIu64 " got worse, %" PRIu64 " better, %" PRIu64
                " stayed the same, of %" PRIu64 " these runs cannot tell.\n",
                outcome_of(g), g->runs.before, g->runs.before == 1 ? "" : "s", g->runs.n - g->runs.before,
                g->verdicts[VERDICT_WORSE], g->verdicts[VERDICT_BETTER], g->verdicts[VERDICT_SAME],
                g->verdicts[VERDICT_UNKNOWN]);
    gate_describe_data(g, &s);
    text_printf(&t, "\n%s.\n", s.s);
    if (gate_explain_sums(g, &s))
        text_printf(&t, "\n> The total changed: %s.\n", s.s);
    if (gate_explain_ignored_worse(g, &s)) {
        text_add(&t, "\n> ");
        gate_markdown_add_name(&t, s.s);
        text_add(&t, "\n");
    }
    if (g->runs.sliced)
        text_printf(
            &t,
            "\n> One run on a side: runs are assumed to differ by %g%% (`--run-noise`); to see smaller "
            "changes, record 5 runs a side.\n",
            g->runs.run_noise);
    if (g->o->gate.by == GATE_BY_SHARE)
        text_add(&t,
                 "\n> Changes are changes of shares of a run (`--by share`), not of the columns before and "
                 "after.\n");
    for (size_t i = 0; i < g->runs.differ.n; i++) {
        text_add(&t, "\n> The sides differ: ");
        gate_markdown_add_name(&t, g->runs.differ.v[i]);
        text_add(&t, "\n");
    }
    size_t shown = 0;
    for (; shown < g->runs.nguesses && t.n < MOST_OF_GUESSES; shown++) {
        const struct guess *guess = &g->runs.guesses[shown];
        text_printf(&t, "\n> Guessed: the %s ", guess->what);
        gate_markdown_add_name(&t, guess->before);
        text_add(&t, " is now ");
        gate_markdown_add_name(&t, guess->after);
        text_printf(&t, " (by %s)\n", gate_guess_word(guess->by));
    }
    add_left(shown, g->runs.nguesses, "\n> ", "guesses of names", &t);
    struct suspects suspects = suspects_find(g);
    for (size_t i = 0; i < suspects.n && t.n < MOST_OF_GUESSES; i++) {
        suspects_text(&suspects.v[i], &s);
        text_add(&t, "\n> ");
        gate_markdown_add_name(&t, s.s);
        text_add(&t, "\n");
    }
    suspects_free(&suspects);
    if (g->nheld)
        text_add(&t, "\n");
    for (shown = 0; shown < g->nheld && t.n < MOST_OF_LIMITS; shown++) {
        gate_explain_limit(g, &g->held[shown], &s);
        text_add(&t, "- ");
        gate_markdown_add_name(&t, s.s);
        text_add(&t, "\n");
    }
    add_left(shown, g->nheld, "- ", "limits", &t);
    add_sections(g, &t);
    if (gate_command(g, &s) && t.n + s.n < MOST_IN_ALL) {
        text_add(&t, "\nTo see the instructions of the function that grew most:\n\n```sh\n");
        text_add_clean(&t, s.s);
        text_add(&t, "\n```\n");
    }
    outlet_write(out, t.s, t.n);
    text_free(&t);
    text_free(&s);
}
