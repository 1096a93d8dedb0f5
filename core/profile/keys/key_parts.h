/*
 * key_parts: what the files of keys share. Private to core/profile.
 */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_KEY_PARTS_H
#define PERFOLIO_CORE_PROFILE_KEYS_KEY_PARTS_H

#include "core/profile/keys/key.h"

/* This tag marks cells that are an address of ours, not a number. */
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

/* struct key's compare(): by the texts alone. */
static inline int key_by_text(const struct cell *a, const char *a_text, const struct cell *b,
                              const char *b_text)
{
    (void)a;
    (void)b;
    return strcmp(a_text, b_text);
}

/* The same: the largest number first. */
static inline int key_largest_first(const struct cell *a, const char *a_text, const struct cell *b,
                                    const char *b_text)
{
    (void)a_text;
    (void)b_text;
    return order(b->v, a->v);
}

/* The i-th of the keys of branches (key_branch.c), NULL behind the last. */
const struct key *key_branch_at(size_t i);

#endif
