#include "formats/perf/jitdump.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/resolve/symtab.h"

/* Header and record layouts: jitdump-specification.txt, "III/ Jitdump file header format" and "IV/". */
enum { MAGIC = 0x4a695444, HEADER_BYTES = 40, RECORD_BYTES = 16 };
enum { JIT_CODE_LOAD, JIT_CODE_MOVE, JIT_CODE_DEBUG_INFO };
enum { ARCH_TIMESTAMP = 1 }; /* flag of the header: times come from a counter of the CPU */

/* The magic number is in the byte order of the machine that wrote the file. */
static bool order_of(struct span bytes, enum byte_order *order)
{
    if (bytes.n >= HEADER_BYTES && load_u32(bytes.p, ORDER_BIG) == MAGIC)
        *order = ORDER_BIG;
    else
        *order = ORDER_LITTLE;
    return bytes.n >= HEADER_BYTES && load_u32(bytes.p, *order) == MAGIC;
}

static void jitdump_loads_add(struct jitdump *d, const struct jitdump_load *l)
{
    *MEM_ADD(d->v, d->n, d->cap) = *l;
    *idmap_find_or_add(&d->at, l->avma) = (uint32_t)d->n;
}

/* Reads JIT_CODE_LOAD. The code is at the end of the record, where perf reads it (util/jitdump.c,
   jit_repipe_code_load()). */
static void load(struct cur *c, struct jitdump *d)
{
    uint32_t pid = cur_u32(c);
    cur_take(c, 4 + 8); /* tid, vma */
    struct jitdump_load l = { .first = (uint32_t)d->n, .time = d->now };
    l.avma = cur_u64(c);
    l.size = cur_u64(c);
    cur_u64(c); /* code_index */
    l.name = cur_cstr(c);
    if (d->debug.avma == l.avma)
        l.debug = d->debug.entries;
    d->debug.entries.n = 0;
    if (c->bad || !l.size || pid != d->pid)
        return;
    if (l.size <= c->left) {
        cur_take(c, c->left - l.size);
        l.code = cur_take(c, l.size);
    }
    jitdump_loads_add(d, &l);
}

/* Reads JIT_CODE_MOVE. A function that was moved has its name and its code at both addresses. */
static void jitdump_loads_move(struct cur *c, struct jitdump *d)
{
    uint32_t pid = cur_u32(c);
    cur_take(c, 4 + 8);
    uint64_t from = cur_u64(c), to = cur_u64(c), size = cur_u64(c);
    uint32_t known = idmap_get(&d->at, from);
    if (c->bad || !size || !known || pid != d->pid)
        return;
    struct jitdump_load l = d->v[known - 1];
    l.avma = to;
    l.size = size;
    l.time = d->now;
    if (l.code.n < size)
        l.code.n = 0;
    else
        l.code.n = (size_t)size;
    jitdump_loads_add(d, &l);
}

/* Reads JIT_CODE_DEBUG_INFO, which comes before the load of its code. */
static void debug_info(struct cur *c, struct jitdump *d)
{
    d->debug.avma = cur_u64(c);
    cur_u64(c); /* number of entries; their size in the record is used instead */
    d->debug.entries = cur_take(c, c->left);
}

void jitdump_close(struct jitdump *d)
{
    free(d->v);
    idmap_free(&d->at);
}

/* Takes the next record, and puts its time into `d`. False: there is none, or it is cut off. */
static bool next_record(struct cur *c, struct jitdump *d, uint32_t *id, struct cur *body)
{
    const enum byte_order order = d->order;
    if (c->left < RECORD_BYTES)
        return false;
    *id = load_u32(c->p, order);
    const uint32_t size = load_u32(c->p + 4, order);
    const struct span record = cur_take(c, size);
    if (size < RECORD_BYTES || c->bad)
        return false;
    d->now = load_u64(record.p + 8, order);
    *body = cur_of((struct span){ record.p + RECORD_BYTES, size - RECORD_BYTES }, order);
    return true;
}

/* Reads the header into `d`, which needs no closing; `records` becomes a cursor at the first record. */
static bool jitdump_loads_read_header(struct span bytes, struct jitdump *d, struct cur *records,
                                      struct err *e)
{
    *d = (struct jitdump){ .n = 0 };
    if (!order_of(bytes, &d->order))
        return err_set(e, ERR_FORMAT, 0, "not a jitdump");
    struct cur c = cur_of(bytes, d->order);
    cur_take(&c, 8);
    uint32_t header = cur_u32(&c);
    d->machine = (uint16_t)cur_u32(&c);
    cur_take(&c, 4); /* pad1 */
    d->pid = cur_u32(&c);
    cur_u64(&c); /* timestamp */
    d->has_times = !(cur_u64(&c) & ARCH_TIMESTAMP);
    if (header < HEADER_BYTES || header > bytes.n)
        return err_set(e, ERR_FORMAT, 8, "its header has %u bytes, expected 40 or more", header);
    *records = cur_of((struct span){ bytes.p + header, bytes.n - header }, d->order);
    return true;
}

static uint64_t jitdump_loads_end_of(const struct jitdump_load *l)
{
    if (l->size < UINT64_MAX - l->avma)
        return l->avma + l->size;
    return UINT64_MAX;
}

/* The index of an address that is an edge. */
static size_t edge_at(const uint64_t *edges, size_t n, uint64_t avma)
{
    assert(n && edges[0] <= avma);
    return sort_count_up_to(edges, n, sizeof(*edges), avma) - 1;
}

/* The index of the first free slot from `at` on. A free slot leads to itself, other slots lead to later
   ones. Shortens the way there. */
static size_t free_from(size_t *next, size_t at)
{
    size_t to = at;
    while (next[to] != to)
        to = next[to];
    while (next[at] != to) {
        size_t then = next[at];
        next[at] = to;
        at = then;
    }
    return to;
}

/* All addresses where code begins or ends, in order, each once. Malloc'ed. */
static uint64_t *edges_of(const struct jitdump *d, size_t *n)
{
    uint64_t *edges = mem_new(2 * d->n, sizeof(*edges));
    size_t all = 0;
    for (size_t i = 0; i < d->n; i++) {
        edges[all++] = d->v[i].avma;
        edges[all++] = jitdump_loads_end_of(&d->v[i]);
    }
    sort_by_first(edges, all, sizeof(*edges));
    *n = 0;
    for (size_t i = 0; i < all; i++)
        if (!*n || edges[*n - 1] != edges[i])
            edges[(*n)++] = edges[i];
    return edges;
}

uint32_t *jitdump_owners(const struct jitdump *d, bool earliest, uint64_t **edges, size_t *n)
{
    *edges = edges_of(d, n);
    size_t *next = mem_new(*n + 1, sizeof(*next));
    uint32_t *owner = mem_new(*n + 1, sizeof(*owner));
    for (size_t i = 0; i <= *n; i++)
        next[i] = i;
    for (size_t k = d->n; k--;) {
        size_t i = k;
        if (earliest)
            i = d->n - 1 - k;
        const struct jitdump_load *l = &d->v[i];
        const size_t end = edge_at(*edges, *n, jitdump_loads_end_of(l));
        for (size_t at = edge_at(*edges, *n, l->avma); (at = free_from(next, at)) < end; next[at] = at + 1)
            owner[at] = (uint32_t)i + 1;
    }
    free(next);
    return owner;
}

/* For each load whether it owns all of its addresses (jitdump_owners()). Malloc'ed. */
static bool *have_all(const struct jitdump *d, bool earliest)
{
    size_t n;
    uint64_t *edges;
    uint32_t *owner = jitdump_owners(d, earliest, &edges, &n);
    size_t *has = mem_new(d->n, sizeof(*has));
    bool *all = mem_new(d->n, sizeof(*all));
    for (size_t i = 0; i < n; i++)
        if (owner[i])
            has[owner[i] - 1]++;
    for (size_t i = 0; i < d->n; i++)
        all[i] = has[i] ==
                 edge_at(edges, n, jitdump_loads_end_of(&d->v[i])) - edge_at(edges, n, d->v[i].avma);
    free(edges);
    free(owner);
    free(has);
    return all;
}

/* Gives replaced code a separate address in the table, if its time is known and there is room. */
static void place_all(struct jitdump *d)
{
    uint64_t next = SYMTAB_REPLACED;
    bool fits = d->n && d->has_times;
    for (size_t i = 0; i < d->n; i++) {
        d->v[i].at = d->v[i].avma;
        fits = fits && jitdump_loads_end_of(&d->v[i]) <= SYMTAB_REPLACED;
    }
    if (!fits)
        return;
    bool *lasts = have_all(d, false), *is_earliest = have_all(d, true);
    for (size_t i = 0; i < d->n && fits; i++) {
        if (!lasts[i])
            fits = d->v[i].size < SYMTAB_REPLACED_END - next;
        if (!lasts[i])
            next += d->v[i].size;
    }
    next = SYMTAB_REPLACED;
    for (size_t i = 0; i < d->n && fits; i++) {
        struct jitdump_load *l = &d->v[i];
        l->is_earliest = is_earliest[i];
        l->is_shared = !lasts[i] || !is_earliest[i];
        if (lasts[i])
            continue;
        l->at = next;
        next += l->size;
    }
    free(lasts);
    free(is_earliest);
}

bool jitdump_open(struct span bytes, struct jitdump *d, struct err *e)
{
    struct cur c, body;
    if (!jitdump_loads_read_header(bytes, d, &c, e))
        return false;
    for (uint32_t id; next_record(&c, d, &id, &body);) {
        if (id == JIT_CODE_LOAD)
            load(&body, d);
        else if (id == JIT_CODE_MOVE)
            jitdump_loads_move(&body, d);
        else if (id == JIT_CODE_DEBUG_INFO)
            debug_info(&body, d);
    }
    place_all(d);
    return true;
}

bool jitdump_recognise(struct span bytes)
{
    enum byte_order order;
    return order_of(bytes, &order);
}

uint64_t jitdump_bytes_of_lines(struct span bytes)
{
    struct jitdump d;
    struct err ignored;
    struct cur c, body;
    uint64_t n = 0;
    if (!jitdump_loads_read_header(bytes, &d, &c, &ignored))
        return 0;
    for (uint32_t id; next_record(&c, &d, &id, &body);) {
        if (id == JIT_CODE_DEBUG_INFO)
            n += body.left;
    }
    return n;
}
