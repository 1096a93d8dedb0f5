/* part: what one worker makes of the blocks that it got: samples in the order of the file, numbers of its own. Private to this
   folder. */
#ifndef PERFOLIO_LIB_COLUMNS_PART_H
#define PERFOLIO_LIB_COLUMNS_PART_H

#include "core/profile/count/worker.h"
#include "lib/columns/sample_columns.h"

struct part_sample {
    uint64_t time, weight;
    uint32_t thread, place,
        chain; /* place: of the worker's frames, + 1; chain: of its chains, + 1; 0: none */
    uint16_t cpu, event;
};

/* A block, whose samples are those up to `end`, behind those of the block before. */
struct part_block {
    uint64_t seq; /* of its first byte */
    size_t end;
};

struct part {
    struct worker worker; /* of which paths, problems and the error count */
    struct known_place {  /* by hash: what an address of an object is at all times */
        uint64_t at;      /* worker_map()'s */
        uint32_t where; /* the object, by its number + 1, and in the lowest two bits enum row_lack; 0: free */
        uint32_t place;
    } * known;
    size_t nknown, mask;
    uint64_t latest; /* time that this worker has seen; 0: none */
    bool chains;
    bool cut, far_cpu; /* struct sample_columns */
    size_t nwaiting;   /* samples, the last ones, that wait for their chain */
    struct part_sample *v;
    size_t n, cap;
    struct part_block *blocks;
    size_t nblocks, cap_blocks;
    struct column_thread *threads; /* by the worker's number of a name in a thread; the first is nobody */
    size_t nthreads, cap_threads;
};

void part_init(struct part *k, struct capture *c, const struct timeline *t, struct resolver *r,
               const struct count_opts *o);
void part_free(struct part *k);

/* Take the samples of blocks as long as there are any. */
void part_read(struct part *k);

#endif
