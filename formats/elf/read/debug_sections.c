#include "formats/elf/read/debug_sections.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

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

/* The section with a name: ".debug_info", with a suffix ".debug_info.dwo"; also ".zdebug_info", GNU's
   compressed form before SHF_COMPRESSED. DEBUG_SECTIONS: none. */
static enum debug_section debug_section_of(const char *name, const char *suffix)
{
    size_t before = *name == '.';
    if (!strncmp(name, ".z", 2))
        before = 2;
    const char *word = name + before;
    for (enum debug_section i = 0; before && i < DEBUG_SECTIONS; i++) {
        size_t n = strlen(names[i]) - 1;
        if (!strncmp(word, names[i] + 1, n) && !strcmp(word + n, suffix))
            return i;
    }
    return DEBUG_SECTIONS;
}

static void take_debug_section(struct debug_sections *d, const struct image *m, const GElf_Shdr *h,
                               size_t index, const char *suffix)
{
    enum debug_section i = debug_section_of(image_section_name(m, h), suffix);
    if (i == DEBUG_SECTIONS || d->of[i].n || d->inflated[i])
        return;
    d->of[i] = image_section_contents(m, h, &d->budget, &d->inflated[i]);
    d->index[i] = index;
}

/* Cut off the bytes after the last NUL of a string section, so that all its strings end. */
static void end_texts(struct span *s)
{
    while (s->n && s->p[s->n - 1])
        s->n--;
}

/* Add a section header (gabi, "Section Header"): sh_name, sh_type, sh_flags, sh_addr, sh_offset, sh_size,
   sh_link, sh_info, sh_addralign, sh_entsize. */
static void add_own_header(struct debug_sections *d, unsigned word, uint32_t name, uint32_t type,
                           struct span place)
{
    text_add_fields(&d->file, d->order, word, "44wwww44ww",
                    (const uint64_t[]){ name, type, 0, 0, (uintptr_t)place.p, place.n, 0, 0, 1, 0 });
}

enum { FIRST = 2 }; /* index of the first of `names`, after the null section and the section of names */

/* Write the headers: the ELF header (gabi), the section names, the section headers. */
static void write_headers(struct debug_sections *d, const struct image *m)
{
    const unsigned word = image_address_size(m);
    const size_t size = gelf_fsize(m->elf, ELF_T_EHDR, 1, EV_CURRENT),
                 header = gelf_fsize(m->elf, ELF_T_SHDR, 1, EV_CURRENT);
    uint32_t at[DEBUG_SECTIONS];
    struct text all = { 0 };
    text_char(&all, 0, 1);
    for (int i = 0; i < DEBUG_SECTIONS; i++) {
        at[i] = (uint32_t)all.n;
        text_add_n(&all, names[i], strlen(names[i]) + 1);
    }
    const size_t n = all.n;
    text_char(&all, 0, -n & 7);
    text_add_n(&d->file, (const char *)m->ehdr.e_ident, EI_NIDENT);
    text_add_fields(&d->file, d->order, word, "224www4222222",
                    (const uint64_t[]){ ET_REL, m->ehdr.e_machine, EV_CURRENT, 0, 0, size + all.n, 0, size, 0,
                                        0, header, FIRST + DEBUG_SECTIONS, 1 });
    text_add_n(&d->file, all.s, all.n);
    text_free(&all);
    add_own_header(d, word, 0, SHT_NULL, (struct span){ NULL, 0 });
    add_own_header(d, word, 0, SHT_STRTAB, (struct span){ (const uint8_t *)(uintptr_t)size, n });
    for (int i = 0; i < DEBUG_SECTIONS; i++)
        add_own_header(d, word, at[i], SHT_PROGBITS, (struct span){ NULL, 0 });
}

/* Give an empty section its contents, in both of libelf's views: elf_getdata() makes its view from the raw
   one only once. */
static bool give(Elf_Scn *scn, struct span contents)
{
    if (!scn)
        return false;
    Elf_Data *views[] = { elf_getdata(scn, NULL), elf_rawdata(scn, NULL) };
    for (size_t i = 0; i < 2; i++) {
        if (!views[i])
            return false;
        views[i]->d_buf = (void *)(uintptr_t)contents.p; /* libelf only reads it */
        views[i]->d_size = contents.n;
        views[i]->d_type = ELF_T_BYTE;
    }
    return true;
}

/* Make an ELF file of the sections without copying their contents. */
static bool make_elf(struct debug_sections *d, const struct image *m)
{
    write_headers(d, m);
    d->elf = elf_memory(d->file.s, d->file.n);
    bool made = d->elf && elf_kind(d->elf) == ELF_K_ELF;
    for (int i = 0; i < DEBUG_SECTIONS && made; i++)
        made = !d->of[i].n || give(elf_getscn(d->elf, (size_t)i + FIRST), d->of[i]);
    return made;
}

void debug_sections_find(struct debug_sections *d, const struct image *m, const char *suffix)
{
    GElf_Shdr h;
    *d = (struct debug_sections){ .order = m->order, .budget = budget_for_packed(m->bytes.n) };
    for (Elf_Scn *s = NULL; (s = elf_nextscn(m->elf, s)) != NULL;)
        if (gelf_getshdr(s, &h))
            take_debug_section(d, m, &h, elf_ndxscn(s), suffix);
    end_texts(&d->of[DEBUG_STR]);
    end_texts(&d->of[DEBUG_LINE_STR]);
}

bool debug_sections_link(struct debug_sections *d, const struct image *m, struct err *e)
{
    if (d->budget.over)
        return budget_set_error(&d->budget, e);
    const bool has_dwarf = d->of[DEBUG_INFO].n;
    if (!has_dwarf && debug_size(m))
        return err_set(e, ERR_FORMAT, 0, "its .debug_info does not decompress");
    if (!has_dwarf)
        return err_set(e, ERR_FORMAT, 0, "has no DWARF");
    return make_elf(d, m) || err_set(e, ERR_FORMAT, 0, "%s", elf_errmsg(-1));
}

bool debug_sections_open(struct debug_sections *d, const struct image *m, struct err *e)
{
    debug_sections_find(d, m, "");
    return debug_sections_link(d, m, e);
}

void debug_sections_close(struct debug_sections *d)
{
    if (d->elf)
        elf_end(d->elf);
    for (int i = 0; i < DEBUG_SECTIONS; i++)
        free(d->inflated[i]);
    text_free(&d->file);
    *d = (struct debug_sections){ 0 };
}

__attribute__((noreturn)) static void no_memory(void)
{
    struct err e = { 0 };
    err_set(&e, ERR_MEMORY, 0, "out of memory (by libdw)");
    mem_fail(&e);
}

Dwarf *debug_sections_open_dwarf(const struct debug_sections *d)
{
    Dwarf *dwarf = dwarf_begin_elf(d->elf, DWARF_C_READ, NULL);
    if (dwarf)
        dwarf_new_oom_handler(dwarf, no_memory);
    return dwarf;
}

const char *debug_string(const struct debug_sections *d, enum debug_section section, uint64_t offset)
{
    return image_string(d->of[section], offset);
}

uint64_t debug_size(const struct image *m)
{
    GElf_Shdr h;
    bool found = image_find_section(m, ".debug_info", &h, NULL) ||
                 image_find_section(m, ".zdebug_info", &h, NULL);
    if (found && h.sh_type != SHT_NOBITS)
        return h.sh_size;
    return 0;
}
