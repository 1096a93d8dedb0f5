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

/* Reads the ELF header. *extended: the number of sections, or the index of the section with their names,
   is above 65279, so that the caller must read both from the first section header (gabi, e_shnum). False
   with `e` set: this is not the ELF header of a folio. */
bool folio_take_elf_header(struct span bytes, struct folio_elf_header *h, bool *extended, struct err *e);

/* Reads a section header from its FOLIO_SECTION_HEADER bytes. */
struct folio_section folio_take_section_header(struct span bytes);

/* Append and read the compression header (Elf64_Chdr) of a section that has `size` plain bytes.
   folio_take_chdr() returns false if the section does not have zstd data. */
void folio_put_chdr(uint64_t size, struct text *out);
bool folio_take_chdr(struct span bytes, uint64_t *size);

/* Appends the note with the manifest's checksum. */
void folio_put_note(const uint8_t hash[FOLIO_HASH], struct text *out);

/* Appends the note that identifies a content: NT_GNU_BUILD_ID if there is a build-id, else Perfolio's own note with
   the checksum of the object's file. */
void folio_put_id_note(const struct folio_object *o, struct text *out);

/* Adds the header of a section whose bytes are at the file offset `at`; interns its name in the folio. Returns the
   section's number. */
uint32_t folio_add_section_header(struct folio *f, size_t *cap, const struct folio_section *head,
                                  uint64_t at);

/* Reads the bytes of any section as they are in the file, and checks them. malloc'ed. False with `e` set. */
bool folio_read_raw(const struct folio *f, uint32_t section, struct span *out, struct err *e);

/* Appends the ELF header and the section headers. The checksum in the manifest covers these bytes. */
void folio_put_elf_headers(const struct folio *f, struct text *out);

#endif
