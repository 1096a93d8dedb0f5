#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "formats/elf/read/code_links.h"

/* Whether relocations of a type are relative to their own address. */
static bool is_relative(const struct arch *a, uint32_t type)
{
    if (!a || !a->code || !a->code->relative)
        return false;
    const uint8_t *r = a->code->relative;
    while (*r && *r != type)
        r++;
    return *r;
}

/* The address in an instruction before relocation; the end of the instruction if it contains no address. */
static uint64_t address_in(const struct insn *insn)
{
    if (insn->has_target)
        return insn->target;
    if (insn->has_refers)
        return insn->refers;
    return insn->addr + insn->length;
}

/* The offset from the symbol that an instruction refers to. A relative relocation is relative to its own
   address; the instruction is relative to another address, such as its end. The difference is computed from
   the address that the instruction holds before relocation. */
static int64_t link_offset(const struct image *m, const struct code_fill *r, uint64_t at,
                           const struct insn *insn)
{
    if (is_relative(m->arch, r->type)) {
        const uint64_t behind = address_in(insn) - (insn->addr + (r->foff - at));
        if (m->arch->bits == 32)
            return r->addend + (int32_t)behind;
        return r->addend + (int64_t)behind;
    }
    if (!r->in_code || insn->has_target)
        return r->addend;
    const char *number = strrchr(insn->operands, '#');
    if (number)
        return strtoll(number + 1, NULL, 0); /* has 64 bits on every host */
    return r->addend;
}

/* The name that covers a place, and the offset from its beginning; NULL: none does. */
static const char *name_of_place(const struct code_links *l, struct code_place place, uint64_t *offset)
{
    const size_t n = code_links_count_names_to(l, place);
    if (!n || l->names[n - 1].place.section != place.section)
        return NULL;
    const struct code_name *name = &l->names[n - 1];
    *offset = place.value - name->place.value;
    if (*offset < name->size || !*offset || !name->size)
        return name->name;
    return NULL;
}

static const struct linked_section *link_section(const struct code_links *l, struct code_place place)
{
    assert(place.section <= l->nsections);
    if (place.section)
        return &l->sections[place.section - 1];
    return NULL;
}

bool code_links_find(const struct code_links *l, const struct image *m, uint64_t at, const struct insn *insn,
                     struct code_link *out)
{
    const struct code_fill *r = code_links_at(l, at, at + insn->length);
    *out = (struct code_link){ .name = "" };
    if (!r)
        return false;
    const struct linked_section *s = link_section(l, r->place);
    /* a relocation for the lower part of an address refers to the label of the instruction with the upper part */
    const bool may_be_lower = s && s->executed && r->label;
    if (may_be_lower && !insn_is_branch(insn)) {
        const uint64_t label = s->foff + r->place.value;
        const struct code_fill *upper = code_links_at(l, label, label + 1);
        if (upper)
            r = upper;
        s = link_section(l, r->place);
    }
    out->name = r->name;
    out->offset = link_offset(m, r, at, insn);
    if (!s)
        return true;
    const struct code_place place = { r->place.section, r->place.value + (uint64_t)out->offset };
    uint64_t behind;
    out->at = s->foff + place.value;
    out->inside = at >= s->foff && at - s->foff < s->size && s->has_contents;
    if (!r->label)
        return true;
    const char *name = name_of_place(l, place, &behind);
    out->name = name ? name : s->name;
    out->offset = (int64_t)(name ? behind : place.value);
    return true;
}
