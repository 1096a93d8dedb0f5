/* columns: the numbers of lock's rows, the types of locks, and the order of rows. */
#ifndef PERFOLIO_CLI_LOCK_COLUMNS_H
#define PERFOLIO_CLI_LOCK_COLUMNS_H

#include "cli/lock/view.h"

/* Read a list of columns ("contended,wait_max"; NULL: all), and the one to sort by, which is added to them.
   False with `e` set when one is unknown, or of the other view. */
bool lock_columns_read(struct lock_opts *o, struct err *e);

/* The rows that are shown in their order, indices into l->v; their number goes to `n`. malloc'ed. */
uint32_t *lock_sorted(struct locks *l, const struct lock_opts *o, size_t *n);

/* The types of locks (linux/trace/events/lock.h, LCB_F_*): by flags, or NULL. */
const char *lock_type(uint32_t flags);

/* The waits of a type ("rwlock:R"), or of all that are called alike ("rwlock"), as in struct lock_filter; 0:
 * there is none of that name. */
uint64_t lock_types_of(const char *name, size_t n);

#endif
