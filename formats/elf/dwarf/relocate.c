#include "formats/elf/dwarf/line_program.h"

#include <limits.h>
#include <string.h>

#include "core/base/mem.h"

static const struct arch_reloc *reloc_of(const struct arch *a, uint64_t type)
{
    const struct arch_reloc *r = a->relocs;
    while (r->type && r->type != type)
        r++;
    if (r->type)
        return r;
    return NULL;
}

uint64_t relocate_base(const struct image *m, const struct image *mapped, size_t i)
{
    GElf_Shdr own, there;
    if (!gelf_getshdr(elf_getscn(m->elf, i), &own) || !gelf_getshdr(elf_getscn(mapped->elf, i), &there))
        return 0;
    const bool is_same = !strcmp(image_section_name(m, &own), image_section_name(mapped, &there));
    if (is_same && image_is_loaded(&there))
        return there.sh_offset;
    return 0;
}

/* Apply the relocations of one section, with header `h`, to the n bytes `to`. */
static void apply_relocs(uint8_t *to, size_t n, const struct image *m, const struct image *mapped,
                         Elf_Scn *scn, const GElf_Shdr *h)
{
    Elf_Data *data = elf_getdata(scn, NULL), *symbols = elf_getdata(elf_getscn(m->elf, h->sh_link), NULL);
    GElf_Rela r;
    GElf_Sym s;
    bool in_place = h->sh_type == SHT_REL; /* the addend is in the relocated bytes */
    for (int i = 0; data && symbols && i < INT_MAX && image_reloc(data, h->sh_type, i, &r); i++) {
        const struct arch_reloc *k = reloc_of(m->arch, GELF_R_TYPE(r.r_info));
        const bool is_inside = k && r.r_offset <= n && k->size <= n - r.r_offset;
        const uint64_t symbol = GELF_R_SYM(r.r_info);
        if (!is_inside || symbol > INT_MAX || !gelf_getsym(symbols, (int)symbol, &s))
            continue;
        uint64_t at = s.st_value + (uint64_t)r.r_addend;
        if (s.st_shndx != SHN_UNDEF && s.st_shndx < SHN_LORESERVE)
            at += relocate_base(m, mapped, s.st_shndx);
        uint64_t there = load_number((struct span){ to + r.r_offset, k->size }, m->order);
        if (k->does == RELOC_SUBTRACTS)
            at = there - at;
        else if (k->does == RELOC_ADDS || in_place)
            at = there + at;
        text_put_number((char *)to + r.r_offset, m->order, k->size, at);
    }
}

static uint8_t *own_bytes(struct debug_sections *d, enum debug_section i)
{
    if (!d->inflated[i]) {
        d->inflated[i] = mem_new(d->of[i].n, 1);
        memcpy(d->inflated[i], d->of[i].p, d->of[i].n);
        d->of[i].p = d->inflated[i];
    }
    return d->inflated[i];
}

void relocate_debug_sections(struct debug_sections *d, const struct image *m, const struct image *mapped)
{
    GElf_Shdr h;
    if (!m->arch || !m->arch->relocs)
        return;
    size_t symbols = 0; /* a file has one symbol table (gabi, "Sections") */
    /* how many bytes of relocations may still be read, since sections of a damaged file may overlap */
    uint64_t left = m->bytes.n;
    image_find_section(m, ".symtab", &h, &symbols);
    for (Elf_Scn *s = NULL; (s = elf_nextscn(m->elf, s)) != NULL;) {
        if (!gelf_getshdr(s, &h) || !image_is_reloc(&h) || h.sh_link != symbols || h.sh_size > left)
            continue;
        left -= h.sh_size;
        for (enum debug_section i = 0; i < DEBUG_SECTIONS; i++)
            if (d->of[i].n && d->index[i] == h.sh_info)
                apply_relocs(own_bytes(d, i), d->of[i].n, m, mapped, s, &h);
    }
}
