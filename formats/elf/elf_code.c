/*
 * elf_code_reader: the bytes of code in an ELF file. Bytes that a thin image (elf_subset.h) lacks are
 * reported as absent, not as zeros. Mapping symbols, of the file or of its debug file, separate code from the
 * constants in it.
 */
#include "formats/elf/elf.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/elf/read/code_links.h"
#include "formats/elf/read/code_marks.h"
#include "formats/elf/read/elf_ranges.h"
#include "formats/elf/write/elf_subset.h"

struct code_file {
    struct image m;
    bool by_svma;   /* callers pass addresses that are svma - `slide`; false: they pass file offsets */
    bool as_run;    /* the file has code that was copied from memory */
    uint64_t slide; /* 0 unless as_run */
    struct elf_ranges real;
    struct code_marks marks;
    struct code_links links;
    /* loaded sections with contents, sorted by offset; if several contain an offset, one of them is found */
    struct code_section {
        uint64_t foff, size, svma;
        const char *name;
    } * sections;
    size_t nsections;
};

enum { MOST_SECTIONS = 1 << 16 };

static int by_foff(const void *a, const void *b)
{
    const struct code_section *x = a, *y = b;
    return (x->foff > y->foff) - (x->foff < y->foff);
}

static void list_code_sections(struct code_file *f)
{
    size_t cap = 0;
    GElf_Shdr h;
    for (Elf_Scn *s = NULL; f->nsections < MOST_SECTIONS && (s = elf_nextscn(f->m.elf, s)) != NULL;) {
        if (!gelf_getshdr(s, &h) || !image_is_loaded(&h) || h.sh_type == SHT_NOBITS || !h.sh_size)
            continue;
        *MEM_ADD(f->sections, f->nsections, cap) =
            (struct code_section){ h.sh_offset, h.sh_size, h.sh_addr, image_section_name(&f->m, &h) };
    }
    mem_sort(f->sections, f->nsections, sizeof(*f->sections), by_foff);
}

/* List the ranges that are code and whose bytes the file has. Gaps between sections, and data sections,
   are not listed (a thin image drops them, too), even if a symbol with an unknown end covers them. */
static void list_real(struct code_file *f)
{
    struct elf_ranges real = elf_subset_ranges(f->m.bytes);
    struct elf_range *code = code_ranges_clip(f->m.bytes, real.v, &real.n);
    f->real = elf_ranges_of(code, real.n);
    free(real.v);
    free(code);
}

static const struct code_section *section_at(const struct code_file *f, uint64_t foff)
{
    size_t low = sort_count_up_to(f->sections, f->nsections, sizeof(*f->sections), foff);
    if (!low)
        return NULL;
    const struct code_section *s = &f->sections[low - 1];
    if (foff - s->foff < s->size)
        return s;
    return NULL;
}

static void code_close(struct code_file *f)
{
    free(f->real.v);
    code_marks_free(&f->marks);
    code_links_free(&f->links);
    free(f->sections);
    image_close(&f->m);
    free(f);
}

static struct code_file *code_open(struct span runtime, struct span debug, const struct object *object,
                                   const uint64_t *slide, struct err *e)
{
    struct code_file *f = mem_new(1, sizeof(*f));
    if (!image_open(&f->m, runtime, e)) {
        free(f);
        return NULL;
    }
    f->as_run = slide;
    f->by_svma = slide || object->kind == OBJECT_KERNEL;
    if (slide)
        f->slide = *slide;
    list_real(f);
    list_code_sections(f);
    code_marks_read(&f->marks, &f->m, debug);
    code_links_read(&f->links, &f->m);
    return f;
}

static void cut(uint64_t *size, uint64_t most)
{
    if (most < *size)
        *size = most;
}

/* Whether the file has the byte at foff as code. *size is cut where the result changes. */
static bool is_real(const struct code_file *f, uint64_t foff, uint64_t *size)
{
    size_t low = 0;
    BISECT(low, f->real.n, i, f->real.v[i].end <= foff); /* the first range that ends after foff */
    if (low == f->real.n)
        return false;
    const struct elf_range *r = &f->real.v[low];
    bool inside = r->foff <= foff;
    if (inside)
        cut(size, r->end - foff);
    else
        cut(size, r->foff - foff);
    return inside;
}

/* The mark that is valid at foff. *size is cut before the next mark. */
static char mark_at(const struct code_file *f, uint64_t foff, uint64_t *size)
{
    uint64_t end;
    char kind = code_marks_at(&f->marks, foff, &end);
    cut(size, end - foff);
    return kind;
}

static uint64_t svma_of(const struct code_file *f, const struct code_section *s, uint64_t foff)
{
    uint64_t svma;
    if (image_svma_of_foff(&f->m, foff, &svma))
        return svma;
    if (s)
        return foff - s->foff + s->svma;
    return foff;
}

/* The next segment border after `at`; `end`: there is none before `end`. */
static uint64_t next_edge(const struct code_file *f, uint64_t at, uint64_t end)
{
    uint64_t edge;
    if (f->by_svma)
        edge = image_foff_end(&f->m, at + f->slide) - f->slide;
    else
        edge = image_svma_end(&f->m, at);
    if (edge > at)
        return edge;
    return end;
}

/* Whether `to` and r->at are as far apart in the file as in memory. `foff`: the offset of r->at, if it is
   `placed` in the file. */
static bool run_goes_on(const struct code_file *f, const struct code_run *r, uint64_t to, bool placed,
                        uint64_t foff)
{
    uint64_t next;
    if (!f->by_svma)
        return !image_svma_of_foff(&f->m, to, &next) || next - r->svma == to - r->at;
    if (image_foff_of_svma(&f->m, to + f->slide, &next) != placed)
        return false;
    return !placed || next - foff == to - r->at;
}

/* The largest possible end of a run that begins at r->at. The run ends before an address whose file offset
   is not consecutive, or before an offset whose address is not. */
static uint64_t run_end(const struct code_file *f, const struct code_run *r, uint64_t end, bool placed,
                        uint64_t foff)
{
    assert(r->at < end);
    uint64_t to = r->at;
    do
        to = next_edge(f, to, end);
    while (run_goes_on(f, r, to, placed, foff) && to < end);
    if (to < end)
        return to;
    return end;
}

static struct code_run *code_runs(const struct code_file *f, uint64_t at, uint64_t end, size_t *n)
{
    struct code_run *v = NULL;
    size_t cap = 0;
    *n = 0;
    while (at < end) {
        uint64_t foff = at, size = end - at;
        bool placed = !f->by_svma || image_foff_of_svma(&f->m, at + f->slide, &foff);
        bool there = placed && is_real(f, foff, &size);
        const struct code_section *s = NULL;
        struct code_run r = { .at = at, .svma = at + f->slide, .section = "" };
        if (there)
            s = section_at(f, foff);
        if (s)
            r.section = s->name;
        if (!f->by_svma)
            r.svma = svma_of(f, s, foff);
        if (there || f->by_svma)
            cut(&size, run_end(f, &r, end, placed, foff) - at);
        if (s)
            cut(&size, s->size - (foff - s->foff));
        if (there) {
            r.mark = mark_at(f, foff, &size);
            r.bytes = (struct span){ f->m.bytes.p + foff, (size_t)size };
        }
        r.size = size;
        *MEM_ADD(v, *n, cap) = r;
        at += size;
    }
    return v;
}

/* False: no segment covers svma. In an unlinked file this is so for every svma. */
static bool code_at(const struct code_file *f, uint64_t svma, uint64_t *at)
{
    *at = svma - f->slide;
    return f->by_svma || image_foff_of_svma(&f->m, svma, at);
}

static const struct arch *code_arch(const struct code_file *f)
{
    return f->m.arch;
}

static enum code_addresses code_addresses(const struct code_file *f)
{
    if (f->as_run)
        return CODE_AS_RUN;
    if (f->m.ehdr.e_type == ET_REL)
        return CODE_UNLINKED;
    return CODE_LINKED;
}

static bool code_relocated(const struct code_file *f)
{
    return f->links.n;
}

static bool code_link(const struct code_file *f, uint64_t at, const struct insn *insn, struct code_link *out)
{
    return code_links_find(&f->links, &f->m, at, insn, out);
}

const struct code_reader elf_code_reader = { .open = code_open,
                                             .runs = code_runs,
                                             .at = code_at,
                                             .arch = code_arch,
                                             .addresses = code_addresses,
                                             .relocated = code_relocated,
                                             .link = code_link,
                                             .close = code_close };
