/*
 * lead_steps: lists the steps of settled paths that follow each lead (paths.h, struct path_lead). Each thread lists the
 * steps of one part of the paths. A list is divided into shards: all steps to one frame are in one shard, and so are
 * all steps to one address, in the order of their leads. A step may be listed several times. Private to core/profile.
 */
#ifndef PERFOLIO_CORE_PROFILE_LEAD_STEPS_H
#define PERFOLIO_CORE_PROFILE_LEAD_STEPS_H

#include "core/profile/paths.h"

/* An address belongs to the shard of its region of 2^LEAD_REGION_BITS bytes, so that the addresses of one
   process fall into few shards. */
enum { LEAD_SHARDS = 64, LEAD_REGION_BITS = 26, LEAD_CHUNK = 64 };

/* 28 bytes: packed, since there may be as many steps as addresses. */
struct __attribute__((packed, aligned(4))) lead_step {
    /* period of all samples whose path leads through a path of this part whose last step has this lead and kind */
    uint64_t period;
    uint32_t lead, kind;
    uint32_t end;     /* index + 1 of the end with the earliest of these samples */
    uint32_t address; /* lead_steps_address(); 0: the frame has a symbol */
    uint32_t number;  /* number of the step in its part */
};

struct lead_chunk {
    uint32_t n, next; /* next: index + 1 of the shard's next chunk; 0: none */
    struct lead_step v[LEAD_CHUNK];
};

/* The steps of a part of the paths. */
struct lead_part {
    struct lead_chunk *v;
    size_t n;
    struct lead_list { /* indices + 1 of chunks; 0: none */
        uint32_t first, last;
    } shards[LEAD_SHARDS];
    uint32_t *kinds; /* number of the step: its kind, later its final kind */
    size_t nkinds;
};

struct lead_steps {
    struct paths *paths;
    const uint32_t *earliest; /* per path, as paths_find_earliest() finds it */
    struct lead_part *parts;
    size_t nparts, each; /* nparts: number of parts; each: paths per part */
};

/* a + b, limited to UINT64_MAX, so that the order of additions does not matter. */
static inline uint64_t lead_steps_sum(uint64_t a, uint64_t b)
{
    if (b > UINT64_MAX - a)
        return UINT64_MAX;
    return a + b;
}

/* The hash of an address without a symbol, never 0. */
static inline uint32_t lead_steps_address(uint64_t avma)
{
    return (uint32_t)hash_u64(avma) | 1;
}

/* The shard of an address without a symbol. */
static inline size_t lead_steps_shard(uint64_t avma)
{
    return (avma >> LEAD_REGION_BITS) * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (LEAD_SHARDS - 1);
}

/* The chunk of an index + 1; NULL for 0. */
static inline struct lead_chunk *lead_steps_chunk(const struct lead_part *part, uint32_t number)
{
    if (!number)
        return NULL;
    return &part->v[number - 1];
}

/* lead_steps_first(): the first chunk of a shard in a part; lead_steps_next(): the next chunk of the same
   shard. NULL: none. */
static inline struct lead_chunk *lead_steps_first(const struct lead_part *part, size_t shard)
{
    return lead_steps_chunk(part, part->shards[shard].first);
}

static inline struct lead_chunk *lead_steps_next(const struct lead_part *part, const struct lead_chunk *chunk)
{
    return lead_steps_chunk(part, chunk->next);
}

/* List the steps of summed paths that have leads. `earliest`: see paths_find_earliest(). Until lead_steps_end(), the
   kinds in the paths are numbers of steps. Uses up to `threads` threads. */
void lead_steps_list(struct lead_steps *s, struct paths *p, const uint32_t *earliest, unsigned threads);

/* Give each step of the paths its final kind, and free the list. */
void lead_steps_end(struct lead_steps *s, unsigned threads);

#endif
