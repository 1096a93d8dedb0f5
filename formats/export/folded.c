/* A line for each stack: names from the outermost on, a blank, what was counted. FlameGraph's flamegraph.pl,
 * inferno, speedscope and Perfetto read it. */
#include <stdlib.h>

#include "core/base/mem.h"
#include "formats/export/exporter.h"

/* A name may hold what parts names from each other, and bytes that are no UTF-8, whose lines readers leave
 * out. */
static void add_name(struct text *t, const char *s, char blank)
{
    for (unsigned n; *s; s += n ? n : 1) {
        n = text_utf8(s);
        if (n == 1)
            text_char(t, *s == ';' ? ':' : *s == ' ' ? blank : *s, 1);
        else
            text_add_n(t, n ? s : "\xef\xbf\xbd", n ? n : 3);
    }
}

/* "bash", "bash-17", "bash-17/18": as stackcollapse-perf.pl --pid and --tid have it. */
static void add_group(const struct export *x, const struct export_group *g, struct text *t)
{
    add_name(t, g->comm, '_');
    if (x->processes)
        text_printf(t, "-%d", g->pid);
    if (x->threads)
        text_printf(t, "/%d", g->tid);
}

static void write_one(const struct export *x, struct export_sink *out)
{
    uint32_t *frames = NULL;
    size_t cap = 0;
    for (size_t i = 0; i < x->ncounts; i++) {
        const struct export_count *c = &x->counts[i];
        size_t n = 0;
        if (c->event != x->event)
            continue;
        for (uint32_t at = c->stack; at; at = x->stacks[at].parent) {
            *MEM_ADD(frames, n, cap) = x->stacks[at].frame;
        }
        if (x->label) {
            add_name(&out->text, x->label, '_');
            text_char(&out->text, ';', 1);
        }
        add_group(x, &x->groups[c->group], &out->text);
        while (n--) {
            text_char(&out->text, ';', 1);
            add_name(&out->text, x->frames[frames[n]].name, ' ');
        }
        text_char(&out->text, ' ', 1);
        text_decimal(&out->text, export_weight(x, c), 0);
        text_char(&out->text, '\n', 1);
        export_flush(out);
    }
    free(frames);
}

static void write_folded(const struct export *x, struct export_sink *out)
{
    for (; x; x = x->next)
        write_one(x, out);
}

const struct exporter exporter_folded = { .name = "folded",
                                          .what = "a line for each stack, for flamegraph.pl and its kin",
                                          .frames = EXPORT_NAMES,
                                          .one_event = true,
                                          .write = write_folded };
