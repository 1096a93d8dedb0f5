/*
 * map_pieces: the visible parts of an address space's mappings at the end of a recording: what was mapped over them is cut out,
 * and what was inherited counts, but not what an exec did away with.
 */
#ifndef PERFOLIO_LIB_QUESTION_PROVENANCE_MAP_PIECES_H
#define PERFOLIO_LIB_QUESTION_PROVENANCE_MAP_PIECES_H

#include "core/model/timeline/timeline.h"

struct map_piece {
    const struct map *map;
    uint64_t start, end; /* of the map, end exclusive */
    uint64_t pgoff;      /* in the file, of start */
};

/* By address; malloc'ed. A NULL space has none. */
struct map_piece *map_pieces(const struct space *s, size_t *n);

#endif
