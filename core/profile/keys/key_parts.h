/*
 * key_parts: what the files of keys share. Private to core/profile.
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_KEY_PARTS_H
#define PERFOLIO_CORE_PROFILE_KEYS_KEY_PARTS_H

#include "core/profile/keys/key.h"

/* Cells that are an address of ours are told from numbers by this tag. */
#define TAG_POINTER (UINT32_C(1) << 31)

static inline struct cell pointer_cell(const void *p, uint32_t tag)
{
    return (struct cell){ .v = (uintptr_t)p, .tag = tag | TAG_POINTER };
}

static inline const void *cell_pointer(const struct cell *c)
{
    return c->tag & TAG_POINTER ? (const void *)(uintptr_t)c->v : NULL;
}

static inline int order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* The name of the object that a spot is in; show_dso() does not look at the cell's tag. */
struct cell get_dso(const struct view *v);
void show_dso(const struct cell *c, const struct key_context *kc, struct text *out);

/* The symbol, or an address without one. Of the tag the lowest byte is the level, what stands above it the
   offset into a data symbol; of an address nothing. */
struct cell get_symbol(const struct view *v);
void show_symbol(const struct cell *c, const struct key_context *kc, struct text *out);
size_t bare_symbol(const struct cell *c, const struct key_context *kc);

/* struct key's compare(). */
int by_text(const struct cell *a, const char *a_text, const struct cell *b, const char *b_text);

/* The keys of branches (key_branch.c), as key_at(). */
const struct key *branch_key_at(size_t i);

#endif
