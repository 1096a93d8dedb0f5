#include "archive/package/member_cache.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

void member_cache_drop(struct cached_member *h)
{
    assert(atomic_load(&h->refs));
    if (atomic_fetch_sub(&h->refs, 1) > 1)
        return;
    text_free(&h->bytes);
    free(h->path);
    free(h);
}

struct cached_member *member_cache_find(const struct member_cache *s, uint32_t package, const char *path)
{
    struct cached_member *h = s->first;
    while (h && (h->package != package || strcmp(h->path, path) != 0))
        h = h->next;
    if (h)
        atomic_fetch_add(&h->refs, 1);
    return h;
}

/* Drops the file *at and all files after it. */
static void clear(struct member_cache *s, struct cached_member **at)
{
    for (struct cached_member *h = *at, *next; h; h = next) {
        next = h->next;
        s->size -= h->bytes.cap;
        member_cache_drop(h);
    }
    *at = NULL;
}

struct cached_member *member_cache_add(struct member_cache *s, uint32_t package, const char *path,
                                       struct text *bytes)
{
    struct cached_member *h = mem_new(1, sizeof(*h)), **at = &s->first;
    bytes->s = mem_resize(bytes->s, bytes->n + 1, 1);
    bytes->cap = bytes->n + 1;
    *h = (struct cached_member){ s->first, 1, package, mem_copy(path, strlen(path)), *bytes };
    *bytes = (struct text){ 0 };
    if (h->bytes.n > MEMBER_CACHE_FILE)
        return h;
    atomic_fetch_add(&h->refs, 1);
    s->first = h;
    s->size += h->bytes.cap;

    size_t size = 0;
    while (*at && (size += (*at)->bytes.cap) <= MEMBER_CACHE_MOST)
        at = &(*at)->next;
    clear(s, at);
    return h;
}

void member_cache_free(struct member_cache *s)
{
    clear(s, &s->first);
}
