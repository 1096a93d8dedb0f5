#include "formats/perf/record_index.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "formats/perf/feed.h"
#include "formats/perf/records/sample.h"

/* ---- making an index ---- */

/* The index that is being made: its columns, and the last block and record. */
struct maker {
    const struct perfdata *p;
    struct sample_times times;
    struct text moves, gaps, sizes, ends; /* columns of blocks */
    struct text distances, shifts, records;
    uint64_t nblocks, nrecords, size; /* size: bytes of all records, including samples */
    struct block_place block;         /* the current block; size 0: none */
    uint64_t seq, shift;              /* after the last record in the index */
};

static uint64_t zigzag(uint64_t d)
{
    return d << 1 ^ (0 - (d >> 63));
}

static uint64_t unzigzag(uint64_t v)
{
    return v >> 1 ^ (0 - (v & 1));
}

/* Adds the current block, which is complete. */
static bool end_block(struct maker *m, struct err *e)
{
    const struct block_place *b = &m->block;
    const size_t here = place_in_frame(b), beyond = b->size - here;
    if (!b->size)
        return true;
    text_uleb(&m->sizes, b->size);
    text_room(&m->ends, beyond);
    int64_t n = 0;
    if (beyond)
        n = file_read(m->p->stretches[b->stretch].file, b->at + here, m->ends.s + m->ends.n, beyond, e);
    if (n != (int64_t)beyond) {
        if (n < 0)
            return false;
        return err_set(e, ERR_IO, b->at + here, "the capture ends inside a record");
    }
    m->ends.n += beyond;
    return true;
}

/* Adds the position of a record. It extends the current block if it follows the block and begins in the
   same frame. */
static bool put_place(struct maker *m, size_t stretch, uint64_t at, size_t size, struct err *e)
{
    struct block_place *b = &m->block;
    const bool same = b->size && b->stretch == stretch;
    uint64_t before = m->p->stretches[stretch].at;
    if (same)
        before = b->at + b->size;
    if (same && before == at && b->at / FEED_FRAME == at / FEED_FRAME) {
        b->size += (uint32_t)size;
        return true;
    }
    if (!end_block(m, e))
        return false;
    text_uleb(&m->moves, stretch - b->stretch);
    text_uleb(&m->gaps, at - before);
    m->nblocks++;
    *b = (struct block_place){ .at = at, .size = (uint32_t)size, .stretch = (uint32_t)stretch };
    return true;
}

static void put_record(struct maker *m, struct span record, uint64_t at, uint64_t seq)
{
    assert(record.n >= 8 && seq >= m->seq);
    const uint64_t shift = at - seq;
    text_uleb(&m->distances, seq - m->seq);
    text_uleb(&m->shifts, zigzag(shift - m->shift));
    text_add_n(&m->records, (const char *)record.p, record.n);
    m->nrecords++;
    m->seq = seq + record.n;
    m->shift = shift;
}

static bool put_block(struct maker *m, const struct feed *f, const struct block *b, struct err *e)
{
    const enum byte_order order = m->p->capture.order;
    for (size_t at = 0, size; at < b->bytes.n; at += size) {
        const uint8_t *record = b->bytes.p + at;
        size = load_u16(record + 6, order);
        const struct span there = feed_record_there(b, at, size);
        if (load_u32(record, order) == PERF_RECORD_SAMPLE)
            sample_times_count(&m->times, record_sample_time(m->p, there));
        else
            put_record(m, (struct span){ record, size }, b->at + at, b->seq + at);
        m->size += size;
        if (!f->inflating && !put_place(m, f->stretch, b->at + at, size, e))
            return false;
    }
    return true;
}

static void put_all(const struct maker *m, bool blocks, struct text *out)
{
    const struct text *of_blocks[] = { &m->moves, &m->gaps, &m->sizes };
    const struct text *of_records[] = { &m->distances, &m->shifts, &m->records };
    struct sample_times times = m->times;
    if (times.first > times.last)
        times.first = times.last = 0;
    text_uleb(out, times.n);
    text_uleb(out, times.first);
    text_uleb(out, times.last - times.first);
    text_uleb(out, blocks ? m->nblocks : 0);
    for (size_t i = 0; blocks && i < COUNT(of_blocks); i++)
        text_add_n(out, text_str(of_blocks[i]), of_blocks[i]->n);
    text_uleb(out, m->nrecords);
    for (size_t i = 0; i < COUNT(of_records); i++)
        text_add_n(out, text_str(of_records[i]), of_records[i]->n);
    if (blocks)
        text_add_n(out, text_str(&m->ends), m->ends.n);
}

/* The number of bytes of records other than samples that may be collected in memory before their total is known: 256
   MiB, or the size of the capture if it is smaller. */
static uint64_t bearable(const struct perfdata *p)
{
    const uint64_t most = UINT64_C(1) << 28;
    uint64_t n = 0;
    for (size_t i = 0; i < p->nstretches; i++)
        n += p->stretches[i].size;
    if (n < most)
        return n;
    return most;
}

bool record_index_put(const struct capture *c, struct text *out, struct err *e)
{
    enum { SHARE = 10 }; /* at most a tenth of the bytes may belong to records other than samples */
    struct maker m = { .p = perfdata_of_const(c), .times = SAMPLE_TIMES_NONE };
    struct problems *problems = mem_new(1, sizeof(*problems));
    struct feed f;
    struct block b = { 0 };
    const uint64_t most = bearable(m.p);
    feed_start_skimming(&f, m.p);
    while (e->kind == ERR_NONE && m.records.n <= most && feed_next(&f, &b, problems, e))
        put_block(&m, &f, &b, e);
    const bool ended = e->kind == ERR_NONE && (f.inflating || end_block(&m, e));
    const bool few = m.records.n <= most && m.records.n <= m.size / SHARE;
    const bool damaged = problems->of[PROBLEM_TRUNCATED].n || problems->of[PROBLEM_BAD_COMPRESSION].n ||
                         problems->of[PROBLEM_MID_STREAM].n;
    if (ended && few && !damaged)
        put_all(&m, !f.inflating, out);
    feed_close(&f);
    free(b.buf);
    free(problems);
    struct text *const columns[] = {
        &m.moves, &m.gaps, &m.sizes, &m.ends, &m.distances, &m.shifts, &m.records
    };
    for (size_t i = 0; i < COUNT(columns); i++)
        text_free(columns[i]);
    return e->kind == ERR_NONE;
}

/* ---- reading an index ---- */

/* Takes a column of n numbers and moves `c` to its end. */
static struct cur record_index_take_column(struct cur *c, uint64_t n)
{
    const struct cur column = *c;
    for (; n && !c->bad; n--)
        cur_uleb(c);
    return column;
}

/* Takes the next block; its bytes after its frame are the next bytes of `ends`. The block must be inside
   its stretch, after `before` (NULL: it is the first). */
static bool take_block(const struct perfdata *p, struct cur columns[3], const struct block_place *before,
                       struct cur *ends, struct block_place *b)
{
    const uint64_t move = cur_uleb(&columns[0]), gap = cur_uleb(&columns[1]), size = cur_uleb(&columns[2]);
    size_t from = 0;
    if (before)
        from = before->stretch;
    if (from >= p->nstretches || move >= p->nstretches - from)
        return false;
    const struct stretch *s = &p->stretches[from + move];
    const uint64_t end = s->at + s->size;
    uint64_t at = s->at;
    if (before && !move)
        at = before->at + before->size;
    if (at > end || gap > end - at || !size || size > end - at - gap || size >= FEED_FRAME + FEED_RECORD)
        return false;
    *b = (struct block_place){
        .at = at + gap, .size = (uint32_t)size, .stretch = (uint32_t)(from + move), .of = { 0, UINT64_MAX }
    };
    if (before)
        b->seq = before->seq + before->size;
    const size_t beyond = b->size - place_in_frame(b);
    b->end = ends->p;
    cur_take(ends, beyond);
    return beyond < FEED_RECORD && !ends->bad;
}

/* Takes n blocks. `ends` is the rest of the index: the bytes of blocks after their frames. */
static bool take_blocks(const struct perfdata *p, struct cur columns[3], uint64_t n, struct cur ends,
                        struct places *places)
{
    uint8_t *store = mem_new(ends.left + 1, 1);
    places->stores[places->nstores++] = memcpy(store, ends.p, ends.left);
    ends.p = store;
    places->v = mem_new((size_t)n + 1, sizeof(*places->v));
    for (places->cap = (size_t)n; places->n < n; places->n++) {
        struct block_place *b = &places->v[places->n];
        const struct block_place *before = places->n ? b - 1 : NULL;
        if (!take_block(p, columns, before, &ends, b))
            return false;
    }
    return !ends.left;
}

/* The part of the capture that the records of an index cover. */
struct extent {
    uint64_t records,
        /* bytes of the records, and of the data after them that are not records (feed_trailing_bytes()) */
        behind;
    bool compressed; /* samples are in COMPRESSED records */
};

/* Checks all records once, so that record_index_next() need not. */
static bool take_records(const struct perfdata *p, struct record_index *x, struct cur *c, struct extent *of)
{
    const enum byte_order order = c->order = p->capture.order;
    x->records = *c;
    *of = (struct extent){ 0 };
    uint64_t sum = 0;
    struct cur gaps = x->gaps;
    for (uint64_t i = 0; i < x->left; i++) {
        const uint64_t gap = cur_uleb(&gaps);
        if (c->left < 8)
            return false;
        const size_t size = load_u16(c->p + 6, order);
        const uint32_t type = load_u32(c->p, order);
        const struct span record = cur_take(c, size);
        sum += gap + size;
        const bool is_record = size >= 8 && record.n && type != PERF_RECORD_SAMPLE;
        if (!is_record || gap > UINT64_MAX / 4 || sum > UINT64_MAX / 2)
            return false;
        const uint64_t behind = feed_trailing_bytes(p, record);
        if (behind > UINT64_MAX / 2 || (of->behind += behind) > UINT64_MAX / 2)
            return false;
        of->records += size;
        of->compressed = of->compressed || type == PERF_RECORD_COMPRESSED || type == PERF_RECORD_COMPRESSED2;
    }
    return true;
}

/* Whether the blocks and records make up the capture, except for bytes that are not records, and the number of samples
   is possible. Compressed samples are not checked, since nothing is known about them before they are read. */
static bool is_all(const struct perfdata *p, const struct places *places, const struct extent *of,
                   uint64_t samples)
{
    uint64_t left = 0, size = 0;
    if (of->compressed)
        return !places->n;
    for (size_t i = 0; i < p->nstretches; i++)
        left += p->stretches[i].size;
    for (size_t i = 0; i < places->n; i++)
        size += places->v[i].size;
    if (size < of->records || size > left || left - size != of->behind)
        return false;
    const uint64_t rest = size - of->records;
    return samples <= rest / 8 &&
           samples >= rest / FEED_RECORD; /* the smallest and the largest size of a record */
}

bool record_index_take(const struct perfdata *p, struct span index, struct record_index *x,
                       struct places *places)
{
    struct cur c = cur_of(index, ORDER_LITTLE), columns[3];
    struct extent of;
    *x = (struct record_index){ .times = SAMPLE_TIMES_NONE };
    x->times.n = cur_uleb(&c);
    const uint64_t first = cur_uleb(&c), later = cur_uleb(&c);
    if (first >= OFF_CPU_TIMESTAMP || later >= OFF_CPU_TIMESTAMP - first)
        return false;
    if (first) {
        x->times.first = first;
        x->times.last = first + later;
    }
    const uint64_t nblocks = cur_uleb(&c);
    if (nblocks > c.left / COUNT(columns))
        return false;
    for (size_t i = 0; i < COUNT(columns); i++)
        columns[i] = record_index_take_column(&c, nblocks);
    x->left = cur_uleb(&c);
    if (x->left > c.left / (1 + 1 + 8)) /* the smallest size of a record in the index */
        return false;
    x->gaps = record_index_take_column(&c, x->left);
    x->shifts = record_index_take_column(&c, x->left);
    if (!c.bad && take_records(p, x, &c, &of) && take_blocks(p, columns, nblocks, c, places) &&
        is_all(p, places, &of, x->times.n))
        return true;
    places_free(places);
    return false;
}

bool record_index_next(struct record_index *x, struct span *record, uint64_t *at, uint64_t *seq)
{
    if (!x->left)
        return false;
    x->left--;
    *seq = x->seq + cur_uleb(&x->gaps);
    x->shift += unzigzag(cur_uleb(&x->shifts));
    *at = *seq + x->shift;
    *record = cur_take(&x->records, load_u16(x->records.p + 6, x->records.order));
    x->seq = *seq + record->n;
    return true;
}
