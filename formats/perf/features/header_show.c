/* The header of a capture as lines (feature.h). */
#include <inttypes.h>
#include <stdarg.h>

#include "formats/perf/fields/attr.h"
#include "formats/perf/features/feature.h"

struct header_show_lines {
    void (*see)(void *arg, const char *line);
    void *arg;
    struct text line;
};

/* Appends a text to the line, and passes the line to see(). */
static void __attribute__((format(printf, 2, 3))) end_line(struct header_show_lines *l, const char *fmt, ...)
{
    va_list args;
    va_start(args, fmt);
    text_vprintf(&l->line, fmt, args);
    va_end(args);
    l->see(l->arg, l->line.s);
    l->line.n = 0;
}

static void show_sections(const struct perfdata *p, struct header_show_lines *l)
{
    const struct capture *c = &p->capture;
    if (!c->is_pipe) {
        end_line(l, "attrs at 0x%" PRIx64 " size 0x%" PRIx64 ", %" PRIu64 " bytes each", p->attrs_at,
                 p->attrs_size, p->attr_size);
        if (p->event_types_size)
            end_line(l, "event types at 0x%" PRIx64 " size 0x%" PRIx64 "", p->event_types_at,
                     p->event_types_size);
    }
    for (size_t i = 0; i < p->nstretches; i++)
        end_line(l, "data at 0x%" PRIx64 " size 0x%" PRIx64 "", p->stretches[i].at, p->stretches[i].size);
}

static void header_show_show_event(const struct event *e, struct header_show_lines *l)
{
    text_add(&l->line, "event ");
    text_add_clean(&l->line, e->name);
    attr_show(&e->attr, ": ", ": ", &l->line);
    end_line(l, ", %zu ids", e->nids);
}

void features_header_show(const struct capture *c, void (*see)(void *arg, const char *line), void *arg)
{
    const struct perfdata *p = perfdata_of_const(c);
    struct header_show_lines lines = { .see = see, .arg = arg }, *l = &lines;
    if (c->is_directory)
        text_add(&l->line, "directory");
    else if (c->is_pipe)
        text_add(&l->line, "pipe stream");
    else
        text_add(&l->line, "file");
    text_printf(&l->line, ", %s-endian", c->order == ORDER_BIG ? "big" : "little");
    if (c->bits)
        text_printf(&l->line, ", %u-bit", c->bits);
    text_printf(&l->line, ", version %u", p->version);
    if (c->is_compressed)
        text_add(&l->line, ", compressed");
    end_line(l, ", header size %" PRIu64 "", p->header_size);
    show_sections(p, l);
    for (uint32_t i = 0; i < c->events.n; i++)
        header_show_show_event(&c->events.v[i], l);
    for (unsigned bit = 0; bit < PERF_FEATURES; bit++) {
        const struct feature_bytes *f = &p->features[bit];
        const char *name = feature_name(bit);
        if (f->present)
            end_line(l, "feature %u %s at 0x%" PRIx64 " size 0x%zx", bit, name ? name : "unknown", f->at,
                     f->s.n);
    }
    text_free(&l->line);
}
