#include "core/profile/places/row_cache.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum {
    LINES = 1 << ROW_LINE_BITS,
    CONTEXTS = 1 << 16, /* slots by hash; the number of a context is that of its slot + 1 */
    CONTEXTS_MANY = CONTEXTS / 2,
    CONTEXTS_MOST = CONTEXTS / 4 * 3,
};

void row_cache_init(struct row_cache *c)
{
    const size_t line = sizeof(*c->lines);
    c->room = mem_table(LINES + 1, line);
    c->lines = (struct row_line *)(((uintptr_t)c->room + line - 1) / line * line);
    c->contexts = mem_new(CONTEXTS, sizeof(*c->contexts));
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
    memset(c->contexts, 0, CONTEXTS * sizeof(*c->contexts));
    memset(c->lines, 0, LINES * sizeof(*c->lines));
}

static bool same_context(const struct row_context *x, const struct row_context *y)
{
    return x->where == y->where && x->who == y->who && x->event == y->event && x->use == y->use &&
           x->level == y->level && x->top == y->top;
}

uint32_t row_cache_context(struct row_cache *c, const struct row_context *x, uint64_t at)
{
    const uint64_t k = UINT64_C(0x9e3779b97f4a7c15);
    struct row_context with = *x;
    with.top = (uint8_t)(at >> 56);
    with.used = true;
    uint64_t h = ((uintptr_t)x->where ^ (uint64_t)x->who << 40 ^ x->event) * k;
    h = (h ^ h >> 32 ^ (uint64_t)x->use << 16 ^ (uint64_t)(uint8_t)x->level << 8 ^ with.top) * k;
    size_t i = h >> 40 & (CONTEXTS - 1);
    while (c->contexts[i].used && !same_context(&c->contexts[i], &with))
        i = (i + 1) & (CONTEXTS - 1);
    if (!c->contexts[i].used && c->ncontexts == CONTEXTS_MOST)
        return 0;
    if (!c->contexts[i].used) {
        c->contexts[i] = with;
        c->ncontexts++;
    }
    return (uint32_t)i + 1;
}

void row_cache_put(const struct row_wanted *w, uint64_t before, uint64_t behind, uint32_t row,
                   enum row_lack lack)
{
    const uint64_t bytes = (1u << ROW_BLOCK_BITS) - 1;
    uint64_t at = w->at & bytes, block = w->at << 8 >> (8 + ROW_BLOCK_BITS);
    uint64_t first = before < at ? at - before : 0, last = behind < bytes - at ? at + behind : bytes;
    size_t i = 0;
    while (i + 1 < ROW_WAYS && w->line->v[i].context)
        i++;
    w->line->v[i] =
        (struct cached_row){ ((block << ROW_BLOCK_BITS | first) << ROW_BLOCK_BITS | last) << 2 | lack,
                             w->context, row };
}
