#include <stdlib.h>
#include <string.h>

#include "formats/elf/read/code_links.h"

/* What is added to a symbol: where a relocation counts from its own place the instruction counts from another one, which
   what stands there so far, with the addend or without, tells. */
static int64_t offset_of(const struct image *m, const struct code_fill *r, uint64_t at,
                         const struct insn *insn)
{
    const struct arch *a = m->arch;
    const uint8_t *relative = a && a->code ? a->code->relative : NULL;
    while (relative && *relative && *relative != r->type)
        relative++;
    if (relative && *relative) {
        const uint64_t leads = insn->has_target   ? insn->target
                               : insn->has_refers ? insn->refers
                                                  : insn->addr + insn->length;
        const uint64_t behind = leads - (insn->addr + (r->foff - at));
        return r->addend + (a->bits == 32 ? (int32_t)behind : (int64_t)behind);
    }
    const char *number = r->in_code && !insn->has_target ? strrchr(insn->operands, '#') : NULL;
    if (number)
        return strtoll(number + 1, NULL, 0);
    return r->addend; /* 64 bits, whatever the host's long has */
}

/* What a place of the file is called, and how far behind its begin it is; NULL: nothing covers it. */
static const char *name_of(const struct code_links *l, struct code_place place, uint64_t *offset)
{
    const size_t n = code_links_up_to(l, place);
    const struct code_name *name = n ? &l->names[n - 1] : NULL;
    if (!name || name->place.section != place.section)
        return NULL;
    *offset = place.value - name->place.value;
    if (*offset < name->size || !*offset || !name->size)
        return name->name;
    return NULL;
}

bool code_links_of(const struct code_links *l, const struct image *m, uint64_t at, const struct insn *insn,
                   struct code_link *out)
{
    const struct code_fill *r = code_links_at(l, at, at + insn->length);
    *out = (struct code_link){ .name = "" };
    if (!r)
        return false;
    const struct linked_section *s = r->place.section ? &l->sections[r->place.section - 1] : NULL;
    /* The lower part of an address is that of the label at its upper part. */
    if (s && s->executed && r->label && !insn_is_branch(insn)) {
        const uint64_t label = s->foff + r->place.value;
        const struct code_fill *upper = code_links_at(l, label, label + 1);
        if (upper)
            r = upper;
        if (r->place.section)
            s = &l->sections[r->place.section - 1];
        else
            s = NULL;
    }
    out->name = r->name;
    out->offset = offset_of(m, r, at, insn);
    if (!s)
        return true;
    const struct code_place place = { r->place.section, r->place.value + (uint64_t)out->offset };
    uint64_t behind;
    out->at = s->foff + place.value;
    out->inside = at >= s->foff && at - s->foff < s->size && s->has_contents;
    if (!r->label)
        return true;
    const char *name = name_of(l, place, &behind);
    out->name = name ? name : s->name;
    out->offset = (int64_t)(name ? behind : place.value);
    return true;
}
