/* The answer as a comment for a pull request: what changed in a table, the rest folded, below 60 KB. */
#include <inttypes.h>
#include <string.h>

#include "cli/diff/gate.h"

enum { MOST_BYTES = 56000, MOST_OF_REST = 25, MOST_OF_NAME = 200 /* bytes */ };

/* A name in a cell of a table, as code: nothing of it is markup. */
static void add_name(struct text *t, const char *name)
{
    struct text clean = { 0 };
    text_add_clean(&clean, name);
    size_t n = clean.n < MOST_OF_NAME ? clean.n : MOST_OF_NAME;
    while (n < clean.n && n && ((unsigned char)clean.s[n] & 0xc0) == 0x80) /* a character is not cut */
        n--;
    text_char(t, '`', 1);
    for (size_t i = 0; i < n; i++)
        text_add(t, clean.s[i] == '`' ? "'" : clean.s[i] == '|' ? "\\|" : (char[]){ clean.s[i], 0 });
    text_char(t, '`', 1);
    text_free(&clean);
}

static void add_row(const struct gate *g, const struct judged *j, const struct judged_row *row,
                    struct text *t)
{
    static const char *const marks[VERDICTS] = { "**worse**", "better", "same", "cannot tell" };
    const struct difference *d = judged_by(&g->o->gate, row);
    struct text name = { 0 };
    const bool accepted = row->verdict == VERDICT_WORSE && gate_acceptance(g, row);
    text_printf(t, "| %s | ", accepted ? "worse, accepted" : marks[row->verdict]);
    add_name(t, gate_row_name(row->row, &name));
    if (gate_only_word(row) || row->apart)
        text_printf(t, " | %s | ", row->apart ? "not judged" : gate_only_word(row));
    else
        text_printf(t, " | %+.2f%% | %+.2f%% to %+.2f%%", judged_percent(d->change), judged_percent(row->low),
                    judged_percent(row->high));
    text_printf(t, " | %.4g | %.4g | %.2f%% | %.2f%% |\n", row->cost.before / j->unit,
                row->cost.after / j->unit, row->share.before * 100, row->share.after * 100);
    text_free(&name);
}

static const char head[] = "| | | change | 95% interval | before | after | share | after |\n"
                           "|---|---|--:|:-:|--:|--:|--:|--:|\n";

/* The rows of one kind; how many were left out, for there is no more room or no more are wanted. */
static size_t add_rows(const struct gate *g, const struct judged *j, bool changed, size_t most,
                       struct text *t)
{
    size_t shown = 0, left = 0;
    for (size_t i = 0; i < j->n; i++) {
        if ((j->v[i].verdict <= VERDICT_BETTER) != changed)
            continue;
        if (shown == most || t->n > MOST_BYTES) {
            left++;
            continue;
        }
        if (!shown++)
            text_add(t, head);
        add_row(g, j, &j->v[i], t);
    }
    return left;
}

static void add_section(const struct gate *g, const struct judged *j, struct text *t)
{
    struct text unit = { 0 };
    text_printf(t, "\n#### %s, ", gate_section_word(j->section));
    gate_unit(g, j, &unit);
    if (g->runs.events[j->event].is_clock && !gate_event(g, j->event))
        text_add(t, unit.s);
    else /* it has the event's name */
        add_name(t, unit.s);
    text_add(t, "\n\n");
    size_t before = t->n, left = add_rows(g, j, true, SIZE_MAX, t);
    if (before == t->n)
        text_add(t, j->n ? "Nothing is shown to have changed.\n" : "No row has enough samples.\n");
    if (left)
        text_printf(t, "\n%zu more that changed are left out.\n", left);
    size_t rest[VERDICTS] = { 0 };
    for (size_t i = 0; i < j->n; i++)
        rest[j->v[i].verdict]++;
    if (rest[VERDICT_SAME] + rest[VERDICT_UNKNOWN]) {
        text_printf(t, "\n<details><summary>%zu stayed the same, of %zu these runs cannot tell</summary>\n\n",
                    rest[VERDICT_SAME], rest[VERDICT_UNKNOWN]);
        left = add_rows(g, j, false, MOST_OF_REST, t);
        if (left)
            text_printf(t, "\n%zu more.\n", left);
        text_add(t, "\n</details>\n");
    }
    if (j->few)
        text_printf(t, "\n%zu with too few samples are not judged.\n", j->few);
    text_free(&unit);
}

void gate_markdown(const struct gate *g, FILE *out)
{
    struct text t = { 0 }, s = { 0 };
    text_printf(&t,
                "### Performance: %s\n\n%" PRIu32 " runs before, %" PRIu32 " after. Of the functions %" PRIu64
                " got worse, %" PRIu64 " better, %" PRIu64 " stayed the same, of %" PRIu64
                " these runs cannot tell.\n",
                g->status == 2 ? "**the gate is closed**"
                : g->status    ? "nothing was compared"
                               : "passed",
                g->runs.before, g->runs.n - g->runs.before, g->verdicts[VERDICT_WORSE],
                g->verdicts[VERDICT_BETTER], g->verdicts[VERDICT_SAME], g->verdicts[VERDICT_UNKNOWN]);
    if (gate_worse_besides(g, &s)) {
        text_add(&t, "\n> ");
        add_name(&t, s.s);
        text_add(&t, "\n");
    }
    if (g->runs.sliced)
        text_printf(
            &t,
            "\n> One run on a side: runs are assumed to differ by %g%% (`--run-noise`); smaller changes take 5 a "
            "side.\n",
            g->runs.run_noise);
    for (size_t i = 0; i < g->runs.differ.n; i++) {
        text_add(&t, "\n> The sides differ: ");
        add_name(&t, g->runs.differ.v[i]);
        text_add(&t, "\n");
    }
    for (size_t i = 0; i < g->runs.nguesses && t.n < MOST_BYTES; i++) {
        text_printf(&t, "\n> Guessed: the %s ", g->runs.guesses[i].what);
        add_name(&t, g->runs.guesses[i].before);
        text_add(&t, " is now ");
        add_name(&t, g->runs.guesses[i].after);
        text_printf(&t, " (by %s)\n", gate_guess_word(g->runs.guesses[i].by));
    }
    text_add(&t, g->nheld ? "\n" : NULL);
    for (size_t i = 0; i < g->nheld && t.n < MOST_BYTES; i++) {
        gate_held(g, &g->held[i], &s);
        text_add(&t, "- ");
        add_name(&t, s.s);
        text_add(&t, "\n");
    }
    for (size_t i = 0; i < g->nsections; i++)
        if (t.n < MOST_BYTES)
            add_section(g, &g->sections[i], &t);
    if (gate_command(g, &s) && t.n < MOST_BYTES) {
        text_add(&t, "\nThe instructions of what grew most:\n\n```sh\n");
        text_add_clean(&t, s.s);
        text_add(&t, "\n```\n");
    }
    fwrite(t.s, 1, t.n, out);
    text_free(&t);
    text_free(&s);
}
