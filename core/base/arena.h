/*
 * arena: memory that lives as long as its owner and is given back at once, and strings in it that are stored
 * once (equal pointer = equal text). Not for use from two threads.
 */
#ifndef PERFOLIO_CORE_BASE_ARENA_H
#define PERFOLIO_CORE_BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>

struct arena_block;

struct arena {
    struct arena_block *last;
    char *free;
    size_t left;
    size_t block; /* bytes of the last one that was asked of the system */
};

/* n zeroed bytes, aligned for any type. */
void *arena_new(struct arena *a, size_t n);

/* A copy of n bytes of text and a NUL; of NULL with n = 0 the NUL. */
const char *arena_text(struct arena *a, const char *s, size_t n);

/* What is in `from` lives as long as `into` from now on; `from` is empty then. */
void arena_join(struct arena *into, struct arena *from);

void arena_free(struct arena *a);

/* Interned strings; zero-initialise. Ids count from 1 in the order of arrival, 0 stands for "none". */
struct names {
    struct arena arena;
    const char **text; /* text[id] */
    uint32_t n;
    size_t cap;
    struct names_slot {
        uint32_t hash, id;
    } * slots;
    uint32_t mask;
};

uint32_t arena_names_id(struct names *ns, const char *s);
uint32_t arena_names_find(const struct names *ns, const char *s); /* 0: it is none of them */
const char *arena_names_intern(struct names *ns, const char *s);
/* The same, but a new one is not copied: `s` itself lives as long as they do. */
const char *arena_names_adopt(struct names *ns, const char *s);
const char *arena_names_printf(struct names *ns, const char *fmt, ...) __attribute__((format(printf, 2, 3)));
static inline const char *arena_names_text(const struct names *ns, uint32_t id)
{
    if (!id || id > ns->n)
        return "";
    return ns->text[id];
}
void arena_names_free(struct names *ns);

#endif
