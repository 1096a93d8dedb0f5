/*
 * The sections that unwinding needs, by name: .eh_frame and .eh_frame_hdr (LSB Core, "Exception Frames"),
 * .debug_frame (DWARF 5, 6.4; .zdebug_frame is its old compressed form), .ARM.exidx and .ARM.extab (Exception
 * Handling ABI for the Arm Architecture, 5), .opd (64-bit PowerPC ELF ABI 3.3.3), and .gnu_debugdata, which
 * may contain a .debug_frame. Slots are found by the code in .plt*.
 *
 * Time and output are linear in the size of the file. Sections of a hostile file may overlap, so the size of
 * the output is computed, and compared with the file's, before anything is copied.
 */
#include "formats/elf/write/elf_subset.h"

#include <assert.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/elf/write/elf_out.h"
#include "formats/elf/read/image.h"

enum { SLACK = 4096 }; /* bytes, for alignment and two more names */

static struct elf_ranges real_ranges(const struct image *m)
{
    struct elf_ranges r = { 0 };
    GElf_Shdr h;
    if (!image_find_section(m, ELF_SUBSET_RANGES, &h, NULL)) {
        elf_ranges_add(&r, 0, m->bytes.n);
        return r;
    }
    for (struct cur c = cur_of(image_section_bytes(m, &h), ORDER_LITTLE); c.left >= 16;) {
        uint64_t foff = cur_u64(&c), end = cur_u64(&c);
        if (end <= m->bytes.n && (!r.n || foff > r.v[r.n - 1].end))
            elf_ranges_add(&r, foff, end);
    }
    return r;
}

struct elf_ranges elf_subset_ranges(struct span image)
{
    struct elf_ranges r = { 0 };
    struct image m;
    if (image_open(&m, image, NULL))
        r = real_ranges(&m);
    else
        elf_ranges_add(&r, 0, image.n);
    image_close(&m);
    return r;
}

bool elf_subset_is_whole(struct span image)
{
    struct elf_ranges real = elf_subset_ranges(image);
    bool whole = real.n == 1 && !real.v->foff && real.v->end == image.n;
    free(real.v);
    return whole;
}

static bool is_kept_section(const char *name, const GElf_Shdr *h, bool unwind)
{
    static const char *const names[] = {
        ".eh_frame",  ".eh_frame_hdr", ".debug_frame", ".zdebug_frame",
        ".ARM.exidx", ".ARM.extab",    ".opd",         ".gnu_debugdata",
    };
    if (h->sh_type == SHT_NOTE && (image_is_loaded(h) || !strcmp(name, ".note.gnu.build-id")))
        return true;
    if (!unwind)
        return false;
    for (size_t i = 0; i < COUNT(names); i++)
        if (!strcmp(name, names[i]))
            return true;
    return !strncmp(name, ".plt", 4);
}

struct subset_job {
    struct image m;
    struct image other;           /* another subset of the same file; elf NULL: none */
    struct elf_ranges other_kept; /* the ranges of `kept` that are copied from `other` */
    bool unwind;
    struct elf_ranges kept;
    size_t head;  /* size of the ELF header in bytes */
    uint64_t end; /* end of the parts with a fixed offset */
};

static void extend_placed(struct subset_job *j, uint64_t end)
{
    if (end >= j->end)
        j->end = end;
}

/* The end of n bytes at an offset, cut to the file's size; 0: they begin after the file. */
static uint64_t end_in(uint64_t size, uint64_t at, uint64_t n)
{
    if (at > size)
        return 0;
    if (n < size - at)
        return at + n;
    return size;
}

/* Keep the program headers and the notes that they list. The bytes that they load have fixed offsets. */
static void keep_segments(struct subset_job *j)
{
    const uint64_t size = j->m.bytes.n, at = j->m.ehdr.e_phoff;
    size_t n = 0;
    if (elf_getphdrnum(j->m.elf, &n) < 0 || at > size)
        return;
    uint64_t table = (uint64_t)n * j->m.ehdr.e_phentsize;
    elf_ranges_add(&j->kept, at, end_in(size, at, table));
    for (size_t i = 0; i < n && i <= INT_MAX; i++) {
        GElf_Phdr p;
        if (!gelf_getphdr(j->m.elf, (int)i, &p))
            break;
        const uint64_t end = end_in(size, p.p_offset, p.p_filesz);
        if (p.p_type == PT_LOAD)
            extend_placed(j, end);
        if (p.p_type == PT_NOTE)
            elf_ranges_add(&j->kept, p.p_offset, end);
    }
}

static bool is_same_place(const GElf_Shdr *a, const GElf_Shdr *b)
{
    return a->sh_addr == b->sh_addr && a->sh_offset == b->sh_offset && a->sh_size == b->sh_size;
}

/* The contents of a section. If it has contents only in the other image, contents and type come from
   there. */
static struct span section_bytes(const struct subset_job *j, size_t index, GElf_Shdr *h)
{
    GElf_Shdr there;
    if (h->sh_type != SHT_NOBITS || !j->other.elf || !gelf_getshdr(elf_getscn(j->other.elf, index), &there) ||
        !is_same_place(&there, h))
        return image_section_bytes(&j->m, h);
    h->sh_type = there.sh_type;
    return image_section_bytes(&j->other, &there);
}

/* The next section, its header and contents; like elf_nextscn(). */
static Elf_Scn *next_section(const struct subset_job *j, Elf_Scn *s, GElf_Shdr *h, struct span *bytes)
{
    while ((s = elf_nextscn(j->m.elf, s)) != NULL && !gelf_getshdr(s, h))
        ;
    if (s)
        *bytes = section_bytes(j, elf_ndxscn(s), h);
    return s;
}

static void keep_sections(struct subset_job *j)
{
    GElf_Shdr h;
    struct span bytes;
    for (Elf_Scn *s = NULL; (s = next_section(j, s, &h, &bytes)) != NULL;)
        if (image_is_loaded(&h) && is_kept_section(image_section_name(&j->m, &h), &h, j->unwind))
            elf_ranges_add(&j->kept, h.sh_offset, h.sh_offset + bytes.n);
    elf_ranges_join(&j->kept);
    if (j->kept.n)
        extend_placed(j, j->kept.v[j->kept.n - 1].end);
    /* A section that is kept in part has a fixed offset as a whole. */
    for (Elf_Scn *s = NULL; (s = next_section(j, s, &h, &bytes)) != NULL;)
        if (image_is_loaded(&h) && elf_ranges_touch(&j->kept, h.sh_offset, bytes.n))
            extend_placed(j, h.sh_offset + bytes.n);
    for (Elf_Scn *s = NULL; (s = next_section(j, s, &h, &bytes)) != NULL;)
        if (!image_is_loaded(&h) && h.sh_offset + bytes.n <= j->end &&
            is_kept_section(image_section_name(&j->m, &h), &h, j->unwind))
            elf_ranges_add(&j->kept, h.sh_offset, h.sh_offset + bytes.n);
    elf_ranges_join(&j->kept);
}

static bool stays(const struct subset_job *j, const GElf_Shdr *h, struct span bytes)
{
    return image_is_loaded(h) || (bytes.n && is_kept_section(image_section_name(&j->m, h), h, j->unwind));
}

/* The new index of each section, since sections refer to each other by index; 0: the section is dropped. */
static uint32_t *list_moves(const struct subset_job *j, size_t *n)
{
    GElf_Shdr h;
    struct span bytes;
    uint32_t at = 0;
    if (elf_getshdrnum(j->m.elf, n) < 0)
        *n = 0;
    uint32_t *moves = mem_new(*n, sizeof(*moves));
    for (Elf_Scn *s = NULL; (s = next_section(j, s, &h, &bytes)) != NULL;)
        if (stays(j, &h, bytes) && elf_ndxscn(s) < *n)
            moves[elf_ndxscn(s)] = ++at;
    return moves;
}

static uint32_t moved_section(const uint32_t *moves, size_t n, uint32_t section)
{
    if (section < n)
        return moves[section];
    return 0;
}

static void describe_sections(const struct subset_job *j, struct elf_out *o)
{
    GElf_Shdr h, null = { 0 };
    struct span bytes;
    size_t n;
    uint32_t *moves = list_moves(j, &n);
    /* The null section has the number of program headers if the ELF header has no room for it (gabi:
       PN_XNUM). */
    bool counts = load_u16(j->m.bytes.p + elf_out_layout(o)->phnum, o->order) == PN_XNUM;
    if (counts && gelf_getshdr(elf_getscn(j->m.elf, 0), &h))
        null.sh_info = h.sh_info;
    elf_out_add_section(o, "", null, (struct span){ NULL, 0 });

    for (Elf_Scn *s = NULL; (s = next_section(j, s, &h, &bytes)) != NULL;) {
        if (!stays(j, &h, bytes))
            continue;
        const bool is_loaded = image_is_loaded(&h), has_info_link = h.sh_flags & SHF_INFO_LINK;
        h.sh_link = moved_section(moves, n, h.sh_link);
        if (has_info_link || image_is_reloc(&h))
            h.sh_info = moved_section(moves, n, h.sh_info);
        if (h.sh_size && is_loaded && !elf_ranges_touch(&j->kept, h.sh_offset, bytes.n))
            h.sh_type = SHT_NOBITS;
        if (is_loaded || h.sh_offset + bytes.n <= j->end) /* the section has a fixed offset */
            bytes = (struct span){ NULL, 0 };
        elf_out_add_section(o, image_section_name(&j->m, &h), h, bytes);
    }
    free(moves);
}

/* The largest size of a subset: the files, their section headers, and a table of ranges. */
static uint64_t most_bytes(const struct subset_job *j, const struct elf_out *o)
{
    return j->m.bytes.n + j->other.bytes.n + j->m.names.n +
           o->n * gelf_fsize(j->m.elf, ELF_T_SHDR, 1, EV_CURRENT) + SLACK;
}

/* Copy the kept parts. Most of the output is zeros, which take no memory until they are written. */
static void copy_kept(const struct subset_job *j, size_t size, struct text *out)
{
    assert(j->head <= j->end && j->end <= size);
    *out = (struct text){ .s = mem_new_sparse(size), .n = (size_t)j->end, .cap = size };
    memcpy(out->s, j->m.bytes.p, j->head);
    for (size_t i = 0; i < j->kept.n; i++) {
        const struct elf_range *r = &j->kept.v[i];
        const uint64_t end = r->end < j->m.bytes.n ? r->end : j->m.bytes.n;
        if (r->foff < end)
            memcpy(out->s + r->foff, j->m.bytes.p + r->foff, (size_t)(end - r->foff));
    }
    for (size_t i = 0; i < j->other_kept.n; i++) {
        const struct elf_range *r = &j->other_kept.v[i];
        memcpy(out->s + r->foff, j->other.bytes.p + r->foff, (size_t)(r->end - r->foff));
    }
}

/* The ranges of original bytes in either image. j->other_kept receives the ranges of the other image. */
static struct elf_ranges join_real(struct subset_job *j)
{
    struct elf_ranges real = real_ranges(&j->m);
    if (!j->other.elf)
        return real;
    j->other_kept = real_ranges(&j->other);
    for (size_t i = 0; i < j->other_kept.n; i++)
        elf_ranges_add(&real, j->other_kept.v[i].foff, j->other_kept.v[i].end);
    elf_ranges_join(&real);
    return real;
}

/* Widen ranges that begin at symbols to the beginning of their code (struct arch, function_bits). */
static struct elf_ranges code_of_symbols(const struct image *m, const struct elf_range *ranges, size_t n)
{
    struct elf_range *v = mem_new(n, sizeof(*v));
    const uint64_t bits = m->arch ? m->arch->function_bits : 0;
    for (size_t i = 0; i < n; i++)
        v[i] = (struct elf_range){ ranges[i].foff & ~bits, ranges[i].end };
    struct elf_ranges all = elf_ranges_of(v, n);
    free(v);
    return all;
}

/* Begin a subset of a file. Bytes that the file lacks come from `other`, another image of it, which may be empty. */
static bool begin_subset(struct elf_out *o, struct span file, struct span other,
                         const struct elf_range *ranges, size_t n, bool unwind, struct text *out,
                         struct elf_ranges *kept, struct err *e)
{
    assert(!out->n);
    struct subset_job j = { .unwind = unwind };
    struct elf_ranges real = { 0 }, asked = { 0 };
    bool ok = image_open(&j.m, file, e) && (!other.n || image_open(&j.other, other, e));
    if (!ok)
        goto out;
    asked = code_of_symbols(&j.m, ranges, n);
    *o = (struct elf_out){ .wide = image_is_wide(&j.m), .order = j.m.order, .file = out };
    j.end = j.head = gelf_fsize(j.m.elf, ELF_T_EHDR, 1, EV_CURRENT);
    real = join_real(&j);
    j.kept = elf_ranges_intersect(&asked, &real);
    keep_segments(&j);
    keep_sections(&j);
    if (j.other.elf) {
        struct elf_ranges theirs = elf_ranges_intersect(&j.other_kept, &j.kept);
        free(j.other_kept.v);
        j.other_kept = theirs;
    }
    describe_sections(&j, o);
    ok = elf_out_size(o, j.end) <= most_bytes(&j, o);
    if (!ok) {
        err_set(e, ERR_FORMAT, 0,
                "parts of an ELF file overlap: the parts to keep of its %zu bytes take %llu", file.n,
                (unsigned long long)elf_out_size(o, j.end));
        elf_out_drop(o);
        goto out;
    }
    copy_kept(&j, (size_t)elf_out_size(o, j.end) + SLACK, out);
    *kept = j.kept;
    j.kept.v = NULL;
out:
    free(asked.v);
    free(real.v);
    free(j.kept.v);
    free(j.other_kept.v);
    image_close(&j.m);
    image_close(&j.other);
    return ok;
}

static const struct elf_range everything = { 0, UINT64_MAX };

bool elf_subset_begin(struct elf_out *o, struct span file, struct text *out, struct elf_ranges *kept,
                      struct err *e)
{
    return begin_subset(o, file, (struct span){ NULL, 0 }, &everything, 1, true, out, kept, e);
}

void elf_subset_add_ranges(struct elf_out *o, struct elf_ranges *kept)
{
    struct elf_out little = { .order = ORDER_LITTLE };
    size_t size = kept->n * 16;
    char *bytes = arena_new(&o->arena, size);
    for (size_t i = 0; i < kept->n; i++) {
        elf_out_write_number(&little, bytes + 16 * i, 8, kept->v[i].foff);
        elf_out_write_number(&little, bytes + 16 * i + 8, 8, kept->v[i].end);
    }
    elf_out_add_section(o, ELF_SUBSET_RANGES,
                        (GElf_Shdr){ .sh_type = SHT_PROGBITS, .sh_addralign = 8, .sh_entsize = 16 },
                        (struct span){ (const uint8_t *)bytes, size });
    free(kept->v);
}

static bool subset(struct span file, struct span other, const struct elf_range *ranges, size_t n, bool unwind,
                   struct text *out, struct err *e)
{
    struct elf_out o;
    struct elf_ranges kept;
    if (!begin_subset(&o, file, other, ranges, n, unwind, out, &kept, e))
        return false;
    elf_subset_add_ranges(&o, &kept);
    elf_out_end(&o);
    return true;
}

bool elf_subset(struct span file, const struct elf_range *ranges, size_t n, bool unwind, struct text *out,
                struct err *e)
{
    return subset(file, (struct span){ NULL, 0 }, ranges, n, unwind, out, e);
}

/* The .debug_frame of a file, unchanged (perhaps compressed), and its header; empty: the file has none. */
static struct span debug_frame(const struct image *m, GElf_Shdr *h)
{
    struct span none = { NULL, 0 };
    bool found = image_find_section(m, ".debug_frame", h, NULL) ||
                 image_find_section(m, ".zdebug_frame", h, NULL);
    if (found)
        return image_section_bytes(m, h);
    return none;
}

static bool add_debug_frame(struct span image, const struct image *own, const struct image *debug,
                            struct text *out)
{
    struct err ignored = { 0 };
    struct elf_out o;
    struct elf_ranges kept;
    GElf_Shdr h;
    struct span bytes = debug_frame(debug, &h);
    const bool is_alike = own->order == debug->order &&
                          own->ehdr.e_ident[EI_CLASS] == debug->ehdr.e_ident[EI_CLASS];
    if (!is_alike || !bytes.n || debug_frame(own, &(GElf_Shdr){ 0 }).n ||
        !elf_subset_begin(&o, image, out, &kept, &ignored))
        return false;
    elf_out_add_section(&o, image_section_name(debug, &h),
                        (GElf_Shdr){ .sh_type = SHT_PROGBITS,
                                     .sh_flags = h.sh_flags & SHF_COMPRESSED,
                                     .sh_addralign = h.sh_addralign },
                        bytes);
    elf_subset_add_ranges(&o, &kept);
    elf_out_end(&o);
    return true;
}

bool elf_subset_frames(struct span image, struct span debug, struct text *out)
{
    struct image own, other = { 0 };
    bool made = image_open(&own, image, NULL) && image_open(&other, debug, NULL) &&
                add_debug_frame(image, &own, &other, out);
    image_close(&other);
    image_close(&own);
    return made;
}

static size_t count_sections(struct span image)
{
    struct image m;
    size_t n = 0;
    if (image_open(&m, image, NULL) && elf_getshdrnum(m.elf, &n) < 0)
        n = 0;
    image_close(&m);
    return n;
}

bool elf_subset_join(struct span a, struct span b, struct text *out, struct err *e)
{
    bool more = count_sections(b) >
                count_sections(a); /* the image with more sections has unwind tables that are not loaded */
    if (more)
        return subset(b, a, &everything, 1, true, out, e);
    return subset(a, b, &everything, 1, true, out, e);
}
