/* The result as test cases (the format of Ant's JUnit task, which CI systems read): one per limit; without
   limits, the total and the functions. */
#include <inttypes.h>
#include <string.h>

#include "lib/question/diff/gate.h"

struct cases {
    struct text t;
    uint64_t n, failures, skipped;
};

static void add_case(struct cases *c, const char *of, const char *name, const char *outcome, const char *why)
{
    text_add(&c->t, "  <testcase classname=\"");
    text_add_xml(&c->t, of, SIZE_MAX);
    text_add(&c->t, "\" name=\"");
    text_add_xml(&c->t, name, SIZE_MAX);
    if (outcome) {
        text_printf(&c->t, "\"><%s message=\"", outcome);
        text_add_xml(&c->t, why, SIZE_MAX);
        text_add(&c->t, "\"/></testcase>\n");
    } else {
        text_add(&c->t, "\"/>\n");
    }
    c->n++;
    c->failures += outcome && !strcmp(outcome, "failure");
    c->skipped += outcome && !strcmp(outcome, "skipped");
}

static void add_limit(const struct gate *g, const struct held_rule *h, struct cases *c)
{
    struct text why = { 0 };
    const char *outcome = "skipped";
    gate_explain_limit(g, h, &why);
    if (gate_limit_fails(g, h))
        outcome = "failure";
    else if (h->kept == KEPT)
        outcome = NULL;
    add_case(c, "limits", h->rule->text, outcome, why.s);
    text_free(&why);
}

static const char *outcome_of(const struct judged_row *row, bool accepted, bool closes)
{
    if (accepted)
        return "skipped";
    if (closes)
        return "failure";
    return row->verdict == VERDICT_WORSE || row->verdict == VERDICT_UNKNOWN ? "skipped" : NULL;
}

static void gate_junit_add_row(const struct gate *g, const struct judged *j, const struct judged_row *row,
                               struct cases *c)
{
    struct text name = { 0 }, why = { 0 }, of = { 0 };
    const char *event = gate_event(g, j->event);
    const bool closes = gate_event_decides(g, j->event) &&
                        (row->verdict == VERDICT_WORSE || (row->apart && gate_incomparable_closes(g)));
    const struct gate_rule *accepted = NULL;
    if (row->verdict == VERDICT_WORSE)
        accepted = gate_accepting_rule(g, row);
    text_printf(&why, "%s: ", judged_word(row->verdict));
    gate_change(g, row, &why);
    if (accepted)
        text_printf(&why, "; accepted up to %s, because: %s", accepted->text, accepted->reason);
    text_add(&of, gate_section_word(j->section));
    if (event)
        text_printf(&of, " by %s", event);
    add_case(c, of.s, gate_row_name(row->row, &name), outcome_of(row, accepted, closes), why.s);
    text_free(&name);
    text_free(&why);
    text_free(&of);
}

void gate_junit(const struct gate *g, struct outlet *out)
{
    struct cases c = { 0 };
    struct text besides = { 0 };
    for (size_t i = 0; i < g->nheld; i++)
        add_limit(g, &g->held[i], &c);
    for (size_t s = 0; !g->nheld && s < g->nsections; s++)
        for (size_t i = 0; i < g->sections[s].n; i++)
            if (g->sections[s].section == RUN_TOTAL || g->sections[s].section == RUN_FUNCTION)
                gate_junit_add_row(g, &g->sections[s], &g->sections[s].v[i], &c);
    outlet_print(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuite name=\"perfolio diff\" tests=\"%" PRIu64
        "\" failures=\"%" PRIu64 "\" skipped=\"%" PRIu64 "\">\n%s",
        c.n, c.failures, c.skipped, text_str(&c.t));
    if (g->runs.sliced)
        outlet_print(
            out,
            "  <system-out>One run on a side: runs are assumed to differ by %g%% (--run-noise); to see "
            "smaller changes, record 5 runs a side</system-out>\n",
            g->runs.run_noise);
    if (gate_explain_sums(g, &besides))
        outlet_print(out, "  <system-out>The total changed: %s</system-out>\n", besides.s);
    if (gate_explain_ignored_worse(g, &besides)) {
        c.t.n = 0;
        text_add_xml(&c.t, besides.s, SIZE_MAX);
        outlet_print(out, "  <system-out>%s</system-out>\n", c.t.s);
    }
    outlet_add(out, "</testsuite>\n");
    text_free(&c.t);
    text_free(&besides);
}
