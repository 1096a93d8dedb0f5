/*
 * feed: the records of a capture in file order, in blocks of whole records. Records are read from the
 * stretches (perfdata.h) of plain files, and decompressed from COMPRESSED records, whose payloads are one
 * zstd stream through the whole capture (perf.data-file-format.txt, HEADER_COMPRESSED). Both passes read
 * through a feed. Only one thread may use a feed.
 */
#ifndef PERFOLIO_FORMATS_PERF_FEED_H
#define PERFOLIO_FORMATS_PERF_FEED_H

#include "formats/perf/file/perfdata.h"
#include "core/base/budget.h"
#include "core/base/problem.h"
#include "core/model/capture.h"

struct inflater;

/* A run of consecutive strange records (record_is_strange()). If bytes that cannot be a record follow the
   run, the strange records may be damaged records of other types. */
struct strange_run {
    size_t stretch;
    uint64_t at, end; /* offsets in the file; end 0: no run */
};

/* The payload of a compressed record. Data that are too long for one COMPRESSED2 record are several, of which the header
   of the first has the size of all; each of the others has its own size, and no data_size. */
struct feed_payload {
    struct span piece; /* the part that is read */
    struct cur rest;   /* the parts after it */
};

struct feed {
    const struct perfdata *p;
    size_t stretch; /* index of the stretch that is being read */
    uint64_t at;    /* file offset of the next byte */
    uint64_t seq;   /* position in the capture (seq) of the next byte that is returned */
    bool skims;     /* feed_start_skimming() was called: only the first bytes of a large sample are read */
    bool skimming;  /* the last record was a large sample, so the next one probably is */
    /* records from this file offset on are not wanted and need not be read; 0: all are wanted */
    uint64_t until;
    /* bytes of the stretch that the last block covers, including the unread bytes of skimmed samples */
    size_t covered;
    bool inflating;          /* a compressed record was found */
    size_t inflated_stretch; /* index of the stretch that the inflater reads */
    struct inflater *inflater;
    struct budget budget; /* of the bytes that compressed records unpack to; set when the first is found */
    struct block outer;   /* the records as stored in the file, including compressed ones */
    bool in_compressed;   /* the previous block ended inside a compressed record */
    uint64_t outer_at;    /* file offset of that record */
    struct feed_payload payload; /* the rest of its payload, from the part that is being decompressed on */
    struct strange_run strange;  /* the last strange records so far */
};

/* Starts a feed at the beginning of a capture; feed_close() frees its memory. */
void feed_start(struct feed *f, const struct perfdata *p);
void feed_close(struct feed *f);

/* A folio packs files in frames of this many bytes, and unpacks each as a whole. A block of an index
   (record_index.h) is in one frame, except for the end of its last record. */
enum {
    FEED_FRAME = 1 << 20,
    FEED_RECORD = 1 << 16 /* larger than any record, whose size has 16 bits */
};

/* Bytes of a block. A block is so small that it stays in a CPU's L2 cache from the time it is cut until it
   is read. */
enum { FEED_BLOCK_BYTES = 1 << 18 };

/* Starts a feed for a reader that needs only the first SKIM_BYTES of each sample. If samples are large,
   the last record of a block may extend beyond the block's bytes. */
enum { SKIM_BYTES = 256 };
void feed_start_skimming(struct feed *f, const struct perfdata *p);

/* Starts a feed whose compressed records continue the stream of another capture: `inflater` is where that ended; NULL: they
   begin a stream. feed_take_inflater() moves it to the caller again, as it is then; NULL: there is none. */
void feed_start_within(struct feed *f, const struct perfdata *p, struct inflater *inflater);
struct inflater *feed_take_inflater(struct feed *f);

/* Whether a capture has compressed records, and how the first of them begins. `e` is set if the file cannot be read. */
enum feed_stream { FEED_NO_STREAM, FEED_BEGINS, FEED_CONTINUES /* a stream that began in another capture */ };
enum feed_stream feed_stream_of(const struct perfdata *p, struct err *e);

/* Fills `b` with the next whole records, FEED_BLOCK_BYTES or a little more, and their heads. False at the
   end, or with `e` set if the file cannot be read. Bytes that are not records end their stretch, and are
   counted in `problems` (NULL: not counted). So are compressed records that unpack to more than the capture may
   (capture.max_unpacked); then the rest of the capture is not read. */
bool feed_next(struct feed *f, struct block *b, struct problems *problems, struct err *e);

/* The bytes of a record that a block has: all of them, unless the record is the last one and extends
   beyond the block. */
static inline struct span feed_record_there(const struct block *b, size_t at, size_t size)
{
    if (size > b->bytes.n - at)
        size = b->bytes.n - at;
    return (struct span){ b->bytes.p + at, size };
}

/* The number of bytes that were read of the capture's stretches. */
uint64_t feed_done(const struct feed *f);

/* The bytes of unpacked records that count against their limit: of a sample at most 2 KiB. What more it has is a dump of a
   stack or of registers, which is no row and is not kept; dumps of 64 KiB become 1,000 times as long as zstd made
   them. */
uint64_t feed_record_cost(struct span records, enum byte_order order);

/* The bytes that the capture's files have on disk, where they may be packed. */
uint64_t feed_stored_bytes(const struct perfdata *p);

/* Whether reading needs decompression: the capture has COMPRESSED records, or is packed in a folio. */
bool feed_is_packed(const struct feed *f);

/* Extends a run of strange records by a run that follows it. A run elsewhere replaces it. */
void feed_extend_strange_run(struct strange_run *run, const struct strange_run *more);

/* The number of bytes that follow a record and belong to it, although its size does not include them: AUX area data,
   and the tracing data of a pipe. */
uint64_t feed_trailing_bytes(const struct perfdata *p, struct span record);

static inline bool feed_is_compressed(uint32_t type)
{
    return type == PERF_RECORD_COMPRESSED || type == PERF_RECORD_COMPRESSED2;
}

/* The most bytes of a COMPRESSED2 record, and how many of the bytes after a record show how long it is. */
enum { FEED_COMPRESSED2_MAX = FEED_BLOCK_BYTES, FEED_LOOK_AHEAD = 16 };

/* The size of a COMPRESSED2 record at p, of which `left` bytes are there. The bytes after it show whether padding was
   written. */
size_t feed_compressed2_size(const uint8_t *p, size_t left, enum byte_order order);

/* The payload of a compressed record of `size` bytes, and its next part. False: there is no further part. */
struct feed_payload feed_payload_of(const uint8_t *p, size_t size, enum byte_order order);
bool feed_payload_next(struct feed_payload *w);

/* The number of bytes at the beginning of `bytes`, a part of a stretch, that are whole records before the first
   compressed one. Adds their heads to `heads` (may be NULL). */
size_t feed_whole_bytes(const struct perfdata *p, struct span bytes, struct record_heads *heads);

/* Whether reading failed because one frame of a folio is damaged; other bytes can then be read. If so, `e`
   is moved to `damage`. */
bool feed_is_damaged(struct err *e, struct err *damage);

/* Counts n bytes that are lost by this damage, at an offset of the capture's file and a position in the
   capture (`seq`). */
void feed_count_damage(struct problems *problems, uint64_t n, uint64_t at, uint64_t seq,
                       const struct err *damage);

/* Decompresses the zstd stream inside COMPRESSED records into whole records. An incomplete record waits
   for its rest. feed.c finds the bytes of the stream in each outer record. */

struct inflater;

/* An inflater at the beginning of a stream. Freed with inflater_free(), which takes NULL. */
struct inflater *inflater_new(void);
void inflater_free(struct inflater *i);

/* Whether a payload begins a stream of zstd (RFC 8878), as far as it goes. */
bool inflater_begins_frame(struct span payload);

/* The number of decompressed bytes that wait for the rest of their record (NULL: 0). */
size_t inflater_rest(const struct inflater *i);

/* Decompresses the rest of the payload of the outer record at offset `at`. It appends the resulting whole
   records to `out`, until `out` has `enough` bytes: the file must not decide how large a block grows. Payloads before the
   first that begins a stream are counted, and left out.
   True: the payload is used up, or zstd rejects it (counted; the stream then starts over). False: there is
   more, so call it again with the same payload. */
bool inflater_add(struct inflater *i, struct span *payload, uint64_t at, enum byte_order order,
                  struct block *out, size_t enough, struct problems *problems);

#endif
