/*
 * Finds the table of features where it lies after bytes before it were removed or inserted. The header says how many rows the
 * table has, and the rows say where they were written: behind the table, one feature after the other.
 *
 *     | records ...... | row row row | feature | feature | feature |
 *       ^ bytes removed  ^ each row is off by as much as the table
 */
#include <stdlib.h>

#include "core/base/cur.h"
#include "core/base/sort_by.h"
#include "formats/perf/features/feature.h"
#include "formats/perf/salvage/salvage.h"
#include "formats/perf/salvage/window.h"

enum { ROW = 16 };

/* A row of the table. The first member is the key of sort_by_first(). */
struct feature_place {
    uint64_t at, n;
};

static size_t features_find_count(const struct perfdata *p)
{
    size_t n = 0;
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++)
        n += p->feature_set[bit];
    return n;
}

static void read_rows_of(struct span table, enum byte_order order, struct feature_place *rows, size_t n)
{
    for (size_t i = 0; i < n; i++)
        rows[i] = (struct feature_place){ load_u64(table.p + ROW * i, order),
                                          load_u64(table.p + ROW * i + 8, order) };
}

/* Whether a table whose features were written behind offset `at` of the recorder's file is at `now` in a file of `size` bytes. */
static bool is_table(struct span table, enum byte_order order, size_t n, uint64_t at, uint64_t now,
                     uint64_t size)
{
    struct feature_place rows[PERF_FEATURES];
    uint64_t first = UINT64_MAX;
    for (size_t i = 0; i < n; i++)
        first = lesser_of(first, load_u64(table.p + ROW * i, order));
    if (first < at + n * ROW || first > at + (uint64_t)PERF_FEATURES * ROW)
        return false;
    read_rows_of(table, order, rows, n);
    sort_by_first(rows, n, sizeof(*rows));
    for (size_t i = 0; i < n; first += rows[i++].n)
        if (rows[i].at != first || rows[i].n > size)
            return false;
    return first - at <= size - now;
}

/* Where the table is; UINT64_MAX: nowhere. */
static uint64_t features_find_table(struct salvage_window *w, const struct perfdata *p, size_t n, uint64_t at)
{
    const uint64_t size = p->files[0].size;
    for (uint64_t now = p->capture.data_at; size - now >= n * ROW && w->e.kind == ERR_NONE; now++) {
        const struct span table = window_see(w, now, n * ROW);
        if (table.n == n * ROW && is_table(table, p->capture.order, n, at, now, size))
            return now;
    }
    return UINT64_MAX;
}

/* Reads the features by a table that is at `now` instead of `at`. */
static bool move_features(struct perfdata *p, struct span table, uint64_t at, uint64_t now, struct err *e)
{
    size_t row = 0;
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++) {
        struct feature_bytes *f = &p->features[bit];
        *f = (struct feature_bytes){ .present = false };
        if (!p->feature_set[bit])
            continue;
        const uint8_t *r = table.p + ROW * row++;
        const uint64_t there = load_u64(r, p->capture.order) - at + now,
                       n = load_u64(r + 8, p->capture.order);
        *f = (struct feature_bytes){ .present = true, .at = there, .s = perfdata_section(p, there, n, e) };
        if (e->kind != ERR_NONE)
            return false;
        feature_read(p, bit);
    }
    return true;
}

bool salvage_find_features(struct perfdata *p, struct err *e)
{
    struct capture *c = &p->capture;
    struct salvage_window w = { .file = NULL };
    const uint64_t at = c->data_at + c->data_size, size = p->files[0].size;
    const size_t n = features_find_count(p);
    bool ok = true;
    if (c->is_pipe || p->unfinished || !n)
        return true;
    window_begin(&w, &p->files[0], size);
    struct span table = window_see(&w, at, n * ROW);
    const bool is_there = table.n == n * ROW && is_table(table, c->order, n, at, at, size);
    const uint64_t now = is_there ? UINT64_MAX : features_find_table(&w, p, n, at);
    if (now != UINT64_MAX) {
        table = perfdata_copy_bytes(p, window_see(&w, now, n * ROW));
        ok = move_features(p, table, at, now, e);
        p->features_at = now;
        c->data_cut = at - lesser_of(at, now);
        for (size_t i = 0; i < p->nstretches; i++)
            if (p->stretches[i].file == p->files && p->stretches[i].at == c->data_at)
                p->stretches[i].size = now - c->data_at;
    }
    if (w.e.kind != ERR_NONE)
        *e = w.e;
    window_free(&w);
    return ok && e->kind == ERR_NONE;
}
