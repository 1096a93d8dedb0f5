#include "formats/elf/dwarf/scopes.h"

#include <dwarf.h>
#include <stdlib.h>

#include "core/base/mem.h"

enum {
    MAX_DEPTH =
        256, /* of entries in entries: without DW_AT_sibling a level is read again for each above it */
    MAX_ATTRIBUTES = 256, /* of an entry: those of some forms take no bytes in it */
    MAX_POINTERS = 16,    /* from an entry to the one with its name */
};

struct walk {
    struct scopes *to;
    const struct range_index *code;
    struct range_index_items ranges;
    const struct range_unit *unit;
};

static void walk(struct walk *w, Dwarf_Die *parent, uint32_t outer, unsigned depth);

/* A function, and what is in it. It is kept if anything has a place: what was inlined into a scope shows by
   that where it was called, even if the scope itself has no ranges (GCC before DWARF 5 may write one that
   reads as the end of the list). */
static void add_scope(struct walk *w, Dwarf_Die *entry, uint32_t outer, unsigned depth)
{
    struct scopes *s = w->to;
    size_t before = w->ranges.n, own = s->n;
    *MEM_ADD(s->v, s->n, s->cap) = (struct scope){ dwarf_dieoffset(entry), outer };
    ranges_add(entry, w->unit, w->code, MAX_DEPTH - depth, (uint32_t)own, &w->ranges);
    walk(w, entry, (uint32_t)own + 1, depth + 1);
    if (w->ranges.n == before)
        s->n = own;
}

static void walk(struct walk *w, Dwarf_Die *parent, uint32_t outer, unsigned depth)
{
    Dwarf_Die entry;
    if (depth == MAX_DEPTH || dwarf_haschildren(parent) <= 0 || dwarf_child(parent, &entry))
        return;
    do {
        int tag = dwarf_tag(&entry);
        if (tag == DW_TAG_subprogram)
            add_scope(w, &entry, 0, depth);
        else if (tag == DW_TAG_inlined_subroutine)
            add_scope(w, &entry, outer, depth);
        else
            walk(w, &entry, outer, depth + 1);
    } while (!dwarf_siblingof(&entry, &entry));
}

/* Whether no kind of entry has more attributes than a compiler would give it. */
static bool is_sane(Dwarf_Die *unit)
{
    size_t length, n;
    Dwarf_Abbrev *a;
    for (Dwarf_Off at = 0; (a = dwarf_getabbrev(unit, at, &length)) != NULL && a != DWARF_END_ABBREV;
         at += length)
        if (dwarf_getattrcnt(a, &n) || n > MAX_ATTRIBUTES)
            return false;
    return true;
}

void scopes_read(struct scopes *s, Dwarf_Die *unit, const struct range_unit *ranges,
                 const struct range_index *code)
{
    struct walk w = { .to = s, .code = code, .unit = ranges };
    *s = (struct scopes){ 0 };
    if (is_sane(unit))
        walk(&w, unit, 0, 0);
    range_index_build(&s->range_index, &w.ranges);
    free(w.ranges.v);
}

void scopes_free(struct scopes *s)
{
    free(s->v);
    range_index_free(&s->range_index);
    *s = (struct scopes){ 0 };
}

/* What an attribute of a form that leads into the supplement (DWARF 5, 7.5.5) has: an offset there. libdw
   (0.188) knows GNU's forms of that alone. */
static bool sup_offset(Dwarf_Attribute *a, unsigned size, const struct supplement *s, uint64_t *offset)
{
    struct span info = s->info;
    if (!s->dwarf || a->valp < info.p || (size_t)(a->valp - info.p) > info.n)
        return false;
    struct cur c = cur_of(ranges_span_from(info, (uint64_t)(a->valp - info.p)), s->sections.order);
    *offset = size == 8 ? cur_u64(&c) : cur_u32(&c);
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
    return sup_offset(&a, size, s, &at) ? debug_string(&s->sections, DEBUG_STR, at) : NULL;
}

/* What an entry points to as where it comes from. */
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
        linkage = linkage ? linkage
                          : scope_text(&at, DW_AT_MIPS_linkage_name, s); /* as it was before DWARF 4 */
        name = name ? name : scope_text(&at, DW_AT_name, s);
        if (!follow(&at, s))
            break;
    }
    return linkage ? linkage : name;
}

uint64_t scope_number(Dwarf_Die *entry, unsigned attribute)
{
    Dwarf_Attribute a;
    Dwarf_Word n;
    return dwarf_attr(entry, attribute, &a) && !dwarf_formudata(&a, &n) ? n : 0;
}
