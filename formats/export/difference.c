/* A line for each stack of two sides: its names, what it weighs before and what after, as FlameGraph's difffolded.pl
 * makes it and flamegraph.pl takes it, which draws what grew red and what shrank blue. */
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "formats/export/exporter.h"

struct differing {
    struct names stacks;
    struct pair {
        uint64_t weight[2];
        const char *stack;
    } * v; /* by their ids - 1 */
    size_t n, cap;
    int side;
};

/* Whole lines of a side: sinks are written to between two of them. */
static bool take_lines(void *arg, const void *p, size_t n, struct err *e UNUSED)
{
    struct differing *d = arg;
    const char *s = p, *end = s + n;
    for (const char *line; s < end; s++) {
        for (line = s; s < end && *s != '\n';)
            s++;
        if (s == end) /* no line */
            break;
        const char *blank = s;
        while (blank > line && *blank != ' ')
            blank--;
        char *stack = mem_copy(line, (size_t)(blank - line));
        const uint32_t id = arena_names_id(&d->stacks, stack);
        free(stack);
        if (id > d->n) {
            *MEM_ADD(d->v, d->n, d->cap) = (struct pair){ .stack = arena_names_text(&d->stacks, id) };
        }
        d->v[id - 1].weight[d->side] += strtoull(blank, NULL, 10);
    }
    return true;
}

static int by_stack(const void *a, const void *b, const void *arg UNUSED)
{
    const struct pair *x = a, *y = b;
    return strcmp(x->stack, y->stack);
}

bool export_difference(const struct export *before, const struct export *after, struct export_sink *out)
{
    const struct export *const sides[] = { before, after };
    struct differing d = { .n = 0 };
    bool meet = false;
    for (d.side = 0; d.side < 2; d.side++) {
        struct export_sink lines = { .write = take_lines, .arg = &d };
        exporter_folded.write(sides[d.side], &lines);
        export_end(&lines);
    }
    sort_by(d.v, d.n, sizeof(*d.v), by_stack, NULL);
    for (size_t i = 0; i < d.n; i++) {
        text_add(&out->text, d.v[i].stack);
        meet = meet || (d.v[i].weight[0] && d.v[i].weight[1]);
        for (int side = 0; side < 2; side++) {
            text_char(&out->text, ' ', 1);
            text_decimal(&out->text, d.v[i].weight[side], 0);
        }
        text_char(&out->text, '\n', 1);
        export_flush(out);
    }
    free(d.v);
    arena_names_free(&d.stacks);
    return meet;
}
