/* columns: the columns of numbers, the types of locks, and the order of rows. */
#include "lib/question/lock/lock_view.h"

#include <assert.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/base/text.h"

/* Shows a time with three digits and a unit. perf computes in float, whose rounding shows in the last
   digit. */
static void lock_columns_show_time(const struct value *v, struct text *out)
{
    static const struct {
        float ns;
        const char *name;
    } units[] = {
        { 1e9F * 3600, "h " }, { 1e9F * 60, "m " }, { 1e9F, "s " }, { 1e6F, "ms" }, { 1e3F, "us" }
    };
    for (size_t i = 0; i < COUNT(units); i++)
        if ((float)v->count >= units[i].ns) {
            text_printf(out, "%.2f %s", (double)((float)v->count / units[i].ns), units[i].name);
            return;
        }
    text_printf(out, "%" PRIu64 " ns", v->count);
}

/* The columns of perf lock report; contention lacks the first. */
// clang-format off
#define NUMBER(key, title) { .name = key, .header = title, .type = VALUE_COUNT, .width = 10, .after = " ", .right = true }
#define TIME(key, title) { .name = key, .header = title, .type = VALUE_TIME, .show = lock_columns_show_time, .width = 12, .after = " ", \
                           .right = true }
static const struct lock_column columns[LOCK_COLUMNS] = {
    { NUMBER("acquired", "acquired"), offsetof(struct lock_row, acquired) },
    { NUMBER("contended", "contended"), offsetof(struct lock_row, contended) },
    { TIME("avg_wait", "avg wait"), offsetof(struct lock_row, average) },
    { TIME("wait_total", "total wait"), offsetof(struct lock_row, waited) },
    { TIME("wait_max", "max wait"), offsetof(struct lock_row, longest) },
    { TIME("wait_min", "min wait"), offsetof(struct lock_row, shortest) },
};

enum { SPIN = 1, READS = 2, WRITES = 4, RT = 8, PERCPU = 16, MUTEX = 32 };
enum { LOCK_TYPES = 13 };
static const struct {
    uint32_t flags;
    const char *name, *kind;
} types[LOCK_TYPES] = {
    { 0,               "semaphore",   "semaphore"    }, { SPIN,          "spinlock",   "spinlock"     },
    { SPIN | READS,    "rwlock:R",    "rwlock"       }, { SPIN | WRITES, "rwlock:W",   "rwlock"       },
    { READS,           "rwsem:R",     "rwsem"        }, { WRITES,        "rwsem:W",    "rwsem"        },
    { RT,              "rtmutex",     "rtmutex"      }, { RT | READS,    "rwlock-rt:R", "rwlock-rt"   },
    { RT | WRITES,     "rwlock-rt:W", "rwlock-rt"    }, { PERCPU | READS, "pcpu-sem:R", "percpu-rwsem" },
    { PERCPU | WRITES, "pcpu-sem:W",  "percpu-rwsem" }, { MUTEX,         "mutex",      "mutex"        },
    { MUTEX | SPIN,    "mutex",       "mutex"        },
};
// clang-format on

const char *lock_column_word(size_t i)
{
    if (i < LOCK_COLUMNS)
        return columns[i].column.name;
    return NULL;
}

const char *lock_type_word(size_t i)
{
    if (i + 1 < LOCK_TYPES)
        return types[i].name;
    return NULL; /* the last two types have the same name */
}

const char *lock_type(uint32_t flags)
{
    for (size_t i = 0; i < LOCK_TYPES; i++)
        if (types[i].flags == flags)
            return types[i].name;
    return NULL;
}

uint64_t lock_types_of(const char *name, size_t n)
{
    uint64_t found = 0;
    for (size_t i = 0; i < LOCK_TYPES; i++)
        if ((strlen(types[i].name) == n && !strncmp(types[i].name, name, n)) ||
            (strlen(types[i].kind) == n && !strncmp(types[i].kind, name, n)))
            found |= UINT64_C(1) << types[i].flags;
    return found;
}

static void lock_columns_add(struct lock_columns *c, const struct lock_column *column)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->v[i] == column)
            return;
    c->v[c->n++] = column;
}

static const struct lock_column *lock_columns_find(const struct lock_opts *o, const char *name, size_t n)
{
    for (size_t i = o->view->contention; i < LOCK_COLUMNS; i++)
        if (strlen(columns[i].column.name) == n && !strncmp(columns[i].column.name, name, n))
            return &columns[i];
    return NULL;
}

static bool no_column(const struct lock_opts *o, const char *option, const char *s, size_t n, struct err *e)
{
    struct text_nearest meant = text_nearest_to(s, n);
    char but[TEXT_NEAREST_ROOM];
    for (size_t i = o->view->contention; i < LOCK_COLUMNS; i++)
        text_nearest_try(&meant, columns[i].column.name);
    return err_set(e, ERR_USAGE, 0, "%s: there is no column '%.*s'%s", option, text_cut(n, 100), s,
                   text_nearest_hint(&meant, but));
}

bool lock_columns_read(struct lock_opts *o, struct err *e)
{
    const char *fields = text_or(o->fields, o->view->fields), *key = text_or(o->key, o->view->key);
    for (size_t i = 0; !fields && i < LOCK_COLUMNS; i++)
        lock_columns_add(&o->columns, &columns[i]);
    for (const char *s = fields; s;) {
        size_t n = strcspn(s, ",");
        const struct lock_column *c = lock_columns_find(o, s, n);
        if (!c)
            return no_column(o, "--field", s, n, e);
        lock_columns_add(&o->columns, c);
        s = s[n] ? s + n + 1 : NULL;
    }
    o->by = lock_columns_find(o, key, strlen(key));
    if (!o->by)
        return no_column(o, "--key", key, strlen(key), e);
    lock_columns_add(&o->columns, o->by);
    struct lock_columns all = o->columns;
    for (size_t i = 0; i < LOCK_COLUMNS; i++)
        lock_columns_add(&all, &columns[i]);
    memcpy(o->columns.v, all.v, sizeof(all.v));
    return true;
}

/* The bucket of a row in perf's hash table. Rows with equal values are sorted by bucket; in a bucket the
   latest row is first (builtin-lock.c, __lockhashfn; linux/hash.h, hash_64()). */
static uint64_t bucket_of(const struct locks *l, const struct lock_row *r)
{
    uint64_t key = l->by == LOCK_BY_CALLER ? (uint32_t)r->key : r->key;
    return key * UINT64_C(0x61C8864680B583EB) >> 52;
}

uint32_t *lock_sorted(struct locks *l, const struct lock_opts *o, size_t *n)
{
    assert(o->by);
    struct numbered *rows = mem_new(l->n, sizeof(*rows));
    uint32_t *order = mem_new(l->n, sizeof(*order));
    bool *gone = mem_new(l->n, sizeof(*gone));
    for (size_t i = 0; i < l->n; i++)
        rows[i] = (struct numbered){ bucket_of(l, &l->v[l->n - 1 - i]), (uint32_t)(l->n - 1 - i) };
    sort_by_number(rows, l->n);
    for (size_t i = 0; i < l->n; i++)
        order[i] = rows[i].at;
    if (o->combine)
        locks_combine(l, order, gone);
    *n = 0;
    for (size_t i = 0; i < l->n; i++)
        if (!gone[order[i]])
            rows[(*n)++] = (struct numbered){ UINT64_MAX - lock_number(o->by, &l->v[order[i]]), order[i] };
    sort_by_number(rows, *n);
    for (size_t i = 0; i < *n; i++)
        order[i] = rows[i].at;
    free(gone);
    free(rows);
    return order;
}
