/*
 * Layouts: gabi, "ELF Header", "Section Header". Counts from 0xff00 on do not fit into the ELF header, so
 * they are in the header of the null section (gabi, "Sections": e_shnum, e_shstrndx).
 */
#include "formats/elf/write/elf_out.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum { ALIGN = 8 };

const struct elf_layout *elf_out_layout(const struct elf_out *o)
{
    static const struct elf_layout layouts[] = {
        { 4, 0x20, 0x2c, 0x2e, 0x30, 0x32, .header = 52, .segment = 32, .section = 40, .symbol = 16 },
        { 8, 0x28, 0x38, 0x3a, 0x3c, 0x3e, .header = 64, .segment = 56, .section = 64, .symbol = 24 },
    };
    return &layouts[o->wide];
}

void elf_out_write_number(const struct elf_out *o, char *at, unsigned size, uint64_t value)
{
    text_put_number(at, o->order, size, value);
}

void elf_out_fields(const struct elf_out *o, struct text *t, const char *sizes, const uint64_t *values)
{
    text_add_fields(t, o->order, elf_out_layout(o)->word, sizes, values);
}

void elf_out_write_ident(const struct elf_out *o)
{
    const char ident[EI_NIDENT] = { ELFMAG0,
                                    ELFMAG1,
                                    ELFMAG2,
                                    ELFMAG3,
                                    (char)(ELFCLASS32 + o->wide),
                                    (char)(ELFDATA2LSB + (o->order == ORDER_BIG)),
                                    EV_CURRENT };
    text_add_n(o->file, ident, sizeof(ident));
}

void elf_out_write_segment(const struct elf_out *o, const GElf_Phdr *p)
{
    const uint64_t wide[] = { p->p_type,  p->p_flags,  p->p_offset, p->p_vaddr,
                              p->p_paddr, p->p_filesz, p->p_memsz,  p->p_align };
    const uint64_t narrow[] = { p->p_type,   p->p_offset, p->p_vaddr, p->p_paddr,
                                p->p_filesz, p->p_memsz,  p->p_flags, p->p_align };
    if (o->wide)
        elf_out_fields(o, o->file, "44wwwwww", wide);
    else
        elf_out_fields(o, o->file, "4wwwww4w", narrow);
}

void elf_out_add_symbol(const struct elf_out *o, struct text *t, const struct out_symbol *s)
{
    const uint64_t wide[] = { s->name, s->info, s->other, s->section, s->svma, s->size };
    const uint64_t narrow[] = { s->name, s->svma, s->size, s->info, s->other, s->section };
    if (o->wide)
        elf_out_fields(o, t, "4112ww", wide);
    else
        elf_out_fields(o, t, "4ww112", narrow);
}

/* The offset of a section's name in the string table. Equal names are stored once. */
static uint32_t place_name(struct elf_out *o, const char *name)
{
    uint32_t before = o->names.n, id = arena_names_id(&o->names, name);
    if (id > before) {
        o->at = mem_room(o->at, id, &o->cap_at, sizeof(*o->at));
        o->at[id] = (uint32_t)o->strings.n;
        text_add_n(&o->strings, name, strlen(name) + 1);
    }
    return o->at[id];
}

void elf_out_add_section(struct elf_out *o, const char *name, GElf_Shdr header, struct span bytes)
{
    header.sh_name = place_name(o, name);
    *MEM_ADD(o->sections, o->n, o->cap) = (struct out_section){ .header = header, .bytes = bytes };
}

const char *elf_out_name(const struct elf_out *o, size_t section)
{
    assert(section < o->n);
    return o->strings.s + o->sections[section].header.sh_name;
}

uint64_t elf_out_size(const struct elf_out *o, uint64_t placed)
{
    uint64_t size = placed + o->strings.n + sizeof(".shstrtab") + 2 * ALIGN;
    for (size_t i = 0; i < o->n; i++) {
        if (o->sections[i].bytes.n)
            size += o->sections[i].bytes.n + ALIGN;
    }
    return size + (o->n + 1) * elf_out_layout(o)->section;
}

static void align(struct text *t)
{
    text_char(t, 0, -t->n & (ALIGN - 1));
}

static void place_bytes(struct elf_out *o, struct out_section *s)
{
    align(o->file);
    s->header.sh_offset = o->file->n;
    s->header.sh_size = s->bytes.n;
    text_add_n(o->file, (const char *)s->bytes.p, s->bytes.n);
}

static void add_section_header(const struct elf_out *o, const GElf_Shdr *h)
{
    const uint64_t fields[] = { h->sh_name, h->sh_type, h->sh_flags, h->sh_addr,      h->sh_offset,
                                h->sh_size, h->sh_link, h->sh_info,  h->sh_addralign, h->sh_entsize };
    elf_out_fields(o, o->file, "44wwww44ww", fields);
}

void elf_out_end(struct elf_out *o)
{
    assert(o->n && !o->sections[0].bytes.n); /* the null section */
    const struct elf_layout *l = elf_out_layout(o);
    elf_out_add_section(o, ".shstrtab", (GElf_Shdr){ .sh_type = SHT_STRTAB, .sh_addralign = 1 },
                        (struct span){ NULL, 0 });
    o->sections[o->n - 1].bytes = (struct span){ (const uint8_t *)o->strings.s, o->strings.n };
    for (size_t i = 0; i < o->n; i++)
        if (o->sections[i].bytes.n)
            place_bytes(o, &o->sections[i]);

    uint64_t count = o->n, names = o->n - 1;
    GElf_Shdr *null = &o->sections[0].header;
    null->sh_size = 0;
    null->sh_link = 0;
    if (count >= SHN_LORESERVE) {
        null->sh_size = count;
        count = 0;
    }
    if (names >= SHN_LORESERVE) {
        null->sh_link = (uint32_t)names;
        names = SHN_XINDEX;
    }
    align(o->file);
    elf_out_write_number(o, o->file->s + l->shoff, l->word, o->file->n);
    elf_out_write_number(o, o->file->s + l->shentsize, 2, l->section);
    elf_out_write_number(o, o->file->s + l->shnum, 2, count);
    elf_out_write_number(o, o->file->s + l->shstrndx, 2, names);
    for (size_t i = 0; i < o->n; i++)
        add_section_header(o, &o->sections[i].header);
    elf_out_drop(o);
}

void elf_out_drop(struct elf_out *o)
{
    free(o->sections);
    free(o->at);
    arena_names_free(&o->names);
    text_free(&o->strings);
    arena_free(&o->arena);
    *o = (struct elf_out){ 0 };
}
