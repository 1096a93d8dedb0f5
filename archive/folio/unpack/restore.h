/*
 * restore: turns an object in a folio into a file that other programs read: the file itself if the folio has it, else
 * one with the same symbols and the parts of the file that the folio has.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_UNPACK_RESTORE_H
#define PERFOLIO_ARCHIVE_FOLIO_UNPACK_RESTORE_H

#include "archive/folio/folio.h"

struct restored {
    struct span bytes; /* empty: the folio keeps nothing that such a file could hold */
    struct text made;  /* owns the bytes, unless they are a section's */
};

void restored_free(struct restored *r);

/* Makes the ELF file; one that is not the original gets the build-id `id`. False with `e` set: a section cannot be
   read. */
bool restore_elf(const struct folio *f, const struct folio_object *o, const struct build_id *id,
                 struct restored *out, struct err *e);

/* Makes a listing of a kernel's symbols. `modules`: the answers for objects whose symbols came from the same listing. */
bool restore_kallsyms(const struct folio *f, const struct folio_object *o,
                      const struct folio_answer *const *modules, size_t n, struct restored *out,
                      struct err *e);

/* Makes the perf map of a process: the code that it generated (formats/text/perf_map.h). */
bool restore_perf_map(const struct folio *f, const struct folio_object *o, struct restored *out,
                      struct err *e);

#endif
