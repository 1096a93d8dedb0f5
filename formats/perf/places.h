/*
 * places: where pass 1 found the blocks of a capture, so that the workers of pass 2 can read them side by side. Of a
 * capture that is compressed or lies in a folio, which takes work to read, the decompressed blocks are kept from pass 1
 * while there is room.
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
        uint64_t at, seq;     /* of the first byte, as in struct block */
        uint32_t size;        /* bytes */
        uint32_t stretch;     /* that they lie in */
        struct time_range of; /* of its samples, if it has nothing else and each has a time; else all times */
        bool lost;            /* it could not be read, which was counted */
        const uint8_t *kept;  /* the bytes, decompressed; NULL: they are to be read again */
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

/* Adds the block that the feed gave last, or extends the last place by it; `times`: of its samples if it has nothing else, else
   NULL. */
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

/* Reads the block of a place into `b`. Safe from several threads. False with `e` set, or without: the file does not have
   it any more. */
bool places_read(const struct perfdata *p, const struct block_place *place, struct block *b, struct err *e);

/* Forgets all places and frees what they keep. */
void places_free(struct places *l);

#endif
