/*
 * embedded: ELF files inside of a larger file that loaders map directly (Android's, out of an APK). Given a
 * recorded mapping of code, they find the ELF file that it belongs to: one that begins at or before the
 * mapping, at a page boundary, and whose program headers agree with it (evidence.h).
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

/* Fill *e with all ELF files in `file`; the caller frees e->at. Looks at every page of the file: call it once a file. */
void embedded_list(struct span file, struct embedded *e);

/* Find the nearest ELF file at or before the code whose program headers do not contradict it. False: there is none. */
bool embedded_find(const struct embedded *e, const struct object_segment *code, struct object_part *part);

/* Whether an ELF file begins at some page boundary inside of a file, but not at its start. */
bool embedded_any(struct span file);

/* Given an ELF file and a mapping of a larger file that is not at hand: set *foff to where in the larger file the ELF file
   would have to begin for the mapping to be all of its code. False: nowhere, or at offset 0. */
bool embedded_place(struct span elf, const struct object_segment *code, uint64_t *foff);

#endif
