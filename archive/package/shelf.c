#include "archive/package/shelf.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

void held_drop(struct held *h)
{
    if (atomic_fetch_sub(&h->refs, 1) > 1)
        return;
    text_free(&h->bytes);
    free(h->path);
    free(h);
}

struct held *shelf_find(const struct shelf *s, uint32_t package, const char *path)
{
    struct held *h = s->first;
    while (h && (h->package != package || strcmp(h->path, path) != 0))
        h = h->next;
    if (h)
        atomic_fetch_add(&h->refs, 1);
    return h;
}

/* Take down from *at on. */
static void clear(struct shelf *s, struct held **at)
{
    for (struct held *h = *at, *next; h; h = next) {
        next = h->next;
        s->size -= h->bytes.cap;
        held_drop(h);
    }
    *at = NULL;
}

struct held *shelf_add(struct shelf *s, uint32_t package, const char *path, struct text *bytes)
{
    struct held *h = mem_new(1, sizeof(*h)), **at = &s->first;
    bytes->s = mem_resize(bytes->s, bytes->n + 1, 1);
    bytes->cap = bytes->n + 1;
    *h = (struct held){ s->first, 1, package, mem_copy(path, strlen(path)), *bytes };
    *bytes = (struct text){ 0 };
    if (h->bytes.n > SHELF_FILE)
        return h;
    atomic_fetch_add(&h->refs, 1);
    s->first = h;
    s->size += h->bytes.cap;

    size_t size = 0;
    while (*at && (size += (*at)->bytes.cap) <= SHELF_MOST)
        at = &(*at)->next;
    clear(s, at);
    return h;
}

void shelf_free(struct shelf *s)
{
    clear(s, &s->first);
}
