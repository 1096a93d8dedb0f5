#include "formats/perf/places.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/perf/feed.h"
#include "formats/perf/file/perfdata.h"
#include "formats/perf/records/heads.h"

void places_free(struct places *l)
{
    for (size_t i = 0; i < l->nstores; i++)
        free(l->stores[i]);
    free(l->v);
    *l = (struct places){ 0 };
}

/* Whether a block is merged into the last place instead of becoming a new one. Blocks are small if large
   samples are skimmed, so there would be too many places. */
static bool perf_places_goes_on(const struct places *l, const struct feed *f, const struct block *b)
{
    if (!l->n)
        return false;
    const struct block_place *last = &l->v[l->n - 1];
    const bool follows = last->stretch == f->stretch && last->at + last->size == b->at;
    return follows && !last->kept && last->size + f->covered <= FEED_BLOCK_BYTES;
}

static bool perf_places_has_room(const struct places *l, size_t n)
{
    return n <= STORE_BYTES && (l->nstores < STORES_MOST || n <= l->room);
}

/* Copies bytes into a store. Stores are few and large, since the fault of a small page costs as much as
   decompressing its bytes. */
static const uint8_t *perf_places_keep(struct places *l, struct span bytes)
{
    assert(perf_places_has_room(l, bytes.n));
    if (bytes.n > l->room) {
        l->stores[l->nstores++] = mem_new(STORE_BYTES, 1);
        l->room = STORE_BYTES;
    }
    uint8_t *to = l->stores[l->nstores - 1] + (STORE_BYTES - l->room);
    l->room -= bytes.n;
    return memcpy(to, bytes.p, bytes.n);
}

void places_add(struct places *l, const struct feed *f, const struct block *b,
                const struct sample_times *times)
{
    bool fits = feed_is_packed(f) && perf_places_has_room(l, b->bytes.n);
    const bool known = times && !times->untimed;
    const struct time_range of = { known ? times->first : 0, known ? times->last : UINT64_MAX };
    if (l->some_lack)
        return;
    if (f->inflating && !fits) {
        places_free(l);
        l->some_lack = true;
        return;
    }
    if (!fits && perf_places_goes_on(l, f, b)) {
        struct block_place *last = &l->v[l->n - 1];
        last->size += (uint32_t)f->covered;
        last->of.from = of.from < last->of.from ? of.from : last->of.from;
        last->of.to = of.to > last->of.to ? of.to : last->of.to;
        return;
    }
    struct block_place place = {
        .at = b->at, .seq = b->seq, .size = (uint32_t)f->covered, .stretch = (uint32_t)f->stretch, .of = of
    };
    if (fits) {
        place.size = (uint32_t)b->bytes.n;
        place.kept = perf_places_keep(l, b->bytes);
    }
    *MEM_ADD(l->v, l->n, l->cap) = place;
}

void places_append(struct places *l, const struct block_place *found, uint64_t shift)
{
    struct block_place *to = MEM_ADD(l->v, l->n, l->cap);
    *to = *found;
    to->seq += shift;
}

/* Reads a block of an index. If it covers half of its frame or more, the whole frame is read, which is
   unpacked directly into the buffer. Bytes of the next frame come from the index. */
static struct span read_in_frame(const struct file *file, const struct block_place *place, struct block *b,
                                 struct err *e)
{
    assert(place->end && place->size >= place_in_frame(place));
    const size_t here = place_in_frame(place);
    size_t skip = 0, n = here;
    if (here >= FEED_FRAME / 2) {
        skip = (size_t)(place->at % FEED_FRAME);
        n = FEED_FRAME;
        if (file->size - (place->at - skip) < FEED_FRAME)
            n = (size_t)(file->size - (place->at - skip));
    }
    capture_block_reserve(b, FEED_FRAME + FEED_RECORD);
    uint8_t *bytes = b->buf + skip;
    if (file_read(file, place->at - skip, b->buf, n, e) != (int64_t)n)
        return (struct span){ bytes, 0 };
    memcpy(bytes + here, place->end, place->size - here);
    return (struct span){ bytes, place->size };
}

static struct span read_plain(const struct file *file, const struct block_place *place, struct block *b,
                              struct err *e)
{
    enum { STEP = 1 << 14 }; /* size is rounded up, so that the buffer is seldom enlarged */
    size_t room = ((size_t)place->size + STEP - 1) / STEP * STEP;
    if (room < FEED_BLOCK_BYTES)
        room = FEED_BLOCK_BYTES;
    capture_block_reserve(b, room);
    int64_t n = file_read(file, place->at, b->buf, place->size, e);
    if (n < 0)
        n = 0;
    return (struct span){ b->buf, (size_t)n };
}

bool places_read(const struct perfdata *p, const struct block_place *place, struct block *b, struct err *e)
{
    assert(place->kept || place->stretch < p->nstretches);
    struct span bytes = { place->kept, place->size };
    const bool kept = bytes.p;
    if (!kept) {
        const struct file *file = p->stretches[place->stretch].file;
        if (place->end)
            bytes = read_in_frame(file, place, b, e);
        else
            bytes = read_plain(file, place, b, e);
        bytes.n = feed_whole_bytes(p, bytes, b->heads);
    }
    capture_block_begin(b, bytes, place->at, place->seq);
    if (kept)
        heads_make(p, b);
    return bytes.n;
}
