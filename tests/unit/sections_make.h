/*
 * sections_make: an ELF file in memory that is nothing but the sections of a test, of either class and order.
 * One segment loads all of it, SECTIONS_SVMA behind its offsets.
 */
#ifndef PERFOLIO_TESTS_UNIT_SECTIONS_MAKE_H
#define PERFOLIO_TESTS_UNIT_SECTIONS_MAKE_H

#include "core/base/cur.h"
#include "tests/unit/elf_make.h"

enum { SECTIONS_SVMA = 0x10000, SECTIONS_MOST = 6, SECTIONS_AT = 0x100 };

struct section_of {
    const char *name; /* NULL ends */
    uint32_t type;
    struct span bytes; /* 8-aligned one after the other, from SECTIONS_AT on */
};

static inline void sections_header(struct make *m, uint32_t name, uint32_t type, size_t foff, size_t size)
{
    unsigned word = m->wide ? 8 : 4;
    make_add(m, 4, name);
    make_add(m, 4, type);
    make_add(m, word, type == SHT_STRTAB ? 0 : SHF_ALLOC);
    make_add(m, word, type == SHT_STRTAB ? 0 : foff + SECTIONS_SVMA);
    make_add(m, word, foff);
    make_add(m, word, size);
    make_add(m, 4, 0);
    make_add(m, 4, 0);
    make_add(m, word, 1);
    make_add(m, word, 0);
}

/* m->wide, big, machine say what is wanted. */
static inline void sections_elf(struct make *m, const struct section_of *v)
{
    unsigned word = m->wide ? 8 : 4;
    size_t at[SECTIONS_MOST], n = 0, names, table, end;
    uint32_t name = 1;
    m->n = SECTIONS_AT;
    for (; v[n].name; n++) {
        at[n] = m->n;
        memcpy(m->bytes + m->n, v[n].bytes.p, v[n].bytes.n);
        m->n = (m->n + v[n].bytes.n + 7) & ~(size_t)7;
    }
    names = m->n;
    make_text(m, "");
    for (size_t i = 0; i < n; i++)
        make_text(m, v[i].name);
    end = m->n;
    m->n = table = (m->n + 7) & ~(size_t)7;
    m->n += m->wide ? 64 : 40;
    for (size_t i = 0; i < n; i++) {
        sections_header(m, name, v[i].type, at[i], v[i].bytes.n);
        name += (uint32_t)strlen(v[i].name) + 1;
    }
    sections_header(m, 0, SHT_STRTAB, names, end - names);
    end = m->n;
    const uint8_t ident[16] = { 0x7f, 'E', 'L', 'F', m->wide ? 2 : 1, m->big ? 2 : 1, 1 };
    memcpy(m->bytes, ident, sizeof(ident));
    m->n = sizeof(ident);
    make_add(m, 2, ET_DYN);
    make_add(m, 2, m->machine);
    make_add(m, 4, 1);
    make_add(m, word, 0);
    make_add(m, word, m->wide ? 64 : 52);
    make_add(m, word, table);
    make_add(m, 4, 0);
    make_add(m, 2, m->wide ? 64 : 52);
    make_add(m, 2, m->wide ? 56 : 32);
    make_add(m, 2, 1);
    make_add(m, 2, m->wide ? 64 : 40);
    make_add(m, 2, n + 2);
    make_add(m, 2, n + 1);
    make_segment(m, PT_LOAD, 0, SECTIONS_SVMA, MAKE_SIZE);
    m->n = end;
}

#endif
