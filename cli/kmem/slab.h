/* slab: the slab allocator's tables that are asked for, and its summary. */
#ifndef PERFOLIO_CLI_KMEM_SLAB_H
#define PERFOLIO_CLI_KMEM_SLAB_H

#include "cli/kmem/view.h"
#include "core/replay/kernel/allocations.h"

void kmem_slab_show(struct kmem *k, const struct allocations *a);

#endif
