/*
 * embedded: ELF files inside of a larger file, from which loaders map them directly (Android's loader, out of an
 * APK). For a recorded mapping of code, these functions find the ELF file that the mapping belongs to: it begins
 * at or before the mapping, at a page boundary, and its program headers agree with the mapping (evidence.h).
 */
#ifndef PERFOLIO_FORMATS_ELF_EMBEDDED_H
#define PERFOLIO_FORMATS_ELF_EMBEDDED_H

#include "core/base/cur.h"
#include "core/model/timeline/object.h"

/* The offsets at which ELF files begin inside of a larger file, ascending; none if the larger file itself is an ELF file. */
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

/* Whether an ELF file begins at some page boundary inside of a file, but not at its start. */
bool embedded_any(struct span file);

/* Given an ELF file and a mapping of a larger file that is not at hand: set *foff to where in the larger file the ELF file
   would have to begin for the mapping to be all of its code. False: nowhere, or at offset 0. */
bool embedded_place(struct span elf, const struct object_segment *code, uint64_t *foff);

#endif
