#include "core/profile/keys/key_parts.h"

#include <inttypes.h>

#include "core/profile/keys/keys.h"

struct cell key_get_dso(const struct view *v)
{
    const struct object *o = v->resolved->place.object;
    if (!o)
        return (struct cell){ 0 };
    return key_pointer_cell(o->name, 0);
}

static struct cell get_path(const struct view *v)
{
    const struct object *o = v->resolved->place.object;
    if (!o)
        return (struct cell){ 0 };
    return key_pointer_cell(o->path, 0);
}

/* Compares by the object's name; cells without an object come last. */
int key_compare_named(const struct shown_cell *a, const struct shown_cell *b)
{
    bool x = key_cell_pointer(a->cell), y = key_cell_pointer(b->cell);
    if (x && y)
        return strcmp(a->text, b->text);
    return y - x;
}

struct cell key_get_symbol(const struct view *v)
{
    const struct resolved_addr *s = v->resolved;
    const struct symbol *y = s->place.symbol;
    uint32_t level = (unsigned char)s->level;
    if (!y)
        return (struct cell){ .v = s->addr, .tag = level };
    uint32_t into = 0;
    if (y->is_object)
        into = (uint32_t)(s->place.at - y->start) & KEY_SYMBOL_INTO;
    return key_pointer_cell(y, level | into << 8);
}

struct value key_value_symbol(const struct key_cell *c)
{
    const struct symbol *y = key_cell_pointer(c->cell);
    struct value v = { .type = VALUE_SYMBOL, .symbol.level = (char)(c->cell->tag & 0xff) };
    if (!y && !v.symbol.level) /* a wait without a stack */
        return value_unknown();
    if (!y) {
        v.symbol.address = c->cell->v;
        return v;
    }
    symtab_symbol_name(c->kc->demangle, y, c->text);
    v.symbol.name = text_str(c->text);
    v.symbol.is_data = y->is_object;
    v.symbol.offset = c->cell->tag >> 8 & KEY_SYMBOL_INTO;
    return v;
}

void key_symbol_text(const struct value *v, const struct key_context *kc, struct text *out)
{
    uint64_t address = v->symbol.address;
    text_printf(out, "[%c] ", v->symbol.level);
    if (v->symbol.name)
        text_add_clean(out, v->symbol.name);
    else if (v->symbol.nowhere)
        text_add(out, "[unknown]");
    else
        text_printf(out, "%s%0*" PRIx64, address ? "0x" : "", (int)kc->addr_digits,
                    address); /* as "%#llx" prints it */
    if (v->symbol.offset || v->symbol.is_data)
        text_printf(out, "+0x%" PRIx64, v->symbol.offset);
}

size_t key_bare_symbol_width(const struct key_cell *c)
{
    /* the address 0 gets this width, too, though it is shown without 0x */
    size_t width = strlen("[k] 0x") + c->kc->addr_digits;
    if (key_cell_pointer(c->cell))
        return 0;
    return width;
}

/* The part of the text that is the symbol's name, without level and offset. All samples of a symbol are one row, which
   shows the level and offset of the first sample (perf, _sort__sym_cmp). */
static struct span name_shown(const struct symbol *y, const char *text)
{
    const char *name = text + strlen("[k] "), *end = name + strlen(name);
    if (y->is_object && strrchr(name, '+'))
        end = strrchr(name, '+');
    return (struct span){ (const uint8_t *)name, (size_t)(end - name) };
}

static int compare_spans(struct span a, struct span b)
{
    int r = memcmp(a.p, b.p, a.n < b.n ? a.n : b.n);
    if (r)
        return r;
    return order(a.n, b.n);
}

/* Names come before addresses, and kernel addresses before user addresses, since perf compares them as signed
   numbers. */
int key_compare_symbol(const struct shown_cell *a, const struct shown_cell *b)
{
    const struct symbol *x = key_cell_pointer(a->cell), *y = key_cell_pointer(b->cell);
    if (!x || !y) {
        if (x)
            return -1;
        if (y)
            return 1;
        return order(a->cell->v ^ INT64_MIN, b->cell->v ^ INT64_MIN);
    }
    int r = compare_spans(name_shown(x, a->text), name_shown(y, b->text));
    if (!r)
        r = order(x->start, y->start);
    if (r)
        return r;
    return order(x->end, y->end);
}

struct cell key_get_symbol_size(const struct view *v)
{
    const struct symbol *y = v->resolved->place.symbol;
    if (!y)
        return (struct cell){ 0 };
    return (struct cell){ .v = y->end - y->start, .tag = 1 };
}

struct cell key_get_map_size(const struct view *v)
{
    const struct map *m = v->resolved->place.map;
    if (!m)
        return (struct cell){ 0 };
    return (struct cell){ .v = m->how->len, .tag = 1 };
}

struct value key_value_size(const struct key_cell *c)
{
    if (c->cell->tag)
        return value_count(c->cell->v);
    return value_unknown();
}

static struct cell get_address(const struct view *v)
{
    return (struct cell){ .v = v->resolved->addr };
}

static struct value value_address(const struct key_cell *c)
{
    return value_hex(c->cell->v);
}

static void show_address(const struct key_cell *c)
{
    text_printf(c->text, "%s%" PRIx64, c->cell->v ? "0x" : "", c->cell->v); /* as "%#llx" prints it */
}

static size_t bare_address(const struct key_cell *c)
{
    return strlen("0x") + c->kc->addr_digits;
}

static struct cell get_object(const struct view *v)
{
    if (!v->resolved->place.symbol)
        return (struct cell){ 0 };
    return key_pointer_cell(v->resolved->place.object, 0);
}

/* A letter for the source of a symbol. perf's letters (util/dso.c, dso__symtab_origin()) name the places where perf
   looks for files; they are used where they apply. Letters that perf lacks name sources inside a recording. */
static char letter_of(const struct key_context *kc, const struct object *o)
{
    const struct resolved_from from = resolver_symbol_origin(kc->resolver, o);
    switch (resolver_table_kind(kc->resolver, o)) {
    case TABLE_LISTING:
        if (o->machine < 0)
            return 'k';
        return 'g';
    case TABLE_PERF_MAP:
        return 'j';
    case TABLE_RECORDED:
    case TABLE_KEPT:
        return 'r';
    default:
        if (o->kind == OBJECT_KERNEL) {
            if (o->machine < 0)
                return 'v';
            return 'V';
        }
        if (o->kind == OBJECT_MODULE) {
            if (o->machine < 0)
                return 'K';
            return 'G';
        }
        if (from.content.runtime)
            return 'd';
        return 'b';
    }
}

static struct value value_origin(const struct key_cell *c)
{
    const struct object *o = key_cell_pointer(c->cell);
    if (!o || !c->kc->resolver)
        return value_unknown();
    text_char(c->text, letter_of(c->kc, o), 1);
    return value_text(text_str(c->text));
}

// clang-format off
const struct key key_path = {
    .name = "dso", .header = "Shared Object", .type = VALUE_TEXT, .none = "[unknown]", .sample = PERF_SAMPLE_IP,
    .needs_place = true, .by_symbol = true, .get = get_path, .compare = key_compare_named, .join = JOIN_OBJECT };
const struct key key_first_address = {
    .name = "address", .header = "Address", .type = VALUE_HEX, .sample = PERF_SAMPLE_IP, .needs_place = true,
    .get = get_address, .value = value_address, .show = show_address, .bare = bare_address };
const struct key key_origin = {
    .name = "names_from", .header = "From", .type = VALUE_TEXT, .none = "!", .sample = PERF_SAMPLE_IP,
    .needs_place = true, .get = get_object, .value = value_origin };
// clang-format on
