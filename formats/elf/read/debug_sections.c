#include "formats/elf/read/debug_sections.h"

#include <stdlib.h>
#include <string.h>

static const char *const names[DEBUG_SECTIONS] = {
    [DEBUG_INFO] = ".debug_info",
    [DEBUG_ABBREV] = ".debug_abbrev",
    [DEBUG_LINE] = ".debug_line",
    [DEBUG_STR] = ".debug_str",
    [DEBUG_LINE_STR] = ".debug_line_str",
    [DEBUG_RANGES] = ".debug_ranges",
    [DEBUG_RNGLISTS] = ".debug_rnglists",
    [DEBUG_ADDR] = ".debug_addr",
    [DEBUG_STR_OFFSETS] = ".debug_str_offsets",
};

/* ".debug_info" and, with a suffix, ".debug_info.dwo"; ".zdebug_info", too, which was compressed as GNU tools did
   before there was SHF_COMPRESSED. */
static enum debug_section section_of(const char *name, const char *suffix)
{
    const char *word = name + (strncmp(name, ".z", 2) ? *name == '.' : 2);
    for (enum debug_section i = 0; word > name && i < DEBUG_SECTIONS; i++) {
        size_t n = strlen(names[i]) - 1;
        if (!strncmp(word, names[i] + 1, n) && !strcmp(word + n, suffix))
            return i;
    }
    return DEBUG_SECTIONS;
}

static void take(struct debug_sections *d, const struct image *m, const GElf_Shdr *h, size_t index,
                 const char *suffix)
{
    enum debug_section i = section_of(image_name(m, h), suffix);
    if (i == DEBUG_SECTIONS || d->of[i].n || d->inflated[i])
        return;
    d->of[i] = image_contents(m, h, &d->budget, &d->inflated[i]);
    d->index[i] = index;
}

/* Cut off what follows the last NUL of a section of strings, so that all texts in it end. */
static void end_texts(struct span *s)
{
    while (s->n && s->p[s->n - 1])
        s->n--;
}

static bool add_section(Elf *elf, uint32_t name, uint32_t type, struct span contents)
{
    Elf_Scn *scn = elf_newscn(elf);
    Elf_Data *data = scn ? elf_newdata(scn) : NULL;
    GElf_Shdr h;
    if (!data || !gelf_getshdr(scn, &h))
        return false;
    data->d_buf = (void *)(uintptr_t)contents.p; /* to be read only */
    data->d_size = contents.n;
    data->d_type = ELF_T_BYTE;
    h.sh_name = name;
    h.sh_type = type;
    h.sh_size = contents.n;
    return gelf_update_shdr(scn, &h);
}

/* An ELF file with nothing but the sections, whose contents stay where they are; their names come first. */
static bool make_elf(struct debug_sections *d, const struct image *m)
{
    GElf_Ehdr ehdr;
    d->elf = elf_clone(m->elf, ELF_C_EMPTY);
    if (!d->elf || !gelf_newehdr(d->elf, m->ehdr.e_ident[EI_CLASS]) || !gelf_getehdr(d->elf, &ehdr))
        return false;
    ehdr.e_ident[EI_DATA] = m->ehdr.e_ident[EI_DATA];
    ehdr.e_machine = m->ehdr.e_machine;
    ehdr.e_shstrndx = 1;
    if (!gelf_update_ehdr(d->elf, &ehdr))
        return false;

    uint32_t at[DEBUG_SECTIONS];
    text_char(&d->names, 0, 1);
    for (int i = 0; i < DEBUG_SECTIONS; i++) {
        at[i] = (uint32_t)d->names.n;
        text_add_n(&d->names, names[i], strlen(names[i]) + 1);
    }
    bool made = add_section(d->elf, 0, SHT_STRTAB, (struct span){ (const uint8_t *)d->names.s, d->names.n });
    for (int i = 0; i < DEBUG_SECTIONS && made; i++)
        made = !d->of[i].n || add_section(d->elf, at[i], SHT_PROGBITS, d->of[i]);
    return made;
}

void debug_sections_take(struct debug_sections *d, const struct image *m, const char *suffix)
{
    GElf_Shdr h;
    *d = (struct debug_sections){ .order = m->order, .budget = budget_of(m->bytes.n) };
    for (Elf_Scn *s = NULL; (s = elf_nextscn(m->elf, s)) != NULL;)
        if (gelf_getshdr(s, &h))
            take(d, m, &h, elf_ndxscn(s), suffix);
    end_texts(&d->of[DEBUG_STR]);
    end_texts(&d->of[DEBUG_LINE_STR]);
}

bool debug_sections_link(struct debug_sections *d, const struct image *m, struct err *e)
{
    if (d->budget.over)
        return budget_exceeded(&d->budget, e);
    if (!d->of[DEBUG_INFO].n)
        return err_set(e, ERR_FORMAT, 0,
                       debug_size(m) ? "its .debug_info does not decompress" : "has no DWARF");
    return make_elf(d, m) || err_set(e, ERR_FORMAT, 0, "%s", elf_errmsg(-1));
}

bool debug_sections_open(struct debug_sections *d, const struct image *m, struct err *e)
{
    debug_sections_take(d, m, "");
    return debug_sections_link(d, m, e);
}

void debug_sections_close(struct debug_sections *d)
{
    if (d->elf)
        elf_end(d->elf);
    for (int i = 0; i < DEBUG_SECTIONS; i++)
        free(d->inflated[i]);
    text_free(&d->names);
    *d = (struct debug_sections){ 0 };
}

const char *debug_string(const struct debug_sections *d, enum debug_section section, uint64_t offset)
{
    struct span s = d->of[section];
    return offset < s.n ? (const char *)s.p + offset : "";
}

uint64_t debug_size(const struct image *m)
{
    GElf_Shdr h;
    bool found = image_section(m, ".debug_info", &h, NULL) || image_section(m, ".zdebug_info", &h, NULL);
    return found && h.sh_type != SHT_NOBITS ? h.sh_size : 0;
}
