/*
 * capture: the interface of a reader of recordings, which formats/perf implements. It makes two passes: `walk` shows every
 * metadata record once, in file order; then blocks of whole records are handed to any number of workers, and each worker
 * decodes the samples of its own block.
 */
#ifndef PERFOLIO_CORE_MODEL_CAPTURE_H
#define PERFOLIO_CORE_MODEL_CAPTURE_H

#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/problem.h"
#include "core/model/env.h"
#include "core/model/event.h"
#include "core/model/record.h"

/* The part of a record that is read before it is decoded. */
struct record_head {
    uint64_t time; /* ns; 0: it has none, and takes effect where it stands in the file */
    uint32_t at;   /* offset in its block */
    uint32_t type;
};

/* The heads of the records of a block. */
struct record_heads {
    struct record_head *v;
    size_t n, cap;
    /* The initial `v` if it was lent by order/block.c, which frees it; NULL: not lent. */
    struct record_head *lent;
    /* The heads fall into stretches, in order: runs of ascending times, runs without times, and single FINISHED_ROUNDs. Each
       entry is the place in `v` where one begins; it ends where the next one begins. */
    uint32_t *stretches;
    size_t nstretches, cap_stretches;
    uint32_t *others; /* places in `v` of records that are not samples, ascending */
    size_t nothers, cap_others;
    uint64_t last; /* time of the last head; UINT64_MAX: it has none */
};

/* Empties the heads, for a new block. */
void capture_heads_clear(struct record_heads *h);

/* Makes room for another head. */
void capture_heads_grow(struct record_heads *h);

/* Begins a new stretch if the next head, of this time and type, does not continue the last one. */
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

/* Frees everything but what was lent. */
void capture_heads_free(struct record_heads *h);

/* A block of whole records, owned by the worker that reads it and reused for the next one. */
struct block {
    uint8_t *buf;
    size_t cap;
    uint8_t *lent;     /* the initial `buf` if it was lent by order/block.c, which frees it; NULL: not lent */
    struct span bytes; /* the records; may point into buf */
    uint64_t at;       /* file offset of the first byte */
    uint64_t seq;      /* the first byte's place in the capture; plus a record's offset it is its when.seq */
    uint64_t left_out,
        latest;  /* bytes left out in front (capture.wanted), and the latest time of their samples, 0: none */
    size_t next; /* offset of the record that is read next */
    struct record_heads *heads; /* heads of its records, borrowed; NULL: not wanted */
};

/* Makes room for n bytes in `buf` and keeps the bytes that the block holds there. */
void capture_block_reserve(struct block *b, size_t n);

/* Lets the block hold these records, borrowed. */
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

/* Asked now and then, by each thread that reads records, whether to go on: `done` of `all` bytes were read. False with `e`
   set: stop; all later calls say so, too. */
struct watch {
    bool (*goes_on)(struct watch *w, uint64_t done, uint64_t all, struct err *e);
};

/* Receives every record of pass 1 that is not a sample, in file order, on one thread. */
struct visitor {
    void (*visit)(void *arg, const struct record *r);
    void *arg;
    const struct visit_hands *hands; /* NULL: `visit` gets all of them */
};

/* For pass 1 by several threads: each has a hand, made and owned by the visitor. It takes records of some types as they are
   read, in parallel and not in file order; they are not passed to visit(). */
struct visit_hands {
    bool (*takes)(const void *arg,
                  uint32_t type); /* must be false for types that the capture itself evaluates */
    void *(*begin)(void *arg);
    /* Returns how many records the hand has kept so far. */
    size_t (*take)(void *hand, const struct record *r);
    /* The records [from, to) of a hand come next in the file, and their `when.seq` grows by `shift`. Called on the thread of
       the walk, while the hand may take more records. Records that are never put are dropped. */
    void (*put)(void *arg, void *hand, size_t from, size_t to, uint64_t shift);
};

struct capture_ops {
    /* Pass 1: shows metadata records and counts all records. */
    bool (*walk)(struct capture *c, const struct visitor *v, struct err *e);
    /* Does pass 1 as a part of the next pass 2, on one thread: the caller, which reads blocks with heads, shows their
       records. False: this capture has to be walked first. end_along() ends it: false if not everything was read, or if
       records seen late had to be known before samples; then the capture has to be walked after all. */
    bool (*walk_along)(struct capture *c, const struct visitor *v);
    bool (*end_along)(struct capture *c);
    /* Pass 2: rewinds; then returns the next block with its heads, false at the end or on an error. next_block() may be
       called by several threads at once. */
    bool (*rewind)(struct capture *c, struct err *e);
    bool (*next_block)(struct capture *c, struct block *b, struct err *e);
    /* Decodes the next sample of a block; false at its end. Damaged samples are counted and skipped. `s` is zeroed before
       its first use and passed again unchanged. */
    bool (*next_sample)(const struct capture *c, struct block *b, struct sample *s,
                        struct problems *problems);
    /* Decodes the sample at an offset of a block. False: it is damaged, which is counted. `s` as above. */
    bool (*read_sample)(const struct capture *c, const struct block *b, size_t at, struct sample *s,
                        struct problems *problems);
    /* Decodes the record at an offset of a block. False: it is a sample, or damaged. */
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
    struct problems problems; /* of pass 1; in pass 2 the callers count */
    enum byte_order order;
    uint8_t bits; /* word size of the perf that recorded: 32, 64; 0: unknown */
    bool is_pipe, is_compressed, is_directory;
    bool timed; /* all records have a time (sample_id_all), not samples alone */
    /* Records of pass 1 by their row in formats/perf/records/record_table.c; the last counts unknown types. */
    uint64_t counts[RECORD_KINDS];
    uint64_t nsamples;
    uint64_t lost_samples;          /* as LOST_SAMPLES records say, even if LOST records count them, too */
    uint64_t first_time, last_time; /* of samples, ns, from pass 1; first > last: there are none */
    uint64_t data_at, data_size;    /* from the header; if it states 0 for the size, all that follows */
    uint64_t data_cut;              /* bytes of data_size that the file lacks */
    uint64_t streams_size;          /* of a directory: bytes of records in files other than its main one */
    struct watch *watch;            /* borrowed; NULL: reading cannot be stopped */
    unsigned threads;               /* threads that read its records; 0: as many as are useful */
    /* The range of time whose samples pass 2 is asked for, borrowed until that pass ends: blocks with nothing but other
       samples may be left out. For callers that need neither these nor their problems; NULL: all samples. */
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
