#include "formats/perf/feed.h"

#include <assert.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "formats/perf/records/heads.h"
#include "formats/perf/records/record_table.h"

enum { AUXTRACE_BYTES = 48 };
enum {
    /* the first record of a block is then read as a whole */
    READ_BYTES = FEED_BLOCK_BYTES + FEED_LOOK_AHEAD,
    LARGE_BYTES = 4096,      /* samples of this size or more are skimmed */
    SKIM_READ = 1024,        /* bytes that are then read */
    LAST_BYTES = 4096,       /* bytes after feed.until, for the record that crosses it */
    COMPRESSED2_DATA = 65519 /* most bytes in one record (perf, record__pushfn: max_record_size) */
};

void feed_start(struct feed *f, const struct perfdata *p)
{
    *f = (struct feed){ .p = p };
    if (p->nstretches)
        f->at = p->stretches[0].at;
}

void feed_start_skimming(struct feed *f, const struct perfdata *p)
{
    feed_start(f, p);
    f->skims = true;
}

void feed_start_within(struct feed *f, const struct perfdata *p, struct inflater *inflater)
{
    feed_start(f, p);
    f->inflater = inflater;
    for (size_t i = 0; i < p->nstretches; i++)
        if (p->stretches[i].at == p->capture.data_at)
            f->inflated_stretch = i;
}

struct inflater *feed_take_inflater(struct feed *f)
{
    struct inflater *taken = f->inflater;
    f->inflater = NULL;
    return taken;
}

void feed_close(struct feed *f)
{
    inflater_free(f->inflater);
    free(f->outer.buf);
    *f = (struct feed){ 0 };
}

uint64_t feed_done(const struct feed *f)
{
    uint64_t n = 0;
    for (size_t i = 0; i < f->stretch; i++)
        n += f->p->stretches[i].size;
    if (f->stretch < f->p->nstretches)
        return n + f->at - f->p->stretches[f->stretch].at;
    return n;
}

static bool begins_record(const uint8_t *p, size_t left, size_t at, enum byte_order order)
{
    if (at >= left || left - at < 8)
        return at == left;
    uint32_t type = load_u32(p + at, order);
    return type && type < PERF_RECORD_USER_END &&
           (type == PERF_RECORD_COMPRESSED2 || load_u16(p + at + 6, order) >= 8);
}

/* Whether a COMPRESSED2 record's size overflowed. Its writer (perf 6.16 to 7.1) aligned the size to 8 so
   that it overflowed 16 bits, and then did not write the padding either. data_size is right: `exact`. */
static bool is_overflown(const uint8_t *p, size_t left, enum byte_order order, size_t *exact)
{
    if (left < 16)
        return false;
    const size_t size = load_u16(p + 6, order);
    const uint64_t data = load_u64(p + 8, order);
    if (data > FEED_COMPRESSED2_MAX - 16)
        return false;
    *exact = 16 + (size_t)data;
    return *exact > size && ((*exact + 7) & 0xfff8) == size;
}

size_t feed_compressed2_size(const uint8_t *p, size_t left, enum byte_order order)
{
    size_t exact, padded;
    if (!is_overflown(p, left, order, &exact) || exact > left)
        return load_u16(p + 6, order);
    padded = (exact + 7) & ~(size_t)7;
    bool is_padded = !begins_record(p, left, exact, order) && begins_record(p, left, padded, order);
    if (is_padded)
        return padded;
    return exact;
}

/* The number of bytes that feed_compressed2_size() needs to see. */
static size_t compressed2_view(const uint8_t *p, size_t left, enum byte_order order)
{
    size_t exact;
    if (is_overflown(p, left, order, &exact))
        return exact + FEED_LOOK_AHEAD;
    return 16;
}

uint64_t feed_trailing_bytes(const struct perfdata *p, struct span record)
{
    const enum byte_order order = p->capture.order;
    const uint32_t type = load_u32(record.p, order);
    if (type == PERF_RECORD_AUXTRACE &&
        record.n == AUXTRACE_BYTES) /* a legacy pipe has another record with this number */
        return load_u64(record.p + 8, order);
    if (type == PERF_RECORD_HEADER_TRACING_DATA && record.n >= 12 && p->capture.is_pipe)
        return ((uint64_t)load_u32(record.p + 8, order) + 7) & ~UINT64_C(7);
    return 0;
}

/* Skips whole samples, of which most captures consist, adds their heads, and returns where they end. */
static inline __attribute__((always_inline)) size_t samples_in(enum byte_order order,
                                                               const struct perfdata *p, const uint8_t *bytes,
                                                               size_t n, size_t at,
                                                               struct record_heads *heads)
{
    while (n - at >= 8 && load_u32(bytes + at, order) == PERF_RECORD_SAMPLE) {
        const size_t size = load_u16(bytes + at + 6, order);
        if (size < 8 || size > n - at)
            break;
        if (heads)
            heads_add_sample(heads, p, (struct span){ bytes + at, size }, at, order);
        at += size;
        if (heads)
            at = heads_add_ascending(heads, p, (struct span){ bytes, n }, at, order);
    }
    return at;
}

void feed_extend_strange_run(struct strange_run *run, const struct strange_run *more)
{
    assert(more->at <= more->end);
    if (run->stretch != more->stretch || more->at < run->at || more->at > run->end)
        *run = *more;
    else if (more->end > run->end)
        run->end = more->end;
}

/* The length of the whole records at the beginning of n bytes, and their heads (may be NULL). It ends
   after a record that has bytes after it, and before a compressed record (unless those are wanted). `why`
   receives a fault that ended it: at the end of the stretch (`last`) a record that is cut off. */
static size_t whole_records(struct feed *f, const uint8_t *p, size_t n, bool last, uint64_t *behind,
                            const char **why, struct record_heads *heads)
{
    enum byte_order order = f->p->capture.order;
    size_t at = 0;
    *behind = 0;
    *why = NULL;
    if (heads)
        capture_heads_clear(heads);
    while (!*behind) {
        if (order == ORDER_LITTLE)
            at = samples_in(ORDER_LITTLE, f->p, p, n, at, heads);
        else
            at = samples_in(ORDER_BIG, f->p, p, n, at, heads);
        if (n - at < 8)
            break;
        uint32_t type = load_u32(p + at, order);
        size_t size = load_u16(p + at + 6, order);
        if (feed_is_compressed(type)) {
            if (!f->inflating)
                return at;
            if (type == PERF_RECORD_COMPRESSED2) {
                if (at && !last && compressed2_view(p + at, n - at, order) > n - at)
                    break;
                size = feed_compressed2_size(p + at, n - at, order);
            }
        }
        if (size < 8) {
            *why = "that is less than its own header";
            return at;
        }
        if (size > n - at)
            break;
        if (type > PERF_RECORD_KERNEL_END)
            *behind = feed_trailing_bytes(f->p, (struct span){ p + at, size });
        if (record_is_strange(type, size))
            feed_extend_strange_run(&f->strange,
                                    &(struct strange_run){ f->stretch, f->at + at, f->at + at + size });
        if (heads)
            heads_add(heads, f->p, (struct span){ p + at, size }, at);
        at += size;
    }
    if (last && at < n && !*behind) {
        if (n - at < 8)
            *why = "less than a record's header is left";
        else
            *why = "it is cut off";
    }
    return at;
}

size_t feed_whole_bytes(const struct perfdata *p, struct span bytes, struct record_heads *heads)
{
    struct feed f = { .p = p };
    uint64_t behind;
    const char *why;
    return whole_records(&f, bytes.p, bytes.n, true, &behind, &why, heads);
}

bool feed_is_packed(const struct feed *f)
{
    assert(f->inflating || f->stretch < f->p->nstretches);
    if (f->inflating) /* the stretch may have ended already */
        return true;
    const struct file_view *view = f->p->stretches[f->stretch].file->view;
    return view && view->unpacks;
}

/* The size of the record at `at` of n bytes, if it is a large sample that should be skimmed and its
   beginning was read; else 0. */
static size_t skimmed(const struct feed *f, const uint8_t *p, size_t n, size_t at, uint64_t left)
{
    enum byte_order order = f->p->capture.order;
    if (!f->skims || feed_is_packed(f) || n - at < SKIM_BYTES ||
        load_u32(p + at, order) != PERF_RECORD_SAMPLE)
        return 0;
    size_t size = load_u16(p + at + 6, order);
    if (size >= LARGE_BYTES && size > n - at && size <= left - at)
        return size;
    return 0;
}

/* Whether the feed is in the stretch that the header describes. Other stretches are in other files and in
   features. */
static bool is_stated(const struct feed *f)
{
    const struct stretch *s = &f->p->stretches[f->stretch];
    return s->file == f->p->files && s->at == f->p->capture.data_at;
}

/* Whether a record ends within the data section that the header describes. If such a record is incomplete,
   the file is cut off, which open.c has counted. */
static bool fits_header(const struct feed *f, size_t size)
{
    const struct capture *c = &f->p->capture;
    return is_stated(f) && !c->is_pipe && size <= c->data_size - (f->at - c->data_at);
}

/* Whether n readable bytes cannot be the beginning of a record of this size. If a file is cut off, a
   record may lack its end, but never its size. */
static bool is_none(const struct feed *f, size_t n, size_t size)
{
    const bool stated = f->p->features_at > f->p->capture.data_at; /* the header says where the records end */
    return (n >= 8 && size < 8) || (is_stated(f) && stated && !fits_header(f, size));
}

bool feed_is_damaged(struct err *e, struct err *damage)
{
    if (e->kind != ERR_FORMAT)
        return false;
    *damage = *e;
    *e = (struct err){ 0 };
    return true;
}

void feed_count_damage(struct problems *problems, uint64_t n, uint64_t at, uint64_t seq,
                       const struct err *damage)
{
    problem_add_at(problems, PROBLEM_TRUNCATED, n, seq, "at offset %" PRIu64 " of the capture: %s", at,
                   damage->msg);
}

/* Counts the rest of a stretch as lost, since no record begins at `there`. Strange records before it are
   counted, too. */
static void count_rest(const struct feed *f, struct span there, uint64_t left, const char *why,
                       const struct err *damage, struct problems *problems)
{
    const enum byte_order order = f->p->capture.order;
    uint16_t size = 8;
    if (there.n >= 8)
        size = load_u16(there.p + 6, order);
    uint64_t place = f->seq;
    if (size >= 8 && fits_header(f, size))
        place = UINT64_MAX; /* UINT64_MAX: reported after all other problems */
    const bool strange_before = f->strange.stretch == f->stretch && f->strange.end == f->at;
    const bool lead = strange_before && is_none(f, there.n, size);
    char way[96] = "at";
    if (damage->kind != ERR_NONE && size >= 8) {
        feed_count_damage(problems, left, f->at, f->seq, damage);
        return;
    }
    if (lead) {
        snprintf(way, sizeof(way), "at offset %" PRIu64 ": records of unknown types lead to", f->strange.at);
        left += f->at - f->strange.at;
    }
    if (there.n < 8)
        problem_add_at(problems, PROBLEM_TRUNCATED, left, place, "%s offset %" PRIu64 ": %s", way, f->at,
                       why ? why : "the file ends");
    else
        problem_add_at(problems, PROBLEM_TRUNCATED, left, place,
                       "%s offset %" PRIu64 ": a record of type %" PRIu32 " and %u bytes: %s", way, f->at,
                       load_u32(there.p, order), size, why);
}

/* The number of bytes to read next. */
static size_t wanted(const struct feed *f)
{
    if (f->skimming)
        return SKIM_READ;
    if (f->until > f->at && f->until - f->at + LAST_BYTES < READ_BYTES)
        return (size_t)(f->until - f->at + LAST_BYTES);
    return READ_BYTES;
}

/* Reads up to n of the next bytes of a stretch and returns how many. If a frame of a folio is damaged, it
   reads up to that frame and sets `damage`. -1 with `e` set: they cannot be read. */
static int64_t read_next(const struct feed *f, const struct file *file, uint8_t *to, size_t n,
                         struct err *damage, struct err *e)
{
    const size_t here = FEED_FRAME - (size_t)(f->at % FEED_FRAME);
    struct err again = { 0 };
    int64_t there = file_read(file, f->at, to, n, e);
    if (there >= 0 || !feed_is_damaged(e, damage))
        return there;
    if (here < n)
        there = file_read(file, f->at, to, here, &again);
    else
        there = 0;
    if (there < 0)
        return 0;
    return there;
}

static bool feed_next_plain(struct feed *f, struct block *b, struct problems *problems, struct err *e)
{
    while (f->stretch < f->p->nstretches) {
        const struct stretch *s = &f->p->stretches[f->stretch];
        uint64_t left = s->size - (f->at - s->at), behind = 0;
        size_t at = 0, beyond = 0, want = wanted(f);
        int64_t n = 0;
        struct err damage = { 0 };
        const char *why = NULL;
        if (left) {
            capture_block_reserve(b, READ_BYTES);
            n = read_next(f, s->file, b->buf, left < want ? (size_t)left : want, &damage, e);
            if (n < 0)
                return false;
            at = whole_records(f, b->buf, (size_t)n, left <= want || (size_t)n < want, &behind, &why,
                               b->heads);
            size_t size = 0;
            if (!why && !behind)
                size = skimmed(f, b->buf, (size_t)n, at, left);
            f->skimming = size;
            if (size) {
                beyond = at + size - (size_t)n;
                at = (size_t)n;
            }
            if (!at && want < READ_BYTES && want < left) {
                f->until = 0;
                continue; /* a large record of another kind: read all of it */
            }
            if (!at && !why &&
                n >= 8) { /* a compressed record comes first: from here on records are read in another way */
                f->inflating = true;
                return false;
            }
        }
        if (at) {
            capture_block_begin(b, (struct span){ b->buf, at }, f->at, f->seq);
            if (behind > left - at) {
                if (problems)
                    problem_add_at(problems, PROBLEM_TRUNCATED, behind - (left - at), f->seq,
                                   "the data after the record that ends at offset %" PRIu64 " is cut off",
                                   f->at + at);
                behind = left - at;
            }
            f->at += at + beyond + behind;
            f->seq += beyond;
            f->covered = at + beyond;
            return true;
        }
        if (left && problems)
            count_rest(f, (struct span){ b->buf, (size_t)n }, left, why, &damage, problems);
        if (++f->stretch < f->p->nstretches)
            f->at = f->p->stretches[f->stretch].at;
    }
    return false;
}

static struct span payload_of(const uint8_t *p, size_t size, enum byte_order order)
{
    if (load_u32(p, order) == PERF_RECORD_COMPRESSED)
        return (struct span){ p + 8, size - 8 };
    if (size < 16)
        return (struct span){ p + 16, 0 };
    uint64_t n = load_u64(p + 8, order);
    if (n > size - 16)
        n = size - 16;
    return (struct span){ p + 16, (size_t)n };
}

struct feed_payload feed_payload_of(const uint8_t *p, size_t size, enum byte_order order)
{
    const struct span all = payload_of(p, size, order);
    struct feed_payload w = { .piece = all, .rest = cur_of(all, order) };
    if (load_u32(p, order) == PERF_RECORD_COMPRESSED2 && all.n > COMPRESSED2_DATA)
        w.piece = cur_take(&w.rest, COMPRESSED2_DATA);
    else
        w.rest.left = 0;
    return w;
}

bool feed_payload_next(struct feed_payload *w)
{
    struct cur *c = &w->rest;
    if (!c->left)
        return false;
    struct span head = cur_take(c, 16);
    size_t n = 0, piece = c->left;
    if (head.n)
        n = load_u16(head.p + 6, c->order);
    if (n > 16 && n - 16 < c->left)
        piece = n - 16;
    w->piece = cur_take(c, piece);
    return true;
}

enum feed_stream feed_stream_of(const struct perfdata *p, struct err *e)
{
    struct feed f;
    struct block b = { 0 };
    enum feed_stream how = FEED_NO_STREAM;
    feed_start(&f, p);
    while (!f.inflating && feed_next_plain(&f, &b, NULL, e))
        continue;
    if (f.inflating && feed_next_plain(&f, &b, NULL, e)) {
        const size_t size = feed_compressed2_size(b.bytes.p, b.bytes.n, p->capture.order);
        const struct feed_payload first = feed_payload_of(b.bytes.p, size, p->capture.order);
        how = inflater_begins_frame(first.piece) ? FEED_BEGINS : FEED_CONTINUES;
    }
    feed_close(&f);
    free(b.buf);
    return how;
}

/* Counts the bytes of a record that never became complete. */
static void count_pending(const struct feed *f, struct problems *problems)
{
    if (inflater_rest(f->inflater))
        problem_add_at(problems, PROBLEM_TRUNCATED, inflater_rest(f->inflater), f->seq,
                       "the compressed stream ends inside a record");
}

/* Begins to decompress an outer record. */
static void open_compressed(struct feed *f, const uint8_t *p, size_t size, uint64_t at,
                            struct problems *problems)
{
    enum byte_order order = f->p->capture.order;
    /* each file of a directory has its own zstd stream */
    if (f->inflater && f->inflated_stretch != f->stretch) {
        count_pending(f, problems);
        inflater_free(f->inflater);
        f->inflater = NULL;
    }
    if (!f->inflater)
        f->inflater = inflater_new();
    f->inflated_stretch = f->stretch;
    f->in_compressed = true;
    f->outer_at = at;
    f->payload = feed_payload_of(p, size, order);
}

/* Decompresses the outer record into the block, until the block is full. */
static void inflate_more(struct feed *f, struct block *b, struct problems *problems)
{
    enum byte_order order = f->p->capture.order;
    while (inflater_add(f->inflater, &f->payload.piece, f->outer_at, order, b, FEED_BLOCK_BYTES, problems)) {
        f->in_compressed = feed_payload_next(&f->payload);
        if (!f->in_compressed)
            return;
    }
}

/* The next block of a compressed capture. It has only the header of an outer record, so that the record is
   counted, and then the records inside it. */
static bool next_inflated(struct feed *f, struct block *b, struct problems *problems, struct err *e)
{
    enum byte_order order = f->p->capture.order;
    struct problems ignored = { 0 };
    if (!problems)
        problems = &ignored;
    capture_block_begin(b, (struct span){ b->buf, 0 }, f->outer_at, f->seq);
    while (b->bytes.n < FEED_BLOCK_BYTES) {
        struct block *o = &f->outer;
        if (f->in_compressed) {
            inflate_more(f, b, problems);
            continue;
        }
        if (o->next >= o->bytes.n && !feed_next_plain(f, o, problems, e))
            break;
        const uint8_t *p = o->bytes.p + o->next;
        size_t left = o->bytes.n - o->next, size = load_u16(p + 6, order);
        if (!b->bytes.n)
            b->at = o->at + o->next;
        if (feed_is_compressed(load_u32(p, order))) {
            if (load_u32(p, order) == PERF_RECORD_COMPRESSED2)
                size = feed_compressed2_size(p, left, order);
            uint8_t head[8] = { 0 };
            memcpy(head, p, 6);
            head[order == ORDER_LITTLE ? 6 : 7] = sizeof(head);
            capture_block_add(b, head, sizeof(head));
            open_compressed(f, p, size, o->at + o->next, problems);
        } else {
            capture_block_add(b, p, size);
        }
        o->next += size;
    }
    if (!b->bytes.n)
        count_pending(f, problems);
    heads_make(f->p, b);
    return b->bytes.n;
}

uint64_t feed_stored_bytes(const struct perfdata *p)
{
    uint64_t n = 0;
    for (size_t i = 0; i < p->nfiles; i++) {
        const struct file *f = &p->files[i];
        n += f->packed ? f->packed : f->size;
    }
    return n;
}

uint64_t feed_record_cost(struct span records, enum byte_order order)
{
    enum { SAMPLE_COST = 2048 };
    uint64_t saved = 0;
    size_t size;
    for (size_t at = 0; records.n - at >= 8; at += size) {
        size = load_u16(records.p + at + 6, order);
        if (size < 8 || size > records.n - at)
            break;
        if (size > SAMPLE_COST && load_u32(records.p + at, order) == PERF_RECORD_SAMPLE)
            saved += size - SAMPLE_COST;
    }
    return records.n - saved;
}

/* Whether a block of unpacked records is within the limit. */
static bool spend_block(struct feed *f, const struct block *b, struct problems *problems)
{
    struct budget *left = &f->budget;
    if (!left->most)
        *left = budget_for_records(feed_stored_bytes(f->p), f->p->capture.max_unpacked);
    if (budget_spend(left, feed_record_cost(b->bytes, f->p->capture.order)))
        return true;
    if (problems)
        problem_add_at(problems, PROBLEM_UNPACKED_LIMIT, 1, b->seq,
                       "at offset %" PRIu64 ": the limit is %" PRIu64 " bytes", b->at, left->most);
    return false;
}

bool feed_next(struct feed *f, struct block *b, struct problems *problems, struct err *e)
{
    bool more = !f->inflating && feed_next_plain(f, b, problems, e);
    if (f->inflating)
        more = !f->budget.over && next_inflated(f, b, problems, e) && spend_block(f, b, problems);
    if (!more)
        return false;
    f->seq += b->bytes.n;
    return true;
}
