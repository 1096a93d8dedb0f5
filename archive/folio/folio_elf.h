/*
 * folio_elf: the ELF side of a folio: its header, section headers, notes and compression headers as bytes
 * (gabi, "ELF Header", "Sections", "Section Compression"; always ELFCLASS64 and ELFDATA2LSB). Shared by the
 * reader and the writer.
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
    uint64_t headers_at; /* of the section headers */
    uint64_t nsections;
    uint32_t names; /* the section with their names */
};

static inline uint64_t folio_aligned(uint64_t at)
{
    return (at + 7) & ~UINT64_C(7);
}

/* False and `e`: it is not the header of a folio. More than 65279 sections, or names beyond them, stand in
   the first section header (gabi, e_shnum), which the caller reads then: *extended. */
bool folio_take_elf_header(struct span bytes, struct folio_elf_header *h, bool *extended, struct err *e);

/* `bytes` has to be of one header. */
struct folio_section folio_take_section_header(struct span bytes);

void folio_put_chdr(uint64_t size, struct text *out);
/* False: it is not the header of zstd data. */
bool folio_take_chdr(struct span bytes, uint64_t *size);

/* The note with the manifest's checksum. */
void folio_put_note(const uint8_t hash[FOLIO_HASH], struct text *out);

/* A build-id as a note of GNU's, a content's checksum as one of ours. */
void folio_put_id_note(const struct folio_object *o, struct text *out);

/* Add a section without its bytes; its number. The name is interned in the folio. */
uint32_t folio_begin_section(struct folio *f, size_t *cap, const struct folio_section *head, uint64_t at);

/* Bytes that make up the ELF header and the section headers, as the manifest has their checksum. */
void folio_headers(const struct folio *f, struct text *out);

#endif
