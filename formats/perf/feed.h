/*
 * feed: the records of a capture in file order, in blocks of whole records, wherever they come from:
 * stretches of plain files, or the records inside COMPRESSED ones, which one zstd stream carries across the
 * whole capture (perf.data-file-format.txt, HEADER_COMPRESSED). Both passes read through a feed. Not for two
 * threads at once.
 */
#ifndef PERFOLIO_FORMATS_PERF_FEED_H
#define PERFOLIO_FORMATS_PERF_FEED_H

#include "formats/perf/file/perfdata.h"

struct inflater;

/* Strange records (record_table.h), one behind the other. Where they lead to what cannot be a record, damage in front of the last
   one may have made them of others. */
struct strange_run {
    size_t stretch;
    uint64_t at, end; /* in its file; end 0: there were none */
};

struct feed {
    const struct perfdata *p;
    size_t stretch; /* the one being read */
    uint64_t at;    /* offset in its file of the next byte */
    uint64_t seq;   /* of the next byte handed out */
    bool skims;     /* of a large sample the front alone is wanted */
    bool skimming;  /* one came last: the next one likely is another */
    uint64_t until; /* records from this offset on are not wanted, and so not read for; 0: all are */
    size_t covered; /* bytes of the stretch that the last block stands for; those of skimmed samples, too */
    bool inflating; /* a compressed record was met */
    size_t inflated_stretch; /* the one that the inflater is in */
    struct inflater *inflater;
    struct block outer;         /* the capture's own records, while they are taken apart */
    bool in_compressed;         /* the block before this one ended inside a compressed record */
    uint64_t outer_at;          /* of that record: its offset in its file, */
    struct span piece;          /* what is left of the piece being decompressed */
    struct cur pieces;          /* and the ones after it */
    struct strange_run strange; /* the last ones that were read */
};

void feed_start(struct feed *f, const struct perfdata *p);
void feed_close(struct feed *f);

/* Bytes of a block, which stays in a CPU's second cache between being cut and being read. */
enum { FEED_BLOCK_BYTES = 1 << 18 };

/* The same for who looks at no more of a sample than SKIM_BYTES: where samples are large, the last record of
   a block may be one that goes on beyond its bytes. */
enum { SKIM_BYTES = 256 };
void feed_skim(struct feed *f, const struct perfdata *p);

/* Fill `b` with the next whole records, FEED_BLOCK_BYTES or a little more, and their heads. False at the end, or with `e`
   set when the file cannot be read. Bytes that are no records end their stretch and are counted in `problems`
   (may be NULL: not counted again). */
bool feed_next(struct feed *f, struct block *b, struct problems *problems, struct err *e);

/* The bytes in hand of a record of a block: all of them, unless it is the last one and goes on beyond the block. */
static inline struct span feed_record_there(const struct block *b, size_t at, size_t size)
{
    if (size > b->bytes.n - at)
        size = b->bytes.n - at;
    return (struct span){ b->bytes.p + at, size };
}

/* How many bytes of the capture's stretches lie in front of where it is. */
uint64_t feed_done(const struct feed *f);

/* Whether what it reads is decompressed by us: the capture's own stream, or what its file lies packed in. */
bool feed_is_packed(const struct feed *f);

/* Add more to a run of strange records that it goes on with; another one takes its place. */
void feed_strange(struct strange_run *run, const struct strange_run *more);

/* How many bytes follow a record, which is whole, without being counted in its size: AUX area data, and a pipe's tracing
   data. */
uint64_t feed_behind(const struct perfdata *p, struct span record);

/* How many of these bytes of a stretch are whole records; none from a compressed one on. Their heads (may be NULL). */
size_t feed_whole(const struct perfdata *p, struct span bytes, struct record_heads *heads);

#endif
