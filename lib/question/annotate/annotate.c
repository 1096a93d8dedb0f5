/* annotate: shows functions with samples, instruction by instruction. */
#include <inttypes.h>
#include <stdlib.h>

#include "lib/question/annotate/annotate_view.h"
#include "lib/question/common/common_answer.h"
#include "lib/question/common/plan.h"
#include "core/base/mem.h"

/* A sheet: events shown side by side, and the functions shown for them. */
struct annotate_sheet {
    uint32_t first, n;
    bool grouped;
    const struct hot_function **functions;
    size_t nfunctions, total; /* number of functions shown, and number of functions with samples */
};

/* The data shown for a capture. */
struct annotate_shown {
    struct annotation a;
    struct taken taken; /* with --branch */
    struct annotate_sheet *sheets;
    size_t n, cap;
};

static double annotate_share(const struct annotation *a, const struct annotate_sheet *t,
                             const struct hot_function *f)
{
    double most = 0;
    for (uint32_t e = t->first; e < t->first + t->n; e++) {
        uint64_t all = a->w.totals[e].period;
        if (!all)
            continue;
        double percent = 100.0 * (double)weights_of(&a->w, f, e).period / (double)all;
        if (percent > most)
            most = percent;
    }
    return most;
}

static void choose_functions(const struct annotation *a, struct annotate_sheet *t)
{
    const struct annotate_opts *o = a->o;
    bool limited = !annotation_has_names(o) && o->percent_limit < 0 && o->top;
    size_t kept = 0;
    t->functions = weights_hottest(&a->w, t->first, t->n, &t->total);
    for (size_t i = 0; i < t->total && !(limited && kept == o->top); i++) {
        const struct hot_function *f = t->functions[i];
        if ((annotation_has_names(o) && !annotation_is_asked(a, f)) ||
            (o->percent_limit > 0 && annotate_share(a, t, f) < o->percent_limit) ||
            (o->skip_missing && !annotation_has_code(a, f)))
            continue;
        t->functions[kept++] = f;
    }
    t->nfunctions = kept;
}

static void add_sheet(struct annotate_shown *all, uint32_t first, uint32_t n, bool grouped)
{
    all->sheets = mem_room(all->sheets, all->n, &all->cap, sizeof(*all->sheets));
    struct annotate_sheet *t = &all->sheets[all->n];
    *t = (struct annotate_sheet){ .first = first, .n = n, .grouped = grouped };
    choose_functions(&all->a, t);
    if (t->total || all->a.w.loose[first].samples)
        all->n++;
    else
        free(t->functions);
}

static bool has_groups(const struct events *es)
{
    bool any = false;
    for (uint32_t i = 0; i < es->n; i++)
        any = any || es->v[i].members > 1;
    return any;
}

/* Makes the sheets: one for each recorded group of events. All events form one sheet with --group if no groups were
   recorded, and for JSON and CSV. */
static void make_sheets(struct annotate_shown *all)
{
    const struct events *es = &all->a.s->capture->events;
    const struct annotate_opts *o = all->a.o;
    const bool one = (o->group && !has_groups(es)) || o->common.json || o->common.csv;
    for (uint32_t i = 0, n; i < es->n; i += n) {
        bool grouped = !one && es->v[i].members > 1 && es->v[i].members <= es->n - i;
        n = 1;
        if (grouped)
            n = es->v[i].members;
        else if (one)
            n = es->n - i;
        if (n > VIEW_EVENTS)
            n = VIEW_EVENTS;
        add_sheet(all, i, n, grouped);
    }
}

/* Gathers the functions of all sheets in an array, malloc'ed; *n receives their number. */
static const struct hot_function **annotate_gather(const struct annotate_shown *all, size_t *n)
{
    *n = 0;
    for (size_t i = 0; i < all->n; i++)
        *n += all->sheets[i].nfunctions;
    const struct hot_function **v = mem_new(*n, sizeof(*v));
    size_t at = 0;
    for (size_t i = 0; i < all->n; i++)
        for (size_t k = 0; k < all->sheets[i].nfunctions; k++)
            v[at++] = all->sheets[i].functions[k];
    return v;
}

/* Prints which samples are in no shown function: samples of functions that were left out, and samples
   outside of functions. */
static void show_left_out(const struct annotation *a, const struct annotate_sheet *t, struct rows *r)
{
    const struct weight *all = &a->w.totals[t->first], *loose = &a->w.loose[t->first];
    uint64_t shown = loose->period;
    if (annotation_has_names(a->o) || a->o->quiet)
        return;
    for (size_t i = 0; i < t->nfunctions; i++)
        shown += weights_of(&a->w, t->functions[i], t->first).period;
    if (t->total > t->nfunctions) {
        const double percent = all->period ? 100.0 * (double)(all->period - shown) / (double)all->period : 0;
        const char *how = a->o->percent_limit < 0 ? "; --top N shows N functions, --top 0 all" : "";
        const size_t left = t->total - t->nfunctions;
        rows_print(r, "# left out: %zu function%s, %.2f%% of the samples' period%s\n", left,
                   text_plural(left), percent, how);
    }
    if (loose->samples)
        rows_print(r, "# left out: %" PRIu64 " sample%s (%.2f%%) in no function\n", loose->samples,
                   text_plural(loose->samples), 100.0 * (double)loose->samples / (double)all->samples);
}

static void show_function(const struct annotate_shown *s, struct annotate_view *v,
                          const struct hot_function *f)
{
    const struct annotation *a = &s->a;
    const bool is_read = rows_prints_text(v->rows);
    struct inlined_tree tree;
    struct flow flow;
    annotate_view_set_function(v, a, f);
    flow_make(&flow, v->l);
    v->flow = &flow;
    inlined_make(&tree, v->l, v->w, v->first, v->n);
    v->tree = &tree;
    rows_object(v->rows, NULL);
    annotate_rows(v);
    if (is_read && a->o->print_line)
        annotate_lines(v);
    if (is_read)
        annotate_text(v);
    if (rows_includes(v->rows, a->o->inlines))
        annotate_inlines(v);
    if (rows_includes(v->rows, a->o->blocks))
        annotate_blocks(v);
    if (a->o->branches)
        annotate_branches(v, &s->taken);
    if (is_read)
        annotate_show_asked_inlines(v, a);
    annotate_show_trust(v);
    rows_close(v->rows);
    flow_free(&flow);
    inlined_free(&tree);
}

/* Lists the events that may skid, for JSON. Text has the lines of annotate_show_skid() instead. */
static void list_skid(const struct annotation *a, struct rows *r)
{
    const struct events *es = &a->s->capture->events;
    rows_list(r, "skid");
    for (uint32_t e = 0; e < es->n; e++)
        if (a->w.totals[e].samples && annotate_event_may_skid(&es->v[e]))
            rows_fact(r, NULL, value_text(es->v[e].name));
    rows_close(r);
}

/* Shows all sheets. Returns whether no requested function has samples. */
static bool annotate_show(const struct annotate_shown *all, struct outlet *out, struct outlet *err)
{
    const struct annotation *a = &all->a;
    struct rows r;
    answer_begin_rows(&r, &a->o->common, NULL, "annotate", out);
    rows_list(&r, "functions");
    for (size_t i = 0; i < all->n; i++) {
        const struct annotate_sheet *t = &all->sheets[i];
        struct annotate_view v = annotate_view_of(a, t->first, t->n, &r);
        v.grouped = t->grouped;
        for (size_t k = 0; k < t->nfunctions; k++)
            show_function(all, &v, t->functions[k]);
        if (t->nfunctions)
            annotate_show_skid(&v);
        show_left_out(a, t, &r);
    }
    rows_close(&r);
    list_skid(a, &r);
    bool absent = annotate_absent(a, 1, &r, err);
    answer_rows_end(&r, a->s, &a->w.problems, a->w.samples, err);
    return absent;
}

/* Counts the branches, if they are requested. */
static bool annotate_count_branches(struct annotate_shown *all, struct err *e)
{
    const struct session *s = all->a.s;
    if (!all->a.o->branches)
        return true;
    if (!plan_has_sample_field(s->capture, PERF_SAMPLE_BRANCH_STACK))
        return err_set(e, ERR_USAGE, 0, "--branch: no event of this capture recorded branches");
    bool ok = taken_count(&all->taken, s->capture, s->timeline, s->resolver, &all->a.count, e);
    return ok;
}

/* Annotates a capture. `absent` receives whether no requested function is shown. */
static bool annotate(struct session *s, const struct annotate_opts *o, bool *absent, struct outlet *out,
                     struct outlet *err, struct err *e)
{
    struct annotate_shown all = { .n = 0 };
    size_t n = 0;
    bool ok = annotation_count(&all.a, o, s, e) && annotate_count_branches(&all, e);
    if (ok) {
        annotation_find_asked(&all.a);
        make_sheets(&all);
    }
    const struct hot_function **functions = annotate_gather(&all, &n);
    ok = annotation_disassemble(&all.a, functions, n, e) && ok;
    *absent = ok && (annotate_show(&all, out, err) ||
                     (!n && annotation_has_names(o) && annotate_report_left_out(err)));
    if (ok && !all.a.w.samples && !o->common.json)
        common_no_samples_show(s, o->filters.time || o->count.filter.cpus.n ? "--time and --cpu" : NULL, err);
    for (size_t i = 0; i < all.n; i++)
        free(all.sheets[i].functions);
    free(all.sheets);
    taken_free(&all.taken);
    annotation_free(&all.a);
    return ok;
}

static int annotate_one(const struct annotate_opts *o, struct outlet *out, struct outlet *err)
{
    struct session *s = common_session(&o->common, SESSION_RESOLVE, err);
    struct err e = { 0 };
    bool absent;
    if (!s)
        return 1;
    const bool ok = annotate(s, o, &absent, out, err, &e);
    if (!ok && e.kind != ERR_NONE)
        common_print_error(s, &o->common, &e, err);
    common_release_session(s, &o->common);
    if (!ok)
        return 1;
    return absent ? 2 : 0;
}

int annotate_run(const void *opts, struct outlet *out, struct outlet *err)
{
    const struct annotate_opts *o = opts;
    const bool sides = o->common.before.n || o->common.after.n || o->common.inputs.n > 1;
    if (o->was && !sides) {
        outlet_add(err, "perfolio annotate: --was needs two captures, or two sides\n");
        return 1;
    }
    if (sides)
        return annotate_compare(o, out, err);
    return annotate_one(o, out, err);
}
