#include "formats/elf/write/elf_core.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/elf/write/elf_out.h"
#include "formats/elf/write/elf_subset.h"

/* SEGMENTS: less than a reader's limit (image.c), since a segment consists of pieces with gaps between
   them. Gaps are written as zeros: at most TIMES the size of the code, or SLACK bytes. */
enum { SEGMENTS = 128, TIMES = 16, SLACK = 1 << 24 };

struct segment {
    uint64_t avma, size, foff;
};

static uint64_t piece_end(const struct code_piece *p)
{
    return p->addr + p->bytes.n;
}

/* Divide pieces into segments at the largest gaps between them. Malloc'ed. */
static struct segment *segments_of(const struct code_piece *pieces, size_t n, size_t *count)
{
    struct numbered *gaps = mem_new(n, sizeof(*gaps));
    bool *begins = mem_new(n, sizeof(*begins));
    struct segment *v = mem_new(SEGMENTS, sizeof(*v));
    for (size_t i = 1; i < n; i++)
        gaps[i - 1] =
            (struct numbered){ UINT64_MAX - (pieces[i].addr - piece_end(&pieces[i - 1])), (uint32_t)i };
    sort_by_number(gaps, n - 1);
    begins[0] = true;
    for (size_t i = 0; i + 1 < n && i + 1 < SEGMENTS && gaps[i].by != UINT64_MAX; i++)
        begins[gaps[i].at] = true;
    *count = 0;
    for (size_t i = 0; i < n; i++) {
        if (begins[i])
            v[(*count)++].avma = pieces[i].addr;
        v[*count - 1].size = piece_end(&pieces[i]) - v[*count - 1].avma;
    }
    free(gaps);
    free(begins);
    return v;
}

static void put_headers(const struct elf_out *o, const struct arch *a, const struct segment *v, size_t n)
{
    const struct elf_layout *l = elf_out_layout(o);
    elf_out_write_ident(o);
    /* gabi, "ELF Header": e_type, machine, version, entry, phoff, shoff, flags, ehsize, phentsize, phnum, and no sections. */
    elf_out_fields(o, o->file, "224www4222222",
                   (const uint64_t[]){ ET_CORE, a->machine, EV_CURRENT, 0, l->header, 0, 0, l->header,
                                       l->segment, n, 0, 0, 0 });
    for (const struct segment *s = v; s < v + n; s++)
        elf_out_write_segment(o, &(GElf_Phdr){ .p_type = PT_LOAD,
                                               .p_flags = PF_R | PF_X,
                                               .p_offset = s->foff,
                                               .p_vaddr = s->avma,
                                               .p_filesz = s->size,
                                               .p_memsz = s->size,
                                               .p_align = 1 });
}

/* Write the pieces at their offsets, after `head` bytes. Gaps are not marked as original. */
static void put_code(struct elf_out *o, const struct code_piece *pieces, size_t n, const struct segment *v,
                     uint64_t head, uint64_t end)
{
    struct elf_ranges real = { 0 };
    text_room(o->file, (size_t)(end - head));
    memset(o->file->s + head, 0, (size_t)(end - head) + 1);
    o->file->n = (size_t)end;
    elf_ranges_add(&real, 0, head);
    for (size_t i = 0; i < n; i++) {
        v += pieces[i].addr - v->avma >= v->size;
        const uint64_t foff = pieces[i].addr - v->avma + v->foff;
        memcpy(o->file->s + foff, pieces[i].bytes.p, pieces[i].bytes.n);
        elf_ranges_add(&real, foff, foff + pieces[i].bytes.n);
    }
    elf_ranges_join(&real);
    const bool whole = real.n == 1;
    if (whole) {
        free(real.v);
        return;
    }
    elf_out_add_section(o, "", (GElf_Shdr){ .sh_type = SHT_NULL }, (struct span){ NULL, 0 });
    elf_subset_add_ranges(o, &real);
    elf_out_end(o);
}

bool elf_core_put(const struct arch *a, const struct code_piece *pieces, size_t n, struct text *out,
                  struct err *e)
{
    assert(n && !out->n);
    struct elf_out o = { .wide = a->bits == 64, .order = a->order, .file = out };
    size_t count;
    struct segment *v = segments_of(pieces, n, &count);
    const uint64_t head = elf_out_layout(&o)->header + elf_out_layout(&o)->segment * count;
    uint64_t end = head, code = 0;
    bool fits = o.wide || piece_end(&pieces[n - 1]) <= (uint64_t)UINT32_MAX + 1;
    for (size_t i = 0; i < n; i++)
        code += pieces[i].bytes.n;
    for (size_t i = 0; i < count && fits; i++) {
        v[i].foff = end;
        fits = v[i].size <= TIMES * code + SLACK - (end - head);
        end += v[i].size;
        if (i + 1 < count) /* a gap of one byte, so that code does not seem to continue in the next segment */
            end++;
    }
    if (fits) {
        put_headers(&o, a, v, count);
        put_code(&o, pieces, n, v, head, end);
    }
    free(v);
    return fits || err_set(e, ERR_UNSUPPORTED, 0, "the gaps between its pieces of code are too large");
}
