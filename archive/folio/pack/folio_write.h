/*
 * folio_write: writes a folio: sections as they are added, then the manifest and the headers. The manifest's data are
 * gathered in a struct folio. The file has its name only once folio_finish() has returned true.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_PACK_FOLIO_WRITE_H
#define PERFOLIO_ARCHIVE_FOLIO_PACK_FOLIO_WRITE_H

#include "archive/folio/folio.h"
#include "core/base/file/output.h"

/* The alignment of the plain bytes of a compressed section (Elf64_Chdr, ch_addralign). */
enum { FOLIO_ALIGN = 8 };

struct folio_writer {
    struct folio f; /* the data of the manifest */
    struct output out;
    size_t cap_sections, cap_objects, cap_answers, cap_files, cap_captures;
    struct zstd_packer *packer; /* the number of its threads does not change the result */
};

bool folio_create(struct folio_writer *w, const char *path, enum folio_level level, const char *temporary,
                  struct err *e);

/* Adds a section with the name, type, flags, link, info and entsize of `head`. Returns its number; 0: `e` is set. */
uint32_t folio_add(struct folio_writer *w, const struct folio_section *head, struct span bytes,
                   struct err *e);

/* Add a section that has a file, or bytes, in zstd frames. Return its number; 0: `e` is set. */
uint32_t folio_add_file(struct folio_writer *w, const char *name, const struct file *in, struct err *e);
uint32_t folio_add_packed(struct folio_writer *w, const char *name, struct span bytes, struct err *e);

/* Adds the manifest and the headers, and gives the file its name; *size receives its bytes. False with `e` set. Frees
   the writer's memory in any case. */
bool folio_finish(struct folio_writer *w, uint64_t *size, struct err *e);

/* Drops what was written, and frees the writer's memory. */
void folio_abandon(struct folio_writer *w);

#endif
