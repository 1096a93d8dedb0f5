/* namespaces: the namespaces of a thread. */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_NAMESPACES_H
#define PERFOLIO_CORE_MODEL_TIMELINE_NAMESPACES_H

#include "core/base/cur.h"
#include "core/model/record.h"

struct namespaces {
    /* number of namespaces: NAMESPACE_KINDS, unless the recorded kernel has another number of kinds */
    size_t n;
    enum byte_order order;
    struct span links; /* n x {u64 dev, u64 ino}, as recorded */
};
struct namespace_link {
    uint64_t dev, ino;
};

/* The i-th namespace; zeros if there are fewer. */
static inline struct namespace_link namespaces_link(const struct namespaces *n, size_t i)
{
    if (i >= n->n || n->links.n / 16 <= i)
        return (struct namespace_link){ 0 };
    const uint8_t *p = n->links.p + 16 * i;
    return (struct namespace_link){ load_u64(p, n->order), load_u64(p + 8, n->order) };
}

#endif
