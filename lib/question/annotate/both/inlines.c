/* The table of the calls that are inlined into the function on both sides. Each call follows its caller;
   calls with the same caller are sorted by the larger cost of both sides. */
#include <stdlib.h>
#include <string.h>

#include "lib/question/annotate/both/both.h"
#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum { ID = COLUMNS_WEIGHTS, INSNS, CALLED, EACH };
enum { CHANGE, DEPTH, FUNCTION, OLD, NEW = OLD + EACH, SHOWN = NEW + EACH };
enum { SHOWN_INSNS = SHOWN + COLUMNS_SHOWN, SHOWN_FUNCTION = SHOWN_INSNS + SIDES, SHOWN_CALLED, ALL };

#define SIDE(side)                                                                                           \
    COLUMNS_WEIGHT(side), COLUMNS_MEMBER(side, "inline", COUNT),                                             \
        COLUMNS_MEMBER(side, "instructions", COUNT), COLUMNS_MEMBER(side, "called_at", SOURCE)

static const struct rows_column columns[ALL] = {
    ROWS_UNSEEN("change", TEXT),
    ROWS_UNSEEN("depth", COUNT),
    ROWS_UNSEEN("function", TEXT),
    SIDE("old"),
    SIDE("new"),
    COLUMNS_IN_TEXT,
    COLUMNS_TEXT("Instr", 5, COUNT),
    COLUMNS_TEXT("Instr", 5, COUNT),
    { .header = "Function", .width = 32, .type = VALUE_TEXT },
    { .header = "Inlined at", .type = VALUE_TEXT },
};

/* A call on both sides; one side may lack it. */
struct both_inlines_call {
    double share; /* share of the function in percent, the larger share of both sides */
    uint32_t node[SIDES];
};

static int both_inlines_larger(const void *a, const void *b, const void *arg UNUSED)
{
    const struct both_inlines_call *x = a, *y = b;
    return (x->share < y->share) - (x->share > y->share);
}

static double share_of(const struct both *b, int side, uint32_t node)
{
    const struct inlined_tree *t = &b->trees[side];
    return annotate_percent(&b->v[side], 0, &t->all[t->v[node].weights]);
}

/* The calls inside a call: first those of the first side together with their matches, then unmatched ones
   of the second side. Returns their number. malloc'ed. */
static size_t inside(const struct both *b, const struct both_inlines_call *of, struct both_inlines_call **out)
{
    size_t n = 0, cap = 0;
    struct both_inlines_call *v = NULL;
    for (int side = 0; side < SIDES; side++) {
        const struct inlined_tree *t = &b->trees[side];
        for (uint32_t i = 1; i < t->n; i++) {
            const uint32_t other = b->inlined.of[side][i];
            if (t->v[i].parent != of->node[side] || (side && other != MATCH_NONE))
                continue;
            struct both_inlines_call one = { .share = share_of(b, side, i) };
            one.node[side] = i;
            one.node[!side] = other;
            if (other != MATCH_NONE && share_of(b, !side, other) > one.share)
                one.share = share_of(b, !side, other);
            *MEM_ADD(v, n, cap) = one;
        }
    }
    sort_by(v, n, sizeof(*v), both_inlines_larger, NULL);
    *out = v;
    return n;
}

static void side_cells(const struct both *b, int side, uint32_t at, struct value *c, struct text *place)
{
    struct value *to = c + (side ? NEW : OLD);
    const struct inlined_tree *t = &b->trees[side];
    for (size_t i = 0; i < EACH; i++)
        to[i] = value_unknown();
    both_fill_weight(b->v, side, NULL, to, c + SHOWN);
    if (at != MATCH_NONE && (at || b->v[side].l)) {
        const struct inlined_node *node = &t->v[at];
        both_fill_weight(b->v, side, &t->all[node->weights], to, c + SHOWN);
        to[ID] = value_count(at);
        to[INSNS] = value_count(node->all_insns);
        to[CALLED] = value_source(node->file, node->line);
        if (node->file)
            annotate_line(&b->v[side], &(struct line_frame){ .file = node->file, .line = node->line }, place);
    }
    c[SHOWN_INSNS + side] = to[INSNS];
}

static void both_inlines_show(const struct both *b, const struct both_inlines_call *call)
{
    const bool there[SIDES] = { call->node[0] != MATCH_NONE && (call->node[0] || b->v[0].l),
                                call->node[1] != MATCH_NONE && (call->node[1] || b->v[1].l) };
    const int last = there[1];
    const struct inlined_node *node = &b->trees[last].v[call->node[last]];
    const enum columns_change change = columns_change_of(there[0], there[1], true);
    struct text name = { 0 }, indented = { 0 }, place[SIDES] = { { 0 } };
    struct value c[ALL];
    for (int side = 0; side < SIDES; side++)
        side_cells(b, side, call->node[side], c, &place[side]);
    if (!node->depth)
        annotate_name(&b->v[last], b->v[last].l->function->symbol, &name);
    else if (node->function)
        annotate_function(&b->v[last], node->function, &name);
    text_char(&indented, ' ', 2 * (size_t)node->depth);
    text_add(&indented, name.n ? name.s : "?");
    if (place[0].n && place[1].n && strcmp(place[0].s, place[1].s) != 0) {
        text_add(&place[0], " and ");
        text_add(&place[0], place[1].s);
        text_free(&place[1]);
    }
    c[CHANGE] = value_text(columns_changes[change]);
    c[DEPTH] = value_count(node->depth);
    c[FUNCTION] = value_text(name.s);
    c[SHOWN + COLUMNS_MARK] = value_text(columns_marks[change]);
    c[SHOWN_FUNCTION] = value_text(indented.s);
    c[SHOWN_CALLED] = value_text(text_str(&place[place[1].n ? 1 : 0]));
    rows_row(b->v->rows, c);
    text_free(&name);
    text_free(&indented);
    for (int side = 0; side < SIDES; side++)
        text_free(&place[side]);
}

static void show_tree(const struct both *b, struct both_inlines_call root)
{
    struct both_inlines_call *open = NULL; /* a stack: the next call is the last element */
    size_t n = 0, cap = 0;
    *MEM_ADD(open, n, cap) = root;
    while (n) {
        const struct both_inlines_call call = open[--n];
        struct both_inlines_call *v;
        both_inlines_show(b, &call);
        for (size_t i = inside(b, &call, &v); i-- > 0;)
            *MEM_ADD(open, n, cap) = v[i];
        free(v);
    }
    free(open);
}

void both_inlines(const struct both *b)
{
    static const struct rows_table table = {
        .name = "inlines", .columns = columns, .n = ALL, .front = "#  ", .gap = "  "
    };
    rows_print(b->v->rows, "# with inlined functions:\n");
    both_begin(b->v->rows, &table);
    show_tree(b, (struct both_inlines_call){ .node = { 0, 0 } });
    rows_table_end(b->v->rows);
}
