/* sort_by: the keys by which kmem sorts rows, with perf's names; and the sorting. */
#include "lib/question/kmem/kmem_view.h"

#include <assert.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/base/text.h"

/* Defines a function that compares two rows by a value of type `v`; the expression `value` gets it from a
   row `r`. */
#define COMPARE(name, v, type, value)                                                                        \
    static v name##_of(const struct type *r)                                                                 \
    {                                                                                                        \
        return value;                                                                                        \
    }                                                                                                        \
    static int name(const void *a, const void *b)                                                            \
    {                                                                                                        \
        return (name##_of(a) > name##_of(b)) - (name##_of(a) < name##_of(b));                                \
    }

COMPARE(slab_at, uint64_t, allocation, r->at)
COMPARE(slab_ptr, uint64_t, allocation, r->caller == UINT32_MAX ? 0 : r->at)
COMPARE(slab_site, uint64_t, allocation, r->call_site)
COMPARE(slab_hits, uint64_t, allocation, r->hits)
COMPARE(slab_bytes, uint64_t, allocation, r->allocated)
COMPARE(slab_waste, double, allocation, allocation_waste(r->requested, r->allocated))
COMPARE(slab_moves, uint64_t, allocation, r->moves)
COMPARE(page_number, uint64_t, page_row, r->page)
COMPARE(page_caller, uint64_t, page_row, r->caller)
COMPARE(page_hits, uint64_t, page_row, r->hits)
COMPARE(page_bytes, uint64_t, page_row, r->bytes)
COMPARE(page_order, uint64_t, page_row, r->kind.order)
COMPARE(page_type, uint64_t, page_row, r->kind.type)
COMPARE(page_gfp, uint64_t, page_row, r->kind.gfp)

/* `at` is the caller in a row of callers, and the object in a row of objects. */
const struct kmem_key kmem_slab_identity = { "", slab_at };

/* Rows of callers have no object, so all are equal by `ptr`. */
const struct kmem_key kmem_slab_keys[] = {
    { "ptr", slab_ptr },    { "callsite", slab_site },  { "hit", slab_hits }, { "bytes", slab_bytes },
    { "frag", slab_waste }, { "pingpong", slab_moves }, { NULL, NULL },
};

const struct kmem_key kmem_page_keys[] = {
    [KMEM_PAGE_PAGE] = { "page", page_number },
    [KMEM_PAGE_CALLER] = { "callsite", page_caller },
    [KMEM_PAGE_ORDER] = { "order", page_order },
    [KMEM_PAGE_TYPE] = { "migtype", page_type },
    [KMEM_PAGE_GFP] = { "gfp", page_gfp },
    { "hit", page_hits },
    { "bytes", page_bytes },
    { NULL, NULL },
};

static bool is_slab_key(const char *name)
{
    for (const struct kmem_key *k = kmem_slab_keys; k->name; k++)
        if (!strcmp(k->name, name))
            return true;
    return false;
}

const char *kmem_key_word(size_t i)
{
    const struct kmem_key *k = kmem_slab_keys;
    for (; k->name; k++)
        if (!i--)
            return k->name;
    for (k = kmem_page_keys; k->name; k++)
        if (!is_slab_key(k->name) && !i--)
            return k->name;
    return NULL;
}

static bool add_key(struct kmem_order *o, const struct kmem_key *key)
{
    for (size_t i = 0; i < o->n; i++)
        if (o->by[i] == key)
            return true; /* an earlier key has decided already */
    assert(o->n < KMEM_KEYS);
    o->by[o->n++] = key;
    return true;
}

/* Sets the error about a word of n bytes that is no key. */
static bool kmem_sort_by_fail(const struct kmem_key *keys, const char *kind, const char *s, size_t n,
                              struct err *e)
{
    struct text all = { 0 };
    struct text_nearest meant = text_nearest_to(s, n);
    char but[TEXT_NEAREST_ROOM];
    for (const struct kmem_key *k = keys; k->name; k++)
        text_nearest_try(&meant, k->name);
    text_add(&all, keys->name);
    for (const struct kmem_key *k = keys + 1; k->name; k++)
        text_printf(&all, ", %s", k->name);
    err_set(e, ERR_USAGE, 0, "--sort: '%.*s' is not a key of the %s allocator%s; its keys are %s",
            text_cut(n, 60), s, kind, text_nearest_hint(&meant, but), all.s);
    text_free(&all);
    return false;
}

bool kmem_order_read(struct kmem_order *o, const struct kmem_key *keys, const char *kind, const char *list,
                     struct err *e)
{
    for (const char *s = list;; s++) {
        size_t n = strcspn(s, ",");
        bool known = false;
        for (const struct kmem_key *k = keys; k->name && !known; k++)
            known = strlen(k->name) == n && !strncmp(k->name, s, n) && add_key(o, k);
        if (!known)
            return kmem_sort_by_fail(keys, kind, s, n, e);
        s += n;
        if (!*s)
            return true;
    }
}

static int kmem_sort_by_in_order(const void *a, const void *b, const void *arg)
{
    const struct kmem_order *o = arg;
    const void *const *left = a, *const *right = b;
    for (size_t i = 0; i < o->n; i++) {
        int c = o->by[i]->compare(*left, *right);
        if (c) {
            if (o->upwards)
                return c;
            return -c;
        }
    }
    return 0;
}

const void **kmem_sorted(const void *v, size_t n, size_t size, const struct kmem_order *identity,
                         const struct kmem_order *order)
{
    const void **rows = mem_new(n, sizeof(*rows));
    for (size_t i = 0; i < n; i++)
        rows[i] = (const char *)v + i * size;
    sort_by(rows, n, sizeof(*rows), kmem_sort_by_in_order, identity);
    sort_by(rows, n, sizeof(*rows), kmem_sort_by_in_order, order);
    return rows;
}
