#include "formats/elf/read/elf_ranges.h"

#include "core/base/mem.h"
#include "core/base/sort_by.h"

void elf_ranges_add(struct elf_ranges *r, uint64_t foff, uint64_t end)
{
    if (foff >= end)
        return;
    *MEM_ADD(r->v, r->n, r->cap) = (struct elf_range){ foff, end };
}

void elf_ranges_join(struct elf_ranges *r)
{
    size_t n = 0;
    sort_by_first(r->v, r->n, sizeof(*r->v));
    for (size_t i = 0; i < r->n; i++) {
        struct elf_range *last = n ? &r->v[n - 1] : NULL;
        if (!last || r->v[i].foff > last->end)
            r->v[n++] = r->v[i];
        else if (r->v[i].end > last->end)
            last->end = r->v[i].end;
    }
    r->n = n;
}

struct elf_ranges elf_ranges_of(const struct elf_range *v, size_t n)
{
    struct elf_ranges r = { 0 };
    for (size_t i = 0; i < n; i++)
        elf_ranges_add(&r, v[i].foff, v[i].end);
    elf_ranges_join(&r);
    return r;
}

struct elf_ranges elf_ranges_intersect(const struct elf_ranges *a, const struct elf_ranges *b)
{
    struct elf_ranges both = { 0 };
    for (size_t i = 0, k = 0; i < a->n && k < b->n;) {
        const struct elf_range *x = &a->v[i], *y = &b->v[k];
        struct elf_range common = *x;
        if (common.foff < y->foff)
            common.foff = y->foff;
        if (common.end > y->end)
            common.end = y->end;
        elf_ranges_add(&both, common.foff, common.end);
        if (x->end < y->end)
            i++;
        else
            k++;
    }
    return both;
}

bool elf_ranges_touch(const struct elf_ranges *r, uint64_t foff, uint64_t size)
{
    if (!size)
        return false;
    size_t begun = sort_count_up_to(r->v, r->n, sizeof(*r->v), foff + size - 1);
    return begun && r->v[begun - 1].end > foff;
}
