/* key_parts: declarations that the files of keys share. Private to core/profile. */
#ifndef PERFOLIO_CORE_PROFILE_KEYS_KEY_PARTS_H
#define PERFOLIO_CORE_PROFILE_KEYS_KEY_PARTS_H

#include "core/profile/keys/key.h"

/* Tag of cells whose `v` is a pointer, not a number. */
#define TAG_POINTER (UINT32_C(1) << 31)

/* Mask of the offset into a data symbol, which key_get_symbol() puts into the tag above the level. */
enum { KEY_SYMBOL_INTO = 0x7fffff };

static inline struct cell key_pointer_cell(const void *p, uint32_t tag)
{
    return (struct cell){ .v = (uintptr_t)p, .tag = tag | TAG_POINTER };
}

/* The pointer in a cell; NULL: the cell has a number. */
static inline const void *key_cell_pointer(const struct cell *c)
{
    if (c->tag & TAG_POINTER)
        return (const void *)(uintptr_t)c->v;
    return NULL;
}

static inline int order(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

/* A compare() that compares the texts alone. */
static inline int key_by_text(const struct shown_cell *a, const struct shown_cell *b)
{
    return strcmp(a->text, b->text);
}

/* A compare() that puts the largest number first. */
static inline int key_largest_first(const struct shown_cell *a, const struct shown_cell *b)
{
    return order(b->cell->v, a->cell->v);
}

/* ---- key_place.c: the object and the symbol of a sample's address, or of an end of a branch ---- */

/* key_get_dso(): the object of a resolved address. key_compare_named(): the order of objects by name; cells
   without an object come last. */
struct cell key_get_dso(const struct view *v);
int key_compare_named(const struct shown_cell *a, const struct shown_cell *b);

/* The cell of a resolved address: its symbol, or the address if no symbol covers it. The lowest byte of the
   tag is the level; for data the bits above are the offset in the symbol. */
struct cell key_get_symbol(const struct view *v);
struct value key_value_symbol(const struct key_cell *c);
size_t key_bare_symbol_width(const struct key_cell *c);
int key_compare_symbol(const struct shown_cell *a, const struct shown_cell *b);

/* Add a symbol as columns show it: "[.] main+0x10", or its address with all digits. */
void key_symbol_text(const struct value *v, const struct key_context *kc, struct text *out);

/* The size of the symbol, and the size of the mapping, in bytes; tag 1: the size is known. */
struct cell key_get_symbol_size(const struct view *v);
struct cell key_get_map_size(const struct view *v);
struct value key_value_size(const struct key_cell *c);

/* key_weight_at(): the i-th key of weights (key_weight.c); NULL after the last. key_weight_count(): the number of
   these keys. */
const struct key *key_weight_at(size_t i);
size_t key_weight_count(void);

/* The i-th key of branches (key_branch.c); NULL after the last. */
const struct key *key_branch_at(size_t i);

#endif
