/* Explains how resolver.c and symtab.c chose the name of an address, or why it has none. */
#include "lib/question/explain/explain_show.h"

#include <inttypes.h>
#include <string.h>

void explain_arithmetic(const struct place *p, uint64_t avma, struct text *out)
{
    const struct map *m = p->map;
    const struct symtab *t = p->table;
    uint64_t ref;
    if (t && t->space == SYMTAB_KERNEL && m->how->ref_symbol && m->how->pgoff &&
        symtab_ref_addr(t, m->how->ref_symbol, &ref))
        text_printf(
            out, "0x%" PRIx64 " - (0x%" PRIx64 " recorded of %s - 0x%" PRIx64 " in the table) = 0x%" PRIx64,
            avma, m->how->pgoff, m->how->ref_symbol, ref, p->at);
    else if (t && t->space == SYMTAB_KERNEL)
        text_printf(out, "0x%" PRIx64 ", not relocated: the capture has no reference symbol", avma);
    else if (t && t->space == SYMTAB_AVMA)
        text_printf(out, "0x%" PRIx64 ", as mapped: the list has addresses as mapped", avma);
    else if (m->how->object->kind == OBJECT_KERNEL || m->how->object->kind == OBJECT_JIT ||
             m->how->object->kind == OBJECT_DATA)
        text_printf(out, "0x%" PRIx64 ", as mapped", avma);
    else if (m->how->object->kind == OBJECT_KSYMBOL)
        text_printf(out, "0x%" PRIx64 " - 0x%" PRIx64 " (the map) = 0x%" PRIx64, avma, m->start, p->at);
    else if (m->how->object->kind == OBJECT_MODULE)
        text_printf(
            out, "0x%" PRIx64 " - 0x%" PRIx64 " (the map) + 0x%" PRIx64 " (.text in the file) = 0x%" PRIx64,
            avma, m->start, t ? t->text_foff : 0, p->at);
    else
        text_printf(out,
                    "0x%" PRIx64 " - 0x%" PRIx64 " (the map) + 0x%" PRIx64
                    " (its offset in the file) = 0x%" PRIx64,
                    avma, m->start, m->how->pgoff, p->at);
}

const struct symbol *explain_next_covering(const struct place *p, size_t *i)
{
    for (const struct symtab *t = p->table; p->symbol && *i < t->n && &t->v[*i] < p->symbol;) {
        const struct symbol *s = &t->v[(*i)++];
        if (s->start <= p->at && p->at < s->end)
            return s;
    }
    return NULL;
}

const struct symbol *explain_next_loser(const struct place *p, size_t *i)
{
    const struct symtab *t = p->table;
    while (p->symbol && *i < t->nlosers) {
        const struct symbol *s = &t->losers[(*i)++];
        bool known = s->start != p->symbol->start || !*s->name || !strcmp(s->name, p->symbol->name);
        for (const struct symbol *k = t->losers; k < s && !known; k++)
            known = k->start == s->start && !strcmp(k->name, s->name);
        if (!known)
            return s;
    }
    return NULL;
}

void explain_rule(const struct place *p, struct text *out)
{
    size_t i = 0, covering = 1;
    if (p->object->kind == OBJECT_KSYMBOL) {
        text_add(out, "the recording names the whole mapping");
        return;
    }
    if (p->object->kind == OBJECT_JIT) { /* symtab_flatten_by_time() chose it */
        if (p->map && p->map->how->is_replaced)
            text_add(out, "it is the latest code generated there before that time");
        else
            text_add(out, "it is the latest code generated there");
        return;
    }
    while (explain_next_covering(p, &i))
        covering++;
    if (covering == 1)
        text_printf(out, "it is the only symbol that covers 0x%" PRIx64, p->at);
    else
        text_printf(out, "it starts last of the %zu symbols that cover 0x%" PRIx64, covering, p->at);
    if (p->symbol->is_guess)
        text_add(out, "; its end is unknown: it is assumed to reach to the next symbol, or to the end of the "
                      "page after its own");
}

void explain_gap(const struct explain *x, const struct place *p, struct text *out)
{
    const struct symtab *t = p->table;
    const struct symbol *before = NULL, *after = NULL;
    if (!t) {
        text_add(out, "none: no file was found for the object");
        return;
    }
    const struct symbol *refused = symtab_find(t, p->at); /* resolver_place() does not use it */
    if (refused && refused->is_inert) {
        text_add(out, "none: no segment of the file has code there; the symbol there is ");
        explain_name(x, refused, out);
        return;
    }
    if (refused) {
        text_add(out, "none: the listing is of another boot, with the module at another address");
        return;
    }
    for (size_t i = 0; i < t->n && !after; i++) {
        if (t->v[i].start > p->at)
            after = &t->v[i];
        else
            before = &t->v[i];
    }
    text_printf(out, "none: no symbol covers 0x%" PRIx64, p->at);
    if (before) {
        text_add(out, ", ");
        explain_name(x, before, out);
        text_printf(out, " ends at 0x%" PRIx64, before->end);
    }
    if (after) {
        text_add(out, ", ");
        explain_name(x, after, out);
        text_printf(out, " starts at 0x%" PRIx64, after->start);
    }
}
