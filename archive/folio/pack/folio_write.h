/*
 * folio_write: putting a folio down: sections one after the other as they come, then the manifest and the
 * headers. What is in it is gathered in a struct folio; the file is there when folio_finish() returns true,
 * and not before.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_FOLIO_WRITE_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_FOLIO_WRITE_H

#include "archive/folio/folio.h"
#include "core/base/file/output.h"

/* What is inside of a compressed section is aligned to (Elf64_Chdr, ch_addralign). */
enum { FOLIO_ALIGN = 8 };

struct folio_writer {
    struct folio f; /* what will be in the manifest */
    struct output out;
    size_t cap_sections, cap_objects, cap_answers, cap_files, cap_captures;
    struct zstd_packer *packer; /* its threads are never part of the result */
};

bool folio_create(struct folio_writer *w, const char *path, enum folio_level level, const char *temporary,
                  struct err *e);

/* Add a section of the name, type, flags, link, info and entsize in `head`. Its number; 0: `e` is set. */
uint32_t folio_add(struct folio_writer *w, const struct folio_section *head, struct span bytes,
                   struct err *e);

/* Add a section that holds a file, or bytes, in zstd frames. */
uint32_t folio_add_file(struct folio_writer *w, const char *name, const struct file *in, struct err *e);
uint32_t folio_add_packed(struct folio_writer *w, const char *name, struct span bytes, struct err *e);

/* Add the manifest and the headers, and give the file its name; *size receives how many bytes it has.
   Releases the writer in any case. */
bool folio_finish(struct folio_writer *w, uint64_t *size, struct err *e);

/* Drop what was written. */
void folio_abandon(struct folio_writer *w);

#endif
