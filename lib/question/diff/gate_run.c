/* Runs before and after a change: counts and judges them, and checks the limits. */
#include "lib/question/diff/gate.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/diff/runs/replicates.h"
#include "lib/question/diff/judged.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/common/merged_message.h"
#include "core/base/mem.h"

/* If rows that are not comparable have at least this share of a side's cost, the gate takes them into
   account. */
#define APART_LEAST 0.01

/* The share of each side's cost in a section's rows that are not comparable. If rows contain each other,
   it is the largest row's share. */
struct apart {
    double before, after;
};

static void add_apart(struct apart *a, enum run_section section, const struct judged_row *row)
{
    const bool nested = section == RUN_WITH_CALLEES || section == RUN_PATH;
    if (!row->apart)
        return;
    if (nested) {
        a->before = fmax(a->before, row->share.before);
        a->after = fmax(a->after, row->share.after);
    } else {
        a->before += row->share.before;
        a->after += row->share.after;
    }
}

static bool apart_matters(const struct apart *a)
{
    return a->before >= APART_LEAST || a->after >= APART_LEAST;
}

static double larger_share(const struct judged_row *row)
{
    return fmax(row->share.before, row->share.after);
}

/* A weight by which two results are compared: the worse one is higher. */
static int gate_run_weight(enum kept kept)
{
    static const int weights[] = { [KEPT] = 0, [ACCEPTED] = 1, [KEPT_UNKNOWN] = 2, [BROKEN] = 3 };
    return weights[kept];
}

/* The change of a row in percent. If only one side has the row there is no ratio; a new row exceeds every
   limit. */
static double percent_of(const struct gate *g, const struct judged_row *row)
{
    const enum judged_side only = judged_only_side(row);
    if (only == JUDGED_ONLY_AFTER)
        return INFINITY;
    if (only == JUDGED_ONLY_BEFORE)
        return -100;
    return judged_percent(judged_difference(&g->o->gate, row)->change);
}

static enum kept gate_run_hold(const struct gate *g, const struct gate_rule *rule, const struct judged *j,
                               const struct judged_row *row, const struct gate_rule **accepted)
{
    const struct difference *d = judged_difference(&g->o->gate, row);
    if (row->apart)
        return KEPT_UNKNOWN;
    if (d->p <= j->limit && rule_excess(rule, percent_of(g, row)) > 0) {
        *accepted = gate_accepting_rule(g, row);
        return *accepted ? ACCEPTED : BROKEN;
    }
    /* it is not certain that the row exceeds the limit: the limit is kept if such a change would have been visible */
    const double farthest = rule->shrinks ? row->low : row->high;
    const bool is_kept = judged_percent(row->shows) <= fabs(rule->percent) ||
                         rule_excess(rule, judged_percent(farthest)) <= 0;
    return is_kept ? KEPT : KEPT_UNKNOWN;
}

static void hold_rule(struct gate *g, const struct gate_rule *rule)
{
    struct held_rule *h = &g->held[g->nheld++];
    struct held_rule apart = { .rule = rule,
                               .kept = KEPT_APART }; /* the largest row that is not comparable */
    bool matters = false;
    double most = 0;
    *h = (struct held_rule){ .rule = rule, .kept = KEPT };
    for (size_t s = 0; s < g->nsections; s++) {
        const struct judged *j = &g->sections[s];
        struct apart sum = { 0, 0 };
        for (size_t i = 0; i < j->n; i++) {
            const struct judged_row *row = &j->v[i];
            const struct gate_rule *accepted = NULL;
            if (!rule_matches_row(rule, &g->runs, row->row))
                continue;
            enum kept kept = gate_run_hold(g, rule, j, row, &accepted);
            double over = rule_excess(rule, percent_of(g, row));
            h->rows++;
            if (kept == BROKEN && h->broken++ < GATE_BROKEN_ROWS)
                h->broken_rows[h->broken - 1] = row;
            h->gone += !row->apart && judged_only_side(row) == JUDGED_ONLY_BEFORE;
            h->apart += row->apart != NULL;
            add_apart(&sum, j->section, row);
            if (row->apart && (!apart.row || larger_share(row) > larger_share(apart.row))) {
                apart.section = j;
                apart.row = row;
            }
            if (!h->row || gate_run_weight(kept) > gate_run_weight(h->kept) ||
                (kept == h->kept && over > most)) {
                h->section = j;
                h->row = row;
                h->kept = kept;
                h->accepted = accepted;
                most = over;
            }
        }
        matters = matters || apart_matters(&sum);
    }
    const bool none_there = h->gone + h->apart == h->rows; /* the cost may now be under another name */
    if (!h->row) {
        h->kept = KEPT_NO_ROW;
    } else if (h->kept != BROKEN && apart.row && (matters || none_there)) {
        apart.rows = h->rows;
        apart.gone = h->gone;
        apart.apart = h->apart;
        *h = apart;
    } else if (h->kept != BROKEN && none_there) {
        h->kept = KEPT_GONE;
    }
}

/* Whether a section is judged: sections that are shown, and sections to which limits apply. */
static bool gate_run_is_wanted(const struct gate *g, enum run_section section)
{
    bool wanted = section != RUN_COMMAND_FUNCTION && section != RUN_CALLED_BY && section != RUN_ENTERED &&
                  ((section != RUN_WITH_CALLEES && section != RUN_PATH) || g->runs.with_callees);
    for (size_t i = 0; i < g->rules.n; i++)
        wanted = wanted || g->rules.v[i].section == section;
    return wanted;
}

/* Whether a limit applies to a path, which then becomes a row. */
static bool gate_run_is_asked(const void *arg, uint32_t event, const char *path)
{
    const struct gate *g = arg;
    const struct run_row row = { .section = RUN_PATH, .event = event, .function = path };
    bool asked = false;
    for (size_t i = 0; i < g->rules.n; i++)
        asked = asked || rule_matches_row(&g->rules.v[i], &g->runs, &row);
    return asked;
}

static void judge_all(struct gate *g)
{
    replicates_add_paths(&g->runs, &g->o->gate, gate_run_is_asked, g);
    g->entered = mem_new(g->runs.nevents, sizeof(*g->entered));
    for (uint32_t e = 0; e < g->runs.nevents; e++)
        if (g->runs.events[e].runs == g->runs.n) {
            struct judged *j = &g->entered[g->nentered];
            judged_init(j, &g->runs, &g->o->gate, e, RUN_ENTERED);
            g->nentered += j->n != 0;
            if (!j->n)
                judged_free(j);
        }
    g->sections = mem_new((size_t)g->runs.nevents * RUN_SECTIONS, sizeof(*g->sections));
    for (uint32_t e = 0; e < g->runs.nevents; e++)
        for (int s = 0; g->runs.events[e].runs == g->runs.n && s < RUN_SECTIONS; s++)
            if (gate_run_is_wanted(g, (enum run_section)s)) {
                struct judged *j = &g->sections[g->nsections++];
                judged_init(j, &g->runs, &g->o->gate, e, (enum run_section)s);
                why_explain_changes(j, &g->runs, &g->o->gate, g->entered, g->nentered);
            }
    for (size_t s = 0; s < g->nsections; s++)
        for (size_t i = 0; g->sections[s].section == RUN_FUNCTION && i < g->sections[s].n; i++)
            g->verdicts[g->sections[s].v[i].verdict]++;
    for (size_t s = 0; s < g->nsections && !g->rules.n; s++) {
        const struct judged *j = &g->sections[s];
        struct apart sum = { 0, 0 };
        for (size_t i = 0; j->section == RUN_FUNCTION && gate_event_decides(g, j->event) && i < j->n; i++)
            add_apart(&sum, j->section, &j->v[i]);
        g->apart = g->apart || apart_matters(&sum);
    }
    g->held = mem_new(g->rules.n, sizeof(*g->held));
    for (size_t i = 0; i < g->rules.n; i++)
        hold_rule(g, &g->rules.v[i]);
}

/* The exit status without limits: the gate is closed if the total or a function got worse, or if functions
   cannot be judged because symbols are missing. */
static int status_of(const struct gate *g)
{
    bool closed = gate_incomparable_closes(g), judged = false;
    for (size_t s = 0; s < g->nsections; s++)
        for (size_t i = 0; i < g->sections[s].n; i++) {
            bool counts = (g->sections[s].section == RUN_TOTAL || g->sections[s].section == RUN_FUNCTION) &&
                          gate_event_decides(g, g->sections[s].event);
            judged = true;
            closed = closed || (counts && !g->rules.n && g->sections[s].v[i].verdict == VERDICT_WORSE &&
                                !gate_accepting_rule(g, &g->sections[s].v[i]));
        }
    for (size_t i = 0; i < g->nheld; i++)
        closed = closed || gate_limit_fails(g, &g->held[i]);
    if (!judged)
        return 1;
    return closed ? 2 : 0;
}

static bool read_rules(struct gate *g, struct outlet *err)
{
    const struct gate_opts *o = &g->o->gate;
    struct err e = { 0 };
    if (o->date && (!rules_is_date(o->date) || o->date[strlen("YYYY-MM-DD")]))
        return outlet_refuse(err, "perfolio diff: --date: '%.40s' is not a date YYYY-MM-DD\n", o->date);
    bool ok = true;
    for (size_t i = 0; ok && i < o->fail_over.n; i++)
        ok = rules_add(&g->rules, o->fail_over.v[i], &e);
    if (!ok)
        outlet_fail(err, &e, "perfolio diff: --fail-over: ");
    else if (o->accepted && !(ok = rules_add_accepted(&g->accepted, o->accepted, &e)))
        outlet_fail(err, &e, "perfolio diff: --baseline-file: ");
    return ok;
}

static bool is_about_any(const struct gate *g, const struct gate_rule *rule)
{
    bool any = false;
    for (size_t s = 0; s < g->nsections && !any; s++)
        for (size_t i = 0; i < g->sections[s].n && !any; i++)
            any = rule_matches_row(rule, &g->runs, g->sections[s].v[i].row);
    return any;
}

/* Prints which data of the runs of a side were lost, or are unknown. */
static void show_lost(const struct replicate *runs, size_t n, struct outlet *err)
{
    struct merged_message lost = { 0 }, unread = { 0 }, throttled = { 0 };
    struct text text = { 0 };
    for (size_t i = 0; i < n; i++) {
        merged_message_add(&lost, runs[i].of->name, runs[i].lost);
        merged_message_add(&unread, runs[i].of->name, runs[i].unread);
        merged_message_add(&throttled, runs[i].of->name, runs[i].throttled);
    }
    if (lost.n) {
        merged_message_names(&lost, &text);
        text_printf(&text, " lost %" PRIu64 " event%s while %s recorded", lost.sum, text_plural(lost.sum),
                    lost.n > 1 ? "they were" : "it was");
        merged_message_counts(&lost, &text);
        outlet_print(err, "perfolio diff: %s\n", text.s);
    }
    text.n = 0;
    if (unread.n) {
        const bool one = unread.n == 1;
        merged_message_names(&unread, &text);
        if (one)
            text_printf(&text,
                        " lacks %" PRIu64 " of its header features, as if it was cut off after its samples",
                        unread.sum);
        else
            text_printf(&text,
                        " lack %" PRIu64
                        " of their header features, as if they were cut off after their samples",
                        unread.sum);
        merged_message_counts(&unread, &text);
        outlet_print(err, "perfolio diff: %s: machine and command of the recording may be unknown\n", text.s);
    }
    text.n = 0;
    if (throttled.n) {
        merged_message_names(&throttled, &text);
        text_printf(&text, " %s throttled %" PRIu64 " time%s", throttled.n > 1 ? "were" : "was",
                    throttled.sum, text_plural(throttled.sum));
        merged_message_counts(&throttled, &text);
        outlet_print(err, "perfolio diff: %s: %s rate was lower then\n", text.s,
                     throttled.n > 1 ? "their" : "its");
    }
    text_free(&text);
    merged_message_free(&lost);
    merged_message_free(&unread);
    merged_message_free(&throttled);
}

/* Prints conditions that make the numbers of the runs less comparable than they look. */
static void show_conditions(const struct gate *g, struct outlet *err)
{
    show_lost(g->runs.v, g->runs.before, err);
    show_lost(g->runs.v + g->runs.before, g->runs.n - g->runs.before, err);
    /* with --verbose all problems are printed */
    for (int side = 0; side < 2 && !g->o->common.verbose; side++) {
        struct text line = { 0 };
        if (run_list_add_problem_text(&g->runs.list, side, PROBLEM_BAD_OBJECT, false,
                                      &line)) /* names are missing because of it */
            outlet_print(err, "perfolio diff: %s\n", line.s);
        text_free(&line);
    }
    for (uint32_t e = 0; e < g->runs.nevents; e++) {
        struct text name = { 0 };
        text_add_clean(&name, g->runs.events[e].name);
        if (g->runs.events[e].runs && g->runs.events[e].runs < g->runs.n)
            outlet_print(err,
                         "perfolio diff: '%s' is left out: only %" PRIu32 " of %" PRIu32
                         " runs have samples of it\n",
                         text_str(&name), g->runs.events[e].runs, g->runs.n);
        text_free(&name);
    }
    for (uint32_t i = 1; i <= g->runs.strangers.n; i++) {
        struct text name = { 0 };
        text_add_clean(&name, arena_names_text(&g->runs.strangers, i));
        outlet_print(err, "perfolio diff: '%s' is left out: %s has no such event\n", text_str(&name),
                     g->runs.v[0].of->name);
        text_free(&name);
    }
    for (size_t i = 0; i < g->accepted.n; i++) {
        const struct gate_rule *a = &g->accepted.v[i];
        if (a->until && !g->o->gate.date)
            outlet_print(err, "perfolio diff: '%s' is accepted until %s: without --date it does not apply\n",
                         a->text, a->until);
        if (!is_about_any(g, a))
            outlet_print(err, "perfolio diff: '%s' is accepted, but matches no judged row\n", a->text);
        if (a->until && g->o->gate.date && strcmp(g->o->gate.date, a->until) > 0)
            outlet_print(err, "perfolio diff: '%s' was accepted until %s\n", a->text, a->until);
    }
}

const char *gate_contradiction(const struct diff_opts *o)
{
    const struct gate_opts *g = &o->gate;
    bool runs = o->common.before.n || o->common.after.n;
    bool asked = g->fail_over.n || g->accepted || g->per_file || g->per || g->date || g->form != GATE_ROWS ||
                 g->exact_names || g->no_guess || g->by != GATE_BY_COST ||
                 g->on_unknown != GATE_UNKNOWN_FAILS || g->run_noise >= 0;
    const bool by_share = g->by == GATE_BY_SHARE;
    const struct {
        bool is;
        const char *nonsense;
    } all[] = { { o->threshold >= 0, "--threshold is for two files; for runs use --fail-over" },
                { o->nkeys, "--sort is for two files; for runs rows of all kinds are judged" },
                { o->separator, "--field-separator is for two files; for runs use --csv" },
                { g->fdr <= 0 || g->fdr >= 100, "--fdr takes percents above 0 and below 100" },
                { g->run_noise >= 100, "--run-noise takes percents below 100" },
                { g->per && g->per_file, "--per and --per-file exclude each other" },
                { by_share && g->per_file, "--per-file divides costs; --by share does not judge costs" },
                { by_share && g->per, "--per divides costs; --by share does not judge costs" } };
    if (!runs && asked)
        return "limits and verdicts need runs: --before RUN... --after RUN... are missing";
    for (size_t i = 0; runs && i < COUNT(all); i++)
        if (all[i].is)
            return all[i].nonsense;
    return NULL;
}

int gate_run(struct diff_opts *o, struct outlet *out, struct outlet *err)
{
    struct gate g = { .o = o, .status = 1 };
    if (read_rules(&g, err) && read_runs(&g.runs, o, err)) {
        if (!o->gate.no_guess)
            lone_code_guess(&g.runs, o, err);
        comparable_find(&g.runs, !o->gate.no_guess);
        judge_all(&g);
        run_paths_free(&g.runs.paths); /* the paths are not needed any more */
        if (o->gate.form != GATE_JUNIT && !o->common.csv)
            why_blocks_find(g.sections, g.nsections, &g.runs, o, err);
        g.status = status_of(&g);
        if (o->gate.form == GATE_MARKDOWN) {
            gate_markdown(&g, out);
        } else if (o->gate.form == GATE_JUNIT) {
            gate_junit(&g, out);
        } else {
            struct rows r;
            answer_begin_rows(&r, &o->common, NULL, "diff", out);
            gate_rows(&g, &r);
            rows_end(&r, NULL);
        }
        if (g.status == 1)
            outlet_add(err, "perfolio diff: cannot compare: no event has samples in all runs\n");
        if (!o->common.json)
            show_conditions(&g, err);
        for (int side = 0; side < 2 && o->common.verbose && !o->common.json; side++)
            run_list_print_problems(&g.runs.list, side, err);
    }
    for (size_t s = 0; s < g.nsections; s++)
        judged_free(&g.sections[s]);
    for (size_t s = 0; s < g.nentered; s++)
        judged_free(&g.entered[s]);
    free(g.entered);
    free(g.sections);
    free(g.held);
    rules_free(&g.rules);
    rules_free(&g.accepted);
    replicates_free(&g.runs);
    return g.status;
}
