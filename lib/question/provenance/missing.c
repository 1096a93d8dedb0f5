#include "lib/question/provenance/missing.h"

#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

struct missing missing_objects(const struct session *s, const uint64_t *shares)
{
    struct missing m = { 0 };
    size_t n;
    const struct object *const *objects = timeline_objects(s->timeline, &n);
    struct numbered *order = mem_new(n, sizeof(*order));
    for (size_t i = 0; i < n; i++)
        if (shares[i] && objects[i]->kind != OBJECT_DATA &&
            !resolver_symbol_origin(s->resolver, objects[i]).table)
            order[m.n++] = (struct numbered){ UINT64_MAX - shares[i], (uint32_t)i };
    sort_by_number(order, m.n);
    m.v = mem_new(m.n, sizeof(*m.v));
    m.samples = mem_new(m.n, sizeof(*m.samples));
    for (size_t i = 0; i < m.n; i++) {
        m.v[i] = objects[order[i].at];
        m.samples[i] = shares[order[i].at];
        m.all += m.samples[i];
    }
    free(order);
    return m;
}

void missing_free(struct missing *m)
{
    free(m->v);
    free(m->samples);
    *m = (struct missing){ 0 };
}

void missing_show(const struct missing *m, uint64_t samples, size_t most, struct outlet *out)
{
    for (size_t i = 0; i < m->n && i < most; i++) {
        char hex[BUILD_ID_HEX];
        struct text path = { 0 };
        text_add_clean(&path, m->v[i]->path);
        const char *id = "recorded without a build-id";
        if (m->v[i]->build_id.n)
            id = object_build_id_text(&m->v[i]->build_id, hex);
        outlet_print(out, "  %6.2f%%  %s  %s\n", 100.0 * (double)m->samples[i] / (double)samples,
                     text_str(&path), id);
        text_free(&path);
    }
    if (m->n > most)
        outlet_print(out, "  and %zu more\n", m->n - most);
}

void missing_rows(const struct missing *m, struct rows *r)
{
    ROWS_TABLE(missing, "missing", ROWS_UNSEEN("path", TEXT), ROWS_UNSEEN("build_id", TEXT),
               ROWS_UNSEEN("samples", COUNT));
    rows_table(r, &missing);
    for (size_t i = 0; i < m->n; i++) {
        char hex[BUILD_ID_HEX];
        ROWS_ROW(r, value_text(m->v[i]->path), value_build_id(&m->v[i]->build_id, hex),
                 value_count(m->samples[i]));
    }
    rows_table_end(r);
}
