/* The parts of a file other than its records, and what becomes of their bytes. */
#include <stdlib.h>

#include "core/base/cur.h"
#include "core/base/sort_by.h"
#include "formats/perf/features/feature.h"
#include "formats/perf/file/file_simpleperf.h"
#include "formats/perf/salvage/salvage.h"

enum { ATTR_IDS = 16 /* an attr in the header is followed by offset and size of its ids */, TABLE_ROW = 16 };

/* A part of a file. The first member is the key of sort_by_first(). */
struct file_part {
    uint64_t at, n;
    enum salvage_fate fate;
    const char *what; /* NULL: records, which are counted as they are read */
    const char *why;
};

struct file_parts {
    struct file_part *v;
    size_t n, cap;
};

static void parts_add(struct file_parts *l, uint64_t at, uint64_t n, const char *what)
{
    *MEM_ADD(l->v, l->n, l->cap) = (struct file_part){ .at = at, .n = n, .what = what };
}

bool salvage_has_feature(const struct perfdata *p, unsigned bit)
{
    const struct feature_bytes *f = &p->features[bit];
    const bool among_records = f->s.n && f->at < p->features_at && f->at + f->s.n > p->capture.data_at;
    return f->present && !f->bad && f->at <= p->files[0].size && (p->capture.is_pipe || !among_records);
}

bool salvage_has_stretch(const struct perfdata *p, const struct stretch *s)
{
    const bool of_records = s->file != p->files || s->at == p->capture.data_at;
    return of_records || salvage_has_feature(p, FEAT_INIT_MAP);
}

/* The ids of each attr, wherever they are. */
static bool header_add_ids(const struct perfdata *p, struct file_parts *l, struct err *e)
{
    const struct file *f = &p->files[0];
    uint8_t bytes[ATTR_IDS];
    for (uint32_t i = 0; i < p->capture.events.n && (i + 1) * p->attr_size <= p->attrs_size; i++) {
        const int64_t n =
            file_read(f, p->attrs_at + (i + 1) * p->attr_size - ATTR_IDS, bytes, sizeof(bytes), e);
        if (n < 0)
            return false;
        struct cur c = cur_of((struct span){ bytes, (size_t)n }, p->capture.order);
        const uint64_t at = cur_u64(&c), size = cur_u64(&c);
        if (!c.bad && at <= f->size && size <= f->size - at)
            parts_add(l, at, size, "ids");
    }
    return true;
}

static enum salvage_fate feature_fate(const struct perfdata *p, unsigned bit)
{
    if (!salvage_has_feature(p, bit))
        return SALVAGE_LOST;
    return SALVAGE_KEPT;
}

/* perf record makes room for a row of each feature that it could write, and writes fewer. */
static uint64_t spare_rows(const struct perfdata *p, uint64_t table_end)
{
    uint64_t first = UINT64_MAX;
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++)
        if (p->features[bit].present && p->features[bit].at < first)
            first = p->features[bit].at;
    if (first < table_end || first - table_end > PERF_FEATURES * TABLE_ROW || (first - table_end) % TABLE_ROW)
        return 0;
    return first - table_end;
}

static bool any_feature(const struct perfdata *p)
{
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++)
        if (p->features[bit].present)
            return true;
    return false;
}

static void add_features(const struct perfdata *p, struct file_parts *l)
{
    uint64_t table_end = p->features_at;
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++)
        table_end += TABLE_ROW * (uint64_t)(p->feature_set[bit] && any_feature(p));
    parts_add(l, p->features_at, table_end - p->features_at, "features");
    parts_add(l, table_end, spare_rows(p, table_end), "rows");
    l->v[l->n - 1].fate = SALVAGE_LEFT_OUT;
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++) {
        const struct feature_bytes *f = &p->features[bit];
        if (!f->present || (bit == FEAT_INIT_MAP && salvage_has_feature(p, bit)))
            continue;
        const char *name = feature_name(bit);
        parts_add(l, f->at, f->s.n, name ? name : "feature");
        l->v[l->n - 1].fate = feature_fate(p, bit);
        l->v[l->n - 1].why = "it cannot be read";
    }
}

static void lose_part(struct salvage_account *a, uint64_t at, uint64_t end, const char *what, const char *why)
{
    account_lose(a, &(struct salvage_loss){ .at = at, .n = end - at, .what = what, .why = why });
}

/* Counts the parts, and what lies between them. A byte of several parts counts for the first. */
static void header_count_parts(const struct file_parts *l, uint64_t size, struct salvage_account *a)
{
    static const char unused[] = "the header leads to no part of them";
    uint64_t at = 0;
    for (size_t i = 0; i < l->n && l->v[i].at < size; i++) {
        const struct file_part *part = &l->v[i];
        const uint64_t end = part->at + lesser_of(part->n, size - part->at);
        if (part->at > at) {
            lose_part(a, at, part->at, "bytes", unused);
            at = part->at;
        }
        if (end <= at)
            continue;
        if (part->what && part->fate == SALVAGE_LOST)
            lose_part(a, at, end, part->what, part->why);
        else if (part->what)
            a->bytes[part->fate] += end - at;
        at = end;
    }
    lose_part(a, at, size, "bytes", unused);
}

bool salvage_count_header(const struct perfdata *p, struct salvage_account *a, struct err *e)
{
    struct file_parts l = { .v = NULL };
    const struct file *f = &p->files[0];
    bool ok = true;
    parts_add(&l, 0, p->header_size, "header");
    for (size_t i = 0; i < p->nstretches; i++)
        if (p->stretches[i].file == f && salvage_has_stretch(p, &p->stretches[i]))
            parts_add(&l, p->stretches[i].at, p->stretches[i].size, NULL);
    if (!p->capture.is_pipe) {
        parts_add(&l, p->attrs_at, p->attrs_size, "attrs");
        parts_add(&l, p->event_types_at, p->event_types_size, "event types");
        add_features(p, &l);
        ok = header_add_ids(p, &l, e);
    }
    sort_by_first(l.v, l.n, sizeof(*l.v));
    if (ok)
        header_count_parts(&l, f->size, a);
    free(l.v);
    return ok;
}
