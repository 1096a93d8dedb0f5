#include "formats/elf/write/code_marks_put.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/elf/write/elf_out.h"
#include "formats/elf/write/elf_subset.h"

/* The *n loaded sections, sorted by offset; malloc'ed. */
static struct numbered *list_loaded(const struct elf_out *o, size_t *n)
{
    struct numbered *v = mem_new(o->n, sizeof(*v));
    *n = 0;
    for (size_t i = 1; i < o->n && i < SHN_LORESERVE; i++) {
        const GElf_Shdr *h = &o->sections[i].header;
        if (image_is_loaded(h) && h->sh_size)
            v[(*n)++] = (struct numbered){ h->sh_offset, (uint32_t)i };
    }
    sort_by_number(v, *n);
    return v;
}

/* The offset of a mark's name in `names`, added if it is new. */
static uint32_t place_name(struct text *names, char kind)
{
    const char name[] = { '$', kind, 0 };
    for (size_t at = 1; at < names->n; at += sizeof(name))
        if (names->s[at + 1] == kind)
            return (uint32_t)at;
    text_add_n(names, name, sizeof(name));
    return (uint32_t)(names->n - sizeof(name));
}

static void add_mark_table(struct elf_out *o, const struct code_marks *m, struct text *symbols,
                           struct text *names)
{
    size_t n, at = 0;
    struct numbered *loaded = list_loaded(o, &n);
    text_char(names, 0, 1);
    elf_out_add_symbol(o, symbols, &(struct out_symbol){ 0 });
    for (size_t i = 0; i < m->n && n; i++) {
        uint64_t foff = m->v[i].foff;
        while (at + 1 < n && loaded[at + 1].by <= foff) /* both ascend */
            at++;
        const GElf_Shdr *h = &o->sections[loaded[at].at].header;
        const bool inside = foff >= h->sh_offset && foff - h->sh_offset < h->sh_size;
        if (m->v[i].kind && inside) { /* the symbol is local, and has no type and size */
            const struct out_symbol s = { .name = place_name(names, m->v[i].kind),
                                          .svma = h->sh_addr + (foff - h->sh_offset),
                                          .section = loaded[at].at };
            elf_out_add_symbol(o, symbols, &s);
        }
    }
    free(loaded);
    const uint8_t size = elf_out_layout(o)->symbol;
    const GElf_Shdr table = { .sh_type = SHT_SYMTAB,
                              .sh_link = (uint32_t)(o->n + 1),
                              .sh_info = (uint32_t)(symbols->n / size),
                              .sh_addralign = 8,
                              .sh_entsize = size };
    elf_out_add_section(o, ".symtab", table, (struct span){ (const uint8_t *)symbols->s, symbols->n });
    elf_out_add_section(o, ".strtab", (GElf_Shdr){ .sh_type = SHT_STRTAB, .sh_addralign = 1 },
                        (struct span){ (const uint8_t *)names->s, names->n });
}

bool code_marks_add_to_image(struct span image, struct code_marks *m, struct code_links *l, struct text *out)
{
    struct text symbols = { 0 }, names = { 0 }, links = { 0 };
    struct err ignored = { 0 };
    struct elf_ranges kept;
    struct elf_out o;
    struct image file;
    if ((!m->n && !l->n) || !image_open(&file, image, &ignored))
        return false;
    code_marks_settle(m, &file);
    code_links_settle(l);
    image_close(&file);
    if ((!m->n && !l->n) || !elf_subset_begin(&o, image, out, &kept, &ignored))
        return false;
    if (m->n)
        add_mark_table(&o, m, &symbols, &names);
    if (l->n) {
        code_links_put(l, &links);
        elf_out_add_section(&o, CODE_LINKS_SECTION, (GElf_Shdr){ .sh_type = SHT_PROGBITS, .sh_addralign = 1 },
                            (struct span){ (const uint8_t *)links.s, links.n });
    }
    elf_subset_add_ranges(&o, &kept);
    elf_out_end(&o);
    text_free(&symbols);
    text_free(&names);
    text_free(&links);
    return true;
}
