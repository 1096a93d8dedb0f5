#include "lib/question/annotate/both/both.h"

#include <stdlib.h>
#include <string.h>

void both_make(struct both *b, const struct annotate_view *v, const struct alignment *al)
{
    static const struct listing none = { .n = 0 };
    *b = (struct both){ .v = v, .al = al };
    for (int side = 0; side < SIDES; side++) {
        b->l[side] = &none;
        if (v[side].l)
            b->l[side] = v[side].l;
        inlined_make(&b->trees[side], b->l[side], v[side].w, v[side].first, 1);
        b->outermost[side] = match_inlined_ancestors(&b->trees[side], 1);
    }
    match_inlined(&b->inlined, (const struct inlined_tree *const[]){ &b->trees[0], &b->trees[1] }, al);
}

void both_free(struct both *b)
{
    match_free(&b->inlined);
    for (int side = 0; side < SIDES; side++) {
        inlined_free(&b->trees[side]);
        free(b->outermost[side]);
    }
}

static int64_t row_on(const struct both *b, size_t line, int side)
{
    if (side)
        return b->al->v[line].b;
    return b->al->v[line].a;
}

/* The inlined call that contains a line on a side; MATCH_NONE: there is none, or the side lacks the line. */
static uint32_t call_of(const struct both *b, size_t line, int side)
{
    const int64_t row = row_on(b, line, side);
    if (row == ALIGN_NONE)
        return MATCH_NONE;
    return b->outermost[side][b->trees[side].of[row]];
}

/* A number for the inlined call that contains a line on all sides that have the line; MATCH_NONE: there is
   no such call. */
static uint32_t common_call(const struct both *b, size_t line)
{
    const uint32_t old = call_of(b, line, 0), new = call_of(b, line, 1);
    const uint32_t joined = old == MATCH_NONE ? MATCH_NONE : b->inlined.of[0][old];
    if (row_on(b, line, 0) == ALIGN_NONE)
        return new;
    if (row_on(b, line, 1) != ALIGN_NONE) {
        if (new == joined)
            return new;
        return MATCH_NONE;
    }
    if (joined != MATCH_NONE || old == MATCH_NONE)
        return joined;
    return (uint32_t)b->trees[1].n + old;
}

size_t both_count_call_lines(const struct both *b, size_t line)
{
    const uint32_t call = common_call(b, line);
    size_t end = line;
    while (call != MATCH_NONE && end < b->al->n && common_call(b, end) == call)
        end++;
    return end - line;
}

bool both_merge_rows(const struct both *b, size_t line, size_t n, int side, struct listing_row *out)
{
    bool any = false;
    for (size_t i = line; i < line + n; i++) {
        const int64_t at = row_on(b, i, side);
        const struct listing_row *row = at == ALIGN_NONE ? NULL : &b->l[side]->rows[at];
        if (row && !any)
            *out = *row;
        else if (row)
            out->end = row->end;
        any = any || row;
    }
    return any;
}

void both_add_call_text(const struct both *b, size_t line, size_t n, struct text *out)
{
    struct text place[SIDES] = { { 0 } };
    const struct inlined_node *node[SIDES] = { NULL };
    size_t insns[SIDES] = { 0 };
    for (int side = 0; side < SIDES; side++) {
        for (size_t i = line; i < line + n; i++) {
            const uint32_t call = call_of(b, i, side);
            insns[side] += call != MATCH_NONE;
            if (call != MATCH_NONE)
                node[side] = &b->trees[side].v[call];
        }
        if (node[side])
            annotate_line(&b->v[side],
                          &(struct line_frame){ .file = node[side]->file, .line = node[side]->line },
                          &place[side]);
    }
    const int last = node[1] ? 1 : 0;
    text_char(out, '[', 1);
    annotate_function(&b->v[last], node[last]->function ? node[last]->function : "?", out);
    text_add(out, ": ");
    if (node[0] && node[1] && insns[0] != insns[1])
        text_printf(out, "%zu and ", insns[0]);
    text_printf(out, "%zu instruction%s, inlined at ", insns[last], insns[last] == 1 ? "" : "s");
    if (node[0] && node[1] && strcmp(place[0].s, place[1].s) != 0)
        text_printf(out, "%s and ", place[0].s);
    text_printf(out, "%s]", place[last].s);
    for (int side = 0; side < SIDES; side++)
        text_free(&place[side]);
}

/* ---- columns ---- */

const char *const columns_changes[] = { [COLUMNS_SAME] = "same",
                                        [COLUMNS_REMOVED] = "removed",
                                        [COLUMNS_ADDED] = "added",
                                        [COLUMNS_CHANGED] = "changed" };
const char *const columns_marks[] = {
    [COLUMNS_SAME] = " ", [COLUMNS_REMOVED] = "-", [COLUMNS_ADDED] = "+", [COLUMNS_CHANGED] = "~"
};

void both_fill_weight(const struct annotate_view *v, int side, const struct weight *w, struct value *cells,
                      struct value *shown)
{
    static const struct weight nothing = { 0, 0 };
    struct value *to = shown + (side ? COLUMNS_SHOWN_NEW : COLUMNS_SHOWN_OLD);
    const struct weight *has = w ? w : &nothing;
    cells[COLUMNS_SAMPLES] = value_count(has->samples);
    cells[COLUMNS_PERIOD] = value_count(has->period);
    cells[COLUMNS_PERCENT] = value_percent(annotate_percent(&v[side], 0, has));
    to[0] = to[1] = value_unknown();
    if (w) {
        to[0] = cells[COLUMNS_SAMPLES];
        to[1] = cells[COLUMNS_PERCENT];
    }
}

void both_begin(struct rows *r, const struct rows_table *t)
{
    rows_table(r, t);
    rows_headings(r, t);
}
