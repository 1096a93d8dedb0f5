/*
 * row_cache: remembers the row of a stretch of code for threads of one name. Most samples hit few stretches, and a
 * look-up in one cache line replaces finding the place and the row. It is used only if keys look at nothing but
 * thread and place (struct key, `varies`), and only for mappings that no later mapping overlaps, in which an
 * address means the same as long as they exist. One per worker.
 *
 * context whose address it is: an object or a space, a thread's name, an event, a use; a number stands for it
 * block 64 bytes of code line 64 bytes of memory with four entries: what is known of blocks in contexts
 *
 * An entry is a stretch of a block that counts as one: the whole block where one symbol covers it. In a line that is
 * full, an entry that is found moves up one place, and a new entry replaces the last one.
 */
#ifndef PERFOLIO_CORE_PROFILE_PLACES_ROW_CACHE_H
#define PERFOLIO_CORE_PROFILE_PLACES_ROW_CACHE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    ROW_LINE_BITS = 15, /* 2^15 lines: 2 MB */
    ROW_WAYS = 4,
    ROW_BLOCK_BITS = 6, /* 64 bytes */
};

enum row_use {
    ROW_USE_SELF,
    ROW_USE_CALLER,
    ROW_USE_NAMELESS, /* a caller without a symbol, by process and address */
    ROW_USE_ADDRESS,  /* a caller by process and address, if frames differ by address */
};

/* Why a sample or a caller has no symbol: it has one, or needs none; the object's file is missing; or no symbol covers
   the address. */
enum row_lack { ROW_LACKS_NOTHING, ROW_LACKS_OBJECT, ROW_LACKS_SYMBOL };

struct row_context {
    const void *where; /* an object, or a struct space if the addresses are of a process */
    uint32_t who;      /* worker_name_id() */
    uint32_t event;
    uint8_t use;     /* enum row_use */
    char level;      /* ROW_USE_NAMELESS: perf's mark of the address; other callers: callers.c, way_of() */
    uint8_t top;     /* set by row_cache.c: the highest byte of the addresses, which a line does not store */
    uint32_t number; /* the number of this context; 0: the slot is free */
};

/* The contexts that a thread looked up last. */
enum { RECENT_CONTEXTS = 8 };

struct row_contexts {
    struct recent_context {
        const void *where;
        uint32_t event, number; /* number 0: free */
        uint8_t use, top;
        char level;
    } v[RECENT_CONTEXTS];
    uint32_t turn; /* the value of row_cache.turn for which the numbers are valid */
};

struct row_cache {
    struct row_line {
        struct cached_row {
            /* bits: enum row_lack, the entry's last and first byte in the block, the block's number */
            uint64_t where;
            uint32_t context; /* 0: the entry is free */
            uint32_t row;
        } v[ROW_WAYS];
    } * lines;                    /* NULL: nothing is remembered */
    struct row_context *contexts; /* by hash */
    size_t ncontexts, mask;
    uint32_t turn; /* increased when everything is forgotten */
    void *room;    /* the allocation that holds the lines, which are aligned to cache lines */
};

/* An address to look up in a context. */
struct row_wanted {
    struct row_line *line; /* NULL: the address cannot be remembered */
    uint64_t at;
    uint32_t context;
};

void row_cache_init(struct row_cache *c);
void row_cache_free(struct row_cache *c);

/* Forget everything if there are too many contexts. Results of earlier row_cache_want() are then invalid. */
void row_cache_make_room(struct row_cache *c);

void row_cache_forget(struct row_cache *c);

/* The number of a context for addresses with the same highest byte as `at`; valid until everything is
   forgotten. 0: there are too many contexts. */
uint32_t row_cache_context_number(struct row_cache *c, const struct row_context *x, uint64_t at);

/* row_cache_context_number() for one thread. `recent` has the thread's last contexts, which must all have the same
   `who`. */
static inline uint32_t row_cache_context_of(struct row_cache *c, struct row_contexts *recent,
                                            const struct row_context *x, uint64_t at)
{
    const uintptr_t where = (uintptr_t)x->where;
    struct recent_context *r = &recent->v[(where >> 4 ^ where >> 8 ^ x->use) % RECENT_CONTEXTS];
    if (recent->turn != c->turn)
        *recent = (struct row_contexts){ .turn = c->turn };
    const bool is_recent = r->number && r->where == x->where && r->event == x->event && r->use == x->use &&
                           r->level == x->level && r->top == at >> 56;
    if (!is_recent)
        *r = (struct recent_context){
            x->where, x->event, row_cache_context_number(c, x, at), x->use, (uint8_t)(at >> 56), x->level
        };
    return r->number;
}

/* Prepare the look-up of an address, and prefetch its line. `context` 0: the address cannot be remembered. */
static inline struct row_wanted row_cache_want(const struct row_cache *c, uint32_t context, uint64_t at)
{
    uint64_t h = (at >> ROW_BLOCK_BITS ^ (uint64_t)context << 44) * UINT64_C(0x9e3779b97f4a7c15);
    struct row_line *line = &c->lines[(h ^ h >> 32) * UINT64_C(0xff51afd7ed558ccd) >> (64 - ROW_LINE_BITS)];
    __builtin_prefetch(line);
    return (struct row_wanted){ context ? line : NULL, at, context };
}

/* The entry of an address, valid until the next look-up; NULL: unknown. */
static inline struct cached_row *row_cache_find(const struct row_wanted *w)
{
    const unsigned bytes = (1u << ROW_BLOCK_BITS) - 1;
    uint64_t block = w->at << 8 >> (8 + ROW_BLOCK_BITS);
    for (size_t i = 0; w->line && i < ROW_WAYS; i++) {
        struct cached_row *k = &w->line->v[i], found = *k;
        const bool has_it = found.context == w->context && found.where >> (2 * ROW_BLOCK_BITS + 2) == block &&
                            (w->at & bytes) >= (found.where >> (ROW_BLOCK_BITS + 2) & bytes) &&
                            (w->at & bytes) <= (found.where >> 2 & bytes);
        if (!has_it)
            continue;
        if (!i)
            return k;
        *k = k[-1];
        k[-1] = found;
        return k - 1;
    }
    return NULL;
}

static inline enum row_lack row_cache_lack(const struct cached_row *k)
{
    return (enum row_lack)(k->where & 3);
}

/* Call it after row_cache_find() returned NULL: remembers the row of the address, of the `before` bytes before it and
   of the `behind` bytes after it. */
void row_cache_put(const struct row_wanted *w, uint64_t before, uint64_t behind, uint32_t row,
                   enum row_lack lack);

#endif
