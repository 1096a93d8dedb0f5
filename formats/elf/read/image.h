/*
 * image: an open ELF file in memory and the three questions the readers of formats/elf have: which section
 * has this name, what is section i like, where in the file does this address lie. Owned by whoever opened it,
 * and only as long as the bytes.
 */
#ifndef PERFOLIO_FORMATS_ELF_READ_IMAGE_H
#define PERFOLIO_FORMATS_ELF_READ_IMAGE_H

#include <gelf.h>

#include "arch/arch.h"
#include "core/base/budget.h"
#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/file/file.h"
#include "core/resolve/symtab.h"

/* The section of an ELF subset (elf_subset.h) that lists its real bytes; all others are zeros. */
#define ELF_SUBSET_RANGES ".perfolio.ranges"

/* Segments that are read. They are searched once per symbol, and linked files have a handful: a limit keeps a file that is
   nothing but program headers from costing its square. */
enum { IMAGE_LOADS = 256 };

struct image {
    Elf *elf;
    struct span bytes;
    GElf_Ehdr ehdr;
    enum byte_order order;
    const struct arch *arch; /* NULL: unknown */
    struct span names;       /* of sections */
    struct image_load {
        uint64_t svma, size, foff; /* size: the larger of file and memory (perf, elf_read_program_header) */
        uint64_t in_file;          /* how much of it the file has */
        bool code;
    } * loads;
    size_t nloads;
};

/* Whether a file is of ELFCLASS64. */
static inline bool image_is_wide(const struct image *m)
{
    return m->ehdr.e_ident[EI_CLASS] == ELFCLASS64;
}

/* The size of an address: 4 or 8 bytes, 32 or 64 bits. */
static inline uint8_t image_word(const struct image *m)
{
    if (image_is_wide(m))
        return 8;
    return 4;
}

static inline uint8_t image_bits(const struct image *m)
{
    return image_word(m) * 8;
}

/* Whether a section is loaded, whether it is code, and whether it holds relocations. */
static inline bool image_is_loaded(const GElf_Shdr *h)
{
    return h->sh_flags & SHF_ALLOC;
}

static inline bool image_is_executed(const GElf_Shdr *h)
{
    return h->sh_flags & SHF_EXECINSTR;
}

static inline bool image_is_reloc(const GElf_Shdr *h)
{
    return h->sh_type == SHT_RELA || h->sh_type == SHT_REL;
}

/* The text at an offset of a section of strings that ends with a NUL; "" outside of it. */
static inline const char *image_string(struct span strings, uint64_t offset)
{
    if (offset < strings.n)
        return (const char *)strings.p + offset;
    return "";
}

/* The sizes in bytes that pages of the file's architecture may have, the smallest first; 0 ends. For an unknown architecture 4096. */
const uint32_t *image_page_sizes(const struct image *m);

/* Open a file whose bytes stay. False when they are none, with `e` set if it is not NULL; to be closed or not. */
bool image_open(struct image *m, struct span bytes, struct err *e);
/* The same of an open file, of which no more is read than is asked for: `bytes` is empty, and image_bytes() of more than 16 MiB. */
bool image_open_file(struct image *m, const struct file *f, struct err *e);
void image_close(struct image *m);

/* The first section of a name with its header; NULL when there is none. `index` may be NULL. */
Elf_Scn *image_section(const struct image *m, const char *name, GElf_Shdr *header, size_t *index);

/* A section's name; "" when it has none that ends within 256 bytes: sections may share a name as long as the
   file, and every question about names would scan it. */
const char *image_name(const struct image *m, const GElf_Shdr *header);

/* The contents of a section in the file's own order, borrowed; empty for NOBITS or when they do not lie
 * inside. */
struct span image_bytes(const struct image *m, const GElf_Shdr *header);

/* A table of symbols: `data` for gelf_getsym(). */
struct image_symbols {
    Elf_Data *data;
    int n;
    size_t section;    /* its index */
    struct span names; /* st_name is an offset in it */
};

/* The symbols in a section of that name and type. False: there are none. */
bool image_symbols(const struct image *m, const char *section, uint32_t type, struct image_symbols *s);

/* Relocation `i` of a section of that type; of SHT_REL without an addend. False: there is none. */
bool image_reloc(Elf_Data *data, uint32_t type, int i, GElf_Rela *out);

/* The same decompressed (contents.c; gabi, "Section Compression"): borrowed, or for the caller to free in
   *inflated, which else is NULL. Empty: there are none, they are damaged, or they are more than what is left of
   the budget, which is over then. */
struct span image_contents(const struct image *m, const GElf_Shdr *h, struct budget *b, uint8_t **inflated);

/* Where svma lies in the file by the program headers; false when no PT_LOAD covers it. */
bool image_foff(const struct image *m, uint64_t svma, uint64_t *foff);

/* Up to where addresses from svma on lie in the file side by side, or none does; UINT64_MAX: all of them. */
uint64_t image_foff_end(const struct image *m, uint64_t svma);

/* The same back: the address of what lies at foff, or would if zeros that follow a segment in memory were in
   the file; bytes that are in the file come first. */
bool image_svma(const struct image *m, uint64_t foff, uint64_t *svma);

/* Up to where offsets from foff on have addresses side by side, or none has one; UINT64_MAX: all of them. */
uint64_t image_svma_end(const struct image *m, uint64_t foff);

/* Whether the file shows where code lies in the file that was mapped: it has code of its own, or is an ELF
   subset. A debug file does not. */
bool image_has_code(const struct image *m);

/* Whether its program headers still say where code lay in the file that was mapped. */
bool image_has_true_places(const struct image *m);

/* A debug file alone says where its code was loaded, but most often not where it was in the file that was
   mapped: take that from what was mapped of it, [foff, end), if that is one segment with code, or more and
   there is but one; then no other segment has a place. False when it does not fit. */
bool image_fit(struct image *m, uint64_t foff, uint64_t end);

/* The debug file that an ELF file names (debug.c): false when it names none; and the checksum by which such a
   link knows its file. */
bool image_debug_link(struct span bytes, struct symbol_link *link);
uint32_t image_debug_crc(struct span bytes);

/* The ELF file in .gnu_debugdata, decompressed: malloc'ed, or empty when there is none, or with `e` set when
   it is damaged or more than core/base/budget.h allows. */
struct span image_debug_data(const struct image *m, struct err *e);

/* Where the kernel in a vmlinux begins and ends (marks.c): symbol_reader, marks(). */
bool image_marks(struct span bytes, struct kernel_marks *marks, struct err *e);

/* Add the slots of procedure linkage tables (plt.c) to a table that is sealed and has this file's symbols; it
   has to be sorted again. `names` are those of its .dynsym, where the table has them already, else NULL; `ifuncs`,
   sealed, are those symbols of type STT_GNU_IFUNC, with names that live as long as the table. Of an unknown
   architecture nothing is added. */
void image_plt_add(const struct image *m, const char *names, const struct symtab *ifuncs, struct symtab *t);

#endif
