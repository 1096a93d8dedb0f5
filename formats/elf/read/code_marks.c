#include "formats/elf/read/code_marks.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/resolve/labels.h"

static void add_mark(struct code_marks *m, uint64_t foff, char kind)
{
    *MEM_ADD(m->v, m->n, m->cap) = (struct code_mark){ foff, kind };
}

/* Open a symbol table. False: there is none, or its string table does not end with a NUL. */
static bool open_table(const struct image *m, const char *name, uint32_t type, struct image_symbols *t)
{
    return image_open_symbols(m, name, type, t) && !t->names.p[t->names.n - 1];
}

/* The kind of mark that a symbol means, at *svma; 0: it is not a mark. */
static char mark_of_symbol(const struct arch *a, const char *name, const GElf_Sym *s, bool by_functions,
                           uint64_t *svma)
{
    unsigned type = GELF_ST_TYPE(s->st_info);
    *svma = s->st_value;
    if (!by_functions) {
        if (label_is_mapping(a, name, type != STT_NOTYPE))
            return name[1];
        return 0;
    }
    const bool is_function = type == STT_FUNC || type == STT_GNU_IFUNC;
    if (!is_function || s->st_shndx == SHN_UNDEF)
        return 0;
    *svma &= ~(uint64_t)a->function_bits;
    if (s->st_value & a->function_bits)
        return 't';
    return 'a';
}

/* Find the offset of a symbol in `file`. False: it is outside. */
static bool place_mark(const struct image *file, const GElf_Sym *s, uint64_t svma, uint64_t *foff)
{
    GElf_Shdr h;
    if (file->ehdr.e_type != ET_REL)
        return image_foff_of_svma(file, svma, foff);
    *foff = 0;
    if (s->st_shndx < SHN_LORESERVE && gelf_getshdr(elf_getscn(file->elf, s->st_shndx), &h))
        *foff = h.sh_offset + (svma - h.sh_addr);
    return *foff;
}

static void take_marks(struct code_marks *m, const struct image *file, const struct image *from,
                       const char *name, uint32_t type, bool by_functions)
{
    struct image_symbols t;
    GElf_Sym s;
    uint64_t svma, foff;
    if (!open_table(from, name, type, &t))
        return;
    for (int i = 0; i < t.n; i++) {
        if (!gelf_getsym(t.data, i, &s))
            continue;
        char kind = mark_of_symbol(from->arch, image_string(t.names, s.st_name), &s, by_functions, &svma);
        if (kind && place_mark(file, &s, svma, &foff))
            add_mark(m, foff, kind);
    }
}

void code_marks_read(struct code_marks *m, const struct image *file, struct span debug)
{
    struct err ignored = { 0 };
    struct image other;
    if (!file->arch || !file->arch->mapping_symbols)
        return;
    bool has_other = debug.n && image_open(&other, debug, &ignored);
    const int last = file->arch->function_bits != 0;
    for (int by_functions = 0; !m->n && by_functions <= last; by_functions++) {
        take_marks(m, file, file, ".symtab", SHT_SYMTAB, by_functions);
        if (!m->n && has_other)
            take_marks(m, file, &other, ".symtab", SHT_SYMTAB, by_functions);
        if (!m->n && by_functions)
            take_marks(m, file, file, ".dynsym", SHT_DYNSYM, by_functions);
    }
    if (has_other)
        image_close(&other);
    code_marks_settle(m, file);
}

char code_marks_at(const struct code_marks *m, uint64_t foff, uint64_t *end)
{
    size_t n = sort_count_up_to(m->v, m->n, sizeof(*m->v), foff);
    *end = UINT64_MAX;
    if (n < m->n)
        *end = m->v[n].foff;
    if (n)
        return m->v[n - 1].kind;
    return 0;
}

void code_marks_add_range(struct code_marks *to, const struct code_marks *from, struct elf_range range)
{
    uint64_t end;
    for (uint64_t foff = range.foff; from->n && foff < range.end; foff = end) {
        char kind = code_marks_at(from, foff, &end);
        if (kind)
            add_mark(to, foff, kind);
    }
}

static int by_foff(const void *a, const void *b, const void *unused UNUSED)
{
    const struct code_mark *x = a, *y = b;
    return (x->foff > y->foff) - (x->foff < y->foff);
}

void code_marks_settle(struct code_marks *m, const struct image *file)
{
    struct code_marks all = { 0 };
    GElf_Shdr h;
    for (Elf_Scn *s = NULL; m->n && (s = elf_nextscn(file->elf, s)) != NULL;)
        if (gelf_getshdr(s, &h) && image_is_loaded(&h))
            add_mark(&all, h.sh_offset, 0);
    for (size_t i = 0; i < m->n; i++)
        add_mark(&all, m->v[i].foff, m->v[i].kind);
    sort_by(all.v, all.n, sizeof(*all.v), by_foff, NULL);
    size_t n = 0;
    char in_force = 0;
    for (size_t i = 0; i < all.n; i++) {
        bool last = i + 1 == all.n ||
                    all.v[i + 1].foff != all.v[i].foff; /* of several marks at one offset the last is used */
        if (last && all.v[i].kind != in_force) {
            in_force = all.v[i].kind;
            all.v[n++] = all.v[i];
        }
    }
    all.n = n;
    free(m->v);
    *m = all;
}

void code_marks_free(struct code_marks *m)
{
    free(m->v);
    *m = (struct code_marks){ 0 };
}
