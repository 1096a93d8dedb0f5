/*
 * elf_make: writes small ELF files in memory, of either class and byte order, for tests. Layout is fixed:
 * .text, .plt and .data at the file offsets below, in two segments whose addresses differ from their offsets
 * by different amounts, so that mixing up the spaces shows.
 */
#ifndef PERFOLIO_TESTS_UNIT_ELF_MAKE_H
#define PERFOLIO_TESTS_UNIT_ELF_MAKE_H

#include <elf.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
    MAKE_SIZE = 8192,
    MAKE_SYMBOLS = 8,
    TEXT_FOFF = 0x200,
    PLT_FOFF = 0x400,
    DATA_FOFF = 0x800,
    TEXT_SVMA = 0x400200, /* first segment: svma = foff + 0x400000 */
    PLT_SVMA = 0x400400,
    DATA_SVMA = 0x611800, /* second segment: svma = foff + 0x611000 */
    GOT_SVMA = DATA_SVMA + 0x80,
    DT_PLTGOT_SVMA = GOT_SVMA - 0x20,
};

/* Section indexes. */
enum {
    S_NULL,
    S_TEXT,
    S_INIT_TEXT,
    S_DATA,
    S_OTHER,
    S_DEBUG,
    S_PLT,
    S_NOTE,
    S_SYMTAB,
    S_STRTAB,
    S_DYNSYM,
    S_DYNSTR,
    S_RELPLT,
    S_SHSTRTAB,
    S_OPD,
    S_FRAMES,
    S_DYNAMIC,
    S_COUNT
};

struct make_symbol {
    const char *name;
    uint64_t value, size;
    uint8_t bind, type, visibility;
    uint16_t section;
};

struct make {
    bool wide, big;
    uint16_t machine, type;
    bool debug_file;      /* contents are NOBITS, segments point nowhere */
    bool segments;        /* ... but these do not: they are those of the file that was mapped */
    bool rel;             /* .rel.plt instead of .rela.plt */
    const char *build_id; /* 20 bytes; NULL: none */
    bool frames;          /* .eh_frame instead of .other, and a .debug_frame behind what is loaded */
    struct make_symbol symtab[MAKE_SYMBOLS],
        dynsym[MAKE_SYMBOLS]; /* a NULL name ends; none: no such section */
    /* Relocations of words of the GOT: indexes of .dynsym, 1 more: 0 ends. Of symbol 0: where .text begins.
     */
    unsigned plt[MAKE_SYMBOLS];
    const char *plt_code; /* hexadecimal digits; NULL: zeros */
    unsigned irelative;   /* type of those of symbol 0; 0: as all others */
    uint64_t got, step; /* the first word that is relocated, and from one to the next; 0: GOT_SVMA, a word */
    uint64_t opd;       /* what the only descriptor points at; 0: no .opd */
    uint8_t bytes[MAKE_SIZE];
    size_t n;
};

static void make_put(struct make *m, size_t at, unsigned size, uint64_t value)
{
    for (unsigned i = 0; i < size; i++)
        m->bytes[at + i] = (uint8_t)(value >> 8 * (m->big ? size - 1 - i : i));
}

static void make_add(struct make *m, unsigned size, uint64_t value)
{
    make_put(m, m->n, size, value);
    m->n += size;
}

static void make_text(struct make *m, const char *s)
{
    memcpy(m->bytes + m->n, s, strlen(s) + 1);
    m->n += strlen(s) + 1;
}

struct make_section {
    const char *name;
    uint32_t type;
    uint64_t flags, svma, foff, size, link, entsize;
};

static void make_symbols(struct make *m, const struct make_symbol *list, struct make_section *table,
                         struct make_section *strings)
{
    unsigned word = m->wide ? 8 : 4;
    if (!list[0].name)
        return;
    *strings = (struct make_section){ .name = strings->name, .type = SHT_STRTAB, .foff = m->n };
    make_text(m, "");
    for (const struct make_symbol *s = list; s->name; s++)
        make_text(m, s->name);
    strings->size = m->n - strings->foff;
    m->n = (m->n + 7) & ~(size_t)7;
    table->foff = m->n;
    table->entsize = m->wide ? 24 : 16;
    m->n += table->entsize;
    uint32_t name = 1;
    for (const struct make_symbol *s = list; s->name; s++) {
        make_add(m, 4, *s->name ? name : 0);
        name += (uint32_t)strlen(s->name) + 1;
        if (!m->wide) {
            make_add(m, word, s->value);
            make_add(m, word, s->size);
        }
        make_add(m, 1, (uint64_t)s->bind << 4 | s->type);
        make_add(m, 1, s->visibility);
        make_add(m, 2, s->section);
        if (m->wide) {
            make_add(m, word, s->value);
            make_add(m, word, s->size);
        }
    }
    table->size = m->n - table->foff;
}

static void make_segment(struct make *m, uint32_t type, uint64_t foff, uint64_t svma, uint64_t size)
{
    unsigned word = m->wide ? 8 : 4;
    make_add(m, 4, type);
    if (m->wide)
        make_add(m, 4, 5);
    make_add(m, word, foff);
    make_add(m, word, svma);
    make_add(m, word, svma);
    make_add(m, word, m->debug_file && !m->segments ? 0 : size);
    make_add(m, word, size);
    if (!m->wide)
        make_add(m, 4, 5);
    make_add(m, word, 0x1000);
}

/* Fill m->bytes and m->n from the rest of *m. */
static inline void make_elf(struct make *m)
{
    unsigned word = m->wide ? 8 : 4;
    uint32_t content = m->debug_file ? SHT_NOBITS : SHT_PROGBITS;
    bool linked = m->type != ET_REL;
    struct make_section s[S_COUNT] = {
        [S_NULL] = { .name = "" },
        [S_TEXT] = { ".text", content, SHF_ALLOC, TEXT_SVMA, TEXT_FOFF, 0x100, 0, 0 },
        [S_INIT_TEXT] = { ".init.text", content, SHF_ALLOC, TEXT_SVMA + 0x100, TEXT_FOFF + 0x100, 0x100, 0,
                          0 },
        [S_DATA] = { ".data", content, SHF_ALLOC, DATA_SVMA, DATA_FOFF, 0x100, 0, 0 },
        [S_OTHER] = { m->frames ? ".eh_frame" : ".other", content, SHF_ALLOC, DATA_SVMA + 0x100,
                      DATA_FOFF + 0x100, 0x100, 0, 0 },
        [S_DEBUG] = { ".gnu.warning.text", SHT_PROGBITS, 0, 0, TEXT_FOFF, 0x10, 0, 0 },
        [S_PLT] = { ".plt", content, SHF_ALLOC | SHF_EXECINSTR, PLT_SVMA, PLT_FOFF, 0x80, 0, 16 },
        [S_NOTE] = { ".comment", SHT_PROGBITS, 0, 0, 0, 0, 0, 0 },
        [S_SYMTAB] = { ".symtab", SHT_SYMTAB, 0, 0, 0, 0, S_STRTAB, 0 },
        [S_STRTAB] = { ".strtab", SHT_STRTAB, 0, 0, 0, 0, 0, 0 },
        [S_DYNSYM] = { ".dynsym", SHT_DYNSYM, SHF_ALLOC, 0, 0, 0, S_DYNSTR, 0 },
        [S_DYNSTR] = { ".dynstr", SHT_STRTAB, SHF_ALLOC, 0, 0, 0, 0, 0 },
        [S_RELPLT] = { ".unused", SHT_PROGBITS, 0, 0, 0, 0, S_DYNSYM, 0 },
        [S_SHSTRTAB] = { ".shstrtab", SHT_STRTAB, 0, 0, 0, 0, 0, 0 },
        [S_OPD] = { ".unused2", SHT_PROGBITS, 0, 0, 0, 0, 0, 0 },
        [S_FRAMES] = { m->frames ? ".debug_frame" : ".unused3", SHT_PROGBITS, 0, 0, 0, 0, 0, 0 },
        [S_DYNAMIC] = { ".unused4", SHT_PROGBITS, 0, 0, 0, 0, 0, 0 },
    };
    memset(m->bytes, 0, sizeof(m->bytes));
    m->n = 0xa00;
    make_symbols(m, m->symtab, &s[S_SYMTAB], &s[S_STRTAB]);
    make_symbols(m, m->dynsym, &s[S_DYNSYM], &s[S_DYNSTR]);
    if (!m->symtab[0].name)
        s[S_SYMTAB] = s[S_NOTE];
    if (!m->dynsym[0].name)
        s[S_DYNSYM] = s[S_NOTE];
    if (m->plt[0]) {
        s[S_RELPLT].name = m->rel ? ".rel.plt" : ".rela.plt";
        s[S_RELPLT].type = m->rel ? SHT_REL : SHT_RELA;
        s[S_RELPLT].foff = m->n;
        s[S_RELPLT].flags = SHF_ALLOC;
        s[S_RELPLT].entsize = word * (m->rel ? 2 : 3);
        uint64_t at = m->got ? m->got : GOT_SVMA;
        for (const unsigned *p = m->plt; *p; p++, at += m->step ? m->step : word) {
            uint64_t addend = *p == 1 ? TEXT_SVMA : 0;
            make_add(m, word, at);
            unsigned type = *p == 1 && m->irelative ? m->irelative : 7;
            make_add(m, word, m->wide ? (uint64_t)(*p - 1) << 32 | type : (*p - 1) << 8 | type);
            if (!m->rel)
                make_add(m, word, addend);
            else if (!m->got)
                make_put(m, DATA_FOFF + (size_t)(at - DATA_SVMA), word, addend);
        }
        s[S_RELPLT].size = m->n - s[S_RELPLT].foff;
        s[S_DYNAMIC] = (struct make_section){ ".dynamic", SHT_DYNAMIC, SHF_ALLOC, 0,
                                              m->n,       4 * word,    S_DYNSTR,  2 * word };
        make_add(m, word, DT_PLTGOT);
        make_add(m, word, DT_PLTGOT_SVMA);
        m->n += 2 * word;
    }
    for (const char *p = m->plt_code ? m->plt_code : ""; *p; p += 2) {
        const char digits[] = "0123456789abcdef";
        m->bytes[PLT_FOFF + (p - m->plt_code) / 2] =
            (uint8_t)((strchr(digits, p[0]) - digits) << 4 | (strchr(digits, p[1]) - digits));
    }
    if (m->opd) {
        s[S_OPD] = (struct make_section){ ".opd", SHT_PROGBITS, SHF_ALLOC, 0x700000, m->n, 24, 0, 0 };
        make_add(m, 8, m->opd);
        make_add(m, 8, 0);
        make_add(m, 8, 0);
    }
    if (m->build_id) {
        s[S_NOTE] = (struct make_section){ ".note.gnu.build-id", SHT_NOTE, SHF_ALLOC, 0, m->n, 36, 0, 0 };
        make_add(m, 4, 4);
        make_add(m, 4, 20);
        make_add(m, 4, 3); /* NT_GNU_BUILD_ID */
        memcpy(m->bytes + m->n, "GNU", 4);
        memcpy(m->bytes + m->n + 4, m->build_id, 20);
        m->n += 24;
    }
    if (m->frames) {
        s[S_FRAMES].foff = m->n;
        s[S_FRAMES].size = 16;
        make_add(m, 8, 0x1122334455667788);
        make_add(m, 8, 0x99aabbccddeeff00);
    }
    size_t names[S_COUNT];
    s[S_SHSTRTAB].foff = m->n;
    for (int i = 0; i < S_COUNT; i++) {
        names[i] = m->n - s[S_SHSTRTAB].foff;
        make_text(m, s[i].name);
    }
    s[S_SHSTRTAB].size = m->n - s[S_SHSTRTAB].foff;
    m->n = (m->n + 7) & ~(size_t)7;
    size_t table = m->n;
    for (int i = 0; i < S_COUNT; i++) {
        make_add(m, 4, names[i]);
        make_add(m, 4, s[i].type);
        make_add(m, word, s[i].flags);
        make_add(m, word, linked ? s[i].svma : 0);
        make_add(m, word, s[i].foff);
        make_add(m, word, s[i].size);
        make_add(m, 4, s[i].link);
        make_add(m, 4, 0);
        make_add(m, word, 1);
        make_add(m, word, s[i].entsize);
    }
    size_t end = m->n;
    const uint8_t ident[16] = { 0x7f, 'E', 'L', 'F', m->wide ? 2 : 1, m->big ? 2 : 1, 1 };
    memcpy(m->bytes, ident, sizeof(ident));
    m->n = sizeof(ident);
    make_add(m, 2, m->type);
    make_add(m, 2, m->machine);
    make_add(m, 4, 1);
    make_add(m, word, 0);
    make_add(m, word, m->wide ? 64 : 52);
    make_add(m, word, table);
    make_add(m, 4, 0);
    make_add(m, 2, m->wide ? 64 : 52);
    make_add(m, 2, m->wide ? 56 : 32);
    make_add(m, 2, linked ? 3 : 0);
    make_add(m, 2, m->wide ? 64 : 40);
    make_add(m, 2, S_COUNT);
    make_add(m, 2, S_SHSTRTAB);
    if (linked) {
        bool moved = m->debug_file && !m->segments;
        make_segment(m, PT_LOAD, moved ? 0x123 : 0, 0x400000, 0x800);
        make_segment(m, PT_LOAD, moved ? 0x123 : DATA_FOFF, DATA_SVMA, 0x200);
        make_segment(m, PT_NOTE, moved ? 0x123 : s[S_NOTE].foff, 0, s[S_NOTE].size);
    }
    m->n = end;
}

#endif
