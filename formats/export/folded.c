/* Folded stacks: one line per stack: names from the outermost frame on, a blank, the weight. FlameGraph's
   flamegraph.pl, inferno, speedscope and Perfetto read it. In an export of two sides each stack has two
   weights, before and after, in the form of difffolded.pl. flamegraph.pl then draws stacks that grew red
   and stacks that shrank blue. */
#include <stdlib.h>
#include <string.h>

#include "core/base/character/character.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/count/count.h"
#include "formats/export/exporter.h"
#include "formats/export/turns.h"

/* Appends a name with ';' replaced by ':', ' ' by `blank`, and bytes that are not UTF-8 by U+FFFD, since
   readers leave out lines with such bytes. */
static void folded_add_name(struct text *t, const char *s, char blank)
{
    while (*s) {
        const unsigned n = character_length(s);
        if (!n)
            text_add_n(t, "\xef\xbf\xbd", 3);
        else if (*s == ';')
            text_char(t, ':', 1);
        else if (*s == ' ')
            text_char(t, blank, 1);
        else
            text_add_n(t, s, n);
        s += n + !n;
    }
}

/* Appends "bash", "bash-17" or "bash-17/18", like stackcollapse-perf.pl --pid and --tid. */
static void add_group(const struct export *x, const struct export_group *g, struct text *t)
{
    folded_add_name(t, g->comm, '_');
    if (x->processes)
        text_printf(t, "-%d", g->pid);
    if (x->threads)
        text_printf(t, "/%d", g->tid);
}

/* The state that all workers use. */
struct folding {
    const struct export *x;
    struct text names; /* ";NAME" of all frames, one after the other */
    size_t *ends;      /* by frame: where it ends in `names` */
};

enum { EACH = 1 << 13 }; /* lines per part */

/* Memory for the frames of a line. */
struct fold_room {
    uint32_t *frames;
    size_t cap;
};

static void add_stack(const struct folding *f, const struct export_count *c, struct fold_room *room,
                      struct text *t)
{
    const struct export *x = f->x;
    size_t n = 0;
    for (uint32_t at = c->stack; at; at = x->stacks[at].parent) {
        *MEM_ADD(room->frames, n, room->cap) = x->stacks[at].frame;
    }
    if (x->label) {
        folded_add_name(t, x->label, '_');
        text_char(t, ';', 1);
    }
    add_group(x, &x->groups[c->group], t);
    while (n--) {
        const uint32_t frame = room->frames[n];
        const size_t from = frame ? f->ends[frame - 1] : 0;
        text_add_n(t, f->names.s + from, f->ends[frame] - from);
    }
}

static void folded_add_part(void *arg, unsigned worker UNUSED, size_t part, struct export_sink *out)
{
    const struct folding *f = arg;
    const struct export *x = f->x;
    struct fold_room room = { .cap = 0 };
    for (size_t i = part * EACH; i < x->ncounts && i < (part + 1) * EACH; i++) {
        const struct export_count *c = &x->counts[i];
        if (c->event != x->event)
            continue;
        add_stack(f, c, &room, &out->text);
        text_char(&out->text, ' ', 1);
        text_decimal(&out->text, export_weight(x, c), 0);
        text_char(&out->text, '\n', 1);
        export_flush(out);
    }
    free(room.frames);
}

/* The weight of a stack on each side. */
struct folded_pair {
    const char *stack;
    uint64_t weight[2];
};

static int by_stack(const void *a, const void *b, const void *arg UNUSED)
{
    const struct folded_pair *x = a, *y = b;
    return strcmp(x->stack, y->stack);
}

/* Writes the weights of two sides (export_join_sides()). The first event belongs to the side after the change. */
static void write_pairs(const struct folding *f, struct export_sink *out)
{
    const struct export *x = f->x;
    struct names stacks = { .n = 0 };
    struct folded_pair *v = mem_new(x->ncounts, sizeof(*v));
    struct fold_room room = { .cap = 0 };
    struct text t = { 0 };
    for (size_t i = 0; i < x->ncounts; i++) {
        const struct export_count *c = &x->counts[i];
        t.n = 0;
        add_stack(f, c, &room, &t);
        struct folded_pair *pair = &v[arena_names_id(&stacks, t.s) - 1];
        pair->stack = arena_names_intern(&stacks, t.s);
        pair->weight[!c->event] += export_weight(x, c);
    }
    sort_by(v, stacks.n, sizeof(*v), by_stack, NULL);
    for (size_t i = 0; i < stacks.n; i++) {
        text_add(&out->text, v[i].stack);
        for (int side = 0; side < 2; side++) {
            text_char(&out->text, ' ', 1);
            text_decimal(&out->text, v[i].weight[side], 0);
        }
        text_char(&out->text, '\n', 1);
        export_flush(out);
    }
    free(room.frames);
    free(v);
    text_free(&t);
    arena_names_free(&stacks);
}

static void write_one(const struct export *x, struct export_sink *out)
{
    struct folding f = { .x = x, .ends = mem_new(x->nframes, sizeof(*f.ends)) };
    for (size_t i = 0; i < x->nframes; i++) {
        text_char(&f.names, ';', 1);
        folded_add_name(&f.names, x->frames[i].name, ' ');
        f.ends[i] = f.names.n;
    }
    if (x->differs)
        write_pairs(&f, out);
    else
        turns_run_parts(count_workers(x->capture, 0), (x->ncounts + EACH - 1) / EACH, folded_add_part, &f,
                        out);
    text_free(&f.names);
    free(f.ends);
}

static void write_folded(const struct export *x, struct export_sink *out)
{
    for (; x; x = x->next)
        write_one(x, out);
}

const struct exporter exporter_folded = { .name = "folded",
                                          .what = "one line per stack, for flamegraph.pl and similar tools",
                                          .frames = EXPORT_NAMES,
                                          .one_event = true,
                                          .write = write_folded };
