/* Tables that perf does not show: a function's basic blocks, and its inlined functions. */
#include "lib/question/annotate/annotate_view.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

enum { SAMPLES, PERIOD, PERCENT, EACH };

/* Adds the columns of all events, which come before other columns. */
static size_t lay_out_events(const struct annotate_view *v, struct rows_column *c)
{
    static const struct rows_column each[EACH] = {
        [SAMPLES] = { "samples", "Samples", 9, .right = true, .type = VALUE_COUNT },
        [PERIOD] = ROWS_UNSEEN("period", COUNT),
        [PERCENT] = { "percent", "Percent", 8, .right = true, .type = VALUE_PERCENT },
    };
    return annotate_each_event(v, each, EACH, c);
}

static void event_cells(const struct annotate_view *v, uint32_t e, const struct weight *w, struct value *c)
{
    c += e * EACH;
    c[SAMPLES] = value_count(w->samples);
    c[PERIOD] = value_count(w->period);
    c[PERCENT] = value_percent(annotate_percent(v, e, w));
}

/* A table with n columns after those of the events. */
struct sheet_table {
    struct rows_table t;
    struct rows_column *columns;
    struct value *cells;
    size_t first; /* index of the first of these columns */
};

static void tables_begin(struct sheet_table *t, const struct annotate_view *v, const char *name,
                         const struct rows_column *own, size_t n)
{
    t->columns = mem_new((size_t)v->n * EACH + n, sizeof(*t->columns));
    t->cells = mem_new((size_t)v->n * EACH + n, sizeof(*t->cells));
    t->first = lay_out_events(v, t->columns);
    memcpy(t->columns + t->first, own, n * sizeof(*own));
    t->t = (struct rows_table){
        .name = name, .columns = t->columns, .n = t->first + n, .front = "#  ", .gap = "  "
    };
    rows_table(v->rows, &t->t);
    rows_headings(v->rows, &t->t);
}

static void tables_end(struct sheet_table *t, const struct annotate_view *v)
{
    rows_table_end(v->rows);
    free(t->columns);
    free(t->cells);
}

void annotate_add_successors(const struct annotate_view *v, const struct flow_block *b, struct text *out)
{
    const struct listing *l = v->l;
    const struct insn *i = l->rows[b->last].insn;
    const enum insn_kind kind = i ? i->kind : INSN_UNKNOWN;
    const bool jumps = kind == INSN_JUMP || kind == INSN_CONDITIONAL;
    if (jumps && i->has_target) {
        text_printf(out, "0x%" PRIx64, i->target);
        if (!listing_find(l, i->target)) {
            text_add(out, " <");
            text_add(out, annotate_add_place_name(v, i->target, out) ? ">" : "?>");
        }
    } else if (jumps && i->link) {
        text_add(out, "<");
        text_add_clean(out, i->link);
        text_add(out, ">");
    } else if (jumps) {
        text_add(out, "?");
    } else if (kind == INSN_RETURN) {
        text_add(out, "return");
    }
    if (i && kind != INSN_JUMP && kind != INSN_RETURN && b->end < l->n && l->rows[b->end].insn)
        text_printf(out, "%s0x%" PRIx64, out->n ? ", " : "", l->rows[b->end].svma);
}

void annotate_blocks(const struct annotate_view *v)
{
    enum { BEGIN, END, INSNS, LOOPS, NEXT, OWN };
    static const struct rows_column own[OWN] = {
        [BEGIN] = { .name = "begin", .header = "Begin", .width = 16, .right = true, .type = VALUE_HEX },
        [END] = { .name = "end", .header = "End", .width = 16, .right = true, .type = VALUE_HEX },
        [INSNS] = { "instructions", "Instr", 5, .right = true, .type = VALUE_COUNT },
        [LOOPS] = { .name = "loops", .header = "Loops", .width = 5, .right = true, .type = VALUE_COUNT },
        [NEXT] = { .name = "next", .header = "Goes on to", .type = VALUE_TEXT },
    };
    const struct flow *f = v->flow;
    struct sheet_table t;
    struct text next = { 0 };
    rows_print(v->rows, "# blocks:\n");
    tables_begin(&t, v, "blocks", own, OWN);
    for (size_t i = 0; i < f->nblocks; i++) {
        const struct flow_block *b = &f->blocks[i];
        const struct listing_row *last = &v->l->rows[b->end - 1];
        const struct listing_row all = { .first = v->l->rows[b->first].first, .end = last->end };
        struct value *c = t.cells + t.first;
        for (uint32_t e = 0; e < v->n; e++) {
            const struct weight w = listing_weight(v->w, &all, v->first + e);
            event_cells(v, e, &w, t.cells);
        }
        next.n = 0;
        text_add(&next, "");
        annotate_add_successors(v, b, &next);
        c[BEGIN] = value_hex(v->l->rows[b->first].svma);
        c[END] = value_hex(last->svma + last->size);
        c[INSNS] = value_count(b->end - b->first);
        c[LOOPS] = value_count(b->loops);
        c[NEXT] = value_text(next.s);
        rows_row(v->rows, t.cells);
    }
    text_free(&next);
    tables_end(&t, v);
}

void annotate_branches(const struct annotate_view *v, const struct taken *taken)
{
    enum { BEGIN, END, RAN, TAKEN, CYCLES, OWN };
    static const struct rows_column own[OWN] = {
        [BEGIN] = { .name = "begin", .header = "Begin", .width = 16, .right = true, .type = VALUE_HEX },
        [END] = { .name = "end", .header = "End", .width = 16, .right = true, .type = VALUE_HEX },
        [RAN] = { .name = "ran", .header = "Ran", .width = 9, .right = true, .type = VALUE_COUNT },
        [TAKEN] = { .name = "taken", .header = "Taken", .width = 8, .right = true, .type = VALUE_PERCENT },
        [CYCLES] = { .name = "cycles", .header = "Cycles", .width = 8, .right = true, .type = VALUE_DECIMAL },
    };
    static const struct rows_table table = {
        .name = "branches", .columns = own, .n = OWN, .front = "#  ", .gap = "  "
    };
    const struct flow *f = v->flow;
    struct taken_row *rows = taken_rows(taken, v->l);
    size_t ran = 0;
    for (size_t i = 0; i < v->l->n; i++)
        ran += rows[i].ran != 0;
    rows_print(v->rows, "# branches: %zu of %zu instructions ran in recorded branch stacks\n", ran, v->l->n);
    rows_table(v->rows, &table);
    rows_headings(v->rows, &table);
    for (size_t i = 0; i < f->nblocks; i++) {
        const struct flow_block *b = &f->blocks[i];
        const struct listing_row *last = &v->l->rows[b->end - 1];
        uint64_t runs = 0, cycles = 0, most = 0;
        for (size_t k = b->first; k < b->end; k++) {
            if (rows[k].ran > most)
                most = rows[k].ran;
            runs += rows[k].runs;
            cycles += rows[k].cycles;
        }
        const struct taken_row *r = &rows[b->last];
        struct value cells[OWN] = { [BEGIN] = value_hex(v->l->rows[b->first].svma),
                                    [END] = value_hex(last->svma + last->size),
                                    [RAN] = value_count(most),
                                    [TAKEN] = value_unknown(),
                                    [CYCLES] = value_unknown() };
        if (r->ran && r->taken)
            cells[TAKEN] = value_percent(100.0 * (double)r->taken / (double)r->ran);
        if (runs)
            cells[CYCLES] = value_decimal((double)cycles / (double)runs, 1);
        rows_row(v->rows, cells);
    }
    rows_table_end(v->rows);
    free(rows);
}

/* Adds the nodes of a tree. Each comes after its caller; those with one caller are sorted by weight. */
static void add_node(const struct annotate_view *v, const struct inlined_tree *tree, uint32_t at,
                     struct sheet_table *t)
{
    enum { ID, INSNS, DEPTH, FUNCTION, SHOWN_FUNCTION, CALLED, SHOWN_CALLED };
    const struct inlined_node *node = &tree->v[at];
    struct value *c = t->cells + t->first;
    struct text name = { 0 }, shown = { 0 }, place = { 0 };
    for (uint32_t e = 0; e < v->n; e++)
        event_cells(v, e, &tree->all[node->weights + e], t->cells);
    if (!at)
        annotate_name(v, v->l->function->symbol, &name);
    else if (node->function)
        annotate_function(v, node->function, &name);
    text_char(&shown, ' ', 2 * (size_t)node->depth);
    text_add(&shown, name.n ? name.s : "?");
    if (node->file)
        annotate_line(v, &(struct line_frame){ .file = node->file, .line = node->line }, &place);
    c[ID] = value_count(at);
    c[INSNS] = value_count(node->all_insns);
    c[DEPTH] = value_count(node->depth);
    c[FUNCTION] = value_text(name.s);
    c[SHOWN_FUNCTION] = value_text(shown.s);
    c[CALLED] = value_source(node->file, node->line);
    c[SHOWN_CALLED] = value_text(text_str(&place));
    rows_row(v->rows, t->cells);
    text_free(&name);
    text_free(&shown);
    text_free(&place);
}

static void add_nodes(const struct annotate_view *v, const struct inlined_tree *tree, uint32_t at,
                      struct sheet_table *t)
{
    size_t n = 0;
    uint32_t *children = mem_new(tree->n, sizeof(*children));
    add_node(v, tree, at, t);
    /* children are linked from the last to the first */
    for (uint32_t i = tree->v[at].child; i; i = tree->v[i].next) {
        size_t k = n++;
        for (;
             k && tree->all[tree->v[children[k - 1]].weights].period <= tree->all[tree->v[i].weights].period;
             k--)
            children[k] = children[k - 1];
        children[k] = i;
    }
    for (size_t i = 0; i < n; i++)
        add_nodes(v, tree, children[i], t);
    free(children);
}

void annotate_inlines(const struct annotate_view *v)
{
    static const struct rows_column own[] = {
        ROWS_UNSEEN("inline", COUNT),
        { .name = "instructions", .header = "Instr", .width = 5, .right = true, .type = VALUE_COUNT },
        ROWS_UNSEEN("depth", COUNT),
        ROWS_UNSEEN("function", TEXT),
        { .header = "Function", .width = 32, .type = VALUE_TEXT, .says = true },
        ROWS_UNSEEN("called_at", SOURCE),
        { .header = "Inlined at", .type = VALUE_TEXT, .says = true },
    };
    struct sheet_table t;
    rows_print(v->rows, "# with inlined functions:\n");
    tables_begin(&t, v, "inlines", own, COUNT(own));
    add_nodes(v, v->tree, 0, &t);
    tables_end(&t, v);
}
