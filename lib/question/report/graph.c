#include "lib/question/report/graph.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/base/text.h"

/* A word of -g, and the member that it sets; in perf's order, since the first word that has the given beginning is
   taken. */
#define WORD(name, member, value)                                                                            \
    {                                                                                                        \
        name, offsetof(struct graph_opts, member), value                                                     \
    }
static const struct word {
    const char *name;
    size_t at; /* offset of an int or an enum in struct graph_opts */
    int value;
} words[] = {
    WORD("none", form, GRAPH_NONE),       WORD("graph", form, GRAPH_TREE),
    WORD("flat", form, GRAPH_FLAT),       WORD("fractal", form, GRAPH_FRACTAL),
    WORD("folded", form, GRAPH_FOLDED),   WORD("caller", callers_first, true),
    WORD("callee", callers_first, false), WORD("function", key, TREE_FUNCTION),
    WORD("address", key, TREE_ADDRESS),   WORD("srcline", key, TREE_SRCLINE),
    WORD("branch", branches, true),       WORD("percent", value, GRAPH_PERCENT),
    WORD("period", value, GRAPH_PERIOD),  WORD("count", value, GRAPH_COUNT),
};

const char *graph_word(size_t i)
{
    if (i < COUNT(words))
        return words[i].name;
    return NULL;
}

static bool read_word(const char *s, size_t n, struct graph_opts *o)
{
    size_t i = 0;
    while (i < COUNT(words) && strncmp(words[i].name, s, n) != 0)
        i++;
    if (i < COUNT(words))
        *(int *)((char *)o + words[i].at) = words[i].value;
    return i < COUNT(words);
}

/* Parses a number: the first one is the least percentage, the second one the print limit. */
static bool read_number(const char *s, size_t n, unsigned which, struct graph_opts *o)
{
    char *end;
    double v = strtod(s, &end);
    if (end != s + n || !(v >= 0) || v > UINT32_MAX)
        return false;
    if (which == 0)
        o->min_percent = v;
    else
        o->print_limit = (unsigned)v;
    return which < 2;
}

static bool fail_graph_word(const char *s, size_t n, struct err *e)
{
    struct text_nearest meant = text_nearest_to(s, n);
    char but[TEXT_NEAREST_ROOM];
    for (size_t i = 0; i < COUNT(words); i++)
        text_nearest_try(&meant, words[i].name);
    return err_set(e, ERR_USAGE, 0,
                   "-g: '%.*s' is not one of graph, fractal, flat, folded, none, "
                   "caller, callee, function, address, srcline, branch, percent, period, count, "
                   "a percentage, or after it a number of entries%s",
                   (int)n, s, text_nearest_hint(&meant, but));
}

bool graph_read(const char *list, struct graph_opts *o, struct err *e)
{
    unsigned numbers = 0;
    for (const char *s = list; *s;) {
        size_t n = strcspn(s, ",");
        if (n && !read_word(s, n, o) && !read_number(s, n, numbers++, o))
            return fail_graph_word(s, n, e);
        s += n + (s[n] == ',');
    }
    return true;
}

/* Deeper levels are not drawn: a line of the last level has 11 KB of bars before it. */
enum { LEVELS = 1024 };

/* The state of drawing a tree. */
struct drawing {
    const struct graph *g;
    const struct branch *v;
    const struct branch_sum *taken; /* NULL: not shown */
    struct text *out;
    size_t margin;
    struct text bars; /* per level: '|' if the vertical line continues, else ' ' */
};

static uint64_t graph_weight(const struct branch *b)
{
    return b->period + b->below_period;
}

/* The last frame of the chain without forks that begins at b. The frames of such a chain are drawn as one branch. */
static uint32_t graph_last_of(const struct branch *v, uint32_t b)
{
    while (!v[b].samples && v[b].first && !v[v[b].first].next)
        b = v[b].first;
    return b;
}

/* The smallest period of a drawn branch, as a share of all samples. */
static uint64_t least_of_all(const struct graph *g)
{
    return (uint64_t)((double)g->shown * (g->o->min_percent / 100));
}

uint64_t graph_least_drawn_period(const struct graph *g)
{
    if (g->o->form == GRAPH_FRACTAL)
        return 0;
    return least_of_all(g);
}

bool graph_is_empty(const struct graph *g)
{
    return g->row < graph_least_drawn_period(g);
}

uint64_t graph_least_below(const struct graph *g, const struct branch *parent)
{
    if (g->o->form == GRAPH_FRACTAL) {
        double share = (double)parent->below_period * (g->o->min_percent / 100);
        return (uint64_t)share + ((double)(uint64_t)share < share); /* rounded up */
    }
    return least_of_all(g);
}

/* `b` if it is heavy enough, else 0. Siblings are sorted by weight, so if it is too light, its next siblings are,
   too. */
static uint32_t if_heavy(const struct drawing *d, uint32_t b, uint64_t min)
{
    if (b && graph_weight(&d->v[b]) >= min)
        return b;
    return 0;
}

static void add_value(const struct graph *g, uint64_t period, uint64_t samples, uint64_t total,
                      struct text *out)
{
    const size_t from = out->n;
    if (g->o->value == GRAPH_PERIOD)
        text_printf(out, "%" PRIu64, period);
    else if (g->o->value == GRAPH_COUNT)
        text_printf(out, "%" PRIu64, samples);
    else
        text_printf(out, "%.2f%%", total ? (double)period * 100.0 / (double)total : 0.0);
    style_paint_percents(g->style, out, from, ROLE_SHARE);
}

static void graph_add_name(const struct drawing *d, uint32_t b)
{
    style_add_name(d->g->style, d->out, tree_frames_name(d->g->frames, d->v[b].frame));
    if (d->taken)
        branch_frames_show(&d->taken[b], d->g->arch, d->out);
    text_char(d->out, '\n', 1);
}

/* Adds the bars before a line, except the last level's. */
static void add_bars(const struct drawing *d)
{
    text_char(d->out, ' ', d->margin);
    for (size_t i = 0; i + 1 < d->bars.n; i++) {
        text_char(d->out, d->bars.s[i], 1);
        text_char(d->out, ' ', 10);
    }
}

static void add_fork(const struct drawing *d, uint64_t period, uint64_t samples, uint64_t total)
{
    add_bars(d);
    text_char(d->out, d->bars.s[d->bars.n - 1], 1);
    text_add(d->out, "--");
    add_value(d->g, period, samples, total, d->out);
    text_add(d->out, "--");
}

static void draw_level(struct drawing *d, const struct branch *parent, uint64_t total)
{
    const struct graph *g = d->g;
    bool fractal = g->o->form == GRAPH_FRACTAL;
    uint64_t min = graph_least_below(g, parent), remaining = total, samples = 0;
    unsigned drawn = 0;
    if (d->bars.n == LEVELS) {
        if (if_heavy(d, parent->first, min)) {
            add_bars(d);
            text_add(d->out, "[...]\n");
        }
        return;
    }
    text_char(&d->bars, '|', 1);
    for (uint32_t b = if_heavy(d, parent->first, min), next; b; b = next) {
        const struct branch *branch = &d->v[b];
        next = if_heavy(d, branch->next, min);
        remaining -= graph_weight(branch);
        samples += branch->samples + branch->below_samples;
        add_bars(d);
        text_add(d->out, "|          \n");
        if (!next && (!fractal || !remaining))
            d->bars.s[d->bars.n - 1] = ' ';
        uint32_t last = graph_last_of(d->v, b);
        add_fork(d, graph_weight(branch), branch->samples + branch->below_samples, total);
        graph_add_name(d, b);
        for (uint32_t at = b; at != last;) {
            at = d->v[at].first;
            add_bars(d);
            text_char(d->out, d->bars.s[d->bars.n - 1], 1);
            text_char(d->out, ' ', 10);
            graph_add_name(d, at);
        }
        draw_level(d, &d->v[last], fractal ? d->v[last].below_period : total);
        if (++drawn == g->o->print_limit)
            break;
    }
    if (fractal && remaining && remaining != total &&
        !(g->o->value == GRAPH_COUNT && parent->below_samples <= samples)) {
        d->bars.s[d->bars.n - 1] = ' ';
        add_fork(d, remaining, parent->below_samples - samples, total);
        text_add(d->out, "[...]\n");
    }
    d->bars.n--;
}

/* Draws the beginning of the tree that all samples of the row have in common: it needs no percentage and no level of
   its own. Returns the branch where the levels begin. */
static const struct branch *draw_trunk(struct drawing *d)
{
    const struct branch *root = &d->v[0];
    uint64_t min = graph_least_below(d->g, root);
    uint32_t b = if_heavy(d, root->first, min);
    unsigned drawn = 0;
    if (!b || if_heavy(d, d->v[b].next, min) || graph_weight(&d->v[b]) != d->g->row)
        return root;
    uint32_t last = graph_last_of(d->v, b);
    bool begun = false;
    for (uint32_t at = b;; at = d->v[at].first) {
        if (at != b || !d->g->first_is_row) {
            text_char(d->out, ' ', d->margin);
            if (!begun) {
                text_add(d->out, "|\n");
                text_char(d->out, ' ', d->margin);
                text_add(d->out, "---");
                d->margin += 3;
                begun = true;
            }
            graph_add_name(d, at);
            if (++drawn == d->g->o->print_limit)
                break;
        }
        if (at == last)
            break;
    }
    return &d->v[last];
}

static void draw_tree(struct drawing *d)
{
    size_t before = d->out->n;
    d->margin = 12;
    const struct branch *from = draw_trunk(d);
    draw_level(d, from, d->g->o->form == GRAPH_FRACTAL ? d->g->row : d->g->total);
    text_char(d->out, '\n', d->out->n > before);
}

static uint32_t innermost(const struct tree *t, uint32_t b)
{
    while (t->v[b].first)
        b = t->v[b].first;
    return b;
}

/* Lists the branches in which chains end, children before their parents. It does not call itself, since trees may be
   as deep as call chains are long, with all inlined functions. */
static size_t find_ends(const struct tree *t, uint64_t min, struct numbered *v)
{
    size_t n = 0;
    for (uint32_t at = innermost(t, 0); at;) {
        const struct branch *b = &t->v[at];
        if (b->period && b->period >= min)
            v[n++] = (struct numbered){ ~b->period, at };
        at = b->parent;
        if (b->next)
            at = innermost(t, b->next);
    }
    return n;
}

void graph_each(const struct graph *g, const struct tree *t, graph_visit *visit, void *arg)
{
    struct numbered *ends = mem_new(t->n, sizeof(*ends)); /* the heaviest first */
    const char **frames = mem_new(t->n, sizeof(*frames));
    size_t nends = find_ends(t, least_of_all(g), ends);
    sort_by_number(ends, nends);
    for (size_t i = 0; i < nends && !(i && i == g->o->print_limit); i++) {
        size_t n = t->n;
        for (uint32_t at = ends[i].at; at; at = t->v[at].parent)
            if (!g->frames->v[t->v[at].frame].marker)
                frames[--n] = tree_frames_name(g->frames, t->v[at].frame);
        visit(arg, &t->v[ends[i].at], frames + n, t->n - n);
    }
    free(frames);
    free(ends);
}

static void draw_flat(void *arg, const struct branch *end, const char *const *frames, size_t n)
{
    const struct drawing *d = arg;
    text_char(d->out, ' ', 11);
    add_value(d->g, graph_weight(end), end->samples + end->below_samples, d->g->total, d->out);
    for (size_t i = 0; i < n; i++) {
        text_add(d->out, "\n                ");
        style_add_name(d->g->style, d->out, frames[i]);
    }
    text_add(d->out, "\n\n");
}

static void draw_folded(void *arg, const struct branch *end, const char *const *frames, size_t n)
{
    const struct drawing *d = arg;
    add_value(d->g, end->period, end->samples, d->g->total, d->out);
    const char *between = " ";
    for (size_t i = 0; i < n; i++) {
        text_add(d->out, between);
        text_add(d->out, frames[i]);
        between = text_or(d->g->separator, ";");
    }
    text_char(d->out, '\n', 1);
}

void graph_draw(const struct graph *g, const struct tree *t, struct text *out)
{
    struct drawing d = { .g = g, .v = t->v, .taken = t->taken, .out = out };
    if (graph_is_list(g->o))
        graph_each(g, t, g->o->form == GRAPH_FOLDED ? draw_folded : draw_flat, &d);
    else if (g->o->form != GRAPH_NONE)
        draw_tree(&d);
    text_free(&d.bars);
}
