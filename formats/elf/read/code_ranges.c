#include "formats/elf/read/code_ranges.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "formats/elf/read/image.h"

void code_ranges_to_foffs(struct span file, struct elf_range *ranges, size_t n)
{
    struct err e = { 0 };
    struct image m;
    bool open = image_open(&m, file, &e);
    for (size_t i = 0; i < n; i++) {
        uint64_t size = ranges[i].end - ranges[i].foff, foff;
        bool there = open && image_foff(&m, ranges[i].foff, &foff) && size <= file.n;
        ranges[i] = there ? (struct elf_range){ foff, foff + size } : (struct elf_range){ 0, 0 };
    }
    if (open)
        image_close(&m);
}

struct list {
    struct elf_range *v;
    size_t n, cap;
};

static void add(struct list *l, uint64_t foff, uint64_t size)
{
    l->v = mem_room(l->v, l->n, &l->cap, sizeof(*l->v));
    l->v[l->n++] = (struct elf_range){ foff, size > UINT64_MAX - foff ? UINT64_MAX : foff + size };
}

static struct list list_code(const struct image *m)
{
    enum {
        MOST = 4096
    }; /* sections; a hostile file may have millions, and each is held against each range */
    struct list code = { 0 };
    GElf_Shdr h;
    for (Elf_Scn *s = NULL; code.n < MOST && (s = elf_nextscn(m->elf, s)) != NULL;)
        if (gelf_getshdr(s, &h) && h.sh_flags & SHF_EXECINSTR && h.sh_type != SHT_NOBITS)
            add(&code, h.sh_offset, h.sh_size);
    for (size_t i = 0; !code.n && i < m->nloads; i++)
        if (m->loads[i].code)
            add(&code, m->loads[i].foff, m->loads[i].size);
    return code;
}

struct elf_range *code_ranges(struct span file, const struct elf_range *ranges, size_t *n)
{
    struct list code = { 0 }, both = { 0 };
    struct err e = { 0 };
    struct image m;
    if (image_open(&m, file, &e)) {
        code = list_code(&m);
        image_close(&m);
    }
    for (size_t i = 0; i < *n; i++)
        for (size_t k = 0; k < code.n; k++) {
            uint64_t foff = ranges[i].foff > code.v[k].foff ? ranges[i].foff : code.v[k].foff;
            uint64_t end = ranges[i].end < code.v[k].end ? ranges[i].end : code.v[k].end;
            if (foff < end)
                add(&both, foff, end - foff);
        }
    free(code.v);
    *n = both.n;
    return both.v;
}
