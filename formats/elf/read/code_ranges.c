#include "formats/elf/read/code_ranges.h"

#include <stdlib.h>

#include "formats/elf/read/image.h"

void code_ranges_to_foffs(struct span file, struct elf_range *ranges, size_t n)
{
    struct image m;
    bool open = image_open(&m, file, NULL);
    for (size_t i = 0; i < n; i++) {
        uint64_t size = ranges[i].end - ranges[i].foff, foff;
        bool there = open && image_foff(&m, ranges[i].foff, &foff) && size <= file.n;
        ranges[i] = there ? (struct elf_range){ foff, foff + size } : (struct elf_range){ 0, 0 };
    }
    image_close(&m);
}

static void add(struct elf_ranges *r, uint64_t foff, uint64_t size)
{
    elf_ranges_add(r, foff, size > UINT64_MAX - foff ? UINT64_MAX : foff + size);
}

static struct elf_ranges list_code(const struct image *m)
{
    struct elf_ranges code = { 0 };
    GElf_Shdr h;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(m->elf, s)) != NULL;)
        if (gelf_getshdr(s, &h) && h.sh_flags & SHF_EXECINSTR && h.sh_type != SHT_NOBITS)
            add(&code, h.sh_offset, h.sh_size);
    const bool by_sections = code.n;
    for (size_t i = 0; !by_sections && i < m->nloads; i++)
        if (m->loads[i].code)
            add(&code, m->loads[i].foff, m->loads[i].size);
    elf_ranges_join(&code);
    return code;
}

struct elf_range *code_ranges(struct span file, const struct elf_range *ranges, size_t *n)
{
    struct elf_ranges code = { 0 }, asked = elf_ranges_of(ranges, *n);
    struct image m;
    if (image_open(&m, file, NULL))
        code = list_code(&m);
    image_close(&m);
    struct elf_ranges both = elf_ranges_common(&asked, &code);
    free(code.v);
    free(asked.v);
    *n = both.n;
    return both.v;
}
