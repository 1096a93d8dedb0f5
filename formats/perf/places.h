/*
 * places: where pass 1 found the blocks of a capture, so that pass 2 reads them side by side, whoever asks first. Of
 * what takes work to read, a compressed capture and one in a folio, blocks are kept from pass 1, as many as there is
 * room for.
 */
#ifndef PERFOLIO_FORMATS_PERF_PLACES_H
#define PERFOLIO_FORMATS_PERF_PLACES_H

#include "core/base/err.h"
#include "core/model/capture.h"

struct feed;
struct perfdata;
struct sample_times;

enum { STORES_MOST = 2, STORE_BYTES = 1 << 24 };

/* How a folio packs: a piece of so many bytes of a file is unpacked as a whole. Blocks of an index (record_index.h)
   begin and end in one of them, but for the end of their last record. */
enum {
    PLACES_FRAME = 1 << 20,
    PLACES_RECORD = 1 << 16 /* no record has as many bytes: its size has 16 bits */
};

struct places {
    struct block_place {
        uint64_t at, seq; /* of the first byte, as in struct block */
        uint32_t size;    /* bytes */
        uint32_t stretch; /* that they lie in */
        struct time_range
            of;    /* of samples, where it has nothing else and each has a time; else all there are */
        bool lost; /* it could not be read, which was counted */
        const uint8_t *kept; /* NULL: they are to be read again */
        const uint8_t
            *end; /* of an index, what lies behind the frame in which it begins; NULL: all of it is read */
    } * v;
    size_t n, cap;
    uint8_t *stores[STORES_MOST]; /* what is kept, and of an index the ends of its blocks */
    size_t nstores, room;         /* in the last one, bytes */
    /* A compressed stream does not fit: whoever wants a block of it reads all before it again. */
    bool some_lack;
};

/* The block that the feed has given last; `times`: of its samples, where it has nothing else, else NULL. */
void places_add(struct places *l, const struct feed *f, const struct block *b,
                const struct sample_times *times);

/* A block that follows those, found by another reader of a plain file: its seq is `shift` more. */
void places_append(struct places *l, const struct block_place *found, uint64_t shift);

/* How many of its bytes lie in the frame in which it begins. */
static inline size_t place_in_frame(const struct block_place *place)
{
    const size_t here = PLACES_FRAME - (size_t)(place->at % PLACES_FRAME);
    if (place->size < here)
        return place->size;
    return here;
}

/* The block of a place. Safe from several threads. False when it is gone from the file by now, or with `e` set. */
bool places_read(const struct perfdata *p, const struct block_place *place, struct block *b, struct err *e);

/* Whether what could not be read is damaged where it is packed, as a frame of a folio: what is not in it can be read. Then
   `e` becomes `damage`. */
bool places_damaged(struct err *e, struct err *damage);

/* Count n bytes at an offset of a capture's file, and at a place in the capture (`seq`), that such damage costs. */
void places_count(struct problems *problems, uint64_t n, uint64_t at, uint64_t seq, const struct err *damage);

/* Forget them all. */
void places_free(struct places *l);

#endif
