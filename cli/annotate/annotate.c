/* annotate: functions with samples, instruction by instruction. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/annotate/view.h"
#include "cli/commands.h"
#include "cli/session/answer.h"
#include "cli/session/plan.h"
#include "core/base/mem.h"
#include "formats/elf/elf.h"

/* Events side by side, and the functions that are shown of them. */
struct sheet {
    uint32_t first, n;
    bool grouped;
    const struct hot_function **functions;
    size_t nfunctions, total; /* shown, and with samples */
};

struct annotation {
    const struct annotate_opts *o;
    struct session *s;
    struct weights w;
    struct code *code;
    struct sources *sources;
    struct sheet *sheets;
    size_t nsheets, cap;
    const struct hot_function **all; /* of all sheets, each once, as they stand in the weights */
    size_t nall;
    struct listings listings; /* of these */
};

static bool is_named(const struct annotation *a, const struct symbol *s, const char *name)
{
    struct text shown = { 0 };
    symtab_symbol_name(a->s->demangle, s, &shown);
    bool same = !strcmp(text_str(&shown), name) || !strcmp(s->name, name);
    text_free(&shown);
    return same;
}

/* Whether names were asked for, and a function has one of them. */
static bool asks(const struct annotate_opts *o)
{
    return o->common.subject || o->symbols.n;
}

static bool is_asked(const struct annotation *a, const struct hot_function *f)
{
    bool is = a->o->common.subject && is_named(a, f->symbol, a->o->common.subject);
    for (size_t i = 0; !is && i < a->o->symbols.n; i++)
        is = is_named(a, f->symbol, a->o->symbols.v[i]);
    return is;
}

static double share(const struct annotation *a, const struct sheet *t, const struct hot_function *f)
{
    double most = 0;
    for (uint32_t e = t->first; e < t->first + t->n; e++) {
        uint64_t all = a->w.totals[e].period;
        double percent = all ? 100.0 * (double)weights_of(&a->w, f, e).period / (double)all : 0;
        most = percent > most ? percent : most;
    }
    return most;
}

static bool has_code(const struct annotation *a, const struct hot_function *f)
{
    const char *why;
    return code_file_of(a->code, f->object, &why);
}

static void choose_functions(const struct annotation *a, struct sheet *t)
{
    const struct annotate_opts *o = a->o;
    bool limited = !asks(o) && o->percent_limit < 0 && o->top;
    size_t kept = 0;
    t->functions = weights_hottest(&a->w, t->first, t->n, &t->total);
    for (size_t i = 0; i < t->total && !(limited && kept == o->top); i++) {
        const struct hot_function *f = t->functions[i];
        if ((asks(o) && !is_asked(a, f)) || (o->percent_limit > 0 && share(a, t, f) < o->percent_limit) ||
            (o->skip_missing && !has_code(a, f)))
            continue;
        t->functions[kept++] = f;
    }
    t->nfunctions = kept;
}

static void add_sheet(struct annotation *a, uint32_t first, uint32_t n, bool grouped)
{
    a->sheets = mem_room(a->sheets, a->nsheets, &a->cap, sizeof(*a->sheets));
    struct sheet *t = &a->sheets[a->nsheets];
    *t = (struct sheet){ .first = first, .n = n, .grouped = grouped };
    choose_functions(a, t);
    if (t->total || a->w.loose[first].samples)
        a->nsheets++;
    else
        free(t->functions);
}

/* Groups as they were recorded; with --group, and for JSON and CSV, all events are one. */
static void make_sheets(struct annotation *a)
{
    const struct events *es = &a->s->capture->events;
    const bool one = a->o->group || a->o->common.json || a->o->common.csv;
    for (uint32_t i = 0, n; i < es->n; i += n) {
        bool grouped = !one && es->v[i].members > 1 && es->v[i].members <= es->n - i;
        n = grouped ? es->v[i].members : one ? es->n - i : 1;
        n = n < VIEW_EVENTS ? n : VIEW_EVENTS;
        add_sheet(a, i, n, grouped);
    }
}

static int by_place(const void *a, const void *b)
{
    const struct hot_function *const *x = a, *const *y = b;
    return ((*x)->first > (*y)->first) - ((*x)->first < (*y)->first);
}

static void gather(struct annotation *a)
{
    size_t n = 0, kept = 0;
    for (size_t i = 0; i < a->nsheets; i++)
        n += a->sheets[i].nfunctions;
    a->all = mem_new(n, sizeof(*a->all));
    for (size_t i = 0; i < a->nsheets; i++)
        for (size_t k = 0; k < a->sheets[i].nfunctions; k++)
            a->all[a->nall++] = a->sheets[i].functions[k];
    if (n)
        qsort(a->all, n, sizeof(*a->all), by_place);
    for (size_t i = 0; i < n; i++)
        if (!i || a->all[i] != a->all[kept - 1])
            a->all[kept++] = a->all[i];
    a->nall = kept;
}

static const struct listing *listing_of(const struct annotation *a, const struct hot_function *f)
{
    const struct hot_function **found = bsearch(&f, a->all, a->nall, sizeof(*a->all), by_place);
    return found ? &a->listings.v[found - a->all] : NULL;
}

static bool wants_colors(const struct annotate_opts *o, FILE *out)
{
    const char *no = getenv("NO_COLOR");
    return o->colors == COLORS_ALWAYS || (o->colors == COLORS_AUTO && isatty(fileno(out)) && !(no && *no));
}

/* What no function shows: those that were left out, and what lies in none. */
static void show_left_out(const struct annotation *a, const struct sheet *t, struct rows *r)
{
    const struct weight *all = &a->w.totals[t->first], *loose = &a->w.loose[t->first];
    uint64_t shown = loose->period;
    if (asks(a->o) || a->o->quiet)
        return;
    for (size_t i = 0; i < t->nfunctions; i++)
        shown += weights_of(&a->w, t->functions[i], t->first).period;
    if (t->total > t->nfunctions)
        rows_print(r, "# left out: %zu functions, %.2f%% of the samples' period%s\n",
                   t->total - t->nfunctions,
                   all->period ? 100.0 * (double)(all->period - shown) / (double)all->period : 0,
                   a->o->percent_limit < 0 ? "; --top N shows N functions, --top 0 all" : "");
    if (loose->samples)
        rows_print(r, "# left out: %" PRIu64 " samples (%.2f%%) that lie in no function\n", loose->samples,
                   100.0 * (double)loose->samples / (double)all->samples);
}

static void show_function(struct annotation *a, struct annotate_view *v, const struct hot_function *f)
{
    const bool text = rows_is(v->rows, ROWS_TEXT), all = rows_is(v->rows, ROWS_JSON);
    struct flow flow;
    v->l = listing_of(a, f);
    for (uint32_t e = 0; e < v->n; e++)
        v->of[e] = weights_of(&a->w, f, v->first + e);
    flow_make(&flow, v->l);
    v->flow = &flow;
    rows_object(v->rows, NULL);
    annotate_rows(v);
    if (text && a->o->print_line)
        annotate_lines(v);
    if (text)
        annotate_text(v);
    if (all || a->o->inlines)
        annotate_inlines(v);
    if (all || a->o->blocks)
        annotate_blocks(v);
    if (text)
        annotate_trust(v);
    rows_close(v->rows);
    flow_free(&flow);
}

static void show(struct annotation *a, FILE *out, FILE *err)
{
    struct rows r;
    answer_rows(&r, &a->o->common, NULL, "annotate", out);
    rows_list(&r, "functions");
    for (size_t i = 0; i < a->nsheets; i++) {
        const struct sheet *t = &a->sheets[i];
        struct annotate_view v = { .o = a->o,
                                   .s = a->s,
                                   .w = &a->w,
                                   .sources = a->sources,
                                   .code = a->code,
                                   .first = t->first,
                                   .n = t->n,
                                   .grouped = t->grouped,
                                   .colors = wants_colors(a->o, out),
                                   .arrows = a->o->arrows < 0 ? isatty(fileno(out)) : a->o->arrows,
                                   .rows = &r };
        for (size_t k = 0; k < t->nfunctions; k++)
            show_function(a, &v, t->functions[k]);
        if (t->nfunctions)
            annotate_skid(&v);
        show_left_out(a, t, &r);
    }
    rows_close(&r);
    answer_rows_end(&r, a->s, &a->w.problems, a->w.samples, err);
}

/* What was asked for and is nowhere. */
static bool found_any(const struct annotation *a, FILE *err)
{
    size_t n = 0;
    for (size_t i = 0; i < a->nsheets; i++)
        n += a->sheets[i].nfunctions;
    if (!n && asks(a->o))
        fprintf(err, "perfolio annotate: %s: no function of that name has samples\n",
                a->o->common.subject ? a->o->common.subject : a->o->symbols.v[0]);
    return n || !asks(a->o);
}

static bool annotate(struct session *s, void *opts, FILE *out, FILE *err, struct err *e)
{
    struct annotate_opts *o = opts;
    struct annotation a = { .o = o, .s = s };
    size_t nobjects;
    const struct listing_opts how = { .disassembler = { o->objdump, o->style } };
    const struct sources_opts where = { &o->prefixes, o->prefix, o->prefix_strip, o->common.isolated };
    timeline_objects(s->timeline, &nobjects);
    o->count.filter.demangle = s->demangle;
    if (!plan_count(&o->count, &o->filters, s->capture, e))
        return false;
    o->count.skip_places = false;
    bool ok = weights_count(&a.w, s->capture, s->timeline, s->resolver, &o->count, e);
    a.code = code_new(s->resolver, &elf_code_reader, nobjects);
    a.sources = sources_new(&where);
    if (ok)
        make_sheets(&a);
    gather(&a);
    ok = ok && listings_make(&a.listings, a.all, a.nall, &a.w, a.code, s->resolver, &how, e);
    if (ok && !found_any(&a, err))
        o->absent = true;
    else if (ok)
        show(&a, out, err);
    if (ok && !a.w.samples && !o->common.json)
        session_no_samples_show(s, o->filters.time || o->count.filter.cpus.n ? "--time and --cpu" : NULL,
                                err);
    listings_free(&a.listings);
    for (size_t i = 0; i < a.nsheets; i++)
        free(a.sheets[i].functions);
    free(a.sheets);
    free(a.all);
    sources_free(a.sources);
    code_free(a.code);
    weights_free(&a.w);
    return ok;
}

int annotate_run(void *opts, FILE *out, FILE *err)
{
    struct annotate_opts *o = opts;
    int status = session_run(&o->common, SESSION_RESOLVE, annotate, o, out, err);
    return status ? status : o->absent ? 2 : 0;
}
