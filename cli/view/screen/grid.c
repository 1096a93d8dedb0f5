#include "cli/view/screen/grid.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "lib/view/short_name.h"

enum {
    GAP = 2,
    MARK = 2,
    NARROWEST = 8,
    SHORT_NAME_FROM = 16,
    INDENT = 2,
    PERCENT_WIDTH = 7,
    GUIDE_LEVELS = 64
};

size_t grid_column_named(pf_view *view, size_t table, const char *name)
{
    pf_column c;
    for (size_t i = 0; pf_column_of(view, table, i, &c, sizeof(c)); i++)
        if (c.name && !c.of && !strcmp(c.name, name))
            return i;
    return GRID_NONE;
}

unsigned grid_heat(double percent)
{
    if (percent >= 5)
        return STYLE_HOT;
    if (percent >= 0.5)
        return STYLE_WARM;
    return STYLE_PLAIN;
}

void grid_begin(struct grid *g, pf_view *view, size_t table)
{
    pf_column c;
    size_t cap = 0;
    *g = (struct grid){ .view = view,
                        .table = table,
                        .frame = grid_column_named(view, table, "frame"),
                        .percent = grid_column_named(view, table, "percent") };
    for (size_t i = 0; pf_column_of(view, table, i, &c, sizeof(c)); i++) {
        const bool is_shown = c.label && i != g->frame;
        if (!is_shown)
            continue;
        g->v = mem_room(g->v, g->n, &cap, sizeof(*g->v));
        g->v[g->n++] =
            (struct grid_column){ .at = i, .label = c.label + strspn(c.label, " "), .right = c.right };
    }
}

void grid_free(struct grid *g)
{
    free(g->v);
    g->v = NULL;
    g->n = 0;
}

static void widen(struct grid_column *c, const struct screen *s, const char *text)
{
    const int columns = screen_columns_of(s, text, s->columns);
    if (columns > c->natural)
        c->natural = columns;
}

static void grid_widen_for_line(struct grid *g, const struct screen *s, const struct fold_line *line)
{
    pf_value v;
    if (line->depth)
        return;
    for (size_t i = 0; i < g->n; i++)
        if (pf_cell_of(g->view, g->table, line->row, g->v[i].at, &v, sizeof(v)))
            widen(&g->v[i], s, v.text);
}

/* The widest column of text except the last one; NULL: no column can be narrower. */
static struct grid_column *widest_of(struct grid *g)
{
    struct grid_column *found = NULL;
    for (size_t i = 0; i + 1 < g->n; i++) {
        struct grid_column *c = &g->v[i];
        if (!c->right && c->width > NARROWEST && (!found || c->width > found->width))
            found = c;
    }
    return found;
}

/* Narrows wide columns until the last one has a third of the screen, or all the room that it needs. */
static void share_out(struct grid *g, const struct screen *s)
{
    struct grid_column *last = &g->v[g->n - 1], *widest;
    int left = s->columns - MARK - GAP * (int)(g->n - 1), wanted = last->natural;
    for (size_t i = 0; i + 1 < g->n; i++) {
        g->v[i].width = g->v[i].natural;
        left -= g->v[i].natural;
    }
    if (wanted > s->columns / 3)
        wanted = s->columns / 3;
    while (left < wanted && (widest = widest_of(g))) {
        widest->width--;
        left++;
    }
    last->width = left > 0 ? left : 0;
    if (last->right && last->width > last->natural)
        last->width = last->natural;
}

void grid_fit(struct grid *g, const struct screen *s, struct fold *f, struct fold_place first, int rows)
{
    if (!g->n)
        return;
    for (size_t i = 0; i < g->n; i++)
        widen(&g->v[i], s, g->v[i].label);
    for (int i = 0; i < rows; i++) {
        const struct fold_line *line = fold_at(f, first);
        if (!line)
            break;
        grid_widen_for_line(g, s, line);
        if (!fold_move(f, &first, 1))
            break;
    }
    share_out(g, s);
}

void grid_draw_head(const struct grid *g, struct screen *s, int y)
{
    int x = MARK;
    screen_fill(s, y, 0, s->columns, STYLE_HEAD);
    for (size_t i = 0; i < g->n; i++) {
        const struct grid_column *c = &g->v[i];
        if (c->right)
            screen_put_right(s, y, x, c->width, STYLE_HEAD, c->label);
        else
            screen_put(s, y, x, c->width, STYLE_HEAD, c->label);
        x += c->width + GAP;
    }
}

static const char *mark_of(const struct fold_line *line)
{
    if (!line->has_below)
        return " ";
    if (line->is_open)
        return "-";
    return "+";
}

/* The text of a cell without a value; an unknown object has the same text as in a report. */
static const char *unknown_text(const struct grid *g, const struct grid_column *c)
{
    pf_column column;
    if (!pf_column_of(g->view, g->table, c->at, &column, sizeof(column)) || column.type != PF_TEXT)
        return NULL;
    return "[unknown]";
}

/* Draws a name. A name that does not fit is shortened as in a report; of a path the end is kept; in narrow columns the
   beginning. */
static void draw_name(struct screen *s, int y, int x, int width, unsigned style, const char *name)
{
    struct text shown = { 0 };
    if (*name == '/' || width < SHORT_NAME_FROM || screen_columns_of(s, name, width + 1) <= width)
        text_add(&shown, name);
    else
        short_name_add(&shown, name, strlen(name), (size_t)width);
    screen_put(s, y, x, width, style, text_str(&shown));
    text_free(&shown);
}

static void draw_cell(const struct grid *g, struct screen *s, int y, int x, const struct grid_column *c,
                      uint64_t row, unsigned chosen)
{
    pf_value v;
    unsigned style = STYLE_PLAIN;
    const char *text = unknown_text(g, c);
    if (pf_cell_of(g->view, g->table, row, c->at, &v, sizeof(v)) && v.text)
        text = v.text;
    if (v.type == PF_PERCENT)
        style = grid_heat(v.share);
    if (!text)
        return;
    if (c->right)
        screen_put_right(s, y, x, c->width, style | chosen, text);
    else
        draw_name(s, y, x, c->width, style | chosen, text);
}

static void draw_cells(const struct grid *g, struct screen *s, int y, const struct fold_line *line,
                       unsigned chosen)
{
    int x = MARK;
    for (size_t i = 0; i < g->n; i++) {
        draw_cell(g, s, y, x, &g->v[i], line->row, chosen);
        x += g->v[i].width + GAP;
    }
}

/* Draws the guides of a call tree before a frame. Returns the column after them. A frame that is its parent's only
   child is not indented, and has no branch of its own: the parent's guides pass it. */
static int draw_guides(struct screen *s, int y, const struct fold_line *line, unsigned chosen)
{
    const unsigned style = STYLE_DIM | chosen;
    const bool has_branch = !line->is_only || line->depth == 1;
    int x = MARK + INDENT;
    for (unsigned level = 1; level < line->indent + !has_branch; level++, x += INDENT)
        if (level < GUIDE_LEVELS && line->guides >> level & 1)
            screen_put(s, y, x, INDENT, style, s->glyphs->upright);
    if (!has_branch)
        return x;
    screen_put(s, y, x, INDENT, style, line->is_last ? s->glyphs->last : s->glyphs->branch);
    return x + INDENT;
}

static void draw_frame(const struct grid *g, struct screen *s, int y, const struct fold_line *line,
                       unsigned chosen)
{
    pf_value v;
    int x = draw_guides(s, y, line, chosen) + 1;
    screen_put(s, y, x, 1, STYLE_PLAIN | chosen, mark_of(line));
    x++;
    if (g->percent != GRID_NONE && pf_cell_of(g->view, g->table, line->row, g->percent, &v, sizeof(v)) &&
        v.text)
        screen_put_right(s, y, x, PERCENT_WIDTH, grid_heat(v.share) | chosen, v.text);
    x += PERCENT_WIDTH + 1;
    if (g->frame != GRID_NONE && pf_cell_of(g->view, g->table, line->row, g->frame, &v, sizeof(v)) && v.text)
        draw_name(s, y, x, s->columns - x, STYLE_PLAIN | chosen, v.text);
}

void grid_draw_line(const struct grid *g, struct screen *s, int y, const struct fold_line *line,
                    unsigned chosen)
{
    if (chosen)
        screen_fill(s, y, 0, s->columns, chosen);
    if (line->depth) {
        draw_frame(g, s, y, line, chosen);
        return;
    }
    screen_put(s, y, 0, 1, STYLE_PLAIN | chosen, mark_of(line));
    draw_cells(g, s, y, line, chosen);
}
