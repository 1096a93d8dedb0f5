#include "formats/elf/embedded.h"

#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/elf/evidence.h"

enum {
    PAGE = 4096, /* bytes; the page size of every machine is a multiple of it */
    MOST_HEADERS =
        64, /* ELF headers that are tried before a mapping; data that only looks like a header is rare */
};

static bool begins_elf(struct span file, uint64_t at)
{
    return file.n >= EI_NIDENT && at <= file.n - EI_NIDENT && !memcmp(file.p + at, ELFMAG, SELFMAG);
}

/* Whether the program headers of an ELF file agree with a mapping of code at its offset `foff`. */
static enum evidence judge(struct span elf, const struct object_segment *code, uint64_t foff)
{
    struct object_segment segment = { code->avma, foff, code->len };
    const struct object o = { .kind = OBJECT_USER, .machine = -1, .segments = &segment, .nsegments = 1 };
    struct err unused = { 0 };
    return evidence_of_segments(elf, &(struct segment_case){ .object = &o }, &unused);
}

static void extend_end(uint64_t *end, uint64_t at, uint64_t n, uint64_t most)
{
    if (at <= most && n <= most - at && at + n > *end)
        *end = at + n;
}

/* The length of the ELF file at the beginning of `file`: up to the last byte to which its headers refer. */
static uint64_t length_of(struct span file)
{
    struct image m;
    GElf_Shdr h;
    uint64_t end = 0;
    size_t n = 0;
    if (!image_open(&m, file, NULL))
        return file.n;
    for (size_t i = 0; i < m.nloads; i++)
        extend_end(&end, m.loads[i].foff, m.loads[i].in_file, file.n);
    for (Elf_Scn *s = NULL; (s = elf_nextscn(m.elf, s)) != NULL;)
        if (gelf_getshdr(s, &h) && h.sh_type != SHT_NOBITS)
            extend_end(&end, h.sh_offset, h.sh_size, file.n);
    if (!elf_getshdrnum(m.elf, &n))
        extend_end(&end, m.ehdr.e_shoff, n * gelf_fsize(m.elf, ELF_T_SHDR, 1, EV_CURRENT), file.n);
    image_close(&m);
    return end;
}

void embedded_list(struct span file, struct embedded *e)
{
    *e = (struct embedded){ .file = file };
    for (uint64_t at = PAGE; at < file.n && !begins_elf(file, 0); at += PAGE)
        if (begins_elf(file, at))
            *MEM_ADD(e->at, e->n, e->cap) = at;
}

bool embedded_find(const struct embedded *e, const struct object_segment *code, struct object_part *part)
{
    size_t behind = 0;
    BISECT(behind, e->n, i, e->at[i] <= code->foff); /* the first header after the beginning of the code */
    if (code->foff >= e->file.n)
        return false;
    for (size_t i = behind; i > 0 && behind - i < MOST_HEADERS; i--) {
        const uint64_t at = e->at[i - 1];
        const struct span elf = { e->file.p + at, e->file.n - (size_t)at };
        if (judge(elf, code, code->foff - at) > EVIDENCE_CONTRADICTS) {
            *part = (struct object_part){ .foff = at, .len = length_of(elf) };
            return true;
        }
    }
    return false;
}

bool embedded_any(struct span file)
{
    uint64_t at = PAGE;
    while (at < file.n && !begins_elf(file, at))
        at += PAGE;
    return at < file.n && !begins_elf(file, 0);
}

bool embedded_place(struct span elf, const struct object_segment *code, uint64_t *foff)
{
    struct image m;
    bool found = false;
    if (!image_open(&m, elf, NULL))
        return false;
    for (const uint32_t *page = image_page_sizes(&m); *page && !found; page++)
        for (size_t i = 0; i < m.nloads && !found; i++) {
            const struct image_load *l = &m.loads[i];
            const uint64_t begins_at = l->foff - (l->svma & (*page - 1));
            *foff = code->foff - begins_at;
            const bool may_be = l->code && begins_at < code->foff && *foff % *page == 0;
            found = may_be && judge(elf, code, begins_at) == EVIDENCE_AGREES;
        }
    image_close(&m);
    return found;
}
