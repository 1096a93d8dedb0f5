/* kmem: the slab allocator's tables and its summary. */
#include "lib/question/kmem/kmem_view.h"

#include <inttypes.h>
#include <stdlib.h>

static const struct kmem_order by_address = { .by = { &kmem_slab_identity }, .n = 1, .upwards = true };

static void show_waste(const struct value *v, struct text *out)
{
    text_printf(out, "%6.3f%%", v->share);
}

/* The columns of callers; objects lack the first two. The header "Total_alloc/Per" is above two columns. */
// clang-format off
static const struct rows_column columns[] = {
    ROWS_UNSEEN("symbol", SYMBOL),
    ROWS_UNSEEN("offset", HEX),
    ROWS_UNSEEN("address", HEX),
    { .header = "", .width = 34, .type = VALUE_TEXT, .says = true },
    { .name = "allocated", .header = "", .width = 9, .right = true, .type = VALUE_COUNT },
    { .header = "", .before = "/", .width = 5, .type = VALUE_COUNT },
    { .name = "requested", .header = "", .width = 9, .right = true, .type = VALUE_COUNT },
    { .header = "", .before = "/", .width = 5, .type = VALUE_COUNT },
    { .name = "hits", .header = "", .width = 8, .right = true, .type = VALUE_COUNT },
    { .name = "ping_pongs", .header = "", .width = 9, .right = true, .type = VALUE_COUNT },
    { .name = "waste_percent", .header = "", .type = VALUE_PERCENT, .show = show_waste },
};
// clang-format on
static const struct rows_table caller_table = { "callers", columns, .n = 11, .front = " ", .gap = " | " },
                               object_table = { "objects", columns + 2, .n = 9, .front = " ", .gap = " | " };

/* Bytes per hit. An object that was allocated before the time range may have ping-pongs only. */
static struct value per_hit(uint64_t bytes, const struct allocation *a)
{
    return value_count(a->hits ? bytes / a->hits : 0);
}

static void slab_add_row(struct kmem *k, const struct allocation *a, bool callers)
{
    struct kmem_caller c = { .address = value_hex(a->at) };
    struct text name = { 0 };
    if (callers)
        c = kmem_caller(k, a->at);
    if (callers && c.symbol.symbol.name) {
        text_add_clean(&name, c.symbol.symbol.name);
        text_printf(&name, "+%" PRIx64, c.offset.count);
    } else if (a->at) {
        text_printf(&name, "%#" PRIx64, a->at);
    } else {
        text_add(&name, "0");
    }
    const struct value cells[] = { c.symbol,
                                   c.offset,
                                   c.address,
                                   value_text(name.s),
                                   value_count(a->allocated),
                                   per_hit(a->allocated, a),
                                   value_count(a->requested),
                                   per_hit(a->requested, a),
                                   value_count(a->hits),
                                   value_count(a->moves),
                                   value_percent(allocation_waste(a->requested, a->allocated)) };
    rows_row(&k->rows, callers ? cells : cells + 2); /* objects have no symbol and no offset */
    text_free(&name);
}

static bool slab_is_shown(const struct allocation *a)
{
    return a->hits || a->moves;
}

static void slab_show_table(struct kmem *k, const struct kmem_table *o, const struct allocation_table *t,
                            bool callers)
{
    if (!rows_includes(&k->rows, o->shown))
        return;
    const void **rows = kmem_sorted(t->v, t->n, sizeof(*t->v), &by_address, &o->slab);
    size_t n = 0;
    for (size_t i = 0; i < t->n; i++)
        if (slab_is_shown(rows[i]))
            rows[n++] = rows[i];
    kmem_rule(k);
    rows_print(&k->rows, " %-34s | Total_alloc/Per | Total_req/Per   | Hit      | Ping-pong | Frag\n",
               callers ? "Callsite" : "Alloc Ptr");
    kmem_rule(k);
    rows_table(&k->rows, callers ? &caller_table : &object_table);
    for (size_t i = 0; o->shown && i < n && i < o->lines; i++)
        slab_add_row(k, rows[i], callers);
    rows_table_end(&k->rows);
    if (n > o->lines)
        rows_print(&k->rows, " %-34s | %-15s | %-15s | %-8s | %-9s | %-6s\n", "...", "...", "...", "...",
                   "...", "...");
    kmem_rule(k);
    free(rows);
}

static void show_summary(struct kmem *k, const struct allocations *a)
{
    struct rows *out = &k->rows;
    rows_print(out, "\nSUMMARY (SLAB allocator)\n========================\n");
    rows_say(out, "requested", value_count(a->requested), "Total bytes requested: %s\n");
    rows_say(out, "allocated", value_count(a->allocated), "Total bytes allocated: %s\n");
    rows_say(out, "freed", value_count(a->freed), "Total bytes freed:     %s\n");
    if (a->allocated > a->freed)
        rows_print(out, "Net total bytes allocated: %" PRIu64 "\n", a->allocated - a->freed);
    rows_print(out, "Total bytes wasted on internal fragmentation: %" PRIu64 "\n",
               a->allocated - a->requested);
    rows_print(out, "Internal fragmentation: %f%%\n", allocation_waste(a->requested, a->allocated));
    rows_say(out, "cross_node", value_count(a->across), "Cross CPU allocations: %s/");
    rows_say(out, "hits", value_count(a->hits), "%s\n");
}

void kmem_slab_show(struct kmem *k, const struct allocations *a)
{
    rows_object(&k->rows, "slab");
    slab_show_table(k, &k->o->callers, &a->callers, true);
    slab_show_table(k, &k->o->allocs, &a->objects, false);
    show_summary(k, a);
    rows_close(&k->rows);
}
