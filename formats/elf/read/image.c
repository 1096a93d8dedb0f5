#include "formats/elf/read/image.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum { MAX_NAME = 256, MOST_READ = 16 << 20 };

static void find_loads(struct image *m)
{
    size_t n;
    if (elf_getphdrnum(m->elf, &n) < 0)
        return;
    m->loads = mem_new(IMAGE_LOADS, sizeof(*m->loads));
    for (size_t i = 0; i < n && i <= INT_MAX && m->nloads < IMAGE_LOADS; i++) {
        GElf_Phdr p;
        if (!gelf_getphdr(m->elf, (int)i, &p))
            break;
        const uint64_t size = p.p_memsz > p.p_filesz ? p.p_memsz : p.p_filesz;
        if (p.p_type == PT_LOAD && size)
            m->loads[m->nloads++] = (struct image_load){ .svma = p.p_vaddr,
                                                         .size = size,
                                                         .foff = p.p_offset,
                                                         .in_file = p.p_filesz,
                                                         .code = p.p_flags & PF_X };
    }
}

/* The section with the section names; NULL: there is none. If its index does not fit into the ELF header,
   it is the first section's sh_link (gabi, "ELF Header", e_shstrndx). elf_getshdrstrndx() of elfutils
   0.188 is not used: if the file's byte order is not the host's, it reads through the file descriptor,
   which elf_memory() does not have. */
static Elf_Scn *names_section(const struct image *m)
{
    GElf_Shdr first;
    size_t index = m->ehdr.e_shstrndx;
    if (index == SHN_XINDEX) {
        if (gelf_getshdr(elf_getscn(m->elf, 0), &first))
            index = first.sh_link;
        else
            index = SHN_UNDEF;
    }
    if (index == SHN_UNDEF)
        return NULL;
    return elf_getscn(m->elf, index);
}

/* Fail if libelf could not allocate memory. libelf then returns NULL, as for missing parts, but the C
   library has set errno, which the caller cleared before. libelf copies headers of a foreign byte order,
   all of a kind at the first request. */
static void must_have_had_memory(uint64_t n)
{
    if (errno == ENOMEM)
        mem_check_alloc(NULL, 1, (size_t)n);
}

/* Read the headers of the file that libelf opened, which has n bytes. False: it is not an ELF file. */
static bool take_elf(struct image *m, uint64_t n, struct err *e)
{
    must_have_had_memory(n);
    if (!m->elf || elf_kind(m->elf) != ELF_K_ELF || !gelf_getehdr(m->elf, &m->ehdr)) {
        if (e)
            err_set(e, ERR_FORMAT, 0, "not an ELF file (%" PRIu64 " bytes): %s", n, elf_errmsg(-1));
        image_close(m);
        return false;
    }
    if (m->ehdr.e_ident[EI_DATA] == ELFDATA2MSB)
        m->order = ORDER_BIG;
    else
        m->order = ORDER_LITTLE;
    m->arch = arch_by_elf(m->ehdr.e_machine, image_bits(m), m->order);
    GElf_Shdr names;
    Elf_Scn *scn = names_section(m);
    if (scn && gelf_getshdr(scn, &names))
        m->names = image_section_bytes(m, &names);
    find_loads(m);
    must_have_had_memory(n);
    return true;
}

bool image_open(struct image *m, struct span bytes, struct err *e)
{
    *m = (struct image){ .bytes = bytes };
    elf_version(EV_CURRENT);
    /* elf_memory() takes char *, but opens for reading only: it converts foreign byte orders in copies. A
       test checks this with read-only pages. */
    errno = 0;
    if (bytes.n >= EI_NIDENT)
        m->elf = elf_memory((char *)(uintptr_t)bytes.p, bytes.n);
    else
        m->elf = NULL;
    return take_elf(m, bytes.n, e);
}

bool image_open_file(struct image *m, const struct file *f, struct err *e)
{
    *m = (struct image){ .elf = NULL };
    elf_version(EV_CURRENT);
    errno = 0;
    if (f->size >= EI_NIDENT)
        m->elf = elf_begin(f->fd, ELF_C_READ, NULL);
    else
        m->elf = NULL; /* libelf does not map the file in this mode */
    return take_elf(m, f->size, e);
}

void image_close(struct image *m)
{
    if (m->elf)
        elf_end(m->elf);
    free(m->loads);
    *m = (struct image){ 0 };
}

const char *image_section_name(const struct image *m, const GElf_Shdr *header)
{
    if (header->sh_name >= m->names.n)
        return "";
    const uint8_t *p = m->names.p + header->sh_name;
    const size_t left = m->names.n - header->sh_name, most = left < MAX_NAME ? left : MAX_NAME;
    if (memchr(p, 0, most))
        return (const char *)p;
    return "";
}

Elf_Scn *image_find_section(const struct image *m, const char *name, GElf_Shdr *header, size_t *index)
{
    for (Elf_Scn *s = NULL; (s = elf_nextscn(m->elf, s)) != NULL;) {
        if (!gelf_getshdr(s, header) || strcmp(image_section_name(m, header), name))
            continue;
        if (index)
            *index = elf_ndxscn(s);
        return s;
    }
    return NULL;
}

/* Read the contents of a section of a file that is not in memory. libelf owns them until it is closed, and
   checks the file's end. */
static struct span read_bytes(const struct image *m, const GElf_Shdr *h)
{
    const struct span none = { NULL, 0 };
    if (h->sh_type == SHT_NOBITS || h->sh_size > MOST_READ || h->sh_offset > INT64_MAX)
        return none;
    const Elf_Data *d = elf_getdata_rawchunk(m->elf, (int64_t)h->sh_offset, h->sh_size, ELF_T_BYTE);
    if (!d || !d->d_buf)
        return none;
    return (struct span){ d->d_buf, d->d_size };
}

struct span image_section_bytes(const struct image *m, const GElf_Shdr *header)
{
    if (!m->bytes.n)
        return read_bytes(m, header);
    if (header->sh_type == SHT_NOBITS || header->sh_offset > m->bytes.n ||
        header->sh_size > m->bytes.n - header->sh_offset)
        return (struct span){ NULL, 0 };
    return (struct span){ m->bytes.p + header->sh_offset, (size_t)header->sh_size };
}

bool image_open_symbols(const struct image *m, const char *section, uint32_t type, struct image_symbols *s)
{
    GElf_Shdr h, names;
    *s = (struct image_symbols){ 0 };
    Elf_Scn *scn = image_find_section(m, section, &h, &s->section);
    if (!scn || h.sh_type != type || !gelf_getshdr(elf_getscn(m->elf, h.sh_link), &names))
        return false;
    s->data = elf_getdata(scn, NULL);
    if (!s->data)
        return false;
    size_t n = s->data->d_size / gelf_fsize(m->elf, ELF_T_SYM, 1, EV_CURRENT);
    s->n = n < INT_MAX ? (int)n : INT_MAX;
    s->names = image_section_bytes(m, &names);
    return s->names.n;
}

bool image_reloc(Elf_Data *data, uint32_t type, int i, GElf_Rela *out)
{
    GElf_Rel rel;
    if (type == SHT_RELA)
        return gelf_getrela(data, i, out);
    if (type != SHT_REL || !gelf_getrel(data, i, &rel))
        return false;
    *out = (GElf_Rela){ .r_offset = rel.r_offset, .r_info = rel.r_info };
    return true;
}

bool image_has_code(const struct image *m)
{
    GElf_Shdr text;
    const bool has_text = image_find_section(m, ".text", &text, NULL) && text.sh_type != SHT_NOBITS;
    return has_text || image_find_section(m, ELF_SUBSET_RANGES, &text, NULL);
}

const uint32_t *image_page_sizes(const struct image *m)
{
    static const uint32_t least[] = {
        4096, 0
    }; /* the page sizes of all of Linux's architectures are multiples of 4096 */
    if (m->arch)
        return m->arch->page_sizes;
    return least;
}

/* Whether an executable segment covers some byte of [foff, end). */
static bool image_covers(const struct image *m, uint64_t foff, uint64_t end)
{
    uint64_t page = 0;
    for (const uint32_t *size = image_page_sizes(m); *size; size++)
        page = *size;
    for (size_t i = 0; i < m->nloads; i++) {
        const struct image_load *l = &m->loads[i];
        const uint64_t first = l->foff & -page, behind = (l->foff + l->size + page - 1) & -page;
        if (l->code && first < end && foff < behind)
            return true;
    }
    return false;
}

/* The executable segment whose pages have `len` bytes together; *page receives the page size. Else the
   only executable segment, if it is not longer; NULL: neither. */
static struct image_load *loaded_as(const struct image *m, uint64_t len, uint64_t *page)
{
    struct image_load *only = NULL;
    size_t ncode = 0;
    for (const uint32_t *size = image_page_sizes(m); (*page = *size) != 0; size++)
        for (size_t i = 0; i < m->nloads; i++) {
            struct image_load *l = &m->loads[i];
            const uint64_t first = l->svma & -*page, behind = (l->svma + l->size + *page - 1) & -*page;
            if (l->code && behind - first == len)
                return l;
        }
    *page = 4096;
    for (size_t i = 0; i < m->nloads; i++)
        if (m->loads[i].code) {
            only = &m->loads[i];
            ncode++;
        }
    if (ncode == 1 && only->size <= len)
        return only;
    return NULL; /* it is the only segment: ld.so first maps all segments like the first one */
}

/* Whether the program headers still describe the mapped file. eu-strip leaves them unchanged. objcopy changes offsets,
   and sets the sizes in the file to the bytes that remain. */
static bool has_true_segments(const struct image *m)
{
    for (size_t i = 0; i < m->nloads; i++)
        if (m->loads[i].code)
            return m->loads[i].in_file == m->loads[i].size;
    return false;
}

bool image_has_true_offsets(const struct image *m)
{
    return image_has_code(m) || has_true_segments(m);
}

bool image_set_offset_by_mapping(struct image *m, uint64_t foff, uint64_t end)
{
    uint64_t page;
    if (has_true_segments(m))
        return image_covers(m, foff, end);
    struct image_load *l = loaded_as(m, end - foff, &page);
    for (size_t i = 0; i < m->nloads && l; i++) /* the offsets of other segments are unknown */
        if (&m->loads[i] != l)
            m->loads[i].size = m->loads[i].in_file = 0;
    if (l)
        l->foff = foff + (l->svma & (page - 1));
    return l;
}

bool image_foff_of_svma(const struct image *m, uint64_t svma, uint64_t *foff)
{
    for (size_t i = 0; i < m->nloads; i++) {
        if (svma - m->loads[i].svma >= m->loads[i].size || svma < m->loads[i].svma)
            continue;
        *foff = svma - m->loads[i].svma + m->loads[i].foff;
        return true;
    }
    return false;
}

uint64_t image_foff_end(const struct image *m, uint64_t svma)
{
    uint64_t end = UINT64_MAX;
    for (size_t i = 0; i < m->nloads; i++) {
        const struct image_load *l = &m->loads[i];
        const uint64_t bounds[] = { l->svma,
                                    l->size < UINT64_MAX - l->svma ? l->svma + l->size : UINT64_MAX };
        for (size_t k = 0; k < COUNT(bounds); k++) {
            if (bounds[k] > svma && bounds[k] < end)
                end = bounds[k];
        }
    }
    return end;
}

uint64_t image_svma_end(const struct image *m, uint64_t foff)
{
    uint64_t end = UINT64_MAX;
    for (size_t i = 0; i < m->nloads; i++) {
        const struct image_load *l = &m->loads[i];
        const uint64_t bounds[] = { l->foff, l->foff + l->in_file, l->foff + l->size };
        for (size_t k = 0; k < COUNT(bounds); k++) {
            if (bounds[k] > foff && bounds[k] < end)
                end = bounds[k];
        }
    }
    return end;
}

bool image_svma_of_foff(const struct image *m, uint64_t foff, uint64_t *svma)
{
    for (int in_file = 1; in_file >= 0; in_file--)
        for (size_t i = 0; i < m->nloads; i++) {
            const struct image_load *l = &m->loads[i];
            const uint64_t size = in_file ? l->in_file : l->size;
            if (foff < l->foff || foff - l->foff >= size)
                continue;
            *svma = foff - l->foff + l->svma;
            return true;
        }
    return false;
}
