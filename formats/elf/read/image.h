/*
 * image: an open ELF file, and functions that all readers of formats/elf need: find a section by name, read
 * its contents, convert addresses to file offsets and back. The caller of image_open() owns the image; the
 * image borrows the file's bytes.
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

/* The section of an ELF subset (elf_subset.h) that lists which bytes are original; all other bytes are
   zeros. */
#define ELF_SUBSET_RANGES ".perfolio.ranges"

/* The largest number of segments that are read. Linked files have few, and all segments are searched for
   every symbol. Without a limit, a file with very many program headers would take quadratic time. */
enum { IMAGE_LOADS = 256 };

struct image {
    Elf *elf;
    struct span bytes;
    GElf_Ehdr ehdr;
    enum byte_order order;
    const struct arch *arch; /* NULL: unknown machine */
    struct span names;       /* the section names' string table */
    struct image_load {
        uint64_t svma, size,
            /* size: the larger of the sizes in the file and in memory (perf, elf_read_program_header) */
            foff;
        uint64_t in_file; /* number of its bytes in the file */
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
static inline uint8_t image_address_size(const struct image *m)
{
    if (image_is_wide(m))
        return 8;
    return 4;
}

static inline uint8_t image_bits(const struct image *m)
{
    return image_address_size(m) * 8;
}

/* Whether a section is loaded, is executable, and holds relocations. */
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

/* The string at an offset of a string table that ends with a NUL; "" outside of it. */
static inline const char *image_string(struct span strings, uint64_t offset)
{
    if (offset < strings.n)
        return (const char *)strings.p + offset;
    return "";
}

/* The page sizes of the file's architecture in bytes, ascending; 0 ends. For an unknown architecture 4096. */
const uint32_t *image_page_sizes(const struct image *m);

/* Open an ELF file in memory, whose bytes must outlive the image. False: the bytes are not an ELF file; `e`,
   if not NULL, is set. image_close() is then allowed, but not needed. */
bool image_open(struct image *m, struct span bytes, struct err *e);
/* Like image_open(), for an open file, of which only the needed parts are read. m->bytes is empty;
   image_section_bytes() is empty for sections larger than 16 MiB. */
bool image_open_file(struct image *m, const struct file *f, struct err *e);
void image_close(struct image *m);

/* Find the first section with a name, its header and index (`index` may be NULL); NULL: there is none. */
Elf_Scn *image_find_section(const struct image *m, const char *name, GElf_Shdr *header, size_t *index);

/* A section's name. It is "" if it does not end within 256 bytes, since names may be as long as the file,
   and every search by name would scan them. */
const char *image_section_name(const struct image *m, const GElf_Shdr *header);

/* The bytes of a section in the file, borrowed. Empty for SHT_NOBITS, or if they are outside of the file. */
struct span image_section_bytes(const struct image *m, const GElf_Shdr *header);

/* A symbol table: `data` is for gelf_getsym(). */
struct image_symbols {
    Elf_Data *data;
    int n;
    size_t section;    /* the section's index */
    struct span names; /* the string table for st_name */
};

/* Open the symbol table in the section with this name and type. False: there is none. */
bool image_open_symbols(const struct image *m, const char *section, uint32_t type, struct image_symbols *s);

/* Read relocation `i` of a section with this type; for SHT_REL the addend is 0. False: there is none. */
bool image_reloc(Elf_Data *data, uint32_t type, int i, GElf_Rela *out);

/* The contents of a section, decompressed (contents.c; gabi, "Section Compression"). They are borrowed, or
   stored in *inflated, which the caller frees; *inflated is else NULL. Empty: there are none, they are
   damaged, or they exceed the budget, and then its `over` is set. */
struct span image_section_contents(const struct image *m, const GElf_Shdr *h, struct budget *b,
                                   uint8_t **inflated);

/* Turn an svma into a file offset, by the program headers. False: no PT_LOAD covers it. */
bool image_foff_of_svma(const struct image *m, uint64_t svma, uint64_t *foff);

/* The end of the range that begins at svma and has consecutive file offsets. If svma has no file offset,
   the end of the range without file offsets. UINT64_MAX: there is no end. */
uint64_t image_foff_end(const struct image *m, uint64_t svma);

/* Turn a file offset into an svma. If no segment has bytes at the offset, the offset may also lie in the
   zeros that follow a segment's bytes in memory. */
bool image_svma_of_foff(const struct image *m, uint64_t foff, uint64_t *svma);

/* The end of the range that begins at foff and has consecutive addresses. If foff has no address, the end
   of the range without addresses. UINT64_MAX: there is no end. */
uint64_t image_svma_end(const struct image *m, uint64_t foff);

/* Whether the file has the contents of .text, or is an ELF subset. Its offsets are then the offsets of the mapped
   file. False for a debug file. */
bool image_has_code(const struct image *m);

/* Whether the program headers have the offsets that code has in the mapped file. */
bool image_has_true_offsets(const struct image *m);

/* Set the offset of a debug file's executable segment by a mapping of [foff, end), since offsets in debug
   files usually differ from those in the mapped file. There must be one executable segment with this
   number of pages, or a single executable segment that is not longer. All other segments lose
   their offsets. False: the mapping does not fit. */
bool image_set_offset_by_mapping(struct image *m, uint64_t foff, uint64_t end);

/* Read the name and checksum of the debug file to which an ELF file links (.gnu_debuglink; debug.c).
   False: it has no such link. image_debug_crc() is the checksum of a debug file. */
bool image_debug_link(struct span bytes, struct symbol_link *link);
uint32_t image_debug_crc(struct span bytes);

/* Decompress the ELF file in .gnu_debugdata, malloc'ed. Empty: there is none; if `e` is set, it is damaged
   or larger than core/base/budget.h allows. */
struct span image_unpack_debugdata(const struct image *m, struct err *e);

/* Find where the kernel in a vmlinux begins and ends (marks.c): struct symbol_reader, marks(). */
bool image_kernel_marks(struct span bytes, struct kernel_marks *marks, struct err *e);

/* Add the slots of procedure linkage tables (plt.c) to `t`, which must be sealed and have the file's
   symbols; sort it again afterwards. `names`: the string table of .dynsym if `t` already stores it, else
   NULL. `ifuncs`: a sealed table of the symbols of type STT_GNU_IFUNC; their names must live as long as
   `t`. Adds nothing for an unknown architecture. */
void image_plt_add(const struct image *m, const char *names, const struct symtab *ifuncs, struct symtab *t);

#endif
