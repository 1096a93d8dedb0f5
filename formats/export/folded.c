/* A line for each stack: names from the outermost on, a blank, what was counted. FlameGraph's flamegraph.pl,
 * inferno, speedscope and Perfetto read it. */
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/profile/count/count.h"
#include "formats/export/exporter.h"
#include "formats/export/turns.h"

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

/* What parts of the lines are made of. */
struct folding {
    const struct export *x;
    struct text names; /* of all frames, each with what parts it from the one in front */
    size_t *ends;      /* where each ends there */
};

enum { EACH = 1 << 13 }; /* lines of a part */

static void add_part(void *arg, unsigned worker UNUSED, size_t part, struct export_sink *out)
{
    const struct folding *f = arg;
    const struct export *x = f->x;
    struct text *t = &out->text;
    uint32_t *frames = NULL;
    size_t cap = 0;
    for (size_t i = part * EACH; i < x->ncounts && i < (part + 1) * EACH; i++) {
        const struct export_count *c = &x->counts[i];
        size_t n = 0;
        if (c->event != x->event)
            continue;
        for (uint32_t at = c->stack; at; at = x->stacks[at].parent) {
            *MEM_ADD(frames, n, cap) = x->stacks[at].frame;
        }
        if (x->label) {
            add_name(t, x->label, '_');
            text_char(t, ';', 1);
        }
        add_group(x, &x->groups[c->group], t);
        while (n--) {
            const size_t from = frames[n] ? f->ends[frames[n] - 1] : 0;
            text_add_n(t, f->names.s + from, f->ends[frames[n]] - from);
        }
        text_char(t, ' ', 1);
        text_decimal(t, export_weight(x, c), 0);
        text_char(t, '\n', 1);
        export_flush(out);
    }
    free(frames);
}

static void write_one(const struct export *x, struct export_sink *out)
{
    struct folding f = { .x = x, .ends = mem_new(x->nframes, sizeof(*f.ends)) };
    for (size_t i = 0; i < x->nframes; i++) {
        text_char(&f.names, ';', 1);
        add_name(&f.names, x->frames[i].name, ' ');
        f.ends[i] = f.names.n;
    }
    turns_share(count_workers(x->capture, 0), (x->ncounts + EACH - 1) / EACH, add_part, &f, out);
    text_free(&f.names);
    free(f.ends);
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
