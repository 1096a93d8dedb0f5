/*
 * The format of .gopclntab (Go's runtime/symtab.go and debug/gosym/pclntab.go): a magic number, two zeros,
 * the smallest length of an instruction, the size of a pointer; words of that size (`versions` below);
 * somewhere the names; and the functions in the order of their addresses, each a pair: the address, and the
 * offset of the function's record. After the last pair comes the end address of the last function. A record
 * begins with the function's address again; the next 4 bytes are the offset of its name.
 *
 *   magic        Go         addresses            records count from
 *   fffffffb     1.2-1.15   as they are          the table
 *   fffffffa     1.16-1.17  as they are          the functions
 *   fffffff0     1.18-1.19  4 bytes, from text   the functions
 *   fffffff1     1.20-      4 bytes, from text   the functions
 *
 * In a position-independent program addresses are zeros with relocations. Since Go 1.26 `text` is only in
 * runtime.moduledata, which has its own section. If a program has several text sections (linkers split them
 * where branches do not reach), they are adjacent.
 */
#include "formats/elf/go/pclntab.h"

#include <assert.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/text.h"

enum {
    HEADER = 8,
    ALIGN = 32,       /* bytes; alignment of the table */
    MODULE_TEXT = 22, /* index of `text` among the words of runtime.moduledata */
};

/* The indexes of words in the header, from 0 on. */
static const struct pclntab_version {
    uint32_t magic;
    bool from_text;                 /* addresses take 4 bytes and count from `text` */
    uint8_t text, names, functions; /* 0: the version has no such word */
} versions[] = {
    { 0xfffffffb, false, 0, 0, 0 },
    { 0xfffffffa, false, 0, 2, 6 },
    { 0xfffffff0, true, 2, 3, 7 },
    { 0xfffffff1, true, 2, 3, 7 },
};

/* Bytes that are loaded at an address, after relocation. */
struct loaded {
    struct span bytes;
    uint8_t *own; /* malloc'ed copy if relocations changed bytes; else NULL */
};

struct pclntab {
    const struct image *m;
    const struct pclntab_version *version;
    struct loaded loaded;
    uint64_t svma;
    unsigned pointer, entry; /* sizes in bytes */
    uint64_t n, text, names, functions, records;
};

static bool read_number(const struct image *m, struct span s, uint64_t at, unsigned size, uint64_t *v)
{
    if (at > s.n || s.n - at < size)
        return false;
    *v = load_number((struct span){ s.p + at, size }, m->order);
    return true;
}

static const struct pclntab_version *version_of(const struct image *m, struct span s)
{
    if (s.n < HEADER || s.p[4] || s.p[5] || s.p[7] != image_address_size(m))
        return NULL;
    const uint8_t least = s.p[6]; /* smallest length of an instruction, in bytes */
    if (least != 1 && least != 2 && least != 4)
        return NULL;
    for (size_t i = 0; i < COUNT(versions); i++)
        if (load_u32(s.p, m->order) == versions[i].magic)
            return &versions[i];
    return NULL;
}

/* Apply the relocations without a symbol (R_*_RELATIVE) of a position-independent program to its words:
   the addend is the word's value. (With SHT_REL the addend is in the word already.) */
static void relocate_pclntab(const struct image *m, Elf_Data *data, struct loaded *l, uint64_t svma)
{
    const unsigned size = image_address_size(m);
    GElf_Rela r;
    for (int i = 0; l->bytes.n >= size && i < INT_MAX && image_reloc(data, SHT_RELA, i, &r); i++) {
        if (GELF_R_SYM(r.r_info) || r.r_offset < svma || r.r_offset - svma > l->bytes.n - size)
            continue;
        if (!l->own) {
            l->own = mem_new(l->bytes.n, 1);
            memcpy(l->own, l->bytes.p, l->bytes.n);
            l->bytes.p = l->own;
        }
        text_put_number((char *)l->own + (r.r_offset - svma), m->order, size, (uint64_t)r.r_addend);
    }
}

static struct loaded load_relocated(const struct image *m, struct span bytes, uint64_t svma)
{
    struct loaded l = { .bytes = bytes };
    GElf_Shdr h;
    /* how many bytes of relocations may still be read, since sections of a hostile file may overlap */
    size_t left = m->bytes.n;
    if (m->ehdr.e_type != ET_DYN)
        return l;
    for (Elf_Scn *s = NULL; (s = elf_nextscn(m->elf, s)) != NULL;) {
        if (!gelf_getshdr(s, &h) || h.sh_type != SHT_RELA || h.sh_size > left)
            continue;
        left -= (size_t)h.sh_size;
        Elf_Data *data = elf_getdata(s, NULL);
        if (data)
            relocate_pclntab(m, data, &l, svma);
    }
    return l;
}

/* Find the first section whose name ends with `end`. If the section has relocations, linkers put
   .data.rel.ro before the name. */
static bool section_ending(const struct image *m, const char *end, GElf_Shdr *h)
{
    for (Elf_Scn *s = NULL; (s = elf_nextscn(m->elf, s)) != NULL;) {
        if (!gelf_getshdr(s, h))
            continue;
        const char *name = image_section_name(m, h);
        if (strlen(name) >= strlen(end) && !strcmp(name + strlen(name) - strlen(end), end))
            return true;
    }
    return false;
}

/* Find the table in a file without sections, by its magic number in segments without code. */
static bool find_by_magic(const struct image *m, struct span *bytes, uint64_t *svma)
{
    for (size_t i = 0; i < m->nloads; i++) {
        const struct image_load *l = &m->loads[i];
        if (l->code || l->foff > m->bytes.n || l->in_file > m->bytes.n - l->foff)
            continue;
        for (uint64_t at = -l->svma % ALIGN; at < l->in_file; at += ALIGN) {
            *bytes = (struct span){ m->bytes.p + l->foff + at, (size_t)(l->in_file - at) };
            *svma = l->svma + at;
            if (version_of(m, *bytes))
                return true;
        }
    }
    return false;
}

static bool find_table(const struct image *m, struct span *bytes, uint64_t *svma)
{
    GElf_Shdr h;
    if (!m->names.n)
        return find_by_magic(m, bytes, svma);
    if (!section_ending(m, ".gopclntab", &h))
        return false;
    *bytes = image_section_bytes(m, &h);
    *svma = h.sh_addr;
    return bytes->n;
}

/* Read `text` from runtime.moduledata, which begins with the table's address. It is for tables without
   `text`. */
static bool module_text(const struct pclntab *p, uint64_t *text)
{
    GElf_Shdr h;
    uint64_t table = 0;
    if (!section_ending(p->m, ".go.module", &h))
        return false;
    struct loaded l = load_relocated(p->m, image_section_bytes(p->m, &h), h.sh_addr);
    const bool found = read_number(p->m, l.bytes, 0, p->pointer, &table) && table == p->svma &&
                       read_number(p->m, l.bytes, MODULE_TEXT * p->pointer, p->pointer, text);
    free(l.own);
    return found && *text;
}

static bool word(const struct pclntab *p, unsigned i, uint64_t *v)
{
    return read_number(p->m, p->loaded.bytes, HEADER + (uint64_t)i * p->pointer, p->pointer, v);
}

static bool read_table_header(struct pclntab *p, struct err *e)
{
    const struct pclntab_version *v = p->version;
    const size_t size = p->loaded.bytes.n;
    p->functions = HEADER + p->pointer;
    const bool is_whole = word(p, 0, &p->n) && (!v->text || word(p, v->text, &p->text)) &&
                          (!v->names || word(p, v->names, &p->names)) &&
                          (!v->functions || word(p, v->functions, &p->functions));
    if (!is_whole)
        return err_set(e, ERR_FORMAT, 0, "Go's table of functions ends in its header, of %zu bytes", size);
    if (v->functions)
        p->records = p->functions;
    p->entry = v->from_text ? 4 : p->pointer;
    if (p->functions > size || p->names > size || p->n >= (size - p->functions) / (2 * p->entry))
        return err_set(e, ERR_FORMAT, 0,
                       "Go's table has %" PRIu64 " functions at 0x%" PRIx64 " of its %zu bytes", p->n,
                       p->functions, size);
    if (v->from_text && !p->text && !module_text(p, &p->text))
        return err_set(e, ERR_FORMAT, 0, "Go's table of functions does not say where they begin");
    return true;
}

/* Read the address of a function, or the end address of the last one. */
static bool address_at(const struct pclntab *p, uint64_t at, uint64_t *svma)
{
    if (!read_number(p->m, p->loaded.bytes, at, p->entry, svma))
        return false;
    *svma += p->text; /* 0 if addresses are absolute */
    return true;
}

static bool in_code(const struct image *m, uint64_t svma, uint64_t *foff)
{
    for (size_t i = 0; i < m->nloads; i++) {
        const struct image_load *l = &m->loads[i];
        if (l->code && svma >= l->svma && svma - l->svma < l->in_file)
            return image_foff_of_svma(m, svma, foff);
    }
    return false;
}

/* The name of a function, borrowed, by the offset of its pair. Empty if the record has another address or
   no name. */
static struct span go_name(const struct pclntab *p, uint64_t pair, uint64_t svma)
{
    const struct span all = p->loaded.bytes, none = { NULL, 0 };
    assert(p->records <= all.n && p->names <= all.n); /* read_table_header() checks this */
    uint64_t record, same, name;
    if (!read_number(p->m, all, pair + p->entry, p->entry, &record) || record > all.n - p->records)
        return none;
    if (!address_at(p, p->records + record, &same) || same != svma)
        return none;
    if (!read_number(p->m, all, p->records + record + p->entry, 4, &name) || name >= all.n - p->names)
        return none;
    const uint8_t *s = all.p + p->names + name, *end = memchr(s, 0, all.n - p->names - name);
    if (!end)
        return none;
    return (struct span){ s, (size_t)(end - s) };
}

/* Whether a symbol names the address already: one with a size covers it, or one begins there. */
static bool has_symbol(const struct symtab *t, uint64_t at)
{
    const struct symbol *s = symtab_find(t, at);
    return s && (!s->is_guess || s->start == at);
}

/* All names together may have no more bytes than the table, since in tables from Go nearly every name has
   its own bytes. */
static void take_functions(const struct pclntab *p, struct symtab *t, struct symtab *more)
{
    size_t left = p->loaded.bytes.n;
    for (uint64_t i = 0, svma, end, at; i < p->n; i++) {
        const uint64_t pair = p->functions + i * 2 * p->entry;
        if (!address_at(p, pair, &svma) || !address_at(p, pair + 2 * p->entry, &end) || end <= svma)
            continue;
        if (!in_code(p->m, svma, &at) || has_symbol(t, at))
            continue;
        const struct span name = go_name(p, pair, svma);
        if (!name.n || name.n > left)
            continue;
        left -= name.n;
        symtab_add(more, at, end - svma, SYMBOL_LOCAL, arena_text(&t->arena, (const char *)name.p, name.n));
    }
}

void pclntab_add(const struct image *m, struct symtab *t)
{
    struct pclntab p = { .m = m, .pointer = image_address_size(m) };
    struct symtab more = { .demangle = t->demangle };
    struct span bytes;
    if (!find_table(m, &bytes, &p.svma) || !(p.version = version_of(m, bytes)))
        return;
    p.loaded = load_relocated(m, bytes, p.svma);
    if (read_table_header(&p, &t->left_out))
        take_functions(&p, t, &more);
    for (size_t i = 0; i < more.n; i++)
        *MEM_ADD(t->v, t->n, t->cap) = more.v[i];
    symtab_free(&more);
    free(p.loaded.own);
}
