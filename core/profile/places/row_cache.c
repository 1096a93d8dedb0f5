#include "core/profile/places/row_cache.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum {
    LINES = 1 << ROW_LINE_BITS,
    CONTEXTS_FIRST = 1 << 10, /* slots at first; up to three quarters are used */
    CONTEXTS_MOST = 3 << 14,
    CONTEXTS_MANY = 1 << 15,
};

void row_cache_init(struct row_cache *c)
{
    const size_t line = sizeof(*c->lines);
    c->room = mem_new(LINES + 1, line);
    c->lines = (struct row_line *)(((uintptr_t)c->room + line - 1) / line * line);
    c->mask = CONTEXTS_FIRST - 1;
    c->contexts = mem_new(CONTEXTS_FIRST, sizeof(*c->contexts));
}

void row_cache_free(struct row_cache *c)
{
    free(c->room);
    free(c->contexts);
    *c = (struct row_cache){ 0 };
}

void row_cache_make_room(struct row_cache *c)
{
    if (c->ncontexts >= CONTEXTS_MANY)
        row_cache_forget(c);
}

void row_cache_forget(struct row_cache *c)
{
    c->ncontexts = 0;
    c->turn++;
    memset(c->contexts, 0, (c->mask + 1) * sizeof(*c->contexts));
    memset(c->lines, 0, LINES * sizeof(*c->lines));
}

static bool same_context(const struct row_context *x, const struct row_context *y)
{
    return x->where == y->where && x->who == y->who && x->event == y->event && x->use == y->use &&
           x->level == y->level && x->top == y->top;
}

/* The slot of a context, or a free one for it. */
static struct row_context *row_cache_slot_of(const struct row_cache *c, const struct row_context *x)
{
    const uint64_t k = UINT64_C(0x9e3779b97f4a7c15);
    uint64_t h = ((uintptr_t)x->where ^ (uint64_t)x->who << 40 ^ x->event) * k;
    h = (h ^ h >> 32 ^ (uint64_t)x->use << 16 ^ (uint64_t)(uint8_t)x->level << 8 ^ x->top) * k;
    size_t i = h >> 40 & c->mask;
    while (c->contexts[i].number && !same_context(&c->contexts[i], x))
        i = (i + 1) & c->mask;
    return &c->contexts[i];
}

static void row_cache_grow(struct row_cache *c)
{
    struct row_context *old = c->contexts;
    const size_t n = c->mask + 1;
    c->mask = n * 2 - 1;
    c->contexts = mem_new(n * 2, sizeof(*c->contexts));
    for (size_t i = 0; i < n; i++)
        if (old[i].number)
            *row_cache_slot_of(c, &old[i]) = old[i];
    free(old);
}

uint32_t row_cache_context_number(struct row_cache *c, const struct row_context *x, uint64_t at)
{
    struct row_context with = *x;
    with.top = (uint8_t)(at >> 56);
    struct row_context *known = row_cache_slot_of(c, &with);
    if (known->number || c->ncontexts == CONTEXTS_MOST)
        return known->number;
    if (c->ncontexts >= (c->mask + 1) / 4 * 3) {
        row_cache_grow(c);
        known = row_cache_slot_of(c, &with);
    }
    with.number = (uint32_t)++c->ncontexts;
    *known = with;
    return with.number;
}

void row_cache_put(const struct row_wanted *w, uint64_t before, uint64_t behind, uint32_t row,
                   enum row_lack lack)
{
    assert(w->line && w->context);
    const uint64_t bytes = (1u << ROW_BLOCK_BITS) - 1;
    uint64_t at = w->at & bytes, block = w->at << 8 >> (8 + ROW_BLOCK_BITS);
    uint64_t first = 0, last = bytes;
    if (before < at)
        first = at - before;
    if (behind < bytes - at)
        last = at + behind;
    size_t i = 0;
    while (i + 1 < ROW_WAYS && w->line->v[i].context)
        i++;
    w->line->v[i] =
        (struct cached_row){ ((block << ROW_BLOCK_BITS | first) << ROW_BLOCK_BITS | last) << 2 | lack,
                             w->context, row };
}
