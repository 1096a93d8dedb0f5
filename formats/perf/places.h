/*
 * places: the positions of the blocks that pass 1 found in a capture, so that the workers of pass 2 can read
 * different blocks at the same time. If the capture is compressed or in a folio, pass 1 stores decompressed
 * blocks in memory while there is room.
 */
#ifndef PERFOLIO_FORMATS_PERF_PLACES_H
#define PERFOLIO_FORMATS_PERF_PLACES_H

#include "core/base/err.h"
#include "core/model/capture.h"
#include "formats/perf/feed.h"

struct sample_times;

enum { STORES_MOST = 2, STORE_BYTES = 1 << 24 };

struct places {
    struct block_place {
        uint64_t at, seq; /* of the first byte, as in struct block */
        uint32_t size;    /* bytes */
        uint32_t stretch; /* index of the stretch that contains the block */
        /* range of the times of its samples, if it has only samples and each has a time; else all times */
        struct time_range of;
        bool lost;           /* the block could not be read, and its bytes were counted as lost */
        const uint8_t *kept; /* the decompressed bytes; NULL: the block must be read again */
        /* for an index: the bytes after the frame in which the block begins; NULL: all bytes are read from
           the file */
        const uint8_t *end;
    } * v;
    size_t n, cap;
    /* contain the bytes of stored blocks, and for an index the ends of its blocks */
    uint8_t *stores[STORES_MOST];
    size_t nstores, room; /* room: bytes left in the last store */
    /* A compressed stream did not fit, so no places are stored. A stream has no index: reading a block
       decompresses from its start. */
    bool some_lack;
};

/* Adds the last block of the feed as a new place, or extends the last place by it. `times`: the times of
   its samples; NULL if the block also has other records. */
void places_add(struct places *l, const struct feed *f, const struct block *b,
                const struct sample_times *times);

/* Appends a block of a plain file that another reader found, with `shift` added to its seq. */
void places_append(struct places *l, const struct block_place *found, uint64_t shift);

/* The number of a block's bytes that are in the frame in which it begins. */
static inline size_t place_in_frame(const struct block_place *place)
{
    const size_t here = FEED_FRAME - (size_t)(place->at % FEED_FRAME);
    if (place->size < here)
        return place->size;
    return here;
}

/* Reads the block of a place into `b`. Safe from several threads. False with `e` set: the block cannot be
   read; false without `e` set: the file no longer has the block. */
bool places_read(const struct perfdata *p, const struct block_place *place, struct block *b, struct err *e);

/* Drops all places and frees the stored blocks. */
void places_free(struct places *l);

#endif
