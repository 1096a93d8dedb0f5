/*
 * capture: what a reader of recordings offers to everything above it. core declares it, formats/perf
 * implements it. Two passes: `walk` shows every metadata record once, in file order; then blocks of whole
 * records are handed to any number of workers, and each worker decodes the samples of its block alone.
 */
#ifndef PERFOLIO_CORE_MODEL_CAPTURE_H
#define PERFOLIO_CORE_MODEL_CAPTURE_H

#include "core/base/err.h"
#include "core/base/mem.h"
#include "core/base/problem.h"
#include "core/model/env.h"
#include "core/model/event.h"
#include "core/model/record.h"

/* What tells records apart before they are decoded. */
struct record_head {
    uint64_t time; /* ns; 0: it has none, so it holds where it stands */
    uint32_t at;   /* in its block */
    uint32_t type;
};

/* Those of the records of a block. */
struct record_heads {
    struct record_head *v;
    size_t n, cap;
    struct record_head *lent; /* what was v at first, and is not its own; NULL: nothing */
    /* What they fall into, in their order: such as have times that ascend, such as have none, and single
       FINISHED_ROUNDs. The first of each, by number in `v`; it ends where the next one begins. */
    uint32_t *stretches;
    size_t nstretches, cap_stretches;
    uint32_t *others; /* those that are no samples, by number in `v`, in their order */
    size_t nothers, cap_others;
    uint64_t last; /* time of the last one; UINT64_MAX: it has none */
};

/* Begin with those of a block. */
void capture_heads_begin(struct record_heads *h);

/* More room. */
void capture_heads_grow(struct record_heads *h);

/* What is added next does not ascend. */
void capture_heads_turn(struct record_heads *h, uint64_t time, uint32_t type);

/* Add what comes next. */
static inline void capture_heads_add(struct record_heads *h, struct record_head head)
{
    if (head.time < h->last)
        capture_heads_turn(h, head.time, head.type);
    else
        h->last = head.time;
    if (head.type != PERF_RECORD_SAMPLE)
        *MEM_ADD(h->others, h->nothers, h->cap_others) = (uint32_t)h->n;
    if (h->n == h->cap)
        capture_heads_grow(h);
    h->v[h->n++] = head;
}

/* What an owner of heads gives back. */
void capture_heads_free(struct record_heads *h);

/* Bytes of whole records, owned by the worker that asked for them and reused from call to call. */
struct block {
    uint8_t *buf;
    size_t cap;
    uint8_t *lent;              /* what was buf at first, and is not the block's own; NULL: nothing */
    struct span bytes;          /* the records; may point into buf */
    uint64_t at;                /* file offset of the first byte */
    uint64_t seq;               /* of the first byte; + position gives when.seq */
    uint64_t left_out, latest;  /* bytes left out in front (capture.wanted), and the last time in them */
    size_t next;                /* where the next record starts */
    struct record_heads *heads; /* theirs, borrowed; NULL: nobody asks for them */
};

/* Room for n bytes in `buf`, with what the block holds there. */
void capture_block_room(struct block *b, size_t n);

/* The block holds these records from now on. */
static inline void capture_block_begin(struct block *b, struct span bytes, uint64_t at, uint64_t seq)
{
    b->bytes = bytes;
    b->at = at;
    b->seq = seq;
    b->next = 0;
}

/* Append bytes to what the block holds; `bytes` then points into `buf`. */
void capture_block_add(struct block *b, const uint8_t *p, size_t n);

struct capture;

enum { RECORD_KINDS = 96 };

/* Who is asked now and then, by each thread that reads records, whether that goes on: `done` bytes of them were read, of
   `all`. False with `e` set: it does not, and any call after that says so, too. */
struct watch {
    bool (*goes_on)(struct watch *w, uint64_t done, uint64_t all, struct err *e);
};

/* Whom pass 1 shows every record that is not a sample, in file order, on one thread. */
struct visitor {
    void (*visit)(void *arg, const struct record *r);
    void *arg;
    const struct visit_hands *hands; /* NULL: there are none */
};

/* Where threads share pass 1, each has a hand, which is the visitor's and lives as long: it takes the records of some types
   as they are read, in any order of the file, instead of their being shown. */
struct visit_hands {
    bool (*takes)(const void *arg, uint32_t type); /* none that a capture counts by more than its kind */
    void *(*begin)(void *arg);
    /* Returns how many the hand has kept until now. */
    size_t (*take)(void *hand, const struct record *r);
    /* What a hand kept from one number up to another comes next in the file, its `when.seq` being larger by `shift`: from the
       thread that asked, while the hand takes more. What is never put was read in vain. */
    void (*put)(void *arg, void *hand, size_t from, size_t to, uint64_t shift);
};

struct capture_ops {
    /* Pass 1. Samples and everything else are counted. */
    bool (*walk)(struct capture *c, const struct visitor *v, struct err *e);
    /* Pass 1 as a part of the next pass 2, by one thread: whoever reads its blocks with their heads shows the records.
     * False: this capture has to be walked before. Afterwards end_along(): false when not all of it was read, or what
     * was read has to be known before samples are: then nothing was seen, and it has to be walked. */
    bool (*walk_along)(struct capture *c, const struct visitor *v);
    bool (*end_along)(struct capture *c);
    /* Pass 2: start over; then give the next block and its heads, false at the end or on an error. Safe from
     * several threads. */
    bool (*rewind)(struct capture *c, struct err *e);
    bool (*next_block)(struct capture *c, struct block *b, struct err *e);
    /* The next sample of a block; false at its end. Damaged ones are counted and passed over. `s` is zeroed
     * before its first use and handed back as it is. */
    bool (*next_sample)(const struct capture *c, struct block *b, struct sample *s,
                        struct problems *problems);
    /* A sample of a block by where it starts. False when it is damaged, which is counted. `s` as above. */
    bool (*read_sample)(const struct capture *c, const struct block *b, size_t at, struct sample *s,
                        struct problems *problems);
    /* A record of a block by where it starts, unless it is a sample. False when it is damaged. */
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
    struct problems problems; /* of pass 1; pass 2 counts in its blocks */
    enum byte_order order;
    uint8_t bits; /* word size of the recording perf: 32, 64; 0: unknown */
    bool is_pipe, is_compressed, is_directory;
    bool timed; /* records other than samples carry a time (sample_id_all) */
    /* Records seen in pass 1 by kind: the row in formats/perf/records/record_table.c; last: unknown. */
    uint64_t counts[RECORD_KINDS];
    uint64_t nsamples;
    uint64_t lost_samples;          /* that LOST_SAMPLES records count, even if LOST records do too */
    uint64_t first_time, last_time; /* of samples, ns, as seen in pass 1; first > last when there are none */
    uint64_t data_at, data_size;    /* as the header states them; data_size is what follows if that is 0 */
    uint64_t data_cut;              /* bytes of data_size that the file does not have */
    uint64_t streams_size;          /* of a directory: bytes of records beside those of its main file */
    struct watch *watch;            /* borrowed; NULL: nobody is asked */
    unsigned threads;               /* by which its records are read; 0: as many as are worth having */
    /* The samples that pass 2 is about, borrowed: blocks with others, and nothing else, may be left out. For whoever
       needs neither those nor what is wrong with them; NULL: all. */
    const struct time_range *wanted;
};

/* How many bytes of records there are. */
static inline uint64_t capture_bytes(const struct capture *c)
{
    return c->data_size - c->data_cut + c->streams_size;
}

/* Whether it is read on: `done` of `all` bytes were. */
static inline bool capture_goes_on(const struct capture *c, uint64_t done, uint64_t all, struct err *e)
{
    return !c->watch || c->watch->goes_on(c->watch, done, all, e);
}

#endif
