#include "formats/elf/read/code_links.h"

#include <limits.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/resolve/labels.h"

struct table {
    const struct image *file;
    struct code_links *l;
    uint32_t *numbers; /* by section of the file: its number in code_links; 0: not added yet */
    size_t nnumbers;
    Elf_Data *symbols, *wide; /* wide: section indexes from 0xff00 on (gabi, SHN_XINDEX); may be NULL */
    struct span names;        /* the string table, which ends with a NUL */
};

static Elf_Data *wide_of(const struct image *m, size_t table)
{
    GElf_Shdr h;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(m->elf, s)) != NULL;)
        if (gelf_getshdr(s, &h) && h.sh_type == SHT_SYMTAB_SHNDX && h.sh_link == table)
            return elf_getdata(s, NULL);
    return NULL;
}

static bool open_table(struct table *t, struct code_links *l, const struct image *m, size_t index)
{
    GElf_Shdr h, names;
    Elf_Scn *scn = elf_getscn(m->elf, index);
    *t = (struct table){ .file = m, .l = l };
    if (!gelf_getshdr(scn, &h) || h.sh_type != SHT_SYMTAB ||
        !gelf_getshdr(elf_getscn(m->elf, h.sh_link), &names))
        return false;
    t->symbols = elf_getdata(scn, NULL);
    if (!t->symbols || elf_getshdrnum(m->elf, &t->nnumbers) < 0)
        return false;
    t->wide = wide_of(m, index);
    t->names = image_section_bytes(m, &names);
    t->numbers = mem_new(t->nnumbers, sizeof(*t->numbers));
    return t->names.n && !t->names.p[t->names.n - 1];
}

/* The number in code_links of a section, added if it is new; 0: there is no such section. */
static uint32_t link_section_of(struct table *t, size_t index)
{
    GElf_Shdr h;
    struct code_links *l = t->l;
    if (!index || index >= t->nnumbers || !gelf_getshdr(elf_getscn(t->file->elf, index), &h))
        return 0;
    if (!t->numbers[index]) {
        *MEM_ADD(l->sections, l->nsections, l->cap_sections) =
            (struct linked_section){ h.sh_offset, h.sh_size, image_is_executed(&h), h.sh_type != SHT_NOBITS,
                                     image_section_name(t->file, &h) };
        t->numbers[index] = (uint32_t)l->nsections;
    }
    return t->numbers[index];
}

/* Read a symbol, its place, and its name. If the symbol stands for a section, the name is the section's.
   False: there is no such symbol. */
static bool symbol_at(struct table *t, uint64_t i, GElf_Sym *s, struct code_place *place, const char **name)
{
    Elf32_Word index = 0;
    if (i > INT_MAX || !gelf_getsymshndx(t->symbols, t->wide, (int)i, s, &index))
        return false;
    if (s->st_shndx < SHN_LORESERVE)
        index = s->st_shndx;
    else if (s->st_shndx != SHN_XINDEX)
        index = SHN_UNDEF;
    *place = (struct code_place){ link_section_of(t, index), s->st_value };
    *name = image_string(t->names, s->st_name);
    if (place->section && GELF_ST_TYPE(s->st_info) == STT_SECTION)
        *name = t->l->sections[place->section - 1].name;
    return true;
}

static bool is_label(const struct table *t, const GElf_Sym *s, const char *name)
{
    const unsigned type = GELF_ST_TYPE(s->st_info);
    return type == STT_SECTION || label_is_mapping(t->file->arch, name, type != STT_NOTYPE) ||
           (type == STT_NOTYPE && label_is_local(t->file->arch, name));
}

/* Whether a relocation sets a number of 32 bits. */
static bool is_word_reloc(const struct arch *a, uint32_t type)
{
    if (!a || !a->relocs)
        return false;
    const struct arch_reloc *k = a->relocs;
    while (k->type && k->type != type)
        k++;
    return k->type && k->size == sizeof(uint32_t) && k->does == RELOC_SETS;
}

static void add_fills(struct code_links *l, struct table *t, Elf_Scn *scn, const GElf_Shdr *h,
                      const GElf_Shdr *section)
{
    Elf_Data *data = elf_getdata(scn, NULL);
    GElf_Rela r;
    GElf_Sym s;
    for (int i = 0; data && i < INT_MAX && image_reloc(data, h->sh_type, i, &r); i++) {
        struct code_fill f = { .type = (uint32_t)GELF_R_TYPE(r.r_info), .in_code = h->sh_type == SHT_REL };
        if (r.r_offset >= section->sh_size || !GELF_R_SYM(r.r_info) ||
            !symbol_at(t, GELF_R_SYM(r.r_info), &s, &f.place, &f.name))
            continue;
        f.foff = section->sh_offset + r.r_offset;
        const struct span all = t->file->bytes;
        const bool is_inside = f.foff < all.n && all.n - f.foff >= sizeof(uint32_t);
        if (!f.in_code) {
            f.addend = r.r_addend;
        } else if (is_inside && is_word_reloc(t->file->arch, f.type)) {
            f.addend = (int32_t)load_u32(all.p + f.foff, t->file->order);
            f.in_code = false;
        }
        f.label = is_label(t, &s, f.name);
        *MEM_ADD(l->v, l->n, l->cap) = f;
    }
}

static void read_names(struct code_links *l, struct table *t)
{
    struct code_name n;
    GElf_Sym s;
    for (uint64_t i = 1; symbol_at(t, i, &s, &n.place, &n.name); i++)
        if (n.place.section && *n.name && !is_label(t, &s, n.name) && GELF_ST_TYPE(s.st_info) != STT_FILE) {
            n.size = s.st_size;
            *MEM_ADD(l->names, l->nnames, l->cap_names) = n;
        }
}

/* Read all relocations of code. It reads no more bytes than the file has, since sections of a damaged file
   may overlap. */
static void read_relocations(struct code_links *l, const struct image *file)
{
    GElf_Shdr h, section;
    struct table t = { 0 };
    size_t open = 0;
    uint64_t left = file->bytes.n;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(file->elf, s)) != NULL;) {
        if (!gelf_getshdr(s, &h) || !image_is_reloc(&h) || h.sh_size > left)
            continue;
        if (!gelf_getshdr(elf_getscn(file->elf, h.sh_info), &section) || !image_is_executed(&section))
            continue;
        left -= h.sh_size;
        /* A file has one symbol table (gabi, "Sections"). */
        if (!t.numbers && open_table(&t, l, file, h.sh_link))
            open = h.sh_link;
        if (open && h.sh_link == open)
            add_fills(l, &t, s, &h, &section);
    }
    if (open)
        read_names(l, &t);
    free(t.numbers);
}

void code_links_read(struct code_links *l, const struct image *file)
{
    GElf_Shdr h;
    if (file->ehdr.e_type != ET_REL)
        return;
    if (!image_find_section(file, CODE_LINKS_SECTION, &h, NULL))
        read_relocations(l, file);
    else if (!code_links_take(l, image_section_bytes(file, &h)))
        code_links_free(l);
    code_links_settle(l);
}
