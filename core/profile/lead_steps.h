/*
 * lead_steps: what settled paths step to behind each lead, as threads list it that have a part of the paths each. Steps
 * that may have to do with each other are in one shard: those to one frame and those to one address, in the order of
 * their leads. One may be listed several times. Private to core/profile.
 */
#ifndef PERFOLIO_CORE_PROFILE_LEAD_STEPS_H
#define PERFOLIO_CORE_PROFILE_LEAD_STEPS_H

#include "core/profile/paths.h"

/* Addresses of a process lie in few shards: each of them has its own threads and objects. */
enum { LEAD_SHARDS = 64, LEAD_REGION_BITS = 26, LEAD_CHUNK = 64 };

/* In 28 bytes, for there are as many as addresses. */
struct __attribute__((packed, aligned(4))) lead_step {
    uint64_t period; /* of what ended behind such steps, each of them alone */
    uint32_t lead, kind;
    uint32_t end;     /* of the earliest sample, + 1 */
    uint32_t address; /* lead_steps_address(); 0: a symbol covers it */
    uint32_t number;  /* in its part */
};

struct lead_chunk {
    uint32_t n, next; /* the next chunk of the shard, + 1; 0: there is none */
    struct lead_step v[LEAD_CHUNK];
};

/* What a part of the paths has. */
struct lead_part {
    struct lead_chunk *v;
    size_t n;
    struct lead_list { /* chunks, + 1; 0: there is none */
        uint32_t first, last;
    } shards[LEAD_SHARDS];
    uint32_t *kinds; /* that steps are to have in the end, by their numbers: at first those they have */
    size_t nkinds;
};

struct lead_steps {
    struct paths *paths;
    const uint32_t *earliest;
    struct lead_part *parts;
    size_t nparts, each; /* paths of a part */
};

/* Periods of steps added up, in any order: no more than there can be. */
static inline uint64_t lead_steps_sum(uint64_t a, uint64_t b)
{
    if (b > UINT64_MAX - a)
        return UINT64_MAX;
    return a + b;
}

/* The hash of an address without a symbol. */
static inline uint32_t lead_steps_address(uint64_t avma)
{
    return (uint32_t)hash_u64(avma) | 1;
}

/* Its shard. */
static inline size_t lead_steps_shard(uint64_t avma)
{
    return (avma >> LEAD_REGION_BITS) * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (LEAD_SHARDS - 1);
}

/* The chunk with a number, + 1; NULL for 0. */
static inline struct lead_chunk *lead_steps_chunk(const struct lead_part *part, uint32_t number)
{
    if (!number)
        return NULL;
    return &part->v[number - 1];
}

/* The first chunk that a part has of a shard, and the one behind that; NULL: there is none. */
static inline struct lead_chunk *lead_steps_first(const struct lead_part *part, size_t shard)
{
    return lead_steps_chunk(part, part->shards[shard].first);
}

static inline struct lead_chunk *lead_steps_next(const struct lead_part *part, const struct lead_chunk *chunk)
{
    return lead_steps_chunk(part, chunk->next);
}

/* List the steps of paths that are summed and have leads. `earliest`: per path the end of its earliest sample, + 1. Meanwhile
   the paths' kinds are taken. By up to so many threads. */
void lead_steps_list(struct lead_steps *s, struct paths *p, const uint32_t *earliest, unsigned threads);

/* Give the paths the kinds that their steps are to have, and free these. */
void lead_steps_end(struct lead_steps *s, unsigned threads);

#endif
