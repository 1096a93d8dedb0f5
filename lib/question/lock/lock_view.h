/* lock_view: the private header of perfolio lock: its views, options, columns and state. */
#ifndef PERFOLIO_LIB_QUESTION_LOCK_VIEW_H
#define PERFOLIO_LIB_QUESTION_LOCK_VIEW_H

#include <assert.h>

#include "lib/view/rows.h"
#include "lib/question/common/common.h"
#include "core/replay/kernel/locks.h"

enum { LOCK_COLUMNS = 6 };

/* A column of numbers; times are ns. */
struct lock_column {
    struct rows_column column;
    size_t at; /* offset of a uint64_t in struct lock_row */
};

/* The number of a row in a column. UINT64_MAX, which is the shortest wait if no wait ended, is returned as 0. */
static inline uint64_t lock_number(const struct lock_column *c, const struct lock_row *r)
{
    assert(c->at + sizeof(uint64_t) <= sizeof(*r));
    uint64_t n = *(const uint64_t *)((const char *)r + c->at);
    if (n == UINT64_MAX)
        return 0;
    return n;
}

struct lock_columns {
    const struct lock_column *v[LOCK_COLUMNS]; /* all columns; text shows the first n */
    size_t n;
};

/* A view (subcommand). */
struct lock_view {
    const char *name;
    const char *key, *fields; /* defaults of --key and --field */
    bool
        /* counts only contention events, by caller, and also shows locks that were never acquired */
        contention;
    bool names; /* text shows names of locks or threads, without numbers */
};

struct lock_opts {
    struct common_opts common;
    const struct lock_view *view;
    char *key, *fields;
    struct lock_columns columns;
    const struct lock_column *by;
    struct stack_opts stack;
    struct words locks, callers; /* filters by lock and by caller; empty: all */
    uint64_t types;              /* filter by type, as in struct lock_filter; 0: all */
    uint64_t entries, skip;      /* UINT64_MAX: not given */
    bool threads, combine, map, by_lock, quiet;
};

/* columns.c: parses --field ("contended,wait_max"; NULL: all columns) and --key, whose column is added to the others.
   False with `e` set: a column is unknown, or the view does not have it. */
bool lock_columns_read(struct lock_opts *o, struct err *e);

/* The sorted rows, as indexes of l->v, malloc'ed; *n receives their number. */
uint32_t *lock_sorted(struct locks *l, const struct lock_opts *o, size_t *n);

/* The name of the i-th column, and of the i-th type of locks; NULL after the last. */
const char *lock_column_word(size_t i);
const char *lock_type_word(size_t i);
/* The name of a type of locks by its flags (linux/trace/events/lock.h, LCB_F_*); NULL: unknown. */
const char *lock_type(uint32_t flags);

/* The types of locks with a name of n bytes: one type ("rwlock:R"), or all types of a kind ("rwlock"), as bits of
   struct lock_filter; 0: the name is unknown. */
uint64_t lock_types_of(const char *name, size_t n);

/* The state of the command. */
struct lock_sheet {
    struct session *s;
    const struct lock_opts *o;
    struct locks *l;
    struct rows rows;
};

/* show.c: writes the counts to the answer. */
void lock_show(struct lock_sheet *h);

#endif
