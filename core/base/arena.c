#include "core/base/arena.h"

#include <assert.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/hash.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

/* bytes; the first block is small, since there may be an arena for each object */
enum { FIRST_BLOCK = 1024, BLOCK = 64 * 1024, ALIGN = _Alignof(max_align_t) };

struct arena_block {
    _Alignas(ALIGN) struct arena_block *prev; /* aligned, so that the bytes after it are aligned, too */
};

static size_t arena_next_block(size_t block)
{
    if (!block)
        return FIRST_BLOCK;
    return (size_t)lesser_of(block * 2, BLOCK);
}

static char *arena_take(struct arena *a, size_t n)
{
    if (n > a->left) {
        size_t size = a->block = arena_next_block(a->block);
        if (n > a->block / 4)
            size = n;
        struct arena_block *b = mem_new(1, sizeof(*b) + size);
        b->prev = a->last;
        a->last = b;
        a->free = (char *)(b + 1);
        a->left = size;
    }
    char *p = a->free;
    a->free += n;
    a->left -= n;
    return p;
}

void *arena_new(struct arena *a, size_t n)
{
    size_t over = (uintptr_t)a->free % ALIGN;
    if (over) {
        size_t skip = (size_t)lesser_of(ALIGN - over, a->left);
        a->free += skip;
        a->left -= skip;
    }
    return arena_take(a, n ? n : 1);
}

const char *arena_text(struct arena *a, const char *s, size_t n)
{
    char *p = arena_take(a, n + 1);
    if (n)
        memcpy(p, s, n);
    p[n] = 0;
    return p;
}

void arena_join(struct arena *into, struct arena *from)
{
    struct arena_block *first = from->last;
    while (first && first->prev)
        first = first->prev;
    if (!into->last) {
        *into = *from;
    } else if (first) { /* put them before the block from which `into` allocates */
        first->prev = into->last->prev;
        into->last->prev = from->last;
    }
    *from = (struct arena){ 0 };
}

void arena_free(struct arena *a)
{
    while (a->last) {
        struct arena_block *b = a->last;
        a->last = b->prev;
        free(b);
    }
    *a = (struct arena){ 0 };
}

static void names_grow(struct names *ns)
{
    const struct names old = *ns;
    const uint32_t size = old.slots ? (old.mask + 1) * 2 : 64;
    ns->slots = mem_new(size, sizeof(*ns->slots));
    ns->mask = size - 1;
    for (uint32_t i = 0; old.slots && i <= old.mask; i++) {
        uint32_t at = old.slots[i].hash & ns->mask;
        while (old.slots[i].id && ns->slots[at].id)
            at = (at + 1) & ns->mask;
        if (old.slots[i].id)
            ns->slots[at] = old.slots[i];
    }
    free(old.slots);
}

/* The slot of a string, or the free slot for it; `slots` must not be NULL. Hashes are compared first, because reading
   the strings would often miss the CPU's caches. */
static struct names_slot *names_slot(const struct names *ns, const char *s, uint32_t hash)
{
    assert(ns->slots);
    uint32_t at = hash & ns->mask;
    while (ns->slots[at].id && (ns->slots[at].hash != hash || strcmp(ns->text[ns->slots[at].id], s) != 0))
        at = (at + 1) & ns->mask;
    return &ns->slots[at];
}

uint32_t arena_names_find(const struct names *ns, const char *s)
{
    if (!ns->slots)
        return 0;
    return names_slot(ns, s, (uint32_t)hash_bytes(s, strlen(s)))->id;
}

static uint32_t id_of(struct names *ns, const char *s, bool copies)
{
    if (!ns->slots || ns->n * 2 >= ns->mask)
        names_grow(ns);
    const size_t len = strlen(s);
    const uint32_t hash = (uint32_t)hash_bytes(s, len);
    struct names_slot *slot = names_slot(ns, s, hash);
    if (slot->id)
        return slot->id;
    ns->text = mem_room(ns->text, (size_t)ns->n + 1, &ns->cap, sizeof(*ns->text));
    if (copies)
        s = arena_text(&ns->arena, s, len);
    ns->text[++ns->n] = s;
    *slot = (struct names_slot){ hash, ns->n };
    return ns->n;
}

uint32_t arena_names_id(struct names *ns, const char *s)
{
    return id_of(ns, s, true);
}

const char *arena_names_intern(struct names *ns, const char *s)
{
    const uint32_t id = id_of(ns, s, true);
    return ns->text[id];
}

const char *arena_names_adopt(struct names *ns, const char *s)
{
    const uint32_t id = id_of(ns, s, false);
    return ns->text[id];
}

const char *arena_names_printf(struct names *ns, const char *fmt, ...)
{
    va_list ap, again;
    va_start(ap, fmt);
    va_copy(again, ap);
    size_t size = (size_t)vsnprintf(NULL, 0, fmt, ap) + 1;
    char *s = mem_new(size, 1);
    vsnprintf(s, size, fmt, again);
    va_end(ap);
    va_end(again);
    const char *text = arena_names_intern(ns, s);
    free(s);
    return text;
}

void arena_names_free(struct names *ns)
{
    arena_free(&ns->arena);
    free(ns->text);
    free(ns->slots);
    *ns = (struct names){ 0 };
}
