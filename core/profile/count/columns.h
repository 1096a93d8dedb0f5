/*
 * columns: per key of a table, the text of every different cell and its rank in the key's order. Several threads
 * make the columns, and the texts of one column.
 */
#ifndef PERFOLIO_CORE_PROFILE_COUNT_COLUMNS_H
#define PERFOLIO_CORE_PROFILE_COUNT_COLUMNS_H

#include <stddef.h>
#include <stdint.h>

#include "core/base/arena.h"

struct key_context;
struct profile;

struct column {
    /* one per different cell; NULL: a bare address, whose text is made when it is shown */
    const char **texts;
    uint32_t *widths; /* of each text, in bytes */
    /* rank of each cell in the key's order; cells that read the same have the same rank */
    uint32_t *ranks;
    uint32_t last;      /* the highest rank */
    struct arena arena; /* owns the texts */
};

/* Fill `columns`, one per key, which are zero, and values[row * nkeys + key] with the index of a row's value in the
   column. */
void columns_make(const struct profile *p, const struct key_context *kc, struct column *columns,
                  uint32_t *values);
void columns_free(struct column *columns, size_t n);

#endif
