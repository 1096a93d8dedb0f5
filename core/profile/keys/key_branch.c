/*
 * Keys of branches, from branch records of samples or from a trace: where a branch came from and led to, and the data
 * that the CPU recorded with it. Rows are ordered as in perf (util/sort.c): texts are not compared, and addresses are
 * compared as signed numbers, so that kernel addresses come first.
 */
#include "core/profile/keys/key_parts.h"

#include <assert.h>

#include "core/profile/keys/key_source.h"

/* A copy of the view, whose `resolved` is the end of the branch (source or target) that the key shows. */
static struct view view_of_end(const struct view *v)
{
    assert(v->jump); /* key.sample has PERF_SAMPLE_BRANCH_STACK */
    struct view end = *v;
    if (v->key->to)
        end.resolved = &v->jump->to;
    else
        end.resolved = &v->jump->from;
    return end;
}

/* The cell of an end. Ends without a symbol also differ by their objects. */
static struct cell get_symbol_end(const struct view *v)
{
    const struct view end = view_of_end(v);
    const struct object *o = end.resolved->place.object;
    struct cell c = key_get_symbol(&end);
    if (!key_cell_pointer(&c) && o)
        c.tag |= (o->index + 1) << 8 & ~TAG_POINTER;
    return c;
}

static int order_signed(uint64_t a, uint64_t b)
{
    return order(a ^ INT64_MIN, b ^ INT64_MIN);
}

static int compare_end(const struct shown_cell *a, const struct shown_cell *b)
{
    const struct symbol *x = key_cell_pointer(a->cell), *y = key_cell_pointer(b->cell);
    if (!x || !y) {
        int r = order_signed(a->cell->v, b->cell->v);
        if (x)
            return -1;
        if (y)
            return 1;
        if (r)
            return r;
        return order(a->cell->tag, b->cell->tag);
    }
    int r = order_signed(x->start, y->start);
    if (!r)
        r = order_signed(x->end, y->end);
    if (r)
        return r;
    return strcmp(a->text, b->text);
}

/* Tag of cells of places in objects with a name: `v` is the address in the object's table. The tag also has the
   object's index + 1 above the level, since objects may have the same symbol at the same address. */
enum { NAMED_PLACE = 1U << 31 };

static struct cell get_addr_end(const struct view *v)
{
    const struct view end = view_of_end(v);
    const struct place *p = &end.resolved->place;
    if (!p->symbol)
        return get_symbol_end(v);
    uint32_t object = (p->object->index + 1) << 8 & ~(uint32_t)NAMED_PLACE;
    return (struct cell){ .v = p->at, .tag = NAMED_PLACE | object | (unsigned char)end.resolved->level };
}

static struct value value_addr(const struct key_cell *c)
{
    if (!(c->cell->tag & NAMED_PLACE))
        return key_value_symbol(c);
    const struct place p = key_source_place((c->cell->tag & ~(uint32_t)NAMED_PLACE) >> 8, c->cell->v, c->kc);
    struct value v = { .type = VALUE_SYMBOL, .symbol.level = (char)(c->cell->tag & 0xff) };
    symtab_symbol_name(c->kc->demangle, p.symbol, c->text);
    v.symbol.name = text_str(c->text);
    v.symbol.offset = c->cell->v - p.symbol->start;
    v.symbol.is_data = p.symbol->is_object;
    return v;
}

static size_t bare_addr(const struct key_cell *c)
{
    if (c->cell->tag & NAMED_PLACE)
        return 0;
    return key_bare_symbol_width(c);
}

/* Ends with a symbol come first. */
static int compare_addr(const struct shown_cell *a, const struct shown_cell *b)
{
    int r = order_signed(a->cell->v, b->cell->v),
        named = !(a->cell->tag & NAMED_PLACE) - !(b->cell->tag & NAMED_PLACE);
    if (r)
        return r;
    if (named)
        return named;
    return order(a->cell->tag, b->cell->tag);
}

static struct cell get_source_end(const struct view *v)
{
    const struct view end = view_of_end(v);
    return key_get_source(&end);
}

/* Tag of ends with a symbol: perf makes the column only as wide as the names of their objects. */
enum { NAMED = 1 };

static struct cell get_dso_end(const struct view *v)
{
    const struct view end = view_of_end(v);
    struct cell c = key_get_dso(&end);
    if (end.resolved->place.symbol)
        c.tag |= NAMED;
    return c;
}

/* The names of objects that have only ends without a symbol are cut off in the column
   (hists__set_unres_dso_col_len). */
static size_t bare_dso(const struct key_cell *c)
{
    if (c->cell->tag & NAMED)
        return 0;
    return c->kc->addr_digits;
}

/* Ends without an object come first, then objects in reverse alphabetical order. */
static int compare_dso_end(const struct shown_cell *a, const struct shown_cell *b)
{
    const char *x = key_cell_pointer(a->cell), *y = key_cell_pointer(b->cell);
    if (x && y)
        return strcmp(y, x);
    return !!x - !!y;
}

static struct cell get_mispredict(const struct view *v)
{
    const struct branch_entry *e = &v->jump->entry;
    struct cell c = { 0 };
    if (e->predicted)
        c.v = 'N';
    else if (e->mispredicted)
        c.v = 'Y';
    return c;
}

static struct cell get_in_tx(const struct view *v)
{
    return (struct cell){ .v = v->jump->entry.in_tx ? 'T' : '.' };
}

static struct cell get_abort(const struct view *v)
{
    return (struct cell){ .v = v->jump->entry.abort ? 'A' : '.' };
}

/* The letter of a flag: '.' and 'N' mean no; 0: the CPU did not record it. */
static struct value value_letter(const struct key_cell *c)
{
    if (c->cell->v)
        return value_yes_no(c->cell->v != '.' && c->cell->v != 'N');
    return value_unknown();
}

static void show_letter(const struct key_cell *c)
{
    text_printf(c->text, c->cell->v ? "%c" : "N/A", (char)c->cell->v);
}

static struct cell get_cycles(const struct view *v)
{
    return (struct cell){ .v = v->jump->entry.cycles };
}

static struct value value_cycles(const struct key_cell *c)
{
    if (c->cell->v)
        return value_count(c->cell->v);
    return value_unknown();
}

// clang-format off
static const struct key keys[] = {
    { .name = "dso_from", .header = "Source Shared Object", .type = VALUE_TEXT,
      .help = "the object that the branch came from", .none = "[unknown]",
      .sample = PERF_SAMPLE_BRANCH_STACK, .needs_place = true, .varies = KEY_VARIES, .get = get_dso_end,
      .bare = bare_dso, .compare = compare_dso_end },
    { .name = "dso_to", .header = "Target Shared Object", .type = VALUE_TEXT,
      .help = "the object that the branch led to", .none = "[unknown]", .sample = PERF_SAMPLE_BRANCH_STACK,
      .needs_place = true, .varies = KEY_VARIES, .to = true, .get = get_dso_end, .bare = bare_dso,
      .compare = compare_dso_end },
    { .name = "symbol_from", .header = "Source Symbol", .type = VALUE_SYMBOL,
      .help = "the function that the branch came from", .sample = PERF_SAMPLE_BRANCH_STACK,
      .needs_place = true, .varies = KEY_VARIES, .get = get_symbol_end, .value = key_value_symbol,
      .bare = key_bare_symbol_width, .compare = compare_end },
    { .name = "symbol_to", .header = "Target Symbol", .type = VALUE_SYMBOL,
      .help = "the function that the branch led to", .sample = PERF_SAMPLE_BRANCH_STACK, .needs_place = true,
      .varies = KEY_VARIES, .to = true, .get = get_symbol_end, .value = key_value_symbol,
      .bare = key_bare_symbol_width, .compare = compare_end },
    { .name = "mispredict", .header = "Branch Mispredicted", .type = VALUE_YES_NO,
      .help = "whether the CPU mispredicted the branch", .sample = PERF_SAMPLE_BRANCH_STACK,
      .varies = KEY_VARIES, .get = get_mispredict, .value = value_letter, .show = show_letter,
      .compare = key_by_text },
    { .name = "in_tx", .header = "Branch in transaction", .type = VALUE_YES_NO,
      .help = "whether the branch was in a transaction", .sample = PERF_SAMPLE_BRANCH_STACK, .varies = KEY_VARIES,
      .get = get_in_tx, .value = value_letter, .show = show_letter, .compare = key_by_text },
    { .name = "abort", .header = "Transaction abort", .type = VALUE_YES_NO,
      .help = "whether the branch was the abort of a transaction", .sample = PERF_SAMPLE_BRANCH_STACK,
      .varies = KEY_VARIES, .get = get_abort, .value = value_letter, .show = show_letter, .compare = key_by_text },
    { .name = "cycles", .header = "Basic Block Cycles", .type = VALUE_COUNT,
      .help = "cycles since the branch before it", .none = "-", .sample = PERF_SAMPLE_BRANCH_STACK,
      .varies = KEY_VARIES, .get = get_cycles, .value = value_cycles, .compare = key_largest_first },
    { .name = "srcline_from", .header = "From Source:Line", .type = VALUE_SOURCE,
      .help = "the line of the source that the branch came from", .sample = PERF_SAMPLE_BRANCH_STACK,
      .needs_place = true, .varies = KEY_VARIES, .get = get_source_end, .value = key_value_srcline,
      .show = key_show_srcline, .compare = key_by_text },
    { .name = "srcline_to", .header = "To Source:Line", .type = VALUE_SOURCE,
      .help = "the line of the source that the branch led to", .sample = PERF_SAMPLE_BRANCH_STACK,
      .needs_place = true, .varies = KEY_VARIES, .to = true, .get = get_source_end, .value = key_value_srcline,
      .show = key_show_srcline, .compare = key_by_text },
    { .name = "addr_from", .header = "Source Address", .type = VALUE_SYMBOL,
      .help = "the address that the branch came from", .sample = PERF_SAMPLE_BRANCH_STACK,
      .needs_place = true, .varies = KEY_VARIES, .get = get_addr_end, .value = value_addr,
      .bare = bare_addr, .compare = compare_addr },
    { .name = "addr_to", .header = "Target Address", .type = VALUE_SYMBOL,
      .help = "the address that the branch led to", .sample = PERF_SAMPLE_BRANCH_STACK, .needs_place = true,
      .varies = KEY_VARIES, .to = true, .get = get_addr_end, .value = value_addr,
      .bare = bare_addr, .compare = compare_addr },
};
// clang-format on

const struct key *key_branch_at(size_t i)
{
    if (i < COUNT(keys))
        return &keys[i];
    return NULL;
}
