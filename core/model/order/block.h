/*
 * block: the blocks of a capture while its records are put in order of time. Any worker may read the next
 * block. Blocks are split into runs (order.h) in file order. A block stays in memory until no slice needs its
 * records any more. Only order_block_read() may be called by several threads at the same time.
 */
#ifndef PERFOLIO_CORE_MODEL_ORDER_BLOCK_H
#define PERFOLIO_CORE_MODEL_ORDER_BLOCK_H

#include "core/model/capture.h"

struct order_block {
    struct block b;
    struct record_heads heads;
    /* number of pieces (order.c) and strands (slice.h) that use the block; 1 more until the block is split
       into runs */
    uint32_t users;
    struct order_block *next;
};

struct order_blocks {
    struct order_block *idle, *read; /* unused blocks; blocks that were read, in file order */
    uint64_t seq;                    /* `seq` of the next block to split */
    unsigned reading, nread;         /* blocks being read; blocks in `read` */
    /* ended: nothing more can be read; failed: because a block could not be read */
    bool ended, failed;
    size_t held, most_held;       /* bytes of records in memory: now, and the maximum so far */
    size_t nblocks;               /* blocks allocated */
    size_t most_room, most_heads; /* the most bytes and heads that one block has used so far */
    struct order_slab *slabs;     /* memory of all blocks except the first few */
};

/* Takes an unused block. The caller reads into it by order_block_read() and then calls order_block_put_back(). */
struct order_block *order_block_acquire(struct order_blocks *l);
/* Reads the next block of the capture. False at its end, or with `e` set. */
bool order_block_read(struct capture *c, struct order_block *b, struct err *e);
void order_block_put_back(struct order_blocks *l, struct order_block *b, bool is_read, const struct err *e);

/* The next block in file order. The caller splits it into runs, then releases it. NULL: the block is not
   read yet, or there are no more blocks (order_blocks_at_end()). */
struct order_block *order_block_next(struct order_blocks *l);
bool order_blocks_at_end(const struct order_blocks *l);

/* Removes a user of the block; a block without users is reused. */
void order_block_release(struct order_blocks *l, struct order_block *b);

/* Frees all blocks in `idle` and `read`. Release the blocks that order_block_next() returned before. */
void order_blocks_free(struct order_blocks *l);

#endif
