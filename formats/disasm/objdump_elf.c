#include "formats/disasm/objdump_elf.h"

#include <stdlib.h>

#include "core/base/mem.h"

enum { EXECUTABLE = 2, PROGBITS = 1, SYMTAB = 2, STRTAB = 3, ALLOC_EXEC = 2 | 4, LINUX = 3 };

struct writer {
    const struct arch *arch;
    struct text *to;
};

static void number(struct writer *w, uint64_t v, unsigned size)
{
    for (unsigned i = 0; i < size; i++)
        text_char(w->to, (char)(v >> 8 * (w->arch->order == ORDER_LITTLE ? i : size - 1 - i)), 1);
}

/* A number of the file's class. */
static void word(struct writer *w, uint64_t v)
{
    number(w, v, w->arch->bits / 8);
}

struct section {
    uint32_t name, type;
    uint64_t flags, addr, at, size;
    uint32_t link, info;
    uint64_t entry;
};

static void section(struct writer *w, struct section s)
{
    number(w, s.name, 4);
    number(w, s.type, 4);
    word(w, s.flags);
    word(w, s.addr);
    word(w, s.at);
    word(w, s.size);
    number(w, s.link, 4);
    number(w, s.info, 4);
    word(w, 1);
    word(w, s.entry);
}

/* A mapping symbol at the beginning of section `index`. */
static void symbol(struct writer *w, uint32_t name, uint64_t addr, unsigned index)
{
    number(w, name, 4);
    if (w->arch->bits == 32) {
        number(w, addr, 4);
        number(w, 0, 4);
    }
    number(w, 0, 2); /* local, of no type */
    number(w, index, 2);
    if (w->arch->bits == 64) {
        number(w, addr, 8);
        number(w, 0, 8);
    }
}

static void header(struct writer *w, uint64_t sections, unsigned nsections)
{
    unsigned bits = w->arch->bits;
    text_add_n(w->to, "\177ELF", 4);
    text_char(w->to, bits == 64 ? 2 : 1, 1);
    text_char(w->to, w->arch->order == ORDER_LITTLE ? 1 : 2, 1);
    text_char(w->to, 1, 1);
    text_char(w->to, LINUX, 1);
    text_char(w->to, 0, 8);
    number(w, EXECUTABLE, 2);
    number(w, w->arch->machine, 2);
    number(w, 1, 4);
    word(w, 0);
    word(w, 0);
    word(w, sections);
    number(w, w->arch->code->elf_flags, 4);
    number(w, bits == 64 ? 64 : 52, 2);
    number(w, 0, 4); /* no segments */
    number(w, bits == 64 ? 64 : 40, 2);
    number(w, nsections, 2);
    number(w, nsections - 1, 2);
}

void objdump_elf_put(const struct arch *a, const struct code_piece *pieces, size_t n, struct text *to)
{
    struct writer w = { a, to };
    struct text names = { 0 };
    unsigned wide = a->bits == 64, nsymbols = 1, sections = (unsigned)n + 3;
    size_t symbol_size = wide ? 24 : 16;
    uint64_t code = wide ? 64 : 52;
    for (size_t i = 0; i < n; i++) {
        nsymbols += pieces[i].mark != 0;
        code += pieces[i].bytes.n;
    }
    /* Names of both kinds are in one table: nothing, "$a", "$b"... 3 bytes each, and the sections'. */
    text_char(&names, 0, 1);
    for (char c = 'a'; c <= 'z'; c++) {
        text_char(&names, '$', 1);
        text_char(&names, c, 1);
        text_char(&names, 0, 1);
    }
    uint64_t symbols = code, name_at = symbols + nsymbols * symbol_size;
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
            symbol(&w,
                   pieces[i].mark >= 'a' && pieces[i].mark <= 'z' ? 1u + 3u * (unsigned)(pieces[i].mark - 'a')
                                                                  : 0,
                   pieces[i].addr, (unsigned)i + 1);
    text_add_n(to, names.s, names.n);
    section(&w, (struct section){ 0 });
    uint64_t at = wide ? 64 : 52;
    for (size_t i = 0; i < n; i++) {
        section(&w, (struct section){ name[i], PROGBITS, ALLOC_EXEC, pieces[i].addr, at, pieces[i].bytes.n, 0,
                                      0, 0 });
        at += pieces[i].bytes.n;
    }
    section(&w, (struct section){ 0, SYMTAB, 0, 0, symbols, nsymbols * symbol_size, sections - 1, nsymbols,
                                  symbol_size });
    section(&w, (struct section){ 0, STRTAB, 0, 0, name_at, names.n, 0, 0, 0 });
    free(name);
    text_free(&names);
}
