/* kmem: shows the callers of the kernel's allocators, as perf kmem stat does. */

#include "lib/question/kmem/kmem_view.h"

#include "lib/question/common/common_answer.h"
#include "lib/question/commands.h"

/* perf's default (builtin-kmem.c). */
static const char slab_default[] = "frag,hit,bytes", page_default[] = "bytes,hit";

/* Notes that the option selects a table or an allocator; later options refer to the one selected last. */
enum { SLAB, PAGE, CALLER, ALLOC };
static bool take_subject(void *target, const struct option_row *row, const char *value UNUSED,
                         struct err *e UNUSED)
{
    struct kmem_opts *o = target;
    unsigned *const turns[] = { &o->slab, &o->page, &o->callers.turn, &o->allocs.turn };
    *turns[row->value] = *turns[row->value ^ 1] + 1;
    o->callers.shown = o->callers.turn;
    o->allocs.shown = o->allocs.turn;
    return true;
}

/* The table that was selected last. If -s or -l come before --caller and --alloc, they refer to the table
   of allocations, as in perf. A later option then has to select this table (choose_defaults()). */
static struct kmem_table *last_table(struct kmem_opts *o, const struct option_row *row)
{
    if (!o->callers.turn && !o->allocs.turn)
        o->ahead = row->name;
    if (o->callers.turn > o->allocs.turn)
        return &o->callers;
    return &o->allocs;
}

static bool take_line(void *target, const struct option_row *row, const char *value, struct err *e)
{
    struct kmem_opts *o = target;
    return option_parse_count(row, value, &last_table(o, row)->lines, e);
}

static bool kmem_take_sort(void *target, const struct option_row *row, const char *value, struct err *e)
{
    struct kmem_opts *o = target;
    struct kmem_table *table = last_table(o, row);
    if (o->page > o->slab)
        return kmem_order_read(&table->page, kmem_page_keys, "page", value, e);
    return kmem_order_read(&table->slab, kmem_slab_keys, "slab", value, e);
}

/* ---- counting ---- */

static bool any_listens(const struct replay *r)
{
    size_t n = r->nrows;
    while (n && !replay_has_event_for(r, &r->rows[n - 1]))
        n--;
    return n;
}

/* The default allocator: slab, unless only page events were recorded. */
static void choose_allocator(struct kmem_opts *o, const struct replay *slab, const struct replay *pages)
{
    if (o->slab || o->page)
        return;
    o->page = any_listens(pages) && !any_listens(slab);
    o->slab = !o->page;
}

/* Replays the events of an allocator; `arg`: its rows. False with `e` set if the capture has no events of
   this allocator, or cannot be read. */
static bool kmem_count(struct kmem *k, struct replay *r, const char *kind, void *arg, struct err *e)
{
    bool ok = false;
    if (any_listens(r))
        ok = replay_run(r, arg, e);
    else
        err_set(e, ERR_USAGE, 0, "no events of the %s allocator: perf kmem --%s record records them", kind,
                kind);
    problems_merge(&k->problems, &r->problems);
    k->delivered += r->delivered;
    return ok;
}

static bool count_pages(struct kmem *k, struct replay *r, struct pages *p, struct err *e)
{
    struct stacks stacks;
    stacks_init(&stacks, &k->addresses, k->s->capture->env.arch,
                &(struct stack_opts){ .max = PAGE_CALLERS, .innermost = true }, &k->problems);
    p->replay = r;
    p->stacks = &stacks;
    bool ok = kmem_count(k, r, "page", p, e);
    problems_merge(&k->problems, &p->problems);
    stacks_free(&stacks);
    return ok;
}

static void kmem_show(struct kmem *k, const struct allocations *a, const struct pages *p, struct outlet *out,
                      struct outlet *err)
{
    answer_begin_rows(&k->rows, &k->o->common, NULL, "kmem", out);
    if (k->o->slab)
        kmem_slab_show(k, a);
    if (k->o->page)
        kmem_page_show(k, p);
    answer_rows_end(&k->rows, k->s, &k->problems, 0, err);
    if (!k->delivered)
        common_no_samples_show(k->s, "--time", err);
}

/* The state of counting. */
struct kmem_counting {
    struct kmem k;
    struct kmem_opts *o;
    struct allocations a;
    struct pages p;
};

static struct replay replay_of(struct kmem_counting *w, const struct replay_row *rows, size_t n)
{
    struct replay r = session_replay(w->k.s, &w->k.addresses, &w->o->filter);
    r.rows = rows;
    r.nrows = n;
    return r;
}

static bool count_all(void *arg, bool *holds UNUSED, struct err *e)
{
    struct kmem_counting *w = arg;
    struct kmem_opts *o = w->o;
    if (o->live && !o->page)
        return err_set(e, ERR_USAGE, 0, "--live is for pages: add --page");
    struct replay slab = replay_of(w, allocation_rows, nallocation_rows), pages = slab;
    pages.rows = page_rows;
    pages.nrows = npage_rows;
    bool ok = filters_resolve(&o->filters, &o->filter, w->k.s->capture, e) &&
              (!o->slab || kmem_count(&w->k, &slab, "slab", &w->a, e)) &&
              (!o->page || count_pages(&w->k, &pages, &w->p, e));
    allocations_end(&w->a);
    return ok;
}

static void kmem_begin(struct kmem_counting *w, struct session *s, struct kmem_opts *o)
{
    *w = (struct kmem_counting){
        .k = { .s = s, .o = o }, .o = o, .a = { .env = &s->capture->env }, .p = { .live = o->live }
    };
}

static void kmem_forget(void *arg)
{
    struct kmem_counting *w = arg;
    allocations_free(&w->a);
    pages_free(&w->p);
    address_cache_free(&w->k.addresses);
    kmem_begin(w, w->k.s, w->o);
}

/* Counting slab allocations needs no symbols. So it is done while the capture is read. */
static bool kmem_work(struct session *s, const void *arg, struct outlet *out, struct outlet *err,
                      struct err *e)
{
    struct kmem_opts turn = *(const struct kmem_opts *)arg, *const o = &turn;
    struct kmem_counting w;
    kmem_begin(&w, s, o);
    struct replay slab = replay_of(&w, allocation_rows, nallocation_rows), pages = slab;
    pages.rows = page_rows;
    pages.nrows = npage_rows;
    choose_allocator(o, &slab, &pages);
    const bool resolves = o->page || o->callers.shown;
    const struct session_work how = { .depth = resolves ? SESSION_RESOLVE : SESSION_SOURCES,
                                      .may = !o->page && !o->filters.time && any_listens(&slab),
                                      .work = count_all,
                                      .forget = kmem_forget,
                                      .arg = &w };
    address_cache_free(&w.k.addresses);
    bool ok = common_run_work(s, &o->common, &how, err, e);
    if (ok)
        kmem_show(&w.k, &w.a, &w.p, out, err);
    kmem_forget(&w);
    return ok;
}

/* Reports options that have no effect, because they apply to tables that are not shown. */
static void show_idle(const struct kmem_opts *o, struct outlet *err)
{
    const bool has_callers = o->callers.shown || (o->allocs.shown && (o->page || !o->slab));
    if (o->ahead && !o->allocs.shown)
        outlet_print(err,
                     "perfolio kmem: --%s has no effect: it applies to a table named before it (--caller or "
                     "--alloc)\n",
                     o->ahead);
    if (o->raw && !has_callers)
        outlet_print(err, "perfolio kmem: --raw-ip has no effect without --caller\n");
}

/* Sets the defaults of the options. */
static bool choose_defaults(void *opts, struct outlet *err)
{
    struct kmem_opts *o = opts;
    struct kmem_table *const tables[] = { &o->callers, &o->allocs };
    struct err none = { 0 };
    bool none_shown = !o->callers.shown && !o->allocs.shown;
    for (int i = 0; i < 2; i++) {
        tables[i]->shown = tables[i]->shown || (none_shown && o->common.csv);
        if (!tables[i]->slab.n)
            kmem_order_read(&tables[i]->slab, kmem_slab_keys, "slab", slab_default, &none);
        if (!tables[i]->page.n)
            kmem_order_read(&tables[i]->page, kmem_page_keys, "page", page_default, &none);
    }
    show_idle(o, err);
    return true;
}

#define OPTS struct kmem_opts
static const struct option_row options[] = {
    OPT("slab", 0, CALL, common, NULL, "the slab allocator", .value = SLAB, .take = take_subject),
    OPT("page", 0, CALL, common, NULL, "the page allocator (default: the recorded one)", .value = PAGE,
        .take = take_subject),
    OPT("caller", 0, CALL, common, NULL, "a table of callers", .value = CALLER, .take = take_subject),
    OPT("alloc", 0, CALL, common, NULL, "a table of allocations", .value = ALLOC, .take = take_subject),
    OPT("sort", 's', CALL, common, "KEY,...", "sort the last named table by keys: %s",
        .word_at = kmem_key_word, .take = kmem_take_sort),
    OPT("line", 'l', CALL, common, "N", "show at most so many lines of the last named table",
        .noun = "number of lines", .take = take_line),
    OPT("raw-ip", 0, FLAG, raw, NULL, "callers as addresses"),
    OPT("live", 0, FLAG, live, NULL, "only pages that are still allocated"),
    OPT("time", 0, TEXT, filters.time, "RANGE", "only samples in START,STOP (seconds), in N%/M or in A%-B%"),
    CSV_ROW,
    OPT_END
};

static const char *subject_at(size_t i)
{
    if (i)
        return NULL;
    return "stat";
}

const struct command kmem_command =
    COMMAND("kmem", "who allocated memory in the kernel, as perf kmem stat prints it",
            "stat [options] [-i] FILE", options, .size = sizeof(struct kmem_opts),
            .usual = &(const struct kmem_opts){ .callers.lines = UINT64_MAX, .allocs.lines = UINT64_MAX },
            .work = kmem_work, .depth = SESSION_HEADER, .prepare = choose_defaults, .traits = COMMAND_EACH,
            .subject_at = subject_at);
