/*
 * arena: memory that is allocated piece by piece and freed as a whole; and interned strings (equal texts have equal
 * pointers). Not thread-safe.
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
    size_t block; /* bytes of a new block; doubles up to 64 KiB */
};

/* Allocates n zeroed bytes, aligned for any type. */
void *arena_new(struct arena *a, size_t n);

/* Copies n bytes of text and appends a NUL. `s` may be NULL if n is 0. */
const char *arena_text(struct arena *a, const char *s, size_t n);

/* Moves all memory of `from` into `into`; `from` is empty afterwards. */
void arena_join(struct arena *into, struct arena *from);

void arena_free(struct arena *a);

/* A set of interned strings; zero-initialise. Ids count from 1 in the order in which strings were added; 0 means no
   string. */
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

/* arena_names_id() and arena_names_intern() intern a copy of `s`. The former returns its id, the latter the interned
   text. */
uint32_t arena_names_id(struct names *ns, const char *s);
uint32_t arena_names_find(const struct names *ns, const char *s); /* 0: not interned */
const char *arena_names_intern(struct names *ns, const char *s);
/* Interns `s` without a copy: `s` must live as long as `ns`. */
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
