/*
 * The bytes of code in an ELF file: elf_code_reader. What a thin image (elf_subset.h) lacks is absent, not
 * zeros; mapping symbols, of the file or of its debug file, tell code from the constants between it.
 */
#include "formats/elf/elf.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/resolve/labels.h"
#include "formats/elf/read/image.h"
#include "formats/elf/write/elf_subset.h"

/* Where a mapping symbol stands. */
struct mark {
    uint64_t svma;
    uint32_t section; /* of files that are not linked, where svma begins anew with each; else 0 */
    char mark;
};

struct code_file {
    struct image m;
    bool kernel; /* addresses are svma; else they are file offsets */
    struct elf_range *real;
    size_t nreal;
    struct mark *marks;
    size_t nmarks;
    struct code_section {
        uint64_t foff, size, svma;
        uint32_t index;
        const char *name;
    } * sections; /* with contents and loaded, by offset; where they overlap none is told from the other */
    size_t nsections;
};

enum { MOST_SECTIONS = 1 << 16 };

static int by_foff(const void *a, const void *b)
{
    const struct code_section *x = a, *y = b;
    return (x->foff > y->foff) - (x->foff < y->foff);
}

static int by_place(const void *a, const void *b)
{
    const struct mark *x = a, *y = b;
    return x->section != y->section ? (x->section > y->section) - (x->section < y->section)
                                    : (x->svma > y->svma) - (x->svma < y->svma);
}

static void list_sections(struct code_file *f)
{
    size_t cap = 0;
    GElf_Shdr h;
    for (Elf_Scn *s = NULL; f->nsections < MOST_SECTIONS && (s = elf_nextscn(f->m.elf, s)) != NULL;) {
        if (!gelf_getshdr(s, &h) || !(h.sh_flags & SHF_ALLOC) || h.sh_type == SHT_NOBITS || !h.sh_size)
            continue;
        f->sections = mem_room(f->sections, f->nsections, &cap, sizeof(*f->sections));
        f->sections[f->nsections++] = (struct code_section){ h.sh_offset, h.sh_size, h.sh_addr,
                                                             (uint32_t)elf_ndxscn(s), image_name(&f->m, &h) };
    }
    if (f->nsections)
        qsort(f->sections, f->nsections, sizeof(*f->sections), by_foff);
}

static const struct code_section *section_at(const struct code_file *f, uint64_t foff)
{
    size_t low = 0, high = f->nsections;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (f->sections[middle].foff <= foff)
            low = middle + 1;
        else
            high = middle;
    }
    const struct code_section *s = low ? &f->sections[low - 1] : NULL;
    return s && foff - s->foff < s->size ? s : NULL;
}

static void list_marks(struct code_file *f, const struct image *m)
{
    GElf_Shdr h, strings_header;
    Elf_Scn *scn = image_section(m, ".symtab", &h, NULL);
    Elf_Scn *strings_scn = scn && h.sh_type == SHT_SYMTAB ? elf_getscn(m->elf, h.sh_link) : NULL;
    Elf_Data *data = strings_scn ? elf_getdata(scn, NULL) : NULL;
    if (!data || !m->arch || !m->arch->mapping_symbols || !gelf_getshdr(strings_scn, &strings_header))
        return;
    struct span strings = image_bytes(m, &strings_header);
    size_t cap = 0, n = data->d_size / gelf_fsize(m->elf, ELF_T_SYM, 1, EV_CURRENT);
    if (!strings.n || strings.p[strings.n - 1])
        return;
    for (size_t i = 0; i < n && i <= INT_MAX; i++) {
        GElf_Sym sym;
        if (!gelf_getsym(data, (int)i, &sym))
            break;
        const char *name = sym.st_name < strings.n ? (const char *)strings.p + sym.st_name : "";
        if (!label_is_mapping(m->arch, name, GELF_ST_TYPE(sym.st_info) != STT_NOTYPE))
            continue;
        f->marks = mem_room(f->marks, f->nmarks, &cap, sizeof(*f->marks));
        f->marks[f->nmarks++] =
            (struct mark){ sym.st_value, f->m.ehdr.e_type == ET_REL ? sym.st_shndx : 0, name[1] };
    }
    if (f->nmarks)
        qsort(f->marks, f->nmarks, sizeof(*f->marks), by_place);
}

static void code_close(struct code_file *f)
{
    free(f->real);
    free(f->marks);
    free(f->sections);
    image_close(&f->m);
    free(f);
}

static struct code_file *code_open(struct span runtime, struct span debug, const struct object *object,
                                   struct err *e)
{
    struct code_file *f = mem_new(1, sizeof(*f));
    struct image other;
    struct err ignored = { 0 };
    if (!image_open(&f->m, runtime, e)) {
        free(f);
        return NULL;
    }
    f->kernel = object->kind == OBJECT_KERNEL;
    f->real = elf_subset_ranges(runtime, &f->nreal);
    list_sections(f);
    list_marks(f, &f->m);
    if (!f->nmarks && debug.n && image_open(&other, debug, &ignored)) {
        list_marks(f, &other);
        image_close(&other);
    }
    return f;
}

/* Of [foff, foff + *size): whether its first byte is there; *size is cut to what is as that one is. */
static bool is_real(const struct code_file *f, uint64_t foff, uint64_t *size)
{
    size_t low = 0, high = f->nreal;
    while (low < high) { /* the first one that ends behind foff */
        size_t middle = low + (high - low) / 2;
        if (f->real[middle].end <= foff)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == f->nreal)
        return false;
    bool inside = f->real[low].foff <= foff;
    uint64_t left = (inside ? f->real[low].end : f->real[low].foff) - foff;
    *size = left < *size ? left : *size;
    return inside;
}

/* The mark in force at an address; *size is cut in front of the next one. */
static char mark_at(const struct code_file *f, const struct code_section *s, uint64_t svma, uint64_t *size)
{
    const struct mark key = { svma, f->m.ehdr.e_type == ET_REL && s ? s->index : 0, 0 };
    size_t low = 0, high = f->nmarks;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (by_place(&f->marks[middle], &key) <= 0)
            low = middle + 1;
        else
            high = middle;
    }
    if (low < f->nmarks && f->marks[low].section == key.section && f->marks[low].svma - svma < *size)
        *size = f->marks[low].svma - svma;
    bool has = low && f->marks[low - 1].section == key.section && (!s || f->marks[low - 1].svma >= s->svma);
    return has ? f->marks[low - 1].mark : 0;
}

static uint64_t svma_of(const struct code_file *f, const struct code_section *s, uint64_t foff)
{
    uint64_t svma;
    if (image_svma(&f->m, foff, &svma))
        return svma;
    return s ? foff - s->foff + s->svma : foff;
}

static struct code_run *code_runs(const struct code_file *f, uint64_t at, uint64_t end, size_t *n)
{
    struct code_run *v = NULL;
    size_t cap = 0;
    *n = 0;
    while (at < end) {
        uint64_t foff = at, size = end - at;
        bool placed = !f->kernel || image_foff(&f->m, at, &foff);
        bool there = placed && is_real(f, foff, &size);
        const struct code_section *s = there ? section_at(f, foff) : NULL;
        struct code_run r = { .at = at, .svma = at, .section = s ? s->name : "" };
        r.svma = f->kernel ? at : svma_of(f, s, foff);
        if (there && s && size > s->size - (foff - s->foff))
            size = s->size - (foff - s->foff);
        if (there)
            r.mark = mark_at(f, s, r.svma, &size);
        r.size = size;
        if (there)
            r.bytes = (struct span){ f->m.bytes.p + foff, (size_t)size };
        v = mem_room(v, *n, &cap, sizeof(*v));
        v[(*n)++] = r;
        at += size;
    }
    return v;
}

/* Files that are not linked have no one place for an address. */
static bool code_at(const struct code_file *f, uint64_t svma, uint64_t *at)
{
    *at = svma;
    return f->kernel || image_foff(&f->m, svma, at);
}

static const struct arch *code_arch(const struct code_file *f)
{
    return f->m.arch;
}

const struct code_reader elf_code_reader = {
    .open = code_open, .runs = code_runs, .at = code_at, .arch = code_arch, .close = code_close
};
