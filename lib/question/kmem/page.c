/* kmem: the page allocator's tables and its summary. */
#include "core/base/text.h"
#include "lib/question/kmem/kmem_view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* perf's short names of GFP flags (builtin-kmem.c, gfp_compact_table); two stand for two flags each. */
// clang-format off
static const struct {
    const char *name, *compact;
} gfp_flags[] = {
    { "GFP_TRANSHUGE", "THP" },        { "GFP_TRANSHUGE_LIGHT", "THL" }, { "GFP_HIGHUSER_MOVABLE", "HUM" },
    { "GFP_HIGHUSER", "HU" },          { "GFP_USER", "U" },              { "GFP_KERNEL_ACCOUNT", "KAC" },
    { "GFP_KERNEL", "K" },             { "GFP_NOFS", "NF" },             { "GFP_ATOMIC", "A" },
    { "GFP_NOIO", "NI" },              { "GFP_NOWAIT", "NW" },           { "GFP_DMA", "D" },
    { "__GFP_HIGHMEM", "HM" },         { "GFP_DMA32", "D32" },           { "__GFP_HIGH", "H" },
    { "__GFP_ATOMIC", "_A" },          { "__GFP_IO", "I" },              { "__GFP_FS", "F" },
    { "__GFP_NOWARN", "NWR" },         { "__GFP_RETRY_MAYFAIL", "R" },   { "__GFP_NOFAIL", "NF" },
    { "__GFP_NORETRY", "NR" },         { "__GFP_COMP", "C" },            { "__GFP_ZERO", "Z" },
    { "__GFP_NOMEMALLOC", "NMA" },     { "__GFP_MEMALLOC", "MA" },       { "__GFP_HARDWALL", "HW" },
    { "__GFP_THISNODE", "TN" },        { "__GFP_RECLAIMABLE", "RC" },    { "__GFP_MOVABLE", "M" },
    { "__GFP_ACCOUNT", "AC" },         { "__GFP_WRITE", "WR" },          { "__GFP_RECLAIM", "R" },
    { "__GFP_DIRECT_RECLAIM", "DR" },  { "__GFP_KSWAPD_RECLAIM", "KR" },
};

/* Names of migrate types (linux/mmzone.h, enum migratetype): in rows, and as headers of columns. Linux 4.4
   exchanged two types and dropped RESERVED. Whether CMA and isolation exist depends on the kernel's
   configuration. */
static const struct migrate_types {
    const char *rows[PAGE_TYPES], *columns[PAGE_TYPES - 1];
} types_until_4_3 = { { "UNMOVABL", "RECLAIM", "MOVABLE", "RESERVED", "CMA/ISLT", "UNKNOWN" },
                      { "Unmovable", "Reclaimable", "Movable", "Reserved", "CMA/Isolated" } },
  types_since_4_4 = { { "UNMOVABL", "MOVABLE", "RECLAIM", "HIGHATOM", "CMA/ISLT", "UNKNOWN" },
                      { "Unmovable", "Movable", "Reclaimable", "HighAtomic", "CMA/Isolated" } };
// clang-format on

/* ---- columns ---- */

enum { PAGE, BYTES, HITS, ORDER, TYPE, GFP, SHORT_GFP, SYMBOL, OFFSET, ADDRESS, COLUMNS };

static void show_kb(const struct value *v, struct text *out)
{
    text_decimal(out, v->count / 1024, 0);
}

static void page_show_number(const struct value *v, struct text *out)
{
    text_decimal(out, v->count, 0);
}

static void show_caller(const struct value *v, struct text *out)
{
    if (v->symbol.name)
        text_add_clean(out, v->symbol.name);
    else
        text_hexadecimal(out, v->symbol.address, 0);
}

// clang-format off
static const struct rows_column columns[COLUMNS] = {
    [PAGE] = { .name = "page", .width = 16, .right = true, .turned = true, .type = VALUE_HEX },
    [BYTES] = { .name = "bytes", .width = 16, .right = true, .type = VALUE_COUNT, .show = show_kb },
    [HITS] = { .name = "hits", .header = "Hits", .width = 9, .right = true, .turned = true, .type = VALUE_COUNT },
    [ORDER] = { .name = "order", .header = "Order", .width = 5, .right = true, .type = VALUE_COUNT },
    [TYPE] = { .name = "migrate_type", .header = "Mig.type", .width = 8, .right = true, .type = VALUE_TEXT },
    [GFP] = ROWS_UNSEEN("gfp_flags", HEX),
    [SHORT_GFP] = { .header = "GFP flags", .type = VALUE_TEXT, .says = true },
    [SYMBOL] = { .name = "symbol", .header = "Callsite", .type = VALUE_SYMBOL, .show = show_caller },
    [OFFSET] = ROWS_UNSEEN("offset", HEX),
    [ADDRESS] = ROWS_UNSEEN("address", HEX),
};
// clang-format on

/* The state of printing the tables. */
struct page_sheet {
    struct kmem *k;
    const struct pages *p;
    const struct migrate_types *types;
    struct text *gfp; /* the short texts of GFP flags, indexed as p->names */
    size_t width;     /* length of the longest of these texts */
    struct rows_column columns[COLUMNS];
};

static const struct migrate_types *types_of(const char *release)
{
    unsigned major = 0, minor = 0;
    if (!release || sscanf(release, "%u.%u", &major, &minor) != 2)
        return &types_since_4_4;
    if (major < 4 || (major == 4 && minor < 4))
        return &types_until_4_3;
    return &types_since_4_4;
}

static void add_flag(struct text *t, const char *flag, size_t n)
{
    text_char(t, '|', t->n != 0);
    for (size_t i = 0; i < COUNT(gfp_flags); i++)
        if (strlen(gfp_flags[i].name) == n && !strncmp(gfp_flags[i].name, flag, n)) {
            text_add(t, gfp_flags[i].compact);
            return;
        }
    text_add_n(t, flag, n); /* a flag that is newer than perf's table is shown in full */
}

static void add_compact(struct text *t, const struct gfp_name *g)
{
    if (!g->text)
        text_printf(t, "0x%" PRIx64, g->flags);
    for (const char *s = g->text; s && *s; s += *s == '|') {
        size_t n = strcspn(s, "|");
        add_flag(t, s, n);
        s += n;
    }
}

static void page_sheet_init(struct page_sheet *h, struct kmem *k, const struct pages *p)
{
    *h = (struct page_sheet){ .k = k, .p = p, .types = types_of(k->s->capture->env.release) };
    h->gfp = mem_new(p->nnames, sizeof(*h->gfp));
    for (size_t i = 0; i < p->nnames; i++) {
        add_compact(&h->gfp[i], &p->names[i]);
        if (h->gfp[i].n > h->width)
            h->width = h->gfp[i].n;
    }
    memcpy(h->columns, columns, sizeof(columns));
    h->columns[PAGE].header = p->by_number ? "PFN" : "Page";
    if (k->o->live)
        h->columns[BYTES].header = "Live alloc (KB)";
    else
        h->columns[BYTES].header = "Total alloc (KB)";
    if (p->by_number)
        h->columns[PAGE].show = page_show_number;
    else
        h->columns[PAGE].show = rows_show_address;
    if (h->width > strlen("GFP flags"))
        h->columns[SHORT_GFP].width = h->width;
    else
        h->columns[SHORT_GFP].width = strlen("GFP flags");
}

static void page_sheet_free(struct page_sheet *h)
{
    for (size_t i = 0; i < h->p->nnames; i++)
        text_free(&h->gfp[i]);
    free(h->gfp);
}

static const char *gfp_of(const struct page_sheet *h, const struct page_row *r)
{
    return text_str(&h->gfp[idmap_get(&h->p->gfp, r->kind.gfp) - 1]);
}

/* ---- rows ---- */

#define KIND_KEYS                                                                                            \
    &kmem_page_keys[KMEM_PAGE_ORDER], &kmem_page_keys[KMEM_PAGE_TYPE], &kmem_page_keys[KMEM_PAGE_GFP]

static const struct kmem_order by_page = { .by = { &kmem_page_keys[KMEM_PAGE_PAGE], KIND_KEYS },
                                           .n = 4,
                                           .upwards = true };
static const struct kmem_order by_caller = { .by = { &kmem_page_keys[KMEM_PAGE_CALLER], KIND_KEYS },
                                             .n = 4,
                                             .upwards = true };
/* With --live perf sorts pages downwards by their numbers (__page_stat__findnew_page). */
static const struct kmem_order by_live_page = { .by = { &kmem_page_keys[KMEM_PAGE_PAGE] }, .n = 1 };

/* The rows in the requested order; *n receives their number. With --live, freed pages have no rows. */
static const void **page_sorted(const struct page_sheet *h, bool callers, size_t *n)
{
    const struct kmem_opts *o = h->k->o;
    const struct page_rows *t = &h->p->rows;
    const struct kmem_order *first = o->live ? &by_live_page : &by_page, *then = &o->allocs.page;
    if (callers) {
        t = &h->p->callers;
        first = &by_caller;
        then = &o->callers.page;
    }
    const void **rows = kmem_sorted(t->v, t->n, sizeof(*t->v), first, then);
    *n = 0;
    for (size_t i = 0; i < t->n; i++)
        if (((const struct page_row *)rows[i])->hits)
            rows[(*n)++] = rows[i];
    return rows;
}

static void page_add_row(struct page_sheet *h, const struct page_row *r, bool callers)
{
    const struct kmem_caller c = kmem_caller(h->k, r->caller);
    rows_row(&h->k->rows,
             (const struct value[COLUMNS]){ value_hex(r->page), value_count(r->bytes), value_count(r->hits),
                                            value_count(r->kind.order),
                                            value_text(h->types->rows[r->kind.type]), value_hex(r->kind.gfp),
                                            value_text(gfp_of(h, r)), c.symbol, c.offset, c.address } +
                 callers); /* rows of callers have no page */
}

static void page_show_table(struct page_sheet *h, const struct kmem_table *o, bool callers)
{
    struct rows *out = &h->k->rows;
    if (!rows_includes(out, o->shown))
        return;
    const struct rows_table table = { .name = callers ? "callers" : "pages",
                                      .columns = h->columns + callers,
                                      .n = COLUMNS - callers,
                                      .front = " ",
                                      .gap = " | " };
    int width = (int)h->columns[SHORT_GFP].width;
    size_t n;
    const void **rows = page_sorted(h, callers, &n);
    rows_print(out, "\n");
    kmem_rule(h->k);
    rows_headings(out, &table);
    kmem_rule(h->k);
    rows_table(out, &table);
    for (size_t i = 0; o->shown && i < n && i < o->lines; i++)
        page_add_row(h, rows[i], callers);
    rows_table_end(out);
    if (n > o->lines)
        rows_print(out, "%s %-16s | %-9s | %-5s | %-8s | %-*s | ...\n", callers ? "" : " ...              |",
                   "...", "...", "...", "...", width, "...");
    kmem_rule(h->k);
    free(rows);
}

/* Text shows the GFP flags before the tables. */
static void show_gfp(const struct page_sheet *h)
{
    ROWS_TABLE(table, "gfp_flags", ROWS_UNSEEN("flags", HEX), ROWS_UNSEEN("short", TEXT),
               ROWS_UNSEEN("names", TEXT));
    const struct pages *p = h->p;
    const struct kmem_opts *o = h->k->o;
    struct rows *out = &h->k->rows;
    if (!rows_includes(out, o->callers.shown || o->allocs.shown))
        return;
    struct numbered *order = mem_new(p->nnames, sizeof(*order));
    for (size_t i = 0; i < p->nnames; i++)
        order[i] = (struct numbered){ p->names[i].flags, (uint32_t)i };
    sort_by_number(order, p->nnames);
    rows_print(out, "#\n# GFP flags\n# ---------\n");
    rows_table(out, &table);
    for (size_t i = 0; i < p->nnames; i++) {
        const struct gfp_name *g = &p->names[order[i].at];
        const char *compact = text_str(&h->gfp[order[i].at]);
        ROWS_ROW(out, value_hex(g->flags), value_text(compact), value_text(g->text));
        rows_print(out, "# %08" PRIx64 ": %*s: %s\n", g->flags, (int)h->width, compact, text_or(g->text, ""));
    }
    rows_table_end(out);
    free(order);
}

/* ---- the summary ---- */

/* Prints a line of the summary. `count` and `bytes`: the names of the facts in JSON; NULL: the line
   follows from other lines, and JSON lacks it. */
static void show_count(struct kmem *k, const char *what, const char *count, const char *bytes, uint64_t n,
                       uint64_t of)
{
    struct rows *out = &k->rows;
    struct text kb = { 0 };
    text_decimal(&kb, of / 1024, 0);
    rows_print(out, "%-30s: ", what);
    if (count) {
        rows_say(out, count, value_count(n), "%16s");
        rows_add_fact_with_text(out, bytes, value_count(of), kb.s, "   [ %16s KB ]\n");
    } else {
        rows_print(out, "%16" PRIu64 "   [ %16s KB ]\n", n, kb.s);
    }
    text_free(&kb);
}

static unsigned orders_of(const struct pages *p)
{
    unsigned n = 11; /* perf shows at least 11 orders */
    for (unsigned order = n; order < PAGE_ORDERS; order++)
        for (unsigned type = 0; type < PAGE_TYPES; type++) {
            if (p->count[order][type])
                n = order + 1;
        }
    return n;
}

static void show_dot(const struct value *v, struct text *out)
{
    if (v->count)
        text_decimal(out, v->count, 0);
    else
        text_add(out, ".");
}

/* Text shows all orders up to the largest, and omits pages of unknown types. */
static void show_orders(const struct page_sheet *h)
{
    static const char dashes[] = "------------";
    struct rows *out = &h->k->rows;
    struct rows_column v[PAGE_TYPES + 1] = {
        { .name = "order", .header = "Order", .width = 5, .right = true, .type = VALUE_COUNT }
    };
    const struct rows_table table = { .name = "orders", .columns = v, .n = PAGE_TYPES + 1, .gap = "  " };
    for (unsigned type = 0; type < PAGE_TYPES; type++)
        v[type + 1] = (struct rows_column){ .name = h->types->rows[type],
                                            .header = type < PAGE_TYPES - 1 ? h->types->columns[type] : NULL,
                                            .width = strlen(dashes),
                                            .right = true,
                                            .show = show_dot,
                                            .type = VALUE_COUNT };
    rows_headings(out, &table);
    rows_print(out, "%.5s", dashes);
    for (unsigned type = 0; type < PAGE_TYPES - 1; type++)
        rows_print(out, "  %s", dashes);
    rows_print(out, "\n");
    rows_table(out, &table);
    for (unsigned order = 0; order < orders_of(h->p); order++) {
        struct value cells[PAGE_TYPES + 1] = { value_count(order) };
        bool any = rows_prints_text(out);
        for (unsigned type = 0; type < PAGE_TYPES; type++) {
            cells[type + 1] = value_count(h->p->count[order][type]);
            any = any || h->p->count[order][type];
        }
        if (any)
            rows_row(out, cells);
    }
    rows_table_end(out);
}

static void show_summary(const struct page_sheet *h)
{
    const struct pages *p = h->p;
    struct kmem *k = h->k;
    uint64_t freed = p->frees - p->unknown_frees, freed_bytes = p->free_bytes - p->unknown_bytes;
    rows_print(&k->rows, "\nSUMMARY (page allocator)\n========================\n");
    show_count(k, "Total allocation requests", "allocations", "allocated", p->allocs, p->alloc_bytes);
    show_count(k, "Total free requests", "frees", "freed", p->frees, p->free_bytes);
    rows_print(&k->rows, "\n");
    show_count(k, "Total alloc+freed requests", NULL, NULL, freed, freed_bytes);
    show_count(k, "Total alloc-only requests", NULL, NULL, p->allocs - freed, p->alloc_bytes - freed_bytes);
    show_count(k, "Total free-only requests", "unknown_frees", "unknown_freed", p->unknown_frees,
               p->unknown_bytes);
    rows_print(&k->rows, "\n");
    show_count(k, "Total allocation failures", "failures", "failed", p->failures, p->failed_bytes);
    rows_print(&k->rows, "\n");
    show_orders(h);
}

void kmem_page_show(struct kmem *k, const struct pages *p)
{
    struct page_sheet h;
    page_sheet_init(&h, k, p);
    rows_object(&k->rows, "page");
    show_gfp(&h);
    page_show_table(&h, &k->o->callers, true);
    page_show_table(&h, &k->o->allocs, false);
    show_summary(&h);
    rows_close(&k->rows);
    page_sheet_free(&h);
}
