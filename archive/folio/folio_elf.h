/*
 * folio_elf: reads and writes the ELF structures of a folio: ELF header, section headers, notes and compression headers
 * (gabi, "ELF Header", "Sections", "Section Compression"; always ELFCLASS64 and ELFDATA2LSB).
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_FOLIO_ELF_H
#define PERFOLIO_ARCHIVE_FOLIO_FOLIO_ELF_H

#include "archive/folio/folio.h"

enum {
    FOLIO_ELF_HEADER = 64,
    FOLIO_SECTION_HEADER = 64,
    FOLIO_CHDR = 24,
    SECTION_PROGBITS = 1,
    SECTION_SYMTAB = 2,
    SECTION_STRTAB = 3,
    SECTION_NOTE = 7,
    SECTION_COMPRESSED = 1 << 11,
    COMPRESSED_ZSTD = 2, /* ELFCOMPRESS_ZSTD */
};

#define FOLIO_MANIFEST ".perfolio"
#define FOLIO_NOTE     ".note.perfolio"

struct folio_elf_header {
    uint64_t headers_at; /* offset of the section headers */
    uint64_t nsections;
    uint32_t names; /* the section with the names of sections */
};

static inline uint64_t folio_aligned(uint64_t at)
{
    return (at + 7) & ~UINT64_C(7);
}

/* Reads the ELF header. *extended: more than 65279 sections, or an index of the names' section that large, which the
   caller has to read from the first section header (gabi, e_shnum). False with `e` set: it is not a folio's. */
bool folio_take_elf_header(struct span bytes, struct folio_elf_header *h, bool *extended, struct err *e);

/* Reads a section header from `bytes`, which are FOLIO_SECTION_HEADER ones. */
struct folio_section folio_take_section_header(struct span bytes);

/* Compression headers, of `size` plain bytes. folio_take_chdr(): false: it is not one of zstd data. */
void folio_put_chdr(uint64_t size, struct text *out);
bool folio_take_chdr(struct span bytes, uint64_t *size);

/* Appends the note with the manifest's checksum. */
void folio_put_note(const uint8_t hash[FOLIO_HASH], struct text *out);

/* Appends the note that identifies a content: GNU's with the build-id or, without one, ours with the checksum. */
void folio_put_id_note(const struct folio_object *o, struct text *out);

/* Adds the header of a section whose bytes are at `at`. Returns its number. Interns the name in the folio. */
uint32_t folio_add_section_header(struct folio *f, size_t *cap, const struct folio_section *head,
                                  uint64_t at);

/* Appends the ELF header and the section headers, of which the manifest has the checksum. */
void folio_put_elf_headers(const struct folio *f, struct text *out);

#endif
