/*
 * feed: the records of a capture in file order, in blocks of whole records. Records are read from the stretches
 * (perfdata.h) of plain files, and decompressed from COMPRESSED records, whose payloads are one zstd stream
 * through the whole capture (perf.data-file-format.txt, HEADER_COMPRESSED). Both passes read through a feed. A
 * feed serves one thread.
 */
#ifndef PERFOLIO_FORMATS_PERF_FEED_H
#define PERFOLIO_FORMATS_PERF_FEED_H

#include "formats/perf/file/perfdata.h"
#include "core/base/problem.h"
#include "core/model/capture.h"

struct inflater;

/* A run of consecutive strange records (record_is_strange()). If bytes that cannot be a record follow the
   run, its records may be damaged records of other types. */
struct strange_run {
    size_t stretch;
    uint64_t at, end; /* offsets in its file; end 0: there are none */
};

struct feed {
    const struct perfdata *p;
    size_t stretch; /* index of the stretch that is being read */
    uint64_t at;    /* offset in its file of the next byte */
    uint64_t seq;   /* place in the capture of the next byte that is handed out */
    bool skims;     /* feed_start_skimming(): only the front of a large sample is read */
    bool skimming;  /* the last record was a large sample, so the next one probably is */
    uint64_t until; /* records from this offset on are not wanted and need not be read; 0: all are wanted */
    size_t
        covered; /* bytes of the stretch that the last block stands for, those of skimmed samples included */
    bool inflating;          /* a compressed record was met */
    size_t inflated_stretch; /* index of the stretch that the inflater reads */
    struct inflater *inflater;
    struct block outer;         /* the records that stand in the file, compressed ones among them */
    bool in_compressed;         /* the block before this one ended inside a compressed record */
    uint64_t outer_at;          /* offset of that record in its file */
    struct span piece;          /* the rest of the piece of its payload that is being decompressed */
    struct cur pieces;          /* the pieces of its payload after `piece` */
    struct strange_run strange; /* the last strange records that were read */
};

/* Starts a feed at the beginning of a capture; feed_close() frees its memory. */
void feed_start(struct feed *f, const struct perfdata *p);
void feed_close(struct feed *f);

/* A folio packs files in frames of this many bytes, which are unpacked as a whole. A block of an index (record_index.h)
   lies in one frame, except for the end of its last record. */
enum {
    FEED_FRAME = 1 << 20,
    FEED_RECORD = 1 << 16 /* above the size of any record, which has 16 bits */
};

/* Bytes of a block: few enough that a block stays in a CPU's L2 cache from the time it is cut until it is
   read. */
enum { FEED_BLOCK_BYTES = 1 << 18 };

/* Starts a feed for a reader that needs only the first SKIM_BYTES of each sample: where samples are large, the last
   record of a block may reach beyond the block's bytes. */
enum { SKIM_BYTES = 256 };
void feed_start_skimming(struct feed *f, const struct perfdata *p);

/* Fills `b` with the next whole records, FEED_BLOCK_BYTES or a little more, and their heads. False at the end, or with
   `e` set when the file cannot be read. Bytes that are not records end their stretch and are counted in `problems`
   (NULL: not counted). */
bool feed_next(struct feed *f, struct block *b, struct problems *problems, struct err *e);

/* The bytes of a record that a block has: all of them, unless the record is the last one and reaches beyond
   the block. */
static inline struct span feed_record_there(const struct block *b, size_t at, size_t size)
{
    if (size > b->bytes.n - at)
        size = b->bytes.n - at;
    return (struct span){ b->bytes.p + at, size };
}

/* How many bytes of the capture's stretches were read. */
uint64_t feed_done(const struct feed *f);

/* Whether reading means decompressing: the capture has COMPRESSED records, or lies packed in a folio. */
bool feed_is_packed(const struct feed *f);

/* Extends a run of strange records by one that follows it; one that lies elsewhere replaces it. */
void feed_extend_strange_run(struct strange_run *run, const struct strange_run *more);

/* How many bytes behind a whole record belong to it without being counted in its size: AUX area data, and the tracing
   data of a pipe. */
uint64_t feed_trailing_bytes(const struct perfdata *p, struct span record);

/* How many bytes at the front of `bytes`, a part of a stretch, are whole records up to the first compressed one. Their
   heads are added to `heads` (may be NULL). */
size_t feed_whole_bytes(const struct perfdata *p, struct span bytes, struct record_heads *heads);

/* Whether reading failed because one frame of a folio is damaged; bytes outside of this frame can be read. If
   so, `e` is moved to `damage`. */
bool feed_is_damaged(struct err *e, struct err *damage);

/* Counts n bytes that such damage costs, at an offset of the capture's file and a place in the capture (`seq`). */
void feed_count_damage(struct problems *problems, uint64_t n, uint64_t at, uint64_t seq,
                       const struct err *damage);

/* Decompresses the zstd stream inside of COMPRESSED records into whole records. The front of a record waits
   for the rest. feed.c finds the bytes of the stream in each outer record. */

struct inflater;

/* An inflater at the beginning of a stream. Freed with inflater_free(), which takes NULL. */
struct inflater *inflater_new(void);
void inflater_free(struct inflater *i);

/* How many decompressed bytes wait for the rest of their record (NULL: none). */
size_t inflater_rest(const struct inflater *i);

/* Decompresses what is left of the payload of the outer record at offset `at`, and appends the whole records that
   result to `out`, until that holds `enough` bytes: the file must not decide how large a block grows. True: the
   payload is used up, or zstd refuses it (counted; the stream then starts over). False: there is more, call again
   with the same payload. */
bool inflater_add(struct inflater *i, struct span *payload, uint64_t at, enum byte_order order,
                  struct block *out, size_t enough, struct problems *problems);

#endif
