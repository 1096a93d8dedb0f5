#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/elf/read/code_links.h"

enum { EXECUTED = 1, HAS_CONTENTS = 2, IN_CODE = 1, LABEL = 2 };

/* ---- which links are stored ---- */

/* How far, in bytes, an instruction's target may be from the target of its relocation: up to 12 bytes may
   come after the relocated ones, and an addend in the code may have 16 bits. */
enum { NEAR = 16, FAR = 1 << 16 };

/* The state of copying links. */
struct adder {
    struct code_links *to;
    const struct code_links *from;
    uint32_t *numbers; /* by section of `from`: its number in `to`; 0: not copied yet */
};

static uint32_t copy_section(struct adder *a, uint32_t number)
{
    struct code_links *to = a->to;
    if (!a->numbers[number]) {
        struct linked_section *added = MEM_ADD(to->sections, to->nsections, to->cap_sections);
        *added = a->from->sections[number - 1];
        added->name = arena_names_intern(&to->own, added->name);
        a->numbers[number] = (uint32_t)to->nsections;
    }
    return a->numbers[number];
}

/* A range of names, by their indexes. */
struct stretch {
    uint64_t first; /* first member, for sort_by_first() */
    size_t end;
};

struct stretches {
    struct stretch *v;
    size_t n, cap;
};

/* The number of names that begin before a place. */
static size_t names_before(const struct code_links *l, struct code_place place)
{
    if (place.value)
        place.value--;
    else
        place = (struct code_place){ place.section - 1, UINT64_MAX };
    return code_links_count_names_to(l, place);
}

/* Add the names that begin in [first, last] of a section, and the names that begin at the nearest place
   before it. */
static void add_stretch(struct stretches *s, const struct code_links *l, uint32_t section, uint64_t first,
                        uint64_t last)
{
    const size_t end = code_links_count_names_to(l, (struct code_place){ section, last });
    size_t i = code_links_count_names_to(l, (struct code_place){ section, first });
    if (i && l->names[i - 1].place.section == section)
        i = names_before(l, l->names[i - 1].place); /* all names at the nearest place before `first` */
    if (i < end)
        *MEM_ADD(s->v, s->n, s->cap) = (struct stretch){ i, end };
}

/* Add the names to which a filled place may refer. */
static void add_stretches_near(struct stretches *s, const struct code_links *l, const struct code_fill *r)
{
    const struct linked_section *section = &l->sections[r->place.section - 1];
    const uint64_t at = r->place.value + (uint64_t)r->addend;
    const uint64_t first = at > NEAR ? at - NEAR : 0;
    const uint64_t reach = r->in_code ? FAR : NEAR;
    if (r->in_code && section->executed)
        add_stretch(s, l, r->place.section, 0, UINT64_MAX);
    else if (at > UINT64_MAX - FAR)
        /* the place is before the section, since the addend counts from the end of an instruction */
        add_stretch(s, l, r->place.section, 0, NEAR);
    else
        add_stretch(s, l, r->place.section, first, at + reach);
}

static void copy_names(struct adder *a, const struct stretches *s)
{
    size_t at = 0;
    for (size_t i = 0; i < s->n; i++) {
        if (at < s->v[i].first)
            at = (size_t)s->v[i].first;
        for (; at < s->v[i].end; at++) {
            struct code_name *added = MEM_ADD(a->to->names, a->to->nnames, a->to->cap_names);
            *added = a->from->names[at];
            added->place.section = copy_section(a, added->place.section);
            added->name = arena_names_intern(&a->to->own, added->name);
        }
    }
}

void code_links_add_ranges(struct code_links *to, const struct code_links *from,
                           const struct elf_range *ranges, size_t n)
{
    struct adder a = { to, from, mem_new(from->nsections + 1, sizeof(*a.numbers)) };
    struct stretches near = { 0 };
    for (size_t i = 0; i < n; i++) {
        const struct code_fill *r = code_links_at(from, ranges[i].foff, ranges[i].end);
        for (; r && r < from->v + from->n && r->foff < ranges[i].end; r++) {
            struct code_fill *added = MEM_ADD(to->v, to->n, to->cap);
            *added = *r;
            added->name = arena_names_intern(&to->own, r->name);
            if (r->place.section)
                added->place.section = copy_section(&a, r->place.section);
            if (r->place.section && r->label)
                add_stretches_near(&near, from, r);
        }
    }
    sort_by_first(near.v, near.n, sizeof(*near.v));
    copy_names(&a, &near);
    free(near.v);
    free(a.numbers);
}

/* ---- encoding ---- */

/* Zigzag coding: maps signed numbers near 0 to small unsigned ones. */
static uint64_t zigzag_of(int64_t v)
{
    const uint64_t twice = (uint64_t)v << 1;
    if (v < 0)
        return ~twice;
    return twice;
}

static int64_t number_of_zigzag(uint64_t v)
{
    if (v & 1)
        return (int64_t) ~(v >> 1);
    return (int64_t)(v >> 1);
}

static void put_link_string(struct names *texts, const char *s, struct text *out)
{
    text_uleb(out, arena_names_id(texts, s) - 1);
}

void code_links_put(const struct code_links *l, struct text *out)
{
    struct names texts = { 0 };
    struct text rest = { 0 };
    uint64_t before = 0;
    text_uleb(&rest, l->nsections);
    for (size_t i = 0; i < l->nsections; i++) {
        const struct linked_section *s = &l->sections[i];
        put_link_string(&texts, s->name, &rest);
        text_uleb(&rest, s->foff);
        text_uleb(&rest, s->size);
        text_uleb(&rest, s->executed * EXECUTED | s->has_contents * HAS_CONTENTS);
    }
    text_uleb(&rest, l->nnames);
    for (size_t i = 0; i < l->nnames; i++) {
        text_uleb(&rest, l->names[i].place.section);
        text_uleb(&rest, l->names[i].place.value);
        text_uleb(&rest, l->names[i].size);
        put_link_string(&texts, l->names[i].name, &rest);
    }
    text_uleb(&rest, l->n);
    for (size_t i = 0; i < l->n; i++) {
        const struct code_fill *r = &l->v[i];
        text_uleb(&rest, r->foff - before);
        before = r->foff;
        text_uleb(&rest, r->type);
        text_uleb(&rest, r->in_code * IN_CODE | r->label * LABEL);
        text_uleb(&rest, zigzag_of(r->addend));
        put_link_string(&texts, r->name, &rest);
        text_uleb(&rest, r->place.section);
        text_uleb(&rest, r->place.value);
    }
    text_uleb(out, texts.n);
    for (uint32_t id = 1; id <= texts.n; id++)
        text_add_n(out, arena_names_text(&texts, id), strlen(arena_names_text(&texts, id)) + 1);
    text_add_n(out, rest.s, rest.n);
    text_free(&rest);
    arena_names_free(&texts);
}

/* The strings of an encoded section. */
struct texts {
    const char **v;
    size_t n, cap;
};

static const char *take_text(struct cur *c, const struct texts *t)
{
    const uint64_t i = cur_uleb(c);
    c->bad = c->bad || i >= t->n;
    if (c->bad)
        return "";
    return t->v[i];
}

static struct code_place take_place(struct cur *c, const struct code_links *l)
{
    const uint64_t section = cur_uleb(c), value = cur_uleb(c);
    c->bad = c->bad || section > l->nsections;
    if (c->bad)
        return (struct code_place){ 0, value };
    return (struct code_place){ (uint32_t)section, value };
}

static void take_all(struct code_links *l, struct cur *c, struct texts *texts)
{
    uint64_t foff = 0;
    for (uint64_t n = cur_uleb(c); n && !c->bad; n--)
        *MEM_ADD(texts->v, texts->n, texts->cap) = cur_cstr(c);
    for (uint64_t n = cur_uleb(c); n && !c->bad; n--) {
        struct linked_section s = { .name = take_text(c, texts) };
        s.foff = cur_uleb(c);
        s.size = cur_uleb(c);
        const uint64_t bits = cur_uleb(c);
        s.executed = bits & EXECUTED;
        s.has_contents = bits & HAS_CONTENTS;
        *MEM_ADD(l->sections, l->nsections, l->cap_sections) = s;
    }
    for (uint64_t n = cur_uleb(c); n && !c->bad; n--) {
        struct code_name name = { .place = take_place(c, l) };
        name.size = cur_uleb(c);
        name.name = take_text(c, texts);
        *MEM_ADD(l->names, l->nnames, l->cap_names) = name;
    }
    for (uint64_t n = cur_uleb(c); n && !c->bad; n--) {
        struct code_fill r = { .foff = foff += cur_uleb(c) };
        r.type = (uint32_t)cur_uleb(c);
        const uint64_t bits = cur_uleb(c);
        r.in_code = bits & IN_CODE;
        r.label = bits & LABEL;
        r.addend = number_of_zigzag(cur_uleb(c));
        r.name = take_text(c, texts);
        r.place = take_place(c, l);
        *MEM_ADD(l->v, l->n, l->cap) = r;
    }
}

bool code_links_take(struct code_links *l, struct span bytes)
{
    struct cur c = cur_of(bytes, ORDER_LITTLE);
    struct texts texts = { 0 };
    take_all(l, &c, &texts);
    free(texts.v);
    return !c.bad && !c.left;
}
