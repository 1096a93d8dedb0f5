/*
 * embedded: ELF files inside a larger file, from which loaders map them directly (Android's loader, out of an
 * APK). For a recorded mapping of code, these functions find the ELF file of the mapping. It begins at or
 * before the mapping, at a page boundary, and its program headers agree with the mapping (evidence.h).
 */
#ifndef PERFOLIO_FORMATS_ELF_EMBEDDED_H
#define PERFOLIO_FORMATS_ELF_EMBEDDED_H

#include "core/base/cur.h"
#include "core/model/timeline/object.h"

/* The offsets at which ELF files begin inside a larger file, ascending. None if the larger file itself is
   an ELF file. */
struct embedded {
    struct span file; /* borrowed */
    uint64_t *at;     /* n file offsets, owned: free() */
    size_t n, cap;
};

/* Fill *e with all ELF files in `file`; the caller frees e->at. Reads the beginning of every page of the
   file, so call it once per file. */
void embedded_list(struct span file, struct embedded *e);

/* Find the nearest ELF file at or before the code whose program headers do not contradict it. False: there is none. */
bool embedded_find(const struct embedded *e, const struct object_segment *code, struct object_part *part);

/* Whether an ELF file begins at some page boundary inside a file, but not at its start. */
bool embedded_any(struct span file);

/* For an ELF file and a mapping of a larger file that is not available: set *foff to the offset in the
   larger file at which the ELF file must begin if the mapping is all of its code. False: there is no such
   offset, or it is 0. */
bool embedded_place(struct span elf, const struct object_segment *code, uint64_t *foff);

#endif
