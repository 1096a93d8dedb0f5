/* kmem: the page allocator's tables and its summary. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/kmem/kmem.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/replay/kernel/pages.h"

/* perf's short names of GFP flags (builtin-kmem.c, gfp_compact_table), two of which stand for two flags each.
 */
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

/* Migrate types (linux/mmzone.h, enum migratetype), in rows and above columns: Linux 4.4 exchanged two of
   them and gave up the reserve. What CMA and isolation are depends on how a kernel was configured. */
static const struct migrate_types {
    const char *rows[PAGE_TYPES], *columns[PAGE_TYPES - 1];
} types_until_4_3 = { { "UNMOVABL", "RECLAIM", "MOVABLE", "RESERVED", "CMA/ISLT", "UNKNOWN" },
                      { "Unmovable", "Reclaimable", "Movable", "Reserved", "CMA/Isolated" } },
  types_since_4_4 = { { "UNMOVABL", "MOVABLE", "RECLAIM", "HIGHATOM", "CMA/ISLT", "UNKNOWN" },
                      { "Unmovable", "Movable", "Reclaimable", "HighAtomic", "CMA/Isolated" } };
// clang-format on

/* What is printed, and what is needed for that. */
struct sheet {
    struct kmem *k;
    const struct pages *p;
    const struct migrate_types *types;
    struct text *gfp; /* short, by the number of the flags in p->names */
    size_t width;     /* of the longest one */
};

static const struct migrate_types *types_of(const char *release)
{
    unsigned major = 0, minor = 0;
    if (!release || sscanf(release, "%u.%u", &major, &minor) != 2)
        return &types_since_4_4;
    return major < 4 || (major == 4 && minor < 4) ? &types_until_4_3 : &types_since_4_4;
}

static void add_flag(struct text *t, const char *flag, size_t n)
{
    text_char(t, '|', t->n != 0);
    for (size_t i = 0; i < COUNT(gfp_flags); i++)
        if (strlen(gfp_flags[i].name) == n && !strncmp(gfp_flags[i].name, flag, n)) {
            text_add(t, gfp_flags[i].compact);
            return;
        }
    text_add_n(t, flag, n); /* of a kernel later than perf's table: nothing of it is lost */
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

static void sheet_init(struct sheet *h, struct kmem *k, const struct pages *p)
{
    *h = (struct sheet){ .k = k, .p = p, .types = types_of(k->s->capture->env.release) };
    h->gfp = mem_new(p->nnames, sizeof(*h->gfp));
    for (size_t i = 0; i < p->nnames; i++) {
        add_compact(&h->gfp[i], &p->names[i]);
        h->width = h->gfp[i].n > h->width ? h->gfp[i].n : h->width;
    }
}

static void sheet_free(struct sheet *h)
{
    for (size_t i = 0; i < h->p->nnames; i++)
        text_free(&h->gfp[i]);
    free(h->gfp);
}

static const char *gfp_of(const struct sheet *h, const struct page_row *r)
{
    const struct text *t = &h->gfp[idmap_get(&h->p->gfp, r->kind.gfp) - 1];
    return t->n ? t->s : "";
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
/* perf keeps what is live in a tree that grows downwards (__page_stat__findnew_page). */
static const struct kmem_order by_live_page = { .by = { &kmem_page_keys[KMEM_PAGE_PAGE] }, .n = 1 };

/* Rows in the order asked for, and how many they are: what was freed has none of its own when only what is
   live counts. */
static const void **sorted(const struct sheet *h, bool callers, size_t *n)
{
    const struct kmem_opts *o = h->k->o;
    const struct page_rows *t = callers ? &h->p->callers : &h->p->rows;
    const void **rows = kmem_sorted(t->v, t->n, sizeof(*t->v),
                                    callers   ? &by_caller
                                    : o->live ? &by_live_page
                                              : &by_page,
                                    callers ? &o->callers.page : &o->allocs.page);
    *n = 0;
    for (size_t i = 0; i < t->n; i++)
        if (((const struct page_row *)rows[i])->hits)
            rows[(*n)++] = rows[i];
    return rows;
}

static void add_caller(struct kmem *k, uint64_t avma, struct text *t)
{
    struct place p = kmem_place(k, avma);
    if (p.symbol)
        text_add_clean(t, p.symbol->name);
    else
        text_printf(t, "%" PRIx64, avma);
}

static void show_row(struct sheet *h, const struct page_row *r, bool callers, int width)
{
    FILE *out = h->k->out;
    struct text caller = { 0 };
    add_caller(h->k, r->caller, &caller);
    if (!callers)
        fprintf(out, h->p->by_number ? " %16" PRIu64 " |" : " %016" PRIx64 " |", r->page);
    fprintf(out, " %16" PRIu64 " | %9" PRIu64 " | %5u | %8s | %-*s | %s\n", r->bytes / 1024, r->hits,
            r->kind.order, h->types->rows[r->kind.type], width, gfp_of(h, r), caller.s);
    text_free(&caller);
}

static void show_table(struct sheet *h, const struct kmem_table *o, bool callers)
{
    FILE *out = h->k->out;
    int width = h->width > strlen("GFP flags") ? (int)h->width : (int)strlen("GFP flags");
    size_t n;
    const void **rows = sorted(h, callers, &n);
    fputc('\n', out);
    kmem_rule(h->k);
    if (!callers)
        fprintf(out, " %-16s |", h->p->by_number ? "PFN" : "Page");
    fprintf(out, " %5s alloc (KB) | Hits      | Order | Mig.type | %-*s | Callsite\n",
            h->k->o->live ? "Live" : "Total", width, "GFP flags");
    kmem_rule(h->k);
    for (size_t i = 0; i < n && i < o->lines; i++)
        show_row(h, rows[i], callers, width);
    if (n > o->lines)
        fprintf(out, "%s %-16s | %-9s | %-5s | %-8s | %-*s | ...\n", callers ? "" : " ...              |",
                "...", "...", "...", "...", width, "...");
    kmem_rule(h->k);
    free(rows);
}

static void show_gfp(const struct sheet *h, const struct numbered *order)
{
    const struct pages *p = h->p;
    fprintf(h->k->out, "#\n# GFP flags\n# ---------\n");
    for (size_t i = 0; i < p->nnames; i++) {
        const struct gfp_name *g = &p->names[order[i].at];
        const struct text *compact = &h->gfp[order[i].at];
        fprintf(h->k->out, "# %08" PRIx64 ": %*s: %s\n", g->flags, (int)h->width,
                compact->n ? compact->s : "", g->text ? g->text : "");
    }
}

/* ---- the summary ---- */

static void show_count(struct kmem *k, const char *what, uint64_t n, uint64_t bytes)
{
    fprintf(k->out, "%-30s: %16" PRIu64 "   [ %16" PRIu64 " KB ]\n", what, n, bytes / 1024);
}

static unsigned orders_of(const struct pages *p)
{
    unsigned n = 11; /* as many as perf shows */
    for (unsigned order = n; order < PAGE_ORDERS; order++)
        for (unsigned type = 0; type < PAGE_TYPES; type++)
            n = p->count[order][type] ? order + 1 : n;
    return n;
}

static void show_summary(const struct sheet *h)
{
    static const char dashes[] = "------------";
    const struct pages *p = h->p;
    struct kmem *k = h->k;
    uint64_t freed = p->frees - p->unknown_frees, freed_bytes = p->free_bytes - p->unknown_bytes;
    fprintf(k->out, "\nSUMMARY (page allocator)\n========================\n");
    show_count(k, "Total allocation requests", p->allocs, p->alloc_bytes);
    show_count(k, "Total free requests", p->frees, p->free_bytes);
    fputc('\n', k->out);
    show_count(k, "Total alloc+freed requests", freed, freed_bytes);
    show_count(k, "Total alloc-only requests", p->allocs - freed, p->alloc_bytes - freed_bytes);
    show_count(k, "Total free-only requests", p->unknown_frees, p->unknown_bytes);
    fputc('\n', k->out);
    show_count(k, "Total allocation failures", p->failures, p->failed_bytes);
    fprintf(k->out, "\nOrder");
    for (unsigned type = 0; type < PAGE_TYPES - 1; type++)
        fprintf(k->out, "  %12s", h->types->columns[type]);
    fprintf(k->out, "\n%.5s", dashes);
    for (unsigned type = 0; type < PAGE_TYPES - 1; type++)
        fprintf(k->out, "  %s", dashes);
    fputc('\n', k->out);
    for (unsigned order = 0; order < orders_of(p); order++) {
        fprintf(k->out, "%5u", order);
        for (unsigned type = 0; type < PAGE_TYPES - 1; type++)
            if (p->count[order][type])
                fprintf(k->out, "  %12" PRIu64, p->count[order][type]);
            else
                fprintf(k->out, "  %12c", '.');
        fputc('\n', k->out);
    }
}

/* ---- JSON ---- */

static void table_json(struct sheet *h, const char *key, const struct kmem_table *o, bool callers)
{
    struct json *j = h->k->json;
    size_t n;
    const void **rows = sorted(h, callers, &n);
    json_array(j, key);
    for (size_t i = 0; o->shown && i < n && i < o->lines; i++) {
        const struct page_row *r = rows[i];
        json_object_line(j, NULL);
        if (!callers)
            json_hex(j, "page", r->page);
        json_count(j, "bytes", r->bytes);
        json_count(j, "hits", r->hits);
        json_count(j, "order", r->kind.order);
        json_text(j, "migrate_type", h->types->rows[r->kind.type]);
        json_hex(j, "gfp_flags", r->kind.gfp);
        kmem_caller_json(h->k, r->caller);
        json_end(j);
    }
    json_end(j);
    free(rows);
}

static void gfp_json(const struct sheet *h, const struct numbered *order)
{
    struct json *j = h->k->json;
    json_array(j, "gfp_flags");
    for (size_t i = 0; i < h->p->nnames; i++) {
        const struct text *compact = &h->gfp[order[i].at];
        json_object_line(j, NULL);
        json_hex(j, "flags", h->p->names[order[i].at].flags);
        json_text(j, "short", compact->n ? compact->s : "");
        json_text(j, "names", h->p->names[order[i].at].text);
        json_end(j);
    }
    json_end(j);
}

static void orders_json(const struct sheet *h)
{
    struct json *j = h->k->json;
    json_array(j, "orders");
    for (unsigned order = 0; order < PAGE_ORDERS; order++) {
        uint64_t any = 0;
        for (unsigned type = 0; type < PAGE_TYPES; type++)
            any |= h->p->count[order][type];
        if (!any)
            continue;
        json_object_line(j, NULL);
        json_count(j, "order", order);
        for (unsigned type = 0; type < PAGE_TYPES; type++)
            json_count(j, h->types->rows[type], h->p->count[order][type]);
        json_end(j);
    }
    json_end(j);
}

static void show_json(struct sheet *h, const struct numbered *order)
{
    const struct pages *p = h->p;
    struct json *j = h->k->json;
    const struct {
        const char *count, *bytes;
        uint64_t n, of;
    } totals[] = { { "allocations", "allocated", p->allocs, p->alloc_bytes },
                   { "frees", "freed", p->frees, p->free_bytes },
                   { "unknown_frees", "unknown_freed", p->unknown_frees, p->unknown_bytes },
                   { "failures", "failed", p->failures, p->failed_bytes } };
    json_object(j, "page");
    for (size_t i = 0; i < COUNT(totals); i++) {
        json_count(j, totals[i].count, totals[i].n);
        json_count(j, totals[i].bytes, totals[i].of);
    }
    table_json(h, "callers", &h->k->o->callers, true);
    table_json(h, "pages", &h->k->o->allocs, false);
    orders_json(h);
    gfp_json(h, order);
    json_end(j);
}

static void show_text(struct sheet *h, const struct numbered *gfp_order)
{
    const struct kmem_opts *o = h->k->o;
    if (o->callers.shown || o->allocs.shown)
        show_gfp(h, gfp_order);
    if (o->callers.shown)
        show_table(h, &o->callers, true);
    if (o->allocs.shown)
        show_table(h, &o->allocs, false);
    show_summary(h);
}

void kmem_page_show(struct kmem *k, const struct pages *p)
{
    struct sheet h;
    sheet_init(&h, k, p);
    struct numbered *order = mem_new(p->nnames, sizeof(*order));
    for (size_t i = 0; i < p->nnames; i++)
        order[i] = (struct numbered){ p->names[i].flags, (uint32_t)i };
    sort_by_number(order, p->nnames);
    (k->json ? show_json : show_text)(&h, order);
    free(order);
    sheet_free(&h);
}
