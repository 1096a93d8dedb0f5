/*
 * embedded: ELF files inside of larger files, as loaders map them (Android's, out of an APK), by what a recording has of it: where
 * in the larger file code lies that was mapped. The program headers of an ELF file that begins at or before it, at the
 * boundary of a page, have to agree (evidence.h).
 */
#ifndef PERFOLIO_FORMATS_ELF_EMBEDDED_H
#define PERFOLIO_FORMATS_ELF_EMBEDDED_H

#include "core/base/cur.h"
#include "core/model/timeline/object.h"

/* Where ELF files begin in a larger file, ascending, but for one that begins it: then there are none. */
struct embedded {
    struct span file; /* borrowed */
    uint64_t *at;     /* n offsets, owned: free() */
    size_t n, cap;
};

/* Find all, once, for every page of the file is looked at. */
void embedded_list(struct span file, struct embedded *e);

/* The nearest of them that the code may be of. False: there is none. */
bool embedded_find(const struct embedded *e, const struct object_segment *code, struct object_part *part);

/* Whether some ELF file begins inside of a file, at the boundary of a page, and not with it. */
bool embedded_any(struct span file);

/* Where in a file that is not at hand an ELF file would have to begin for the code to be all of its own. False: nowhere, or at the
   front. */
bool embedded_place(struct span elf, const struct object_segment *code, uint64_t *foff);

#endif
