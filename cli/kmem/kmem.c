/* kmem: who allocated memory in the kernel, as perf kmem stat prints it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/kmem/view.h"
#include "cli/session/answer.h"
#include "cli/session/captures.h"
#include "cli/commands.h"
#include "cli/options/subcommand.h"
#include "formats/tracepoint/tracepoint.h"

enum { OPT_CALLER = 1, OPT_ALLOC, OPT_SORT, OPT_LINE, OPT_SLAB, OPT_PAGE };

/* perf's own choice where none was made (builtin-kmem.c). */
static const char slab_default[] = "frag,hit,bytes", page_default[] = "bytes,hit";

static bool read_lines(const char *value, uint64_t *lines, struct err *e)
{
    char *end;
    errno = 0;
    *lines = strtoull(value, &end, 10);
    return (*value >= '0' && *value <= '9' && !*end && !errno) ||
           err_set(e, ERR_USAGE, 0, "--line: '%.100s' is no number of lines", value);
}

static bool take(void *arg, int option, const char *value, struct err *e)
{
    struct kmem_opts *o = arg;
    struct kmem_table *table = o->callers.turn > o->allocs.turn ? &o->callers : &o->allocs;
    switch (option) {
    case OPT_CALLER:
        o->callers.turn = o->allocs.turn + 1;
        return o->callers.shown = true;
    case OPT_ALLOC:
        o->allocs.turn = o->callers.turn + 1;
        return o->allocs.shown = true;
    case OPT_SLAB:
        o->slab = o->page + 1;
        return true;
    case OPT_PAGE:
        o->page = o->slab + 1;
        return true;
    case OPT_LINE:
        return read_lines(value, &table->lines, e);
    case OPT_SORT:
        return o->page > o->slab ? kmem_order_read(&table->page, kmem_page_keys, "page", value, e)
                                 : kmem_order_read(&table->slab, kmem_slab_keys, "slab", value, e);
    default:
        return filters_take(&o->filters, option, value, e);
    }
}

static bool any_listens(struct replay r, const struct replay_row *rows, size_t nrows)
{
    bool any = false;
    r.rows = rows;
    r.nrows = nrows;
    for (size_t i = 0; i < nrows && !any; i++)
        any = replay_listens(&r, &rows[i]);
    return any;
}

/* What nobody chose: the slab allocator, unless pages are all there is. */
static void choose_allocator(struct kmem_opts *o, const struct replay *r)
{
    if (o->slab || o->page)
        return;
    o->page = any_listens(*r, page_rows, npage_rows) && !any_listens(*r, allocation_rows, nallocation_rows);
    o->slab = !o->page;
}

/* Replay with the rows of an allocator. False with `e` set when the capture has none of their events, or
   cannot be read. */
static bool count(struct kmem *k, struct replay *r, const char *kind, void *arg, struct err *e)
{
    bool ok = any_listens(*r, r->rows, r->nrows)
                  ? replay_run(r, arg, e)
                  : err_set(e, ERR_USAGE, 0,
                            "it has no events of the %s allocator: perf kmem --%s record records them", kind,
                            kind);
    problems_merge(&k->problems, &r->problems);
    k->delivered += r->delivered;
    return ok;
}

static bool count_slab(struct kmem *k, struct replay r, struct allocations *a, struct err *e)
{
    r.rows = allocation_rows;
    r.nrows = nallocation_rows;
    return count(k, &r, "slab", a, e);
}

static bool count_pages(struct kmem *k, struct replay r, struct pages *p, struct err *e)
{
    struct stacks stacks;
    stacks_init(&stacks, &k->addresses, k->s->capture->env.arch,
                &(struct stack_opts){ .max = PAGE_CALLERS, .innermost = true }, &k->problems);
    r.rows = page_rows;
    r.nrows = npage_rows;
    p->replay = &r;
    p->stacks = &stacks;
    bool ok = count(k, &r, "page", p, e);
    problems_merge(&k->problems, &p->problems);
    stacks_free(&stacks);
    return ok;
}

static void show(struct kmem *k, const struct allocations *a, const struct pages *p, FILE *out, FILE *err)
{
    answer_rows(&k->rows, &k->o->common, NULL, "kmem", out);
    if (k->o->slab)
        kmem_slab_show(k, a);
    if (k->o->page)
        kmem_page_show(k, p);
    answer_rows_end(&k->rows, k->s, &k->problems, 0, err);
    if (!k->delivered)
        session_no_samples_show(k->s, "--time", err);
}

static bool work(struct session *s, void *arg, FILE *out, FILE *err, struct err *e)
{
    struct kmem_opts *o = arg;
    struct kmem k = { .s = s, .o = o };
    struct allocations a = { .env = &s->capture->env };
    struct pages p = { .live = o->live };
    address_cache_init(&k.addresses, s->timeline, s->resolver);
    const struct replay r = { .capture = s->capture,
                              .reader = &tracepoint_reader,
                              .traces = session_traces(s),
                              .addresses = &k.addresses,
                              .filter = &o->filter };
    choose_allocator(o, &r);
    bool ok = filters_plan(&o->filters, s->capture, e) && (!o->slab || count_slab(&k, r, &a, e)) &&
              (!o->page || count_pages(&k, r, &p, e));
    if (ok)
        show(&k, &a, &p, out, err);
    allocations_free(&a);
    pages_free(&p);
    address_cache_free(&k.addresses);
    return ok;
}

/* What nobody chose. */
static void choose_defaults(struct kmem_opts *o)
{
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
}

static int run_once(struct captures *captures, int argc, const char **argv, FILE *out, FILE *err)
{
    struct kmem_opts o = { .callers.lines = UINT64_MAX, .allocs.lines = UINT64_MAX };
    char *what = NULL;
    o.filters.filter = &o.filter;
    const struct poptOption own[] = {
        { "slab", 0, POPT_ARG_NONE, NULL, OPT_SLAB, "the slab allocator", NULL },
        { "page", 0, POPT_ARG_NONE, NULL, OPT_PAGE,
          "the page allocator (if nothing is said that which was recorded)", NULL },
        { "caller", 0, POPT_ARG_NONE, NULL, OPT_CALLER, "a table of callers", NULL },
        { "alloc", 0, POPT_ARG_NONE, NULL, OPT_ALLOC, "a table of what was allocated", NULL },
        { "sort", 's', POPT_ARG_STRING, NULL, OPT_SORT,
          "sort the table asked for last by keys: callsite, hit, bytes; ptr, frag, pingpong; page, order, "
          "migtype, gfp",
          "KEY,..." },
        { "line", 'l', POPT_ARG_STRING, NULL, OPT_LINE, "at most so many lines of the table asked for last",
          "N" },
        { "csv", 0, POPT_ARG_NONE, &o.common.csv, 0, "the tables as CSV, both if none is asked for", NULL },
        { "raw-ip", 0, POPT_ARG_NONE, &o.raw, 0, "callers as addresses", NULL },
        { "live", 0, POPT_ARG_NONE, &o.live, 0, "only pages that were not freed", NULL },
        { "time", 0, POPT_ARG_STRING, NULL, OPT_FILTER_TIME,
          "only samples in START,STOP (seconds), in N%/M or in A%-B%", "RANGE" },
        POPT_TABLEEND
    };
    int status = options_read(argc, argv,
                              &(struct options){ .command = "kmem",
                                                 .captures = captures,
                                                 .usage = "stat [options] [-i] FILE",
                                                 .own = own,
                                                 .take = take,
                                                 .arg = &o,
                                                 .about = &what },
                              &o.common, out, err);
    if (status < 0 && subcommand("kmem", what, (const char *[]){ "stat", NULL }, err) < 0)
        status = 1;
    if (status < 0) {
        choose_defaults(&o);
        status = session_run(&o.common, SESSION_RESOLVE, work, &o, out, err);
    }
    free(what);
    filters_free(&o.filters);
    options_free(&o.common);
    return status;
}

int cmd_kmem(int argc, const char **argv, FILE *out, FILE *err)
{
    return captures_run(run_once, false, argc, argv, out, err);
}
