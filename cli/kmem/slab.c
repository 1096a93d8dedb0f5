/* kmem: the slab allocator's tables and its summary. */
#include <inttypes.h>
#include <stdlib.h>

#include "cli/kmem/kmem.h"
#include "core/replay/kernel/allocations.h"

static const struct kmem_order by_address = { .by = { &kmem_slab_identity }, .n = 1, .upwards = true };

static const void **sorted(const struct allocation_table *t, const struct kmem_order *order)
{
    return kmem_sorted(t->v, t->n, sizeof(*t->v), &by_address, order);
}

static void add_name(struct kmem *k, const struct allocation *a, bool callers, struct text *t)
{
    struct place p = callers ? kmem_place(k, a->at) : (struct place){ 0 };
    if (p.symbol) {
        text_add_clean(t, p.symbol->name);
        text_printf(t, "+%" PRIx64, p.at - p.symbol->start);
    } else {
        text_printf(t, a->at ? "%#" PRIx64 : "0", a->at);
    }
}

static void show_row(struct kmem *k, const struct allocation *a, bool callers)
{
    struct text name = { 0 };
    add_name(k, a, callers, &name);
    fprintf(k->out,
            " %-34s | %9" PRIu64 "/%-5" PRIu64 " | %9" PRIu64 "/%-5" PRIu64 " | %8" PRIu64 " | %9" PRIu64
            " | %6.3f%%\n",
            name.s, a->allocated, a->allocated / a->hits, a->requested, a->requested / a->hits, a->hits,
            a->moves, allocation_waste(a->requested, a->allocated));
    text_free(&name);
}

static void row_json(struct kmem *k, const struct allocation *a, bool callers)
{
    json_object_line(k->json, NULL);
    if (callers)
        kmem_caller_json(k, a->at);
    else
        json_hex(k->json, "address", a->at);
    json_count(k->json, "allocated", a->allocated);
    json_count(k->json, "requested", a->requested);
    json_count(k->json, "hits", a->hits);
    json_count(k->json, "ping_pongs", a->moves);
    json_percent(k->json, "waste_percent", allocation_waste(a->requested, a->allocated));
    json_end(k->json);
}

static void show_table(struct kmem *k, const struct kmem_table *o, const struct allocation_table *t,
                       bool callers)
{
    const void **rows = sorted(t, &o->slab);
    kmem_rule(k);
    fprintf(k->out, " %-34s | Total_alloc/Per | Total_req/Per   | Hit      | Ping-pong | Frag\n",
            callers ? "Callsite" : "Alloc Ptr");
    kmem_rule(k);
    for (size_t i = 0; i < t->n && i < o->lines; i++)
        show_row(k, rows[i], callers);
    if (t->n > o->lines)
        fprintf(k->out, " %-34s | %-15s | %-15s | %-8s | %-9s | %-6s\n", "...", "...", "...", "...", "...",
                "...");
    kmem_rule(k);
    free(rows);
}

static void table_json(struct kmem *k, const char *key, const struct kmem_table *o,
                       const struct allocation_table *t, bool callers)
{
    const void **rows = sorted(t, &o->slab);
    json_array(k->json, key);
    for (size_t i = 0; i < t->n && i < o->lines && o->shown; i++)
        row_json(k, rows[i], callers);
    json_end(k->json);
    free(rows);
}

static void show_summary(struct kmem *k, const struct allocations *a)
{
    fprintf(k->out, "\nSUMMARY (SLAB allocator)\n========================\n");
    fprintf(k->out, "Total bytes requested: %" PRIu64 "\n", a->requested);
    fprintf(k->out, "Total bytes allocated: %" PRIu64 "\n", a->allocated);
    fprintf(k->out, "Total bytes freed:     %" PRIu64 "\n", a->freed);
    if (a->allocated > a->freed)
        fprintf(k->out, "Net total bytes allocated: %" PRIu64 "\n", a->allocated - a->freed);
    fprintf(k->out, "Total bytes wasted on internal fragmentation: %" PRIu64 "\n",
            a->allocated - a->requested);
    fprintf(k->out, "Internal fragmentation: %f%%\n", allocation_waste(a->requested, a->allocated));
    fprintf(k->out, "Cross CPU allocations: %" PRIu64 "/%" PRIu64 "\n", a->across, a->hits);
}

static void show_json(struct kmem *k, const struct allocations *a)
{
    json_object(k->json, "slab");
    json_count(k->json, "requested", a->requested);
    json_count(k->json, "allocated", a->allocated);
    json_count(k->json, "freed", a->freed);
    json_count(k->json, "hits", a->hits);
    json_count(k->json, "cross_node", a->across);
    table_json(k, "callers", &k->o->callers, &a->callers, true);
    table_json(k, "objects", &k->o->allocs, &a->objects, false);
    json_end(k->json);
}

void kmem_slab_show(struct kmem *k, const struct allocations *a)
{
    if (k->json) {
        show_json(k, a);
        return;
    }
    if (k->o->callers.shown)
        show_table(k, &k->o->callers, &a->callers, true);
    if (k->o->allocs.shown)
        show_table(k, &k->o->allocs, &a->objects, false);
    show_summary(k, a);
}
