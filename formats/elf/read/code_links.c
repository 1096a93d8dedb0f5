#include "formats/elf/read/code_links.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

static int by_name_place(const void *a, const void *b, const void *unused UNUSED)
{
    const struct code_name *x = a, *y = b;
    if (x->place.section != y->place.section) {
        if (x->place.section < y->place.section)
            return -1;
        return 1;
    }
    return (x->place.value > y->place.value) - (x->place.value < y->place.value);
}

/* Whether v already has the name at the same place. It only compares the last 64 names: only a hostile
   file has more at one place. */
static bool has_name(const struct code_name *v, size_t n, const struct code_name *name)
{
    enum { OF_ONE_PLACE = 64 };
    for (size_t i = n; i && n - i < OF_ONE_PLACE && !by_name_place(&v[i - 1], name, NULL); i--)
        if (v[i - 1].name == name->name)
            return true;
    return false;
}

static int by_begin(const void *a, const void *b, const void *arg)
{
    const struct linked_section *v = arg, *x = &v[*(const uint32_t *)a], *y = &v[*(const uint32_t *)b];
    if (x->foff != y->foff) {
        if (x->foff < y->foff)
            return -1;
        return 1;
    }
    if (x->size != y->size) {
        if (x->size < y->size)
            return -1;
        return 1;
    }
    const int name = strcmp(x->name, y->name);
    if (name)
        return name;
    if (x->executed != y->executed)
        return x->executed - y->executed;
    return x->has_contents - y->has_contents;
}

/* Sort sections by offset, drop duplicates, and renumber all references to them. */
static void settle_sections(struct code_links *l)
{
    if (!l->nsections)
        return;
    uint32_t *order = mem_new(l->nsections, sizeof(*order)), *to = mem_new(l->nsections + 1, sizeof(*to));
    struct linked_section *sections = mem_new(l->nsections, sizeof(*sections));
    for (uint32_t i = 0; i < l->nsections; i++)
        order[i] = i;
    sort_by(order, l->nsections, sizeof(*order), by_begin, l->sections);
    uint32_t n = 0;
    for (size_t i = 0; i < l->nsections; i++) {
        if (!i || by_begin(&order[i - 1], &order[i], l->sections))
            sections[n++] = l->sections[order[i]];
        to[order[i] + 1] = n;
    }
    for (size_t i = 0; i < l->n; i++)
        l->v[i].place.section = to[l->v[i].place.section];
    for (size_t i = 0; i < l->nnames; i++)
        l->names[i].place.section = to[l->names[i].place.section];
    free(l->sections);
    l->sections = sections;
    l->cap_sections = l->nsections;
    l->nsections = n;
    free(order);
    free(to);
}

void code_links_settle(struct code_links *l)
{
    size_t n = 0;
    settle_sections(l);
    sort_by_first(l->v, l->n, sizeof(*l->v));
    for (size_t i = 0; i < l->n; i++)
        if (!n || l->v[n - 1].foff != l->v[i].foff)
            l->v[n++] = l->v[i];
    l->n = n;
    n = 0;
    sort_by(l->names, l->nnames, sizeof(*l->names), by_name_place, NULL);
    for (size_t i = 0; i < l->nnames; i++)
        if (!has_name(l->names, n, &l->names[i]))
            l->names[n++] = l->names[i];
    l->nnames = n;
}

void code_links_free(struct code_links *l)
{
    free(l->v);
    free(l->names);
    free(l->sections);
    arena_names_free(&l->own);
    *l = (struct code_links){ 0 };
}

const struct code_fill *code_links_at(const struct code_links *l, uint64_t foff, uint64_t end)
{
    const size_t i = foff ? sort_count_up_to(l->v, l->n, sizeof(*l->v), foff - 1) : 0;
    if (i < l->n && l->v[i].foff < end)
        return &l->v[i];
    return NULL;
}

size_t code_links_count_names_to(const struct code_links *l, struct code_place place)
{
    size_t low = 0;
    const struct code_name key = { .place = place };
    BISECT(low, l->nnames, i, by_name_place(&l->names[i], &key, NULL) <= 0);
    return low;
}
