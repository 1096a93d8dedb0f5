/*
 * columns: what a table shows of each key: the text of every cell, made once for each that differs, and its place in the
 * key's order. Threads make the columns, and the texts of one.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_COLUMNS_H
#define PERFOLIO_CORE_PROFILE_COUNT_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/arena.h"

struct key_context;
struct profile;

struct column {
    const char **texts; /* NULL: a bare address */
    uint32_t *widths;   /* of the texts */
    uint32_t *ranks;    /* in the key's order; what reads the same has one rank */
    uint32_t last;      /* the highest of them */
    struct arena arena; /* of the texts */
};

/* Fill `columns`, one per key, which are zero, and values[row * nkeys + key] with which of the key's texts a row has. */
void columns_make(const struct profile *p, const struct key_context *kc, struct column *columns,
                  uint32_t *values);
void columns_free(struct column *columns, size_t n);

#endif
