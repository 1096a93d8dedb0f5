/*
 * The slots of the procedure linkage table, which no symbol names. As perf 6.1 does it
 * (dso__synthesize_plt_symbols): slot i belongs to relocation i of .rela.plt or .rel.plt, from the start of
 * .plt plus a header on. Slots of IRELATIVE relocations have no symbol and so are called just "@plt". Which
 * slots a .plt.sec or a sorted .plt really has is not looked at, as perf 6.1 does not. On i386 it believes in
 * slots of 4 bytes, which is what binutils writes there and not what it lays out: there we are right and perf
 * is not.
 */
#include "formats/elf/image.h"

#include <limits.h>
#include <string.h>

#include "core/resolve/symtab.h"

/* Where the section's own entry size, which some linkers leave at 0 or 4, is not to be believed. */
static const struct layout {
    uint16_t machine;
    uint8_t header, entry; /* bytes */
} layouts[] = {
    { EM_386, 16, 16 },   { EM_ARM, 20, 12 },      { EM_AARCH64, 32, 16 },
    { EM_SPARC, 48, 12 }, { EM_SPARCV9, 128, 32 },
};

static bool relocation(Elf_Data *data, uint32_t type, size_t i, uint64_t *symbol)
{
    GElf_Rela rela;
    GElf_Rel rel;
    if (i > INT_MAX)
        return false;
    if (type == SHT_RELA && gelf_getrela(data, (int)i, &rela))
        *symbol = GELF_R_SYM(rela.r_info);
    else if (type == SHT_REL && gelf_getrel(data, (int)i, &rel))
        *symbol = GELF_R_SYM(rel.r_info);
    else
        return false;
    return true;
}

void plt_add(const struct image *m, struct symtab *t)
{
    GElf_Shdr dynsym, plt, reloc, strings_header;
    size_t dynsym_index;
    Elf_Scn *dynsym_section = image_section(m, ".dynsym", &dynsym, &dynsym_index);
    if (!dynsym_section || dynsym.sh_type != SHT_DYNSYM)
        return;
    Elf_Scn *reloc_section = image_section(m, ".rela.plt", &reloc, NULL);
    if (!reloc_section)
        reloc_section = image_section(m, ".rel.plt", &reloc, NULL);
    if (!reloc_section || reloc.sh_link != dynsym_index || !image_section(m, ".plt", &plt, NULL))
        return;

    Elf_Data *relocs = elf_getdata(reloc_section, NULL), *symbols = elf_getdata(dynsym_section, NULL);
    Elf_Scn *strings_section = elf_getscn(m->elf, dynsym.sh_link);
    if (!relocs || !symbols || !strings_section || !gelf_getshdr(strings_section, &strings_header))
        return;
    struct span strings = image_bytes(m, &strings_header);
    if (!strings.n)
        return;

    uint64_t header = plt.sh_entsize, entry = plt.sh_entsize;
    for (size_t i = 0; i < sizeof(layouts) / sizeof(*layouts); i++) {
        if (layouts[i].machine == m->ehdr.e_machine) {
            header = layouts[i].header;
            entry = layouts[i].entry;
        }
    }
    if (!entry || entry > plt.sh_size)
        return;

    const char *names = arena_text(&t->arena, (const char *)strings.p, strings.n);
    uint64_t at = plt.sh_offset + header, symbol;
    for (size_t i = 0; relocation(relocs, reloc.sh_type, i, &symbol); i++, at += entry) {
        GElf_Sym sym;
        if (symbol > INT_MAX || !gelf_getsym(symbols, (int)symbol, &sym) || sym.st_name >= strings.n)
            continue;
        symtab_add(t, at, entry, SYMBOL_GLOBAL, names + sym.st_name)->is_plt = true;
    }
}
