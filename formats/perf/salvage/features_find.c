/*
 * Finds the table of features where it lies after bytes before it were removed or inserted, or where the header says wrongly
 * how many bytes of records precede it. The header says how many rows the table has, and the rows say where the features were
 * written: behind the table, one after the other.
 *
 *     | records ...... | row row row | feature | feature | feature |
 *       ^ bytes removed  ^ each row is off by as much as the table
 */
#include <stdlib.h>

#include "core/base/cur.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/perf/features/feature.h"
#include "formats/perf/file/file_simpleperf.h"
#include "formats/perf/salvage/salvage.h"
#include "formats/perf/salvage/window.h"

enum { ROW = 16, TRACING_DATA = 1, FIRST_OF_HIPERF = 193, LAST_OF_HIPERF = 198, TRIALS_MOST = 64 };

/* A row of the table. The first member is the key of sort_by_first(). */
struct feature_place {
    uint64_t at, n;
};

/* A table of features: its rows, in the order of their bits, and where it is. */
struct features_table {
    struct feature_place rows[PERF_FEATURES];
    size_t n;
    uint64_t at, now; /* where it was written, by its rows; where it is in the file */
};

struct features_search {
    struct perfdata *p;
    bool (*is_tracing)(struct span data);
    struct salvage_window w;
    struct features_table found;
    uint64_t size;   /* of the file */
    unsigned trials; /* tables whose features were read */
};

static size_t features_find_count(const struct perfdata *p)
{
    size_t n = 0;
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++)
        n += p->feature_set[bit];
    return n;
}

/* Takes the rows of a table, if a place in the file has as many bytes. */
static bool see_rows(struct features_search *f, uint64_t now)
{
    struct features_table *t = &f->found;
    const enum byte_order order = f->p->capture.order;
    const struct span bytes = window_see(&f->w, now, t->n * ROW);
    if (bytes.n < t->n * ROW)
        return false;
    for (size_t i = 0; i < t->n; i++)
        t->rows[i] = (struct feature_place){ load_u64(bytes.p + ROW * i, order),
                                             load_u64(bytes.p + ROW * i + 8, order) };
    t->now = now;
    return true;
}

/* Whether the features of the table were written behind it when it was at offset `at` of the recorder's file. */
static bool is_table_of(struct features_search *f, uint64_t at)
{
    struct features_table *t = &f->found;
    struct feature_place rows[PERF_FEATURES];
    uint64_t first = UINT64_MAX;
    for (size_t i = 0; i < t->n; i++)
        first = lesser_of(first, t->rows[i].at);
    if (first < at + t->n * ROW || first > at + (uint64_t)PERF_FEATURES * ROW)
        return false;
    memcpy(rows, t->rows, t->n * sizeof(*rows));
    sort_by_first(rows, t->n, sizeof(*rows));
    for (size_t i = 0; i < t->n; first += rows[i++].n)
        if (rows[i].at != first || rows[i].n > f->size)
            return false;
    t->at = at;
    return first - at <= f->size - t->now;
}

/* Reads the features of a table. False with `e` set: the file cannot be read. */
static bool read_by_table(struct perfdata *p, const struct features_table *t, struct err *e)
{
    const struct feature_place *row = t->rows;
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++) {
        struct feature_bytes *f = &p->features[bit];
        *f = (struct feature_bytes){ .present = false };
        if (!p->feature_set[bit])
            continue;
        const uint64_t there = row->at - t->at + t->now;
        *f = (struct feature_bytes){ .present = true,
                                     .at = there,
                                     .s = perfdata_section(p, there, row->n, e) };
        row++;
        if (e->kind != ERR_NONE)
            return false;
        feature_read(p, bit);
    }
    return true;
}

static bool has_sound_feature(const struct features_search *f, const struct perfdata *p, unsigned bit)
{
    return feature_is_sound(p, bit) && (bit != TRACING_DATA || f->is_tracing(p->features[bit].s));
}

static size_t sound_features(const struct features_search *f, const struct perfdata *p)
{
    size_t n = 0;
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++)
        n += p->feature_set[bit] && has_sound_feature(f, p, bit);
    return n;
}

/* The number of features of a table that are sound. They are read into a capture of their own. */
static size_t try_table(struct features_search *f, struct err *e)
{
    size_t n = 0;
    if (f->trials++ >= TRIALS_MOST)
        return 0;
    struct perfdata *p = mem_new(1, sizeof(*p));
    p->capture.ops = f->p->capture.ops;
    p->capture.order = f->p->capture.order;
    p->capture.bits = f->p->capture.bits;
    p->files = f->p->files;
    memcpy(p->feature_set, f->p->feature_set, sizeof(p->feature_set));
    for (uint32_t i = 0; i < f->p->capture.events.n; i++)
        perfdata_add_event(p, &f->p->capture.events.v[i].attr, NULL);
    if (read_by_table(p, &f->found, e))
        n = sound_features(f, p);
    p->files = NULL;
    p->capture.ops->close(&p->capture);
    return n;
}

/* The number of sound features of a table at a place; 0: there is none. The header says that it begins at offset `stated` of the
   recorder's file (UINT64_MAX: it does not say). Where its rows say that it was not moved, all have to be sound. */
static size_t features_at(struct features_search *f, uint64_t now, uint64_t stated, struct err *e)
{
    if (!see_rows(f, now))
        return 0;
    if (is_table_of(f, now) && try_table(f, e) == f->found.n)
        return f->found.n;
    if (stated != UINT64_MAX && is_table_of(f, stated))
        return try_table(f, e);
    return 0;
}

/* Whether the first row of a place may be of a table that was written at offset `at`: its feature lies behind the table,
   at most all others in between. */
static bool may_be_row(const struct features_search *f, struct feature_place row, uint64_t at)
{
    const uint64_t n = f->found.n, least = at + n * ROW, most = at + (uint64_t)PERF_FEATURES * ROW;
    return row.n <= f->size && row.at >= least && row.at - least <= most - least + n * f->size;
}

/* The next place from an offset on where a table may be, by its first row; the size of the file: there is none. Most bytes are no
   row, which is seen where they lie. */
static uint64_t next_place(struct features_search *f, uint64_t from, uint64_t stated)
{
    const enum byte_order order = f->p->capture.order;
    struct span bytes;
    for (; (bytes = window_see(&f->w, from, WINDOW_MOST)).n >= ROW; from += bytes.n - ROW + 1)
        for (size_t i = 0; i + ROW <= bytes.n; i++) {
            const struct feature_place row = { load_u64(bytes.p + i, order),
                                               load_u64(bytes.p + i + 8, order) };
            if (may_be_row(f, row, from + i) || (stated != UINT64_MAX && may_be_row(f, row, stated)))
                return from + i;
        }
    return f->size;
}

/* Finds the table with the most sound features, since parts of the file may be there twice; false: it is nowhere. */
static bool find_table(struct features_search *f, uint64_t stated, struct err *e)
{
    struct features_table best = { .n = 0 };
    size_t most = 0;
    for (uint64_t now = next_place(f, f->p->capture.data_at, stated); most < f->found.n && now < f->size;
         now = next_place(f, now + 1, stated)) {
        const size_t sound = features_at(f, now, stated, e);
        if (e->kind != ERR_NONE || f->w.e.kind != ERR_NONE)
            return false;
        if (sound > most)
            best = f->found;
        if (sound > most)
            most = sound;
    }
    f->found = best;
    return most;
}

/* Forgets what was read where no features are. */
static void forget_features(struct perfdata *p)
{
    struct env *env = &p->capture.env;
    free(env->build_ids);
    free(env->facts);
    *env = (struct env){ .hostname = NULL };
    simpleperf_free(&p->simpleperf);
    hiperf_stacks_free(&p->stacks);
    p->hiperf = false;
}

/* The records end where the table begins. Those of the feature INIT_MAP, which is a stretch of records, come first. */
static void set_stretches(struct perfdata *p)
{
    const struct feature_bytes *maps = &p->features[FEAT_INIT_MAP];
    size_t n = 0;
    struct stretch *all = mem_new(p->nstretches + 1, sizeof(*all));
    if (maps->present)
        all[n++] = (struct stretch){ &p->files[0], maps->at, maps->s.n };
    for (size_t i = 0; i < p->nstretches; i++) {
        struct stretch s = p->stretches[i];
        const bool is_first = s.file == p->files;
        if (is_first && s.at != p->capture.data_at)
            continue;
        if (is_first)
            s.size = p->features_at - s.at;
        all[n++] = s;
    }
    free(p->stretches);
    p->stretches = all;
    p->nstretches = n;
}

/* Takes the features of the table that was found. */
static bool take_table(const struct features_search *f, uint64_t stated, struct err *e)
{
    struct perfdata *p = f->p;
    struct capture *c = &p->capture;
    const struct features_table *t = &f->found;
    forget_features(p);
    p->features_at = t->now;
    c->data_cut = 0;
    if (t->at == stated)
        c->data_cut = t->at - lesser_of(t->at, t->now);
    c->data_size = t->now - c->data_at + c->data_cut;
    const bool ok = read_by_table(p, t, e);
    set_stretches(p);
    return ok;
}

/* Reads the call chains that hiperf keeps in one of its features, without what was read of features that are lost. */
static void read_stacks(struct perfdata *p)
{
    hiperf_stacks_free(&p->stacks);
    for (unsigned bit = FIRST_OF_HIPERF; bit <= LAST_OF_HIPERF; bit++)
        if (p->features[bit].present && !p->features[bit].bad)
            feature_read(p, bit);
}

bool salvage_find_features(struct perfdata *p, bool (*is_tracing)(struct span data), struct err *e)
{
    const struct capture *c = &p->capture;
    struct features_search f = { .p = p, .is_tracing = is_tracing, .size = p->files[0].size };
    uint64_t stated = UINT64_MAX;
    f.found.n = features_find_count(p);
    if (c->is_pipe || !f.found.n)
        return true;
    if (!p->unfinished)
        stated = c->data_at + c->data_size;
    window_begin(&f.w, &p->files[0], f.size);
    const bool is_there = !p->unfinished && (sound_features(&f, p) == f.found.n ||
                                             (see_rows(&f, stated) && is_table_of(&f, stated)));
    bool ok = is_there || !find_table(&f, stated, e) || take_table(&f, stated, e);
    if (f.w.e.kind != ERR_NONE)
        *e = f.w.e;
    window_free(&f.w);
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++)
        p->features[bit].bad = p->features[bit].bad ||
                               (p->features[bit].present && !has_sound_feature(&f, p, bit));
    read_stacks(p);
    return ok && e->kind == ERR_NONE;
}
