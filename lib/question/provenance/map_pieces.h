/*
 * map_pieces: the visible parts of the mappings of an address space at the end of a recording. Parts that later
 * mappings cover are cut out. Mappings inherited by fork are included; mappings that an exec removed are not.
 */
#ifndef PERFOLIO_LIB_QUESTION_PROVENANCE_MAP_PIECES_H
#define PERFOLIO_LIB_QUESTION_PROVENANCE_MAP_PIECES_H

#include "core/model/timeline/timeline.h"

struct map_piece {
    const struct map *map;
    uint64_t start, end; /* the part's address range; end exclusive */
    uint64_t pgoff;      /* file offset of `start` */
};

/* The pieces of a space, sorted by address, malloc'ed; *n receives their number. A NULL space has no pieces. */
struct map_piece *map_pieces(const struct space *s, size_t *n);

#endif
