/* part: the samples that one worker reads from its blocks, in the order of the file, with numbers that
   only this worker uses. Private to this folder. */
#ifndef PERFOLIO_LIB_COLUMNS_PART_H
#define PERFOLIO_LIB_COLUMNS_PART_H

#include "core/profile/count/worker.h"
#include "lib/columns/column_faults.h"
#include "lib/columns/sample_columns.h"

/* A sample with the worker's own numbers. `place` and `chain` are 1 + the number of a frame and of a call chain; 0:
   none. */
struct part_sample {
    uint64_t time, weight;
    uint32_t thread, place, chain;
    uint16_t cpu, event;
};

/* A block of the file. Its samples are those with indexes from the `end` of the previous block to its own `end`
   (exclusive). */
struct part_block {
    uint64_t seq; /* position in the file of its first byte */
    size_t end;
};

struct part {
    struct worker worker; /* only its paths, problems and error are used */
    /* hash table of places of addresses in objects whose meaning never changes */
    struct known_place {
        uint64_t at;    /* address or offset, as worker_map() gives it */
        uint32_t where; /* (object's index + 1) << 2 | enum row_lack; 0: free */
        uint32_t place;
    } * known;
    size_t nknown, mask;
    uint64_t latest; /* latest time that this worker has seen; 0: none */
    bool chains;
    bool cut, far_cpu;           /* as in struct sample_columns */
    size_t nwaiting;             /* how many of the last samples in `v` do not have their call chain yet */
    struct column_faults faults; /* by index in `v` */
    struct part_sample *v;
    size_t n, cap;
    struct part_block *blocks;
    size_t nblocks, cap_blocks;
    /* indexed by the worker's number of a thread with its name; entry 0: no thread */
    struct column_thread *threads;
    size_t nthreads, cap_threads;
};

/* Prepares a worker to read a capture with this timeline, resolver and options. `alone`: it reads all samples, and gets room for them. */
void part_init(struct part *k, struct capture *c, const struct timeline *t, struct resolver *r,
               const struct count_opts *o, bool alone);
void part_free(struct part *k);

/* Allocates n * size uninitialised bytes, in large pages where possible, since they are accessed in random order. For free(). */
void *part_room(size_t n, size_t size);

/* Reads blocks of the capture, and their samples, until all blocks are taken by this or other workers. */
void part_read(struct part *k);

#endif
