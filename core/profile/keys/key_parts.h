/*
 * key_parts: what the files of keys share. Private to core/profile.
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_KEY_PARTS_H
#define PERFOLIO_CORE_PROFILE_KEYS_KEY_PARTS_H

#include "core/profile/keys/key.h"

/* Cells that are an address of ours are told from numbers by this tag. */
#define TAG_POINTER (UINT32_C(1) << 31)

static inline struct cell key_pointer_cell(const void *p, uint32_t tag)
{
    return (struct cell){ .v = (uintptr_t)p, .tag = tag | TAG_POINTER };
}

static inline const void *key_cell_pointer(const struct cell *c)
{
    return c->tag & TAG_POINTER ? (const void *)(uintptr_t)c->v : NULL;
}

static inline int order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* The name of the object that a resolved address is in; key_show_dso() does not look at the cell's tag. */
struct cell key_get_dso(const struct view *v);
void key_show_dso(const struct cell *c, const struct key_context *kc, struct text *out);

/* The symbol, or an address without one. Of the tag the lowest byte is the level, what stands above it the
   offset into a data symbol; of an address nothing. */
struct cell key_get_symbol(const struct view *v);
void key_show_symbol(const struct cell *c, const struct key_context *kc, struct text *out);
size_t key_bare_symbol(const struct cell *c, const struct key_context *kc);

/* struct key's compare(). */
int key_by_text(const struct cell *a, const char *a_text, const struct cell *b, const char *b_text);

/* The keys of branches (key_branch.c), as key_at(). */
const struct key *key_branch_at(size_t i);

#endif
