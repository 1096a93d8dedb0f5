#include "formats/perf/places.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/perf/feed.h"
#include "formats/perf/file/perfdata.h"

void places_free(struct places *l)
{
    for (size_t i = 0; i < l->nstores; i++)
        free(l->stores[i]);
    free(l->v);
    *l = (struct places){ 0 };
}

/* Whether a block behind the last place makes no new one: where large samples are skimmed, blocks are small. */
static bool goes_on(const struct places *l, const struct feed *f, const struct block *b)
{
    const struct block_place *last = l->n ? &l->v[l->n - 1] : NULL;
    return last && !last->kept && last->stretch == f->stretch && last->at + last->size == b->at &&
           last->size + f->covered <= FEED_BLOCK_BYTES;
}

static bool has_room(const struct places *l, size_t n)
{
    return n <= STORE_BYTES && (l->nstores < STORES_MOST || n <= l->room);
}

/* In few large pieces: a page of the usual size costs as much as decompressing what goes there. */
static const uint8_t *keep(struct places *l, struct span bytes)
{
    if (bytes.n > l->room) {
        l->stores[l->nstores++] = mem_table(STORE_BYTES, 1);
        l->room = STORE_BYTES;
    }
    uint8_t *to = l->stores[l->nstores - 1] + (STORE_BYTES - l->room);
    l->room -= bytes.n;
    return memcpy(to, bytes.p, bytes.n);
}

void places_add(struct places *l, const struct feed *f, const struct block *b)
{
    bool fits = feed_is_packed(f) && has_room(l, b->bytes.n);
    if (l->some_lack)
        return;
    if (f->inflating && !fits) {
        places_free(l);
        l->some_lack = true;
        return;
    }
    if (!fits && goes_on(l, f, b)) {
        l->v[l->n - 1].size += (uint32_t)f->covered;
        return;
    }
    *MEM_ADD(l->v, l->n, l->cap) = (struct block_place){ .at = b->at,
                                                         .seq = b->seq,
                                                         .size = (uint32_t)(fits ? b->bytes.n : f->covered),
                                                         .stretch = (uint32_t)f->stretch,
                                                         .kept = fits ? keep(l, b->bytes) : NULL };
}

bool places_read(const struct perfdata *p, const struct block_place *place, struct block *b, struct err *e)
{
    const uint8_t *bytes = place->kept;
    size_t size = place->size;
    if (!bytes) {
        if (b->cap < size)
            b->buf = mem_resize(b->buf, b->cap = FEED_BLOCK_BYTES > size ? FEED_BLOCK_BYTES : size, 1);
        int64_t n = file_read(p->stretches[place->stretch].file, place->at, b->buf, size, e);
        size = n < 0 ? 0 : feed_whole(p, (struct span){ b->buf, (size_t)n });
        bytes = b->buf;
    }
    *b = (struct block){
        .buf = b->buf, .cap = b->cap, .bytes = { bytes, size }, .at = place->at, .seq = place->seq
    };
    return size;
}
