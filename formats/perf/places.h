/*
 * places: the blocks that pass 1 found in a capture, so that the workers of pass 2 can read different blocks at
 * the same time. If the capture is compressed or lies in a folio, pass 1 keeps decompressed blocks in memory while
 * there is room.
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
        uint32_t stretch; /* that they lie in */
        /* times of its samples, if it has only samples and each has a time; else all times */
        struct time_range of;
        bool lost;           /* the block could not be read, and its bytes were counted as lost */
        const uint8_t *kept; /* the decompressed bytes; NULL: the block has to be read again */
        const uint8_t
            *end; /* of an index: the bytes behind the frame in which it begins; NULL: all are read */
    } * v;
    size_t n, cap;
    uint8_t *stores[STORES_MOST]; /* own the bytes of kept blocks, and of an index the ends of its blocks */
    size_t nstores, room;         /* room: bytes left in the last one */
    /* A compressed stream did not fit, and no places are kept: a stream has no index, so reading a block decompresses
       from its start. */
    bool some_lack;
};

/* Adds the last block of the feed, or extends the last place by it. `times`: the times of its samples; NULL
   if the block has other records, too. */
void places_add(struct places *l, const struct feed *f, const struct block *b,
                const struct sample_times *times);

/* Appends a block that another reader of a plain file found, with `shift` added to its seq. */
void places_append(struct places *l, const struct block_place *found, uint64_t shift);

/* How many bytes of a block lie in the frame in which it begins. */
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

/* Forgets all places and frees the blocks in memory. */
void places_free(struct places *l);

#endif
