#include "formats/disasm/objdump.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"

enum { EXECUTABLE = 2, PROGBITS = 1, SYMTAB = 2, STRTAB = 3, ALLOC_EXEC = 2 | 4, LINUX = 3 };

struct objdump_elf_writer {
    const struct arch *arch;
    struct text *to;
};

/* Sizes in bytes of the ELF header, a section header and a symbol. */
struct sizes {
    uint8_t header, section, symbol;
};

static struct sizes sizes_of(const struct arch *a)
{
    if (a->bits == 64)
        return (struct sizes){ 64, 64, 24 };
    return (struct sizes){ 52, 40, 16 };
}

static void fields(struct objdump_elf_writer *w, const char *sizes, const uint64_t *values)
{
    text_add_fields(w->to, w->arch->order, w->arch->bits / 8, sizes, values);
}

struct section {
    uint32_t name, type;
    uint64_t flags, addr, at, size;
    uint32_t link, info;
    uint64_t entry;
};

static void section(struct objdump_elf_writer *w, struct section s)
{
    fields(w, "44wwww44ww",
           (const uint64_t[]){ s.name, s.type, s.flags, s.addr, s.at, s.size, s.link, s.info, 1, s.entry });
}

/* Add a mapping symbol at the beginning of section `index`. It is local and has no type. */
static void symbol(struct objdump_elf_writer *w, uint32_t name, uint64_t addr, unsigned index)
{
    if (w->arch->bits == 64)
        fields(w, "4112ww", (const uint64_t[]){ name, 0, 0, index, addr, 0 });
    else
        fields(w, "4ww112", (const uint64_t[]){ name, addr, 0, 0, 0, index });
}

static void header(struct objdump_elf_writer *w, uint64_t sections, unsigned nsections)
{
    const struct sizes size = sizes_of(w->arch);
    const char wide = w->arch->bits == 64, big = w->arch->order == ORDER_BIG;
    text_add_n(w->to, (const char[]){ 0x7f, 'E', 'L', 'F', 1 + wide, 1 + big, 1, LINUX }, 8);
    text_char(w->to, 0, 8);
    fields(w, "224www4222222",
           (const uint64_t[]){ EXECUTABLE, w->arch->machine, 1, 0, 0, sections, w->arch->code->elf_flags,
                               size.header, 0, 0, size.section, nsections, nsections - 1 });
}

/* The offset of a mapping symbol's name; 0: the mark has no symbol. */
static uint32_t name_of_mark(char mark)
{
    if (mark >= 'a' && mark <= 'z')
        return 1u + 3u * (unsigned)(mark - 'a');
    return 0;
}

void objdump_elf_put(const struct arch *a, const struct code_piece *pieces, size_t n, struct text *to)
{
    assert(!to->n);
    struct objdump_elf_writer w = { a, to };
    struct text names = { 0 };
    const struct sizes size = sizes_of(a);
    unsigned nsymbols = 1, sections = (unsigned)n + 3;
    uint64_t code = size.header;
    for (size_t i = 0; i < n; i++) {
        nsymbols += pieces[i].mark != 0;
        code += pieces[i].bytes.n;
    }
    /* One string table for symbols and sections: "", then "$a", "$b"... of 3 bytes each, then the
       sections' names. */
    text_char(&names, 0, 1);
    for (char c = 'a'; c <= 'z'; c++) {
        text_char(&names, '$', 1);
        text_char(&names, c, 1);
        text_char(&names, 0, 1);
    }
    uint64_t symbols = code, name_at = symbols + (uint64_t)nsymbols * size.symbol;
    uint32_t *name = mem_new(n + 1, sizeof(*name));
    for (size_t i = 0; i < n; i++) {
        name[i] = (uint32_t)names.n;
        text_printf(&names, "p%zu", i);
        text_char(&names, 0, 1);
    }
    header(&w, name_at + names.n, sections);
    for (size_t i = 0; i < n; i++)
        text_add_n(to, (const char *)pieces[i].bytes.p, pieces[i].bytes.n);
    symbol(&w, 0, 0, 0);
    for (size_t i = 0; i < n; i++)
        if (pieces[i].mark)
            symbol(&w, name_of_mark(pieces[i].mark), pieces[i].addr, (unsigned)i + 1);
    text_add_n(to, names.s, names.n);
    section(&w, (struct section){ 0 });
    uint64_t at = size.header;
    for (size_t i = 0; i < n; i++) {
        section(&w, (struct section){ name[i], PROGBITS, ALLOC_EXEC, pieces[i].addr, at, pieces[i].bytes.n, 0,
                                      0, 0 });
        at += pieces[i].bytes.n;
    }
    section(&w, (struct section){ 0, SYMTAB, 0, 0, symbols, name_at - symbols, sections - 1, nsymbols,
                                  size.symbol });
    section(&w, (struct section){ 0, STRTAB, 0, 0, name_at, names.n, 0, 0, 0 });
    free(name);
    text_free(&names);
}
