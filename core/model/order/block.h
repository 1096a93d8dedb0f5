/*
 * block: the blocks of a capture on their way through an order: any worker reads the next one, they are taken in the
 * order of the file, and each is kept as long as some record of it waits or is in a slice. None of this but
 * order_block_read() is for two threads at once.
 */
#ifndef PERFOLIO_CORE_MODEL_ORDER_BLOCK_H
#define PERFOLIO_CORE_MODEL_ORDER_BLOCK_H

#include "core/model/capture.h"

struct order_block {
    struct block b;
    struct record_heads heads;
    uint32_t users; /* pieces and strands of it, and one as long as it is not taken apart */
    struct order_block *next;
};

struct order_blocks {
    struct order_block *idle, *read; /* read: by place in the file */
    uint64_t seq;                    /* of the byte behind the last one taken */
    unsigned reading, nread;         /* being read; in `read` */
    bool ended, failed;              /* there are no more; because one could not be read */
    size_t held, most_held;          /* bytes of records in memory now, and at most */
    size_t nblocks;                  /* how many there are, */
    size_t most_room, most_heads;    /* and what of its room one has used at most, or a little more */
    struct order_slab *slabs;        /* where blocks beyond the first few have their room */
};

/* A block that is to be read next; whoever got it reads it and puts it back. */
struct order_block *order_block_begin(struct order_blocks *l);
/* False at the end of the capture, and with `e` set. */
bool order_block_read(struct capture *c, struct order_block *b, struct err *e);
void order_block_put(struct order_blocks *l, struct order_block *b, bool is_read, const struct err *e);

/* The next one in the order of the file, which is released when it is taken apart. NULL: it is not read yet, or there
   is none (order_blocks_at_end()). */
struct order_block *order_block_take(struct order_blocks *l);
bool order_blocks_at_end(const struct order_blocks *l);

/* One user less: the memory of the last one's block is used again. */
void order_block_release(struct order_blocks *l, struct order_block *b);

/* What is idle or read is freed; all others are released before. */
void order_blocks_free(struct order_blocks *l);

#endif
