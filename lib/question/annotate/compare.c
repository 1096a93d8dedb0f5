/*
 * annotate A B: functions of two captures side by side. Instructions are matched by their effect, not by
 * their addresses (core/annotate/match/align.c). Targets of jumps inside a function are ignored; targets of
 * calls and addresses of data are compared by name.
 */
#include "lib/question/annotate/both/both.h"
#include "lib/question/annotate/annotate_view.h"
#include "lib/question/annotate/pairs.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/common/common_answer.h"
#include "lib/question/common/turn.h"
#include "core/annotate/match/match.h"
#include "core/base/mem.h"
#include "core/model/same_event.h"

struct comparing {
    const struct annotate_opts *o;
    struct annotate_side sides[SIDES];
    struct annotation a[SIDES]; /* one per side */
    uint32_t events[SIDES];     /* the shown event on each side */
    struct pairs pairs;
    struct names names;     /* texts of the effects of instructions */
    struct callers callers; /* with --inlines, or if an inlined function is requested by name */
    struct run_list list;   /* the runs of both sides */
};

static void name_place(const void *v, uint64_t svma, struct text *out)
{
    annotate_add_place_name(v, svma, out);
}

static uint32_t *meanings(struct comparing *c, const struct annotate_view *v, size_t *n)
{
    *n = 0;
    if (!v->l)
        return NULL;
    *n = v->l->n;
    return meaning_of_listing(&c->names, v->l, name_place, v);
}

/* The name of the function on a side; empty: the side lacks the function. */
static struct text name_on(const struct annotate_view *v)
{
    struct text t = { 0 };
    if (v->l)
        annotate_name(v, v->l->function->symbol, &t);
    return t;
}

/* The name of the event on the first side that has samples of it. */
static const char *event_name(const struct annotate_view *v)
{
    const struct annotate_view *of = &v[v[0].w->totals[v[0].first].samples ? 0 : 1];
    return of->s->capture->events.v[of->first].name;
}

static struct value annotate_compare_path_of(const struct hot_function *f)
{
    return value_text(f ? f->object->path : NULL);
}

static void heading(const struct comparing *c, const struct annotate_view *v, const uint32_t *runs)
{
    struct text t = { 0 }, names[SIDES] = { name_on(&v[0]), name_on(&v[1]) };
    const int width = v->o->period ? 11 : 7;
    const bool renamed = names[0].n && names[1].n && strcmp(names[0].s, names[1].s) != 0;
    for (int side = 0; side < SIDES; side++)
        text_printf(&t, " %*s", width, annotate_heading(v->o));
    text_printf(&t, " |\tDisassembly of %s", names[0].n ? names[0].s : text_str(&names[1]));
    for (int side = 0; side < SIDES; side++) {
        text_add(&t, side ? " and " : " in ");
        if (side && renamed)
            text_printf(&t, "%s in ", names[1].s);
        text_add_clean(&t, v[side].l ? v[side].l->function->object->name : "nothing");
    }
    text_add(&t, " for ");
    text_add_clean(&t, event_name(v));
    text_printf(&t, " (%" PRIu64 ", %" PRIu64 " samples", v[0].of[0].samples, v[1].of[0].samples);
    if (c->sides[0].n > 1 || c->sides[1].n > 1)
        text_printf(&t, " of %" PRIu32 ", %" PRIu32 " runs", runs[0], runs[1]);
    text_add(&t, ")");
    size_t n = t.n;
    text_char(&t, '\n', 1);
    text_char(&t, '-', n + 1);
    rows_print(v->rows, "%s\n", t.s);
    text_free(&t);
    text_free(&names[0]);
    text_free(&names[1]);
}

/* Shows the instructions, and the requested tables. */
static void show_both(struct comparing *c, const struct annotate_view *v, const struct alignment *al)
{
    struct both b;
    both_make(&b, v, al);
    both_instructions(&b);
    if (c->o->print_line)
        both_lines(&b);
    if (c->o->inlines)
        both_inlines(&b);
    if (c->o->blocks)
        both_blocks(&b);
    if (c->o->inlines || annotation_has_names(c->o))
        callers_add(&c->callers, c->a, &b);
    both_free(&b);
}

static void show_pair(struct comparing *c, const struct pair *p, struct annotate_view *v, struct rows *r)
{
    struct alignment al;
    size_t n[SIDES];
    uint32_t *ids[SIDES], runs[SIDES];
    for (int side = 0; side < SIDES; side++) {
        v[side].l = NULL;
        v[side].of[0] = (struct weight){ 0 };
        if (p->of[side])
            annotate_view_set_function(&v[side], &c->a[side], p->of[side]);
        runs[side] = side_runs(&c->sides[side], p->of[side] ? p->of[side]->object : NULL, v[side].first);
        ids[side] = meanings(c, &v[side], &n[side]);
    }
    align_make(&al, ids[0], n[0], ids[1], n[1]);
    struct text names[SIDES] = { name_on(&v[0]), name_on(&v[1]) };
    rows_object(r, NULL);
    rows_add_table_label(r, "event", value_text(event_name(v)));
    rows_add_table_label(r, "symbol", value_text(names[0].s ? names[0].s : names[1].s));
    rows_fact(r, "new_symbol", value_text(names[1].s));
    rows_fact(r, "old_dso", annotate_compare_path_of(p->of[0]));
    rows_fact(r, "new_dso", annotate_compare_path_of(p->of[1]));
    rows_fact(r, "old_runs", value_count(runs[0]));
    rows_fact(r, "new_runs", value_count(runs[1]));
    rows_fact(r, "old_samples", value_count(v[0].of[0].samples));
    rows_fact(r, "new_samples", value_count(v[1].of[0].samples));
    heading(c, v, runs);
    show_both(c, v, &al);
    if (rows_includes(r, !c->o->quiet)) {
        rows_print(r, "# %zu instructions are in both, %zu in the first alone, %zu in the second alone\n",
                   al.same, n[0] - al.same, n[1] - al.same);
        growth_show(v, &al, runs, r);
    }
    for (int side = 0; side < SIDES; side++) {
        if (v[side].l && (!side || !v[0].l || v[side].l->why != v[0].l->why))
            annotate_show_trust(&v[side]);
        else if (v[side].l)
            annotate_show_source_trust(&v[side], &v[0]);
    }
    rows_close(r);
    align_free(&al);
    for (int side = 0; side < SIDES; side++) {
        text_free(&names[side]);
        free(ids[side]);
    }
}

/* Disassembles the functions of the chosen pairs, all functions of a side together. */
static bool list_pairs(struct comparing *c, struct err *e)
{
    bool ok = true;
    for (int side = 0; ok && side < SIDES; side++) {
        struct annotation *a = &c->a[side];
        const struct hot_function **f = mem_new(c->pairs.chosen, sizeof(*f));
        size_t m = 0;
        for (size_t i = 0; i < c->pairs.chosen; i++)
            if (c->pairs.v[i].of[side])
                f[m++] = c->pairs.v[i].of[side];
        listings_free(&a->listings);
        free(a->all);
        a->nall = 0;
        ok = annotation_disassemble(a, f, m, e);
    }
    return ok;
}

static bool annotate_compare_show_event(struct comparing *c, struct rows *r, size_t *shown, struct err *e)
{
    struct annotate_view v[SIDES];
    pairs_free(&c->pairs);
    pairs_make_of_functions(&c->pairs, c->a, c->events);
    const size_t n = c->pairs.chosen, left = c->pairs.n - n;
    bool ok = list_pairs(c, e);
    for (int side = 0; side < SIDES; side++) {
        v[side] = annotate_view_of(&c->a[side], c->events[side], 1, r);
        v[side].columns = SIDES;
    }
    v[0].side = "first";
    v[1].side = "second";
    for (size_t i = 0; ok && i < n; i++)
        show_pair(c, &c->pairs.v[i], v, r);
    callers_add_own(&c->callers, c->a, v, &c->pairs);
    if (ok && c->pairs.unclear.n && !c->o->quiet)
        rows_print(r, "# --was joins none of several matching functions; choose with --dsos: %s\n",
                   c->pairs.unclear.s);
    if (ok && left && !annotation_has_names(c->o) && !c->o->quiet)
        rows_print(r, "# left out: %zu function%s%s\n", left, text_plural(left),
                   c->o->percent_limit < 0 ? "; --top N shows N functions, --top 0 all" : "");
    if (ok && n)
        annotate_show_skid(&v[0]);
    *shown += n;
    return ok;
}

static void show_callers(struct comparing *c, struct rows *r)
{
    struct annotate_view v[SIDES];
    for (int side = 0; side < SIDES; side++)
        v[side] = annotate_view_of(&c->a[side], 0, 1, r);
    callers_show(&c->callers, v, r);
}

/* Opens the two sides. Each has several runs, or one capture, which is treated as a single run. */
static bool open_sides(struct comparing *c, struct outlet *err, struct err *e)
{
    const struct common_opts *common = &c->o->common;
    struct run_list *runs = &c->list;
    bool ok = true;
    if (common->before.n || common->after.n) {
        ok = run_list_find(runs, "annotate", common, err);
    } else {
        runs->before = 1;
        for (int side = 0; side < SIDES; side++)
            run_list_add(runs, side, common->inputs.v[side]);
    }
    for (int side = 0; ok && side < SIDES; side++)
        ok = side_open(&c->sides[side], &c->a[side], c->o, runs, side, err, e);
    return ok && (!runs->command || run_list_check_distinct(runs, err));
}

/* Compares the sides. `absent` receives whether no requested function is shown. */
static bool annotate_compare_show(struct comparing *c, bool *absent, struct outlet *out, struct outlet *err,
                                  struct err *e)
{
    struct known_events known;
    struct rows r;
    struct problems all = { 0 };
    size_t shown = 0;
    bool ok = true, common = false;
    const struct events *old = &c->sides[0].s.capture->events, *new = &c->sides[1].s.capture->events;
    same_event_init(&known, old);
    uint32_t *event_of = same_event_match(&known, new);
    same_event_free(&known);
    answer_begin_rows(&r, &c->o->common, NULL, "annotate", out);
    rows_list(&r, "functions");
    for (uint32_t i = 0; ok && i < new->n; i++) {
        c->events[0] = event_of[i];
        c->events[1] = i;
        if (event_of[i] == NO_EVENT)
            continue;
        common = true;
        ok = annotate_compare_show_event(c, &r, &shown, e);
    }
    rows_close(&r);
    free(event_of);
    if (c->o->inlines || (c->callers.n && rows_prints_text(&r)))
        show_callers(c, &r);
    *absent = ok && (annotate_absent(c->a, SIDES, &r, err) ||
                     (!common && annotate_report_other_events(c->a, err)) ||
                     (common && !shown && annotation_has_names(c->o) && annotate_report_left_out(err)));
    rows_list(&r, "doubtful_runs");
    for (int side = 0; side < SIDES; side++)
        side_show_doubts(&c->sides[side], &r, err);
    rows_close(&r);
    for (int side = 0; side < SIDES; side++) {
        struct listed_run *first =
            c->sides[side].listed; /* its session is still open, and disassembly may have added problems */
        session_problems_all(&c->sides[side].s, &c->a[side].w.problems, &first->problems);
        for (uint32_t i = 0; i < c->sides[side].n; i++)
            problems_merge(&all, &first[i].problems);
        if (!c->o->common.json)
            run_list_print_problems(&c->list, side, err);
    }
    rows_end(&r, &all);
    return ok;
}

/* The option that only one capture can have; NULL: none is given. */
static const char *of_one(const struct annotate_opts *o)
{
    if (o->branches)
        return "--branch";
    if (o->group)
        return "--group";
    return o->arrows > 0 ? "--arrows" : NULL;
}

/* Whether the function named by --was has samples on the first side. */
static bool has_been(const struct comparing *c, struct err *e)
{
    const struct annotation *a = &c->a[0];
    bool has = !c->o->was;
    for (size_t i = 0; i < a->w.nfunctions && !has; i++)
        has = annotation_symbol_is_named(a, a->w.functions[i].symbol, c->o->was);
    return has ||
           err_set(e, ERR_USAGE, 0, "--was: no function '%s' of the first side has samples", c->o->was);
}

int annotate_compare(const struct annotate_opts *o, struct outlet *out, struct outlet *err)
{
    struct comparing c = { .o = o };
    struct err e = { 0 };
    bool absent = false;
    if (of_one(o)) {
        outlet_print(err, "perfolio annotate: %s needs one capture, but two are named\n", of_one(o));
        return 1;
    }
    if (!o->common.before.n && !o->common.after.n && o->common.inputs.n > SIDES) {
        outlet_add(err, "perfolio annotate: compares at most two captures; for more runs use --before RUN... "
                        "--after RUN...\n");
        return 1;
    }
    if (turn_of(&o->common)) { /* --before and --after would be taken for the sides of one of the captures */
        outlet_print(err,
                     "perfolio annotate: %s has several captures: name the runs of each side with --before "
                     "RUN... --after RUN...\n",
                     o->common.input);
        return 1;
    }
    if (o->was && o->symbols.n + (o->common.subject != NULL) != 1) {
        outlet_add(err,
                   "perfolio annotate: --was needs the name of one function: annotate SYMBOL --was NAME\n");
        return 1;
    }
    bool ok = open_sides(&c, err, &e) && has_been(&c, &e) && annotate_compare_show(&c, &absent, out, err, &e);
    if (!ok && e.kind != ERR_NONE)
        outlet_fail(err, &e, "perfolio annotate: ");
    for (int side = 0; side < SIDES; side++) {
        annotation_free(&c.a[side]);
        side_close(&c.sides[side]);
    }
    pairs_free(&c.pairs);
    callers_free(&c.callers);
    run_list_free(&c.list);
    arena_names_free(&c.names);
    if (!ok)
        return 1;
    return absent ? 2 : 0;
}
