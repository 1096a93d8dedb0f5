/*
 * restore: what a folio keeps of an object as a file that other programs read: the file itself where the
 * folio has it, else one with the same symbols, and with those parts of the file that are there.
 */
#ifndef PERFOLIO_ARCHIVE_FOLIO_UNPACK_RESTORE_H
#define PERFOLIO_ARCHIVE_FOLIO_UNPACK_RESTORE_H

#include "archive/folio/folio.h"

struct restored {
    struct span bytes; /* empty: nothing is kept that such a file could hold */
    struct text made;  /* owns them, unless they are a section's */
};

void restored_free(struct restored *r);

/* The ELF file; one that is made has the build-id `id`. False with `e` set: a section cannot be read. */
bool restore_elf(const struct folio *f, const struct folio_object *o, const struct build_id *id,
                 struct restored *out, struct err *e);

/* A listing of a kernel's symbols. `modules`: answers for objects whose symbols came out of the same one. */
bool restore_kallsyms(const struct folio *f, const struct folio_object *o,
                      const struct folio_answer *const *modules, size_t n, struct restored *out,
                      struct err *e);

/* What a process listed of the code that it made, as a perf map (formats/text/perf_map.h). */
bool restore_perf_map(const struct folio *f, const struct folio_object *o, struct restored *out,
                      struct err *e);

#endif
