#include "lib/question/share/scrub/masked_table.h"

#include "core/base/mem.h"

#define PAGE UINT64_C(4096)

/* Whether an address of the kernel is looked up as the distance to a reference symbol, wherever the kernel lay. */
static bool has_reference(const struct symtab *t, const struct map *map, uint64_t *addr)
{
    return map->how->ref_symbol && map->how->pgoff && symtab_ref_addr(t, map->how->ref_symbol, addr);
}

bool masked_table_moves(const struct scrubber *x, const struct map *map, const struct symtab *t)
{
    uint64_t unused;
    if (disguise_act(x->d, SCRUB_ADDRESS) != ACT_REBASE || t->space == SYMTAB_FOFF)
        return false;
    return t->space == SYMTAB_AVMA || t->is_listing || !has_reference(t, map, &unused);
}

static struct symbol *add_masked(struct scrubber *x, const struct symbol *s, uint64_t start, uint64_t end,
                                 bool stays, struct symtab *out)
{
    struct symbol *made = MEM_ADD(out->v, out->n, out->cap);
    *made = *s;
    made->start = start;
    made->end = end;
    made->outer = 0;
    made->name = disguise_function(x->d, stays, s->name);
    return made;
}

/* How far a table of the kernel's symbols moves: its reference symbol gets the address that it has in the scrubbed capture, so
   that nothing tells where the kernel lay when it was listed. */
static uint64_t kernel_shift(struct scrubber *x, const struct map *map, uint64_t reference)
{
    return rebase_map(&x->rebase, map) + (map->how->pgoff - map->start) - reference;
}

static void shift_kernel(struct scrubber *x, uint64_t by, const struct symtab *t, bool stays,
                         struct symtab *out)
{
    for (size_t i = 0; i < SYMTAB_REFS; i++)
        if (t->has_ref[i])
            out->ref_addr[i] += by;
    for (size_t i = 0; i < t->n; i++)
        if (!t->v[i].is_module) /* modules move by themselves, and have tables of their own */
            add_masked(x, &t->v[i], t->v[i].start + by, t->v[i].end + by, stays, out);
}

/* Adds a symbol of a kernel that has no reference symbol: page by page, as such a kernel moves if its extent is unknown. */
static void mask_pages(struct scrubber *x, const struct map *map, const struct symbol *s, bool stays,
                       struct symtab *out)
{
    enum { SYMBOL_PAGES = 1 << 12 }; /* no function is larger */
    uint64_t from = s->start, until, to;
    for (int i = 0; i < SYMBOL_PAGES && map_covers(map, from) && (from < s->end || from == s->start);
         i++, from = until) {
        until = (from | (PAGE - 1)) + 1;
        const uint64_t end = s->end < until ? s->end : until;
        if (rebase_page(&x->rebase, map, from, &to))
            add_masked(x, s, to, to + (end - from), stays, out);
    }
}

static void mask_kernel(struct scrubber *x, const struct map *map, const struct symtab *t, bool stays,
                        struct symtab *out)
{
    uint64_t reference;
    if (has_reference(t, map, &reference)) {
        shift_kernel(x, kernel_shift(x, map, reference), t, stays, out);
        return;
    }
    for (size_t i = 0; i < SYMTAB_REFS; i++) /* addresses are looked up as they are */
        out->has_ref[i] = false;
    for (size_t i = 0; i < t->n; i++)
        if (!t->v[i].is_module)
            mask_pages(x, map, &t->v[i], stays, out);
}

/* Adds the symbols that lie in one map of the object, at the place that the map gets. */
static void mask_in_map(struct scrubber *x, const struct map *m, const struct symtab *t, bool stays,
                        struct symtab *out)
{
    const uint64_t to = rebase_map(&x->rebase, m);
    for (size_t i = 0; i < t->n; i++) {
        const struct symbol *s = &t->v[i];
        const bool is_point = s->start == s->end && map_covers(m, s->start);
        const uint64_t from = s->start > m->start ? s->start : m->start;
        const uint64_t until = s->end < map_end(m) ? s->end : map_end(m);
        if (is_point || from < until)
            add_masked(x, s, to + (from - m->start), to + (until - m->start), stays, out);
    }
    for (size_t i = 0; i < t->nreplaced; i++) {
        struct replaced_code piece = t->replaced[i];
        if (!map_covers(m, piece.avma))
            continue;
        piece.avma = to + (piece.avma - m->start);
        *MEM_ADD(out->replaced, out->nreplaced, out->cap_replaced) = piece;
    }
}

static void mask_in_space(struct scrubber *x, const struct space *space, const struct object *o,
                          const struct symtab *t, bool stays, struct symtab *out)
{
    const struct map *m;
    for (size_t i = 0; space && (m = space_nth_map(space, i)) != NULL; i++)
        if (m->how->object == o && !m->how->is_replaced)
            mask_in_map(x, m, t, stays, out);
}

/* Symbols of code at addresses as it was mapped. The same address may be in several maps, of several processes or times. */
static void mask_mapped(struct scrubber *x, const struct object *o, const struct symtab *t, bool stays,
                        struct symtab *out)
{
    const struct timeline *timeline = x->s->timeline;
    out->text_avma = 0;
    for (size_t i = 0; i < timeline_count_spaces(timeline); i++)
        mask_in_space(x, timeline_space_view(timeline, i).space, o, t, stays, out);
    mask_in_space(x, timeline_kernel_space(timeline, o->machine), o, t, stays, out);
    for (size_t i = 0; i < t->n; i++) /* code that was replaced later has addresses that no memory has */
        if (t->v[i].start >= SYMTAB_REPLACED && t->v[i].start < SYMTAB_REPLACED_END)
            add_masked(x, &t->v[i], t->v[i].start, t->v[i].end, stays, out);
}

void masked_table(struct scrubber *x, const struct object *o, const struct map *map, const struct symtab *t,
                  bool stays, struct symtab *out)
{
    out->space = t->space;
    out->text_foff = t->text_foff;
    out->text_avma = t->text_avma;
    out->is_listing = t->is_listing;
    out->demangle = t->demangle;
    for (size_t i = 0; i < SYMTAB_REFS; i++) {
        out->ref_addr[i] = t->ref_addr[i];
        out->has_ref[i] = t->has_ref[i];
    }
    if (!masked_table_moves(x, map, t)) {
        for (size_t i = 0; i < t->n; i++)
            add_masked(x, &t->v[i], t->v[i].start, t->v[i].end, stays, out);
        for (size_t i = 0; i < t->nreplaced; i++)
            *MEM_ADD(out->replaced, out->nreplaced, out->cap_replaced) = t->replaced[i];
    } else if (t->space == SYMTAB_KERNEL) {
        mask_kernel(x, map, t, stays, out);
    } else {
        mask_mapped(x, o, t, stays, out);
    }
    symtab_sort(out);
}
