#include "formats/elf/read/code_ranges.h"

#include <stdlib.h>

#include "formats/elf/read/image.h"

static void add_sized_range(struct elf_ranges *r, uint64_t foff, uint64_t size)
{
    if (size > UINT64_MAX - foff)
        size = UINT64_MAX - foff;
    elf_ranges_add(r, foff, foff + size);
}

struct elf_range *code_ranges_to_foffs(struct span file, const struct elf_range *ranges, size_t *n)
{
    struct elf_ranges asked = elf_ranges_of(ranges, *n), there = { 0 };
    struct image m;
    const bool open = image_open(&m, file, NULL);
    for (size_t i = 0; open && i < asked.n; i++)
        for (uint64_t at = asked.v[i].foff, end, foff; at < asked.v[i].end; at = end) {
            end = image_foff_end(&m, at);
            if (end >= asked.v[i].end)
                end = asked.v[i].end;
            if (image_foff_of_svma(&m, at, &foff))
                add_sized_range(&there, foff, end - at);
        }
    image_close(&m);
    free(asked.v);
    *n = there.n;
    return there.v;
}

static struct elf_ranges list_code(const struct image *m)
{
    struct elf_ranges code = { 0 };
    GElf_Shdr h;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(m->elf, s)) != NULL;)
        if (gelf_getshdr(s, &h) && image_is_executed(&h) && h.sh_type != SHT_NOBITS)
            add_sized_range(&code, h.sh_offset, h.sh_size);
    const bool by_sections = code.n;
    for (size_t i = 0; !by_sections && i < m->nloads; i++)
        if (m->loads[i].code)
            add_sized_range(&code, m->loads[i].foff, m->loads[i].size);
    elf_ranges_join(&code);
    return code;
}

struct elf_range *code_ranges_clip(struct span file, const struct elf_range *ranges, size_t *n)
{
    struct elf_ranges code = { 0 }, asked = elf_ranges_of(ranges, *n);
    struct image m;
    if (image_open(&m, file, NULL))
        code = list_code(&m);
    image_close(&m);
    struct elf_ranges both = elf_ranges_intersect(&asked, &code);
    free(code.v);
    free(asked.v);
    *n = both.n;
    return both.v;
}
