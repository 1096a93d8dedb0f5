/* The header of a capture as lines (feature.h). */
#include <inttypes.h>

#include "formats/perf/fields/attr.h"
#include "formats/perf/features/feature.h"

static void show_sections(const struct perfdata *p, struct text *out)
{
    const struct capture *c = &p->capture;
    if (!c->is_pipe) {
        text_printf(out, "attrs at 0x%" PRIx64 " size 0x%" PRIx64 ", %" PRIu64 " bytes each\n", p->attrs_at,
                    p->attrs_size, p->attr_size);
        if (p->event_types_size)
            text_printf(out, "event types at 0x%" PRIx64 " size 0x%" PRIx64 "\n", p->event_types_at,
                        p->event_types_size);
    }
    for (size_t i = 0; i < p->nstretches; i++)
        text_printf(out, "data at 0x%" PRIx64 " size 0x%" PRIx64 "\n", p->stretches[i].at,
                    p->stretches[i].size);
}

static void show_event(const struct event *e, struct text *out)
{
    text_add(out, "event ");
    text_add_clean(out, e->name);
    attr_show(&e->attr, ": ", ": ", out);
    text_printf(out, ", %zu ids\n", e->nids);
}

void features_header_show(const struct capture *c, struct text *out)
{
    const struct perfdata *p = perfdata_of_const(c);
    text_add(out, c->is_directory ? "directory" : c->is_pipe ? "pipe stream" : "file");
    text_printf(out, ", %s-endian", c->order == ORDER_BIG ? "big" : "little");
    if (c->bits)
        text_printf(out, ", %u-bit", c->bits);
    text_printf(out, ", version %u%s, header size %" PRIu64 "\n", p->version,
                c->is_compressed ? ", compressed" : "", p->header_size);
    show_sections(p, out);
    for (uint32_t i = 0; i < c->events.n; i++)
        show_event(&c->events.v[i], out);
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++) {
        const struct feature_bytes *f = &p->features[bit];
        const char *name = feature_name(bit);
        if (f->present)
            text_printf(out, "feature %u %s at 0x%" PRIx64 " size 0x%zx\n", bit, name ? name : "unknown",
                        f->at, f->s.n);
    }
}
