/*
 * block: blocks of a capture on their way into the order of time. Any worker reads the next one; they are taken in file
 * order, and each is kept while one of its records waits or is in a slice. Only order_block_read() may be called by
 * several threads at once.
 */
#ifndef PERFOLIO_CORE_MODEL_ORDER_BLOCK_H
#define PERFOLIO_CORE_MODEL_ORDER_BLOCK_H

#include "core/model/capture.h"

struct order_block {
    struct block b;
    struct record_heads heads;
    uint32_t users; /* pieces and strands that use it, plus one until it is taken apart */
    struct order_block *next;
};

struct order_blocks {
    struct order_block *idle, *read; /* read: in file order */
    uint64_t seq;                    /* where the next block to take begins */
    unsigned reading, nread;         /* blocks being read; blocks in `read` */
    bool ended, failed;              /* all were read; ... up to one that could not be */
    size_t held, most_held;          /* bytes of records in memory, now and at most */
    size_t nblocks;                  /* blocks allocated */
    size_t most_room, most_heads;    /* the most room that a block has used so far */
    struct order_slab *slabs;        /* memory of all blocks but the first few */
};

/* Takes a block to read into; the caller reads it and puts it back. */
struct order_block *order_block_acquire(struct order_blocks *l);
/* Reads the next block of the capture. False at its end, or with `e` set. */
bool order_block_read(struct capture *c, struct order_block *b, struct err *e);
void order_block_put_back(struct order_blocks *l, struct order_block *b, bool is_read, const struct err *e);

/* The next block in file order, to be released once it is taken apart. NULL: it is not read yet, or there is none
   (order_blocks_at_end()). */
struct order_block *order_block_next(struct order_blocks *l);
bool order_blocks_at_end(const struct order_blocks *l);

/* Drops one user; without users the block's memory is reused. */
void order_block_release(struct order_blocks *l, struct order_block *b);

/* Frees idle and read blocks; blocks that were taken have to be released before. */
void order_blocks_free(struct order_blocks *l);

#endif
