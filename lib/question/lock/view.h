/* view: what the files of lock know of each other: what is counted and asked for, and the columns of rows. */
#ifndef PERFOLIO_LIB_QUESTION_LOCK_VIEW_H
#define PERFOLIO_LIB_QUESTION_LOCK_VIEW_H

#include "lib/view/rows.h"
#include "lib/question/common/common.h"
#include "core/replay/kernel/locks.h"

enum { LOCK_COLUMNS = 6 };

/* A number of a row. Times are ns. */
struct lock_column {
    struct rows_column column;
    size_t at; /* in struct lock_row: a uint64_t */
};

/* UINT64_MAX, the shortest wait where none came to its end, is 0. */
static inline uint64_t lock_number(const struct lock_column *c, const struct lock_row *r)
{
    uint64_t n = *(const uint64_t *)((const char *)r + c->at);
    if (n == UINT64_MAX)
        return 0;
    return n;
}

struct lock_columns {
    const struct lock_column *v[LOCK_COLUMNS]; /* all; text has the first n */
    size_t n;
};

/* A subcommand: what is counted, and what is shown of it where nothing else was asked for. */
struct lock_view {
    const char *name;
    const char *key, *fields;
    bool contention; /* of these events alone, by caller; whoever was not acquired has a row, too */
    bool names;      /* text has the names of locks or threads, and no numbers */
};

struct lock_opts {
    struct common_opts common;
    const struct lock_view *view;
    char *key, *fields;
    struct lock_columns columns;
    const struct lock_column *by;
    struct stack_opts stack;
    struct words locks, callers; /* that are wanted; none: all */
    uint64_t types;              /* likewise, as in struct lock_filter */
    uint64_t entries, skip;      /* UINT64_MAX: not given */
    bool threads, combine, map, by_lock, quiet;
};

/* columns.c: read a list of columns ("contended,wait_max"; NULL: all), and the one to sort by, which is added
   to them. False with `e` set when one is unknown, or of the other view. */
bool lock_columns_read(struct lock_opts *o, struct err *e);

/* The rows that are shown in their order, indices into l->v; their number goes to `n`. malloc'ed. */
uint32_t *lock_sorted(struct locks *l, const struct lock_opts *o, size_t *n);

/* The i-th name of a column, and of a type of locks; NULL behind the last. */
const char *lock_column_word(size_t i);
const char *lock_type_word(size_t i);
/* The types of locks (linux/trace/events/lock.h, LCB_F_*): by flags, or NULL. */
const char *lock_type(uint32_t flags);

/* The waits of a type ("rwlock:R"), or of all that are called alike ("rwlock"), as in struct lock_filter; 0:
 * there is none of that name. */
uint64_t lock_types_of(const char *name, size_t n);

/* Everything that printing needs. */
struct lock_sheet {
    struct session *s;
    const struct lock_opts *o;
    struct locks *l;
    struct rows rows;
};

/* show.c: what was counted, as an answer. */
void lock_show(struct lock_sheet *h);

#endif
