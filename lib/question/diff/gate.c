#include "lib/question/diff/gate.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/diff/runs/replicates.h"
#include "lib/options/near_names.h"
#include "core/base/mem.h"
#include "core/statistics/special.h"

const char *gate_kept_word(enum kept kept)
{
    static const char *const words[] = { "kept",        "broken", "accepted",      "cannot tell",
                                         "no such row", "gone",   "not comparable" };
    return words[kept];
}

const char *gate_guess_word(enum guess_by by)
{
    static const char *const words[] = {
        [GUESS_BY_NAMES] = "names", [GUESS_BY_LINES] = "lines", [GUESS_BY_CODE] = "code"
    };
    return words[by];
}

const char *gate_section_word(enum run_section section)
{
    static const char *const words[RUN_SECTIONS] = { [RUN_TOTAL] = "total",
                                                     [RUN_COMMAND] = "commands",
                                                     [RUN_OBJECT] = "objects",
                                                     [RUN_FUNCTION] = "functions",
                                                     [RUN_COMMAND_FUNCTION] = "functions of commands",
                                                     [RUN_WITH_CALLEES] = "functions with what they call",
                                                     [RUN_PATH] = "call paths" };
    return words[section];
}

/* Appends a call path. Recursive calls are written once, "fib x7". Of a long path only the beginning and
   the end are written. */
static void gate_add_path(const char *path, struct text *out)
{
    enum { FRONT = 1, BACK = 4 };
    size_t n = 0, cap = 0;
    struct gate_part {
        const char *s;
        size_t length, times;
    } *v = NULL;
    for (const char *s = path; *s;) {
        const size_t length = strcspn(s, ";");
        if (n && v[n - 1].length == length && !strncmp(v[n - 1].s, s, length))
            v[n - 1].times++;
        else
            *MEM_ADD(v, n, cap) = (struct gate_part){ s, length, 1 };
        s += length + (s[length] == ';');
    }
    struct text part = { 0 };
    for (size_t i = 0; i < n; i++) {
        const bool leaves_out = n > FRONT + BACK + 1;
        if (leaves_out && i == FRONT)
            text_add(out, ";...");
        if (leaves_out && i >= FRONT && i < n - BACK)
            continue;
        part.n = 0;
        text_add_n(&part, v[i].s, v[i].length);
        if (i)
            text_add(out, ";");
        text_add_clean(out, part.s);
        if (v[i].times > 1)
            text_printf(out, " x%zu", v[i].times);
    }
    text_free(&part);
    free(v);
}

static const char *word_of(const struct run_row *row)
{
    if (row->section == RUN_TOTAL)
        return "total";
    if (row->section == RUN_OBJECT)
        return row->object;
    return row->function ? row->function : row->command;
}

const char *gate_row_name(const struct run_row *row, struct text *out)
{
    out->n = 0;
    if (row->section == RUN_PATH) {
        gate_add_path(row->function, out);
        return text_str(out);
    }
    text_add_clean(out, word_of(row));
    if (row->function && row->object) {
        text_add(out, " in ");
        text_add_clean(out, row->object);
    }
    if (row->function && row->command) {
        text_add(out, " of ");
        text_add_clean(out, row->command);
    }
    return out->s;
}

const char *gate_event(const struct gate *g, uint32_t event)
{
    uint32_t n = 0;
    for (uint32_t e = 0; e < g->runs.nevents; e++)
        n += g->runs.events[e].runs == g->runs.n;
    if (n > 1)
        return g->runs.events[event].name;
    return NULL;
}

bool gate_event_decides(const struct gate *g, uint32_t event)
{
    return event == rules_default_event(&g->runs) || !g->runs.events[event].is_tracepoint;
}

const char *gate_unit(const struct gate *g, const struct judged *j, struct text *out)
{
    const struct run_event *event = &g->runs.events[j->event];
    out->n = 0;
    if (event->is_clock) {
        text_add(out, gate_event(g, j->event) ? "seconds of " : "seconds");
        text_add_clean(out, gate_event(g, j->event));
    } else {
        if (j->unit > 1)
            text_printf(out, "1e%.0f ", floor(special_log(j->unit) / special_log(10) + 0.5));
        text_add_clean(out, event->name);
    }
    if (work_is_counted_by_event(&g->o->gate)) {
        text_add(out, " per 1e9 ");
        text_add_clean(out, g->o->gate.per);
    } else {
        text_add(out, g->o->gate.per || g->o->gate.per_file ? " per unit of work" : " per run");
    }
    return out->s;
}

/* The ratio of after to before, of samples or seconds in a mean run. `sum`: the sums of both sides. */
static double times_after(const double sum[2], const struct replicates *r)
{
    const double before = sum[0] / r->before, after = sum[1] / (r->n - r->before);
    if (before > 0)
        return after / before;
    return 0;
}

void gate_describe_data(const struct gate *g, struct text *out)
{
    const struct replicates *r = &g->runs;
    const uint32_t runs[] = { r->before, r->n - r->before };
    double samples[2] = { 0 }, seconds[2] = { 0 };
    bool timed = true;
    for (uint32_t i = 0; i < r->n; i++) {
        samples[r->v[i].of->after] += (double)r->v[i].of->counted;
        seconds[r->v[i].of->after] += r->v[i].seconds;
        timed = timed && r->v[i].timed;
    }
    out->n = 0;
    text_add(out, runs[0] > 1 || runs[1] > 1 ? "A mean run" : "A run");
    for (int side = 0; side < 2; side++) {
        text_printf(out, side ? ", %.0f" : " has %.0f samples", samples[side] / runs[side]);
        if (timed)
            text_printf(out, side ? " in %.3f" : " in %.3f seconds", seconds[side] / runs[side]);
        text_add(out, side ? " after" : " before");
    }
    text_printf(out, ": %.2f times the samples", times_after(samples, r));
    if (timed && seconds[0] > 0)
        text_printf(out, ", %.2f times the time", times_after(seconds, r));
}

bool gate_explain_sums(const struct gate *g, struct text *out)
{
    bool changed = false;
    for (size_t s = 0; s < g->nsections; s++)
        for (size_t i = 0; g->sections[s].section == RUN_TOTAL && i < g->sections[s].n; i++)
            changed = changed || g->sections[s].v[i].verdict <= VERDICT_BETTER;
    out->n = 0;
    if (!changed || g->o->gate.by == GATE_BY_SHARE || g->o->gate.per || g->o->gate.per_file)
        return false;
    text_add(out, "sums are comparable if runs do the same work; if runs are longer or shorter, use --by "
                  "share (shares of a run) or --per (cost per unit of work)");
    return true;
}

bool gate_explain_power(const struct gate *g, const struct judged *j, struct text *out)
{
    out->n = 0;
    if (!j->n)
        return false;
    const struct difference *d = judged_difference(&g->o->gate, &j->v[0]);
    const double aims[] = { 10, 5, 2, 1 };
    double shows = judged_percent(j->v[0].shows);
    if (!(shows < 1000)) {
        text_add(out, "these runs cannot show any change of it");
        return true;
    }
    text_printf(out, "these runs can show changes of the %s above %.1f%%",
                j->n == 1 ? "total" : "largest row", shows);
    for (size_t i = 0; i < COUNT(aims) && !g->runs.sliced; i++) {
        if (aims[i] >= shows)
            continue;
        text_printf(
            out, "; for %.0f%% record %" PRIu64 " runs a side", aims[i],
            moderated_runs_needed(d, g->runs.runs.n, g->o->gate.fdr / 100, special_log(1 + aims[i] / 100)));
        break;
    }
    return true;
}

/* Adds the reason why a limit applies to no row of its event, and the events to which it would apply. False: its event
   has rows for it. */
static bool gate_add_events(const struct gate *g, const struct gate_rule *rule, struct text *out)
{
    bool exists = false, any = false;
    for (uint32_t e = 0; e < g->runs.nevents; e++) {
        const bool fits = rule->event && rule_pattern_matches(rule->event, g->runs.events[e].name);
        if (fits && g->runs.events[e].runs == g->runs.n)
            return false;
        exists = exists || fits;
    }
    if (!rule->event)
        return false;
    text_add(out,
             exists ? ": some runs have no samples of such an event" : ": there is no event of this name");
    for (uint32_t e = 0; e < g->runs.nevents; e++)
        if (g->runs.events[e].runs == g->runs.n) {
            text_add(out, any ? ", " : "; all runs have ");
            text_add_clean(out, g->runs.events[e].name);
            any = true;
        }
    return true;
}

/* Whether a guess joined two names into this one; a limit may use either of them. */
static bool is_guessed(const struct gate *g, const char *name)
{
    bool is = false;
    for (size_t i = 0; i < g->runs.nguesses && !is; i++)
        is = g->runs.guesses[i].joined && !strcmp(g->runs.guesses[i].joined, name);
    return is;
}

/* For a limit that applies to no row: suggests a name of the right kind that is similar to the last of its
   patterns. */
static void add_near(const struct gate *g, const struct gate_rule *rule, struct text *out)
{
    struct near_names near;
    const char *const words[] = { rule->path, rule->function, rule->command, rule->object };
    static const char *const kinds[] = { "", "function", "command", "object" };
    size_t kind = 0;
    while (kind + 1 < COUNT(words) && !words[kind])
        kind++;
    const char *word = words[kind], *what = kinds[kind];
    near_begin(&near, word ? word : "");
    for (size_t i = 0; word && i < g->runs.runs.nrows; i++) {
        const struct run_row *row = &g->runs.runs.rows[i];
        const char *const names[] = { row->function, row->function, row->command, row->object };
        const char *name = names[kind];
        if (row->section == rule->section && name && strcmp(name, word) != 0 && !is_guessed(g, name))
            near_consider(&near, name, "");
    }
    for (size_t i = 0; word && i < g->runs.nguesses; i++) {
        if (strcmp(g->runs.guesses[i].what, what) != 0)
            continue;
        near_consider(&near, g->runs.guesses[i].before, "");
        near_consider(&near, g->runs.guesses[i].after, "");
    }
    for (size_t i = 0; i < near.n; i++) {
        text_add(out, i ? ", " : "; near it: ");
        text_add_clean(out, near.v[i].name);
    }
    if (near.more)
        text_printf(out, " and %zu more", near.more);
    near_free(&near);
}

/* For a limit whose rows are gone: appends the largest rows that only the runs after the change have. */
static void add_new(const struct held_rule *h, struct text *out)
{
    enum { MOST = 3 };
    struct text name = { 0 };
    size_t n = 0;
    for (size_t i = 0; i < h->section->n; i++) {
        const struct judged_row *row = &h->section->v[i];
        if (judged_only_side(row) != JUDGED_ONLY_AFTER || row->apart)
            continue;
        if (n < MOST)
            text_printf(out, "%s%s", n ? ", " : "; new there: ", gate_row_name(row->row, &name));
        n++;
    }
    if (n > MOST)
        text_printf(out, " and %zu more", n - MOST);
    text_free(&name);
}

bool gate_explain_ignored_worse(const struct gate *g, struct text *out)
{
    bool any = false;
    out->n = 0;
    for (size_t s = 0; s < g->nsections && g->status == 0; s++) {
        const struct judged *j = &g->sections[s];
        size_t n = 0;
        for (size_t i = 0; i < j->n; i++)
            n += j->v[i].verdict == VERDICT_WORSE && !gate_accepting_rule(g, &j->v[i]);
        if (!n)
            continue;
        text_add(out, any ? ", " : "got worse, but do not fail the gate: ");
        text_add(out, gate_section_word(j->section));
        if (gate_event(g, j->event))
            text_add(out, " by ");
        text_add_clean(out, gate_event(g, j->event));
        if (j->section != RUN_TOTAL)
            text_printf(out, " (%zu)", n);
        any = true;
    }
    if (any)
        text_add(
            out,
            g->nheld
                ? "; only the limits decide"
                : "; without limits only the total and functions decide, and probes and tracepoints do not if "
                  "another event is compared");
    return any;
}

const char *gate_gone_or_new(const struct judged_row *row)
{
    static const char *const words[] = { [JUDGED_ONLY_BEFORE] = "gone", [JUDGED_ONLY_AFTER] = "new" };
    const enum judged_side side = judged_only_side(row);
    if (side == JUDGED_BOTH || row->apart)
        return NULL;
    return words[side];
}

void gate_change(const struct gate *g, const struct judged_row *row, struct text *out)
{
    if (row->apart)
        text_add(out, row->apart);
    else if (gate_gone_or_new(row))
        text_add(out, gate_gone_or_new(row));
    else
        text_printf(out, "%+.2f%% (%+.2f%% to %+.2f%%)",
                    judged_percent(judged_difference(&g->o->gate, row)->change), judged_percent(row->low),
                    judged_percent(row->high));
}

bool gate_limit_fails(const struct gate *g, const struct held_rule *h)
{
    return h->kept == BROKEN || h->kept == KEPT_NO_ROW || h->kept == KEPT_GONE || h->kept == KEPT_APART ||
           (h->kept == KEPT_UNKNOWN && g->o->gate.on_unknown == GATE_UNKNOWN_FAILS);
}

bool gate_incomparable_closes(const struct gate *g)
{
    return g->apart && g->o->gate.on_unknown == GATE_UNKNOWN_FAILS;
}

void gate_explain_limit(const struct gate *g, const struct held_rule *h, struct text *out)
{
    struct text name = { 0 };
    out->n = 0;
    text_printf(out, "%s: %s", h->rule->text, gate_kept_word(h->kept));
    if (!h->row && gate_add_events(g, h->rule, out))
        return;
    if (!h->row) {
        const bool of_chains = h->rule->section == RUN_PATH || h->rule->section == RUN_WITH_CALLEES;
        text_add(out, of_chains && !g->runs.with_callees
                          ? ": not all runs have call chains"
                          : ": no row has this name and enough samples (--min-samples)");
        if (h->rule->path && g->runs.with_callees)
            text_add(out, ", or less than 0.5% of the cost");
        add_near(g, h->rule, out);
        return;
    }
    if (gate_event(g, h->section->event))
        text_add(out, ": ");
    text_add_clean(out, gate_event(g, h->section->event));
    if (h->kept == KEPT_GONE) {
        text_printf(out, ": %s", gate_row_name(h->row->row, &name));
        if (h->rows > 1)
            text_printf(out, " and %zu more have", h->rows - 1);
        else
            text_add(out, " has");
        text_add(out, " no samples after the change");
        add_new(h, out);
        text_free(&name);
        return;
    }
    text_printf(out, h->row->apart ? ": %s: " : ": %s ", gate_row_name(h->row->row, &name));
    gate_change(g, h->row, out);
    const double shows = judged_percent(h->row->shows);
    const bool is_unknown = h->kept == KEPT_UNKNOWN && !h->row->apart;
    if (is_unknown && shows < 1000)
        text_printf(out, "; these runs can show changes above %.1f%%", shows);
    else if (is_unknown)
        text_add(out, "; these runs cannot show any change");
    size_t others = 0;
    for (size_t i = 0; i < h->broken && i < GATE_BROKEN_ROWS; i++) {
        if (h->broken_rows[i] == h->row)
            continue;
        text_add(out, others++ ? ", " : "; also ");
        text_add(out, gate_row_name(h->broken_rows[i]->row, &name));
        text_add(out, " ");
        gate_change(g, h->broken_rows[i], out);
    }
    if (h->broken > others + 1)
        text_printf(out, " and %zu more", h->broken - others - 1);
    if (h->apart > (size_t)(h->row->apart != NULL))
        text_printf(out, "; %zu of its %zu rows cannot be compared", h->apart, h->rows);
    if (h->gone)
        text_printf(out, "; %zu of its %zu rows %s gone", h->gone, h->rows, h->gone == 1 ? "is" : "are");
    if (h->accepted)
        text_printf(out, "; accepted up to %s, because: %s", h->accepted->text, h->accepted->reason);
    text_free(&name);
}

const struct gate_rule *gate_accepting_rule(const struct gate *g, const struct judged_row *row)
{
    const double percent = judged_percent(judged_difference(&g->o->gate, row)->change);
    for (size_t i = 0; i < g->accepted.n; i++) {
        const struct gate_rule *a = &g->accepted.v[i];
        bool expired = a->until && (!g->o->gate.date || strcmp(g->o->gate.date, a->until) > 0);
        if (!expired && rule_matches_row(a, &g->runs, row->row) && rule_excess(a, percent) <= 0)
            return a;
    }
    return NULL;
}
