/*
 * capture: the interface of a reader of recordings, which formats/perf implements. A capture is read in two passes. The
 * first pass, `walk`, passes every metadata record to a visitor, in file order. The second pass gives blocks of whole
 * records to any number of workers, and each worker decodes the samples of its own block.
 */
#ifndef PERFOLIO_CORE_MODEL_CAPTURE_H
#define PERFOLIO_CORE_MODEL_CAPTURE_H

#include "core/base/err.h"
#include "core/base/file/watch.h"
#include "core/base/mem.h"
#include "core/base/problem.h"
#include "core/model/env.h"
#include "core/model/event.h"
#include "core/model/record.h"

/* The part of a record that is read before it is decoded. */
struct record_head {
    uint64_t time; /* ns; 0: the record has no time, and takes effect at its position in the file */
    uint32_t at;   /* offset in its block */
    uint32_t type;
};

/* The heads of the records of a block. */
struct record_heads {
    struct record_head *v;
    size_t n, cap;
    /* memory that order/block.c lent as the first `v`, and frees; NULL: none */
    struct record_head *lent;
    /* Indices in `v` at which stretches begin; a stretch ends where the next one begins. A stretch is a
       run of heads with ascending times, a run of heads without times, or a single FINISHED_ROUND. */
    uint32_t *stretches;
    size_t nstretches, cap_stretches;
    uint32_t *others; /* indices in `v` of records other than samples, ascending */
    size_t nothers, cap_others;
    uint64_t last; /* time of the last head; UINT64_MAX: it has no time */
};

/* Removes all heads, to begin a new block. */
void capture_heads_clear(struct record_heads *h);

/* Enlarges the full array `v`. */
void capture_heads_grow(struct record_heads *h);

/* Begins a new stretch, unless the head that is added next, with this time and type, continues the last
   stretch. */
void capture_heads_split_stretch(struct record_heads *h, uint64_t time, uint32_t type);

/* Appends the head of the next record of the block. */
static inline void capture_heads_add(struct record_heads *h, struct record_head head)
{
    if (head.time < h->last)
        capture_heads_split_stretch(h, head.time, head.type);
    else
        h->last = head.time;
    if (head.type != PERF_RECORD_SAMPLE)
        *MEM_ADD(h->others, h->nothers, h->cap_others) = (uint32_t)h->n;
    if (h->n == h->cap)
        capture_heads_grow(h);
    h->v[h->n++] = head;
}

/* Frees all memory except lent memory. */
void capture_heads_free(struct record_heads *h);

/* A block of whole records. It is owned by the worker that reads it, and reused for the worker's next block. */
struct block {
    uint8_t *buf;
    size_t cap;
    uint8_t *lent;     /* memory that order/block.c lent as the first `buf`, and frees; NULL: none */
    struct span bytes; /* the records; may point into buf */
    uint64_t at;       /* file offset of the first byte */
    /* position of the first byte among the capture's records; a record's when.seq is this plus its offset
       in the block */
    uint64_t seq;
    uint64_t left_out,
        /* bytes left out directly before the block (capture.wanted); the latest time of their samples, 0:
           none */
        latest;
    size_t next;                /* offset of the record that is read next */
    struct record_heads *heads; /* heads of the block's records, borrowed; NULL: not wanted */
};

/* Makes room for n bytes in `buf`, and keeps the bytes of the block that are there. */
void capture_block_reserve(struct block *b, size_t n);

/* Sets the records of the block, which are borrowed. */
static inline void capture_block_begin(struct block *b, struct span bytes, uint64_t at, uint64_t seq)
{
    b->bytes = bytes;
    b->at = at;
    b->seq = seq;
    b->next = 0;
}

/* Appends bytes; the block's `bytes` then point into `buf`. */
void capture_block_add(struct block *b, const uint8_t *p, size_t n);

struct capture;

enum { RECORD_KINDS = 96 };

/* Receives, in pass 1, every record other than samples, in file order, on one thread. */
struct visitor {
    void (*visit)(void *arg, const struct record *r);
    void *arg;
    const struct visit_hands *hands; /* NULL: visit() receives all records */
};

/* For pass 1 by several threads. Each thread has a hand: an object of the visitor that stores records of
   some types. A hand receives the records as its thread reads them, in parallel to other hands and not in
   file order. These records are not passed to visit(). */
struct visit_hands {
    bool (*takes)(const void *arg,
                  uint32_t type); /* must be false for types that the capture itself evaluates */
    void *(*begin)(void *arg);
    /* Returns how many records the hand has stored so far. */
    size_t (*take)(void *hand, const struct record *r);
    /* Says that the hand's records [from, to) are the next ones in file order, and that `shift` must be
       added to their `when.seq`. It is called on the thread of the walk, while the hand may receive more
       records. Records that are in no call are dropped. */
    void (*put)(void *arg, void *hand, size_t from, size_t to, uint64_t shift);
};

struct capture_ops {
    /* Pass 1: passes metadata records to the visitor, and counts all records. */
    bool (*walk)(struct capture *c, const struct visitor *v, struct err *e);
    /* walk_along() makes pass 1 a part of the next pass 2. One thread calls next_block(), with heads, and
       next_block() also passes the block's metadata records to the visitor. False: this capture must be
       walked before pass 2. end_along() ends such a pass. It returns false if not everything was read, or
       if metadata came after samples that needed it; then walk() must be called after all. */
    bool (*walk_along)(struct capture *c, const struct visitor *v);
    bool (*end_along)(struct capture *c);
    /* Pass 2: rewind() goes back to the beginning. next_block() reads the next block with its heads. It
       returns false at the end or on an error. Several threads may call next_block() at the same time. */
    bool (*rewind)(struct capture *c, struct err *e);
    bool (*next_block)(struct capture *c, struct block *b, struct err *e);
    /* Decodes the next sample of a block; false at its end. Damaged samples are counted and skipped. The caller zeroes
       `s` before the first call and passes it unchanged to the next calls. */
    bool (*next_sample)(const struct capture *c, struct block *b, struct sample *s,
                        struct problems *problems);
    /* Decodes the sample at an offset of a block. False: the sample is damaged, which is counted. `s` is
       used as by next_sample(). */
    bool (*read_sample)(const struct capture *c, const struct block *b, size_t at, struct sample *s,
                        struct problems *problems);
    /* Decodes the metadata record at an offset of a block. False: the record is a sample, or damaged. */
    bool (*read_record)(const struct capture *c, const struct block *b, size_t at, struct record *out);
    void (*close)(struct capture *c);
};

struct time_range {
    uint64_t from, to; /* ns, both inclusive */
};

struct capture {
    const struct capture_ops *ops;
    const char *path;
    struct env env;
    struct events events;
    struct problems problems; /* problems of pass 1; in pass 2 callers pass their own counters */
    enum byte_order order;
    uint8_t bits; /* word size of the perf that recorded: 32, 64; 0: unknown */
    bool is_pipe, is_compressed, is_directory;
    bool timed; /* all records have a time, not just samples (sample_id_all) */
    /* Number of records in pass 1, indexed by the type's row in formats/perf/records/record_table.c. The
       last element counts unknown types. */
    uint64_t counts[RECORD_KINDS];
    uint64_t nsamples;
    /* samples lost by LOST_SAMPLES records; LOST records may count them, too */
    uint64_t lost_samples;
    /* times of the first and last sample, ns, from pass 1; first > last: no sample has a time */
    uint64_t first_time, last_time;
    /* offset and size of the records, from the header; if the size in the header is 0, they reach to the
       end of the file */
    uint64_t data_at, data_size;
    uint64_t data_cut;     /* bytes of data_size that are missing in the file */
    uint64_t streams_size; /* for a capture directory: bytes of records outside of its main file */
    struct watch *watch;   /* borrowed; NULL: reading cannot be stopped */
    unsigned threads;      /* number of threads that read the records; 0: as many as are useful */
    uint64_t max_unpacked; /* bytes to which compressed records may unpack; 0: budget_for_records() */
    /* The range of time whose samples pass 2 needs; borrowed until that pass ends. Blocks with no samples
       in the range may be left out; problems in them are then not counted. NULL: all samples. */
    const struct time_range *wanted;
};

/* The number of bytes of records in the capture. */
static inline uint64_t capture_bytes(const struct capture *c)
{
    return c->data_size - c->data_cut + c->streams_size;
}

/* Whether to go on reading after `done` of `all` bytes; false with `e` set. */
static inline bool capture_may_continue(const struct capture *c, uint64_t done, uint64_t all, struct err *e)
{
    return !c->watch || c->watch->goes_on(c->watch, done, all, e);
}

#endif
