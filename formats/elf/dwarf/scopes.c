#include "formats/elf/dwarf/scopes.h"

#include <assert.h>
#include <dwarf.h>
#include <stdlib.h>

#include "core/base/mem.h"

enum {
    MAX_DEPTH = 256,   /* nesting of entries */
    MAX_POINTERS = 16, /* references from an entry to the entry with its name */
};

/* A scope whose children are being read. It is stored if it or a scope in it has a range. An inlined call
   shows where its outer scope is, even if that has no ranges itself (GCC before DWARF 5 may write a range
   that reads as the end of the list). */
struct open_scope {
    size_t own, before; /* index of the scope, and number of ranges before its own */
    bool is;            /* false: the entry is not a scope */
};

struct scope_walk {
    struct scopes *to;
    const Dwarf_Die *unit; /* its first entry */
    uint64_t unit_at;      /* the offset of `unit` */
    const struct range_index *code;
    const struct range_unit *range_unit;
    struct range_index_items ranges;
    unsigned depth;
    struct scope_level {
        uint32_t outer;          /* the scope that contains the entries of this level (scope.outer) */
        struct open_scope scope; /* the scope whose children are the entries of this level */
    } levels[MAX_DEPTH + 2];     /* by depth; the unit's children have depth 1 */
};

/* Make libdw's handle for the entry at an offset from unit_entries_next(). dwarf_offdie() would search for
   its unit. */
static Dwarf_Die entry_at(const struct scope_walk *w, uint64_t at)
{
    return (Dwarf_Die){ .addr = (char *)w->unit->addr + (at - w->unit_at), .cu = w->unit->cu };
}

static struct open_scope begin_scope(struct scope_walk *w, const struct entry_kind *kind, uint64_t at,
                                     uint32_t outer)
{
    assert(w->depth && w->depth <= MAX_DEPTH);
    struct scopes *s = w->to;
    const struct open_scope scope = { s->n, w->ranges.n, true };
    Dwarf_Die entry = entry_at(w, at);
    *MEM_ADD(s->v, s->n, s->cap) = (struct scope){ at, outer };
    if (kind->has_code)
        ranges_add(&entry, w->range_unit, w->code, MAX_DEPTH - w->depth, (uint32_t)scope.own, &w->ranges);
    return scope;
}

static void end_scope(struct scope_walk *w, struct open_scope scope)
{
    if (scope.is && w->ranges.n == scope.before)
        w->to->n = scope.own;
}

static void see_entry(struct scope_walk *w, const struct entry_kind *kind, uint64_t at)
{
    const bool is_function = kind->tag == DW_TAG_subprogram;
    const bool is_scope = is_function || kind->tag == DW_TAG_inlined_subroutine;
    const bool is_seen = w->depth <= MAX_DEPTH;
    uint32_t outer = 0;
    struct open_scope scope = { .is = false };
    if (is_seen && !is_function)
        outer = w->levels[w->depth].outer;
    if (is_seen && is_scope) {
        scope = begin_scope(w, kind, at, outer);
        outer = (uint32_t)scope.own + 1;
    }
    if (!kind->has_children)
        end_scope(w, scope);
    else if (++w->depth <= MAX_DEPTH + 1)
        w->levels[w->depth] = (struct scope_level){ outer, scope };
}

static void end_level(struct scope_walk *w)
{
    assert(w->depth);
    if (w->depth <= MAX_DEPTH + 1)
        end_scope(w, w->levels[w->depth].scope);
    w->depth--;
}

void scopes_read(struct scopes *s, Dwarf_Die *unit, const struct debug_sections *d,
                 const struct range_unit *ranges, const struct range_index *code)
{
    struct scope_walk w = { .to = s,
                            .unit = unit,
                            .unit_at = dwarf_dieoffset(unit),
                            .code = code,
                            .range_unit = ranges,
                            .depth = 1 };
    const struct entry_kind *kind;
    struct unit_entries e;
    uint64_t at;
    *s = (struct scopes){ 0 };
    const bool any = unit_entries_open(&e, unit, d);
    while (any && w.depth && unit_entries_next(&e, &kind, &at)) {
        if (kind)
            see_entry(&w, kind, at);
        else
            end_level(&w);
    }
    while (w.depth)
        end_level(&w);
    unit_entries_close(&e);
    range_index_build(&s->range_index, &w.ranges);
    free(w.ranges.v);
}

void scopes_free(struct scopes *s)
{
    free(s->v);
    range_index_free(&s->range_index);
    *s = (struct scopes){ 0 };
}

/* Read an attribute that is an offset in the supplement, in DWARF 5's forms (7.5.5). libdw (0.188) only
   knows GNU's forms. */
static bool sup_offset(Dwarf_Attribute *a, unsigned size, const struct supplement *s, uint64_t *offset)
{
    struct span info = s->info;
    if (!s->dwarf || a->valp < info.p || (size_t)(a->valp - info.p) > info.n)
        return false;
    struct cur c = cur_of(ranges_span_from(info, (uint64_t)(a->valp - info.p)), s->sections.order);
    *offset = load_number(cur_take(&c, size), c.order);
    return !c.bad;
}

const char *scope_text(Dwarf_Die *entry, unsigned attribute, const struct supplement *s)
{
    Dwarf_Attribute a;
    uint8_t size = 0;
    uint64_t at;
    if (!dwarf_attr(entry, attribute, &a))
        return NULL;
    if (dwarf_whatform(&a) != DW_FORM_strp_sup)
        return dwarf_formstring(&a);
    dwarf_cu_info(entry->cu, NULL, NULL, NULL, NULL, NULL, NULL, &size);
    if (sup_offset(&a, size, s, &at))
        return debug_string(&s->sections, DEBUG_STR, at);
    return NULL;
}

/* Replace an entry by its origin or specification. False: it refers to neither. */
static bool follow(Dwarf_Die *entry, const struct supplement *s)
{
    Dwarf_Attribute a;
    uint64_t at;
    if (!dwarf_attr(entry, DW_AT_abstract_origin, &a) && !dwarf_attr(entry, DW_AT_specification, &a))
        return false;
    unsigned form = dwarf_whatform(&a);
    if (form != DW_FORM_ref_sup4 && form != DW_FORM_ref_sup8)
        return dwarf_formref_die(&a, entry);
    return sup_offset(&a, form == DW_FORM_ref_sup8 ? 8 : 4, s, &at) && dwarf_offdie(s->dwarf, at, entry);
}

const char *scope_name(Dwarf_Die *entry, const struct supplement *s)
{
    Dwarf_Die at = *entry;
    const char *name = NULL, *linkage = NULL;
    for (int i = 0; i < MAX_POINTERS && !linkage; i++) {
        linkage = scope_text(&at, DW_AT_linkage_name, s);
        if (!linkage)
            linkage = scope_text(&at, DW_AT_MIPS_linkage_name, s); /* the attribute's number before DWARF 4 */
        if (!name)
            name = scope_text(&at, DW_AT_name, s);
        if (!follow(&at, s))
            break;
    }
    if (linkage)
        return linkage;
    return name;
}

uint64_t scope_number(Dwarf_Die *entry, unsigned attribute)
{
    Dwarf_Attribute a;
    Dwarf_Word n;
    if (dwarf_attr(entry, attribute, &a) && !dwarf_formudata(&a, &n))
        return n;
    return 0;
}
