/* page: the page allocator's tables that are asked for, and its summary. */
#ifndef PERFOLIO_CLI_KMEM_PAGE_H
#define PERFOLIO_CLI_KMEM_PAGE_H

#include "cli/kmem/view.h"
#include "core/replay/kernel/pages.h"

void kmem_page_show(struct kmem *k, const struct pages *p);

#endif
