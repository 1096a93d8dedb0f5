#include "cli/view/pages/browse.h"

#include <inttypes.h>
#include <string.h>

#include "cli/view/dialog.h"
#include "cli/view/matcher.h"

struct browse *browse_of(const struct page *p)
{
    return p->own;
}

void browse_show(struct browse *t, struct page *p, size_t at)
{
    const bool no_head = t->no_head;
    browse_free(t);
    *t = (struct browse){ .at = at, .no_head = no_head };
    fold_begin(&t->rows, p->view, at);
    grid_begin(&t->grid, p->view, at);
}

void browse_free(struct browse *t)
{
    fold_free(&t->rows);
    grid_free(&t->grid);
}

const struct fold_line *browse_line(const struct page *p)
{
    struct browse *t = browse_of(p);
    return fold_at(&t->rows, t->cursor);
}

bool browse_cell(const struct page *p, const char *name, pf_value *v)
{
    const struct browse *t = browse_of(p);
    const struct fold_line *line = browse_line(p);
    const size_t column = grid_column_named(p->view, t->at, name);
    return line && column != GRID_NONE && pf_cell_of(p->view, t->at, line->row, column, v, sizeof(*v)) &&
           v->text;
}

bool browse_function(const struct page *p, const struct fold_line *line, pf_value *v)
{
    const size_t table = browse_of(p)->at;
    const size_t column = grid_column_named(p->view, table, line->depth ? "frame" : "symbol");
    return column != GRID_NONE && pf_cell_of(p->view, table, line->row, column, v, sizeof(*v)) && v->name;
}

/* Adds what people wrote about a line. */
static void add_notes(struct workbench *w, const struct page *p, const struct fold_line *line,
                      struct text *to)
{
    const struct notes *notes = opened_notes(workbench_file(w));
    pf_value v;
    if (notes->n && line && browse_function(p, line, &v))
        notes_of_function(notes, v.name, to);
}

void browse_note(struct workbench *w, struct page *p, struct text *out)
{
    add_notes(w, p, browse_line(p), out);
}

/* Marks a line with notes at the right edge. */
static void draw_note_mark(struct workbench *w, const struct page *p, int y, const struct fold_line *line,
                           unsigned chosen)
{
    struct screen *s = &w->screen;
    struct text note = { 0 };
    add_notes(w, p, line, &note);
    if (note.n)
        screen_put(s, y, s->columns - 2, 2, STYLE_ALERT | chosen, s->glyphs->note);
    text_free(&note);
}

static int rows_of(const struct workbench *w, const struct browse *t)
{
    if (t->no_head)
        return w->body_rows;
    return w->body_rows - 1;
}

/* Moves the page so that the cursor is in sight. */
static void browse_follow(const struct workbench *w, struct browse *t)
{
    const int rows = rows_of(w, t);
    const bool above = t->cursor.top < t->first.top ||
                       (t->cursor.top == t->first.top && t->cursor.line < t->first.line);
    if (above) {
        t->first = t->cursor;
        return;
    }
    if (!fold_at(&t->rows, t->first))
        t->first = (struct fold_place){ t->first.top, 0 };
    if (fold_between(&t->rows, t->first, t->cursor, (size_t)rows) < (size_t)rows)
        return;
    t->first = t->cursor;
    fold_move(&t->rows, &t->first, 1 - rows);
}

void browse_draw(struct workbench *w, struct page *p)
{
    struct browse *t = browse_of(p);
    struct screen *s = &w->screen;
    const int rows = rows_of(w, t);
    int y = w->body_top;
    if (!t->rows.n) {
        screen_put(s, y, 1, s->columns - 1, STYLE_ALERT, "no rows");
        return;
    }
    browse_follow(w, t);
    grid_fit(&t->grid, s, &t->rows, t->first, rows);
    if (!t->no_head)
        grid_draw_head(&t->grid, s, y++);
    struct fold_place at = t->first;
    for (int i = 0; i < rows; i++) {
        const struct fold_line *line = fold_at(&t->rows, at);
        const bool chosen = at.top == t->cursor.top && at.line == t->cursor.line;
        grid_draw_line(&t->grid, s, y + i, line, chosen ? STYLE_CHOSEN : 0);
        draw_note_mark(w, p, y + i, line, chosen ? STYLE_CHOSEN : 0);
        if (!fold_move(&t->rows, &at, 1))
            break;
    }
}

void browse_add_place(const struct page *p, struct text *to)
{
    const struct browse *t = browse_of(p);
    text_printf(to, "Row %" PRIu64 "/%" PRIu64, t->rows.n ? t->cursor.top + 1 : 0, t->rows.n);
}

static void browse_move(struct page *p, long lines)
{
    struct browse *t = browse_of(p);
    fold_move(&t->rows, &t->cursor, lines);
}

static void browse_up(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)w;
    (void)e;
    browse_move(p, -1);
}

static void browse_down(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)w;
    (void)e;
    browse_move(p, 1);
}

static void browse_page_up(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)e;
    browse_move(p, 1 - rows_of(w, browse_of(p)));
}

static void browse_page_down(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)e;
    browse_move(p, rows_of(w, browse_of(p)) - 1);
}

static void browse_home(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)w;
    (void)e;
    browse_of(p)->cursor = (struct fold_place){ 0, 0 };
}

static void browse_end(struct workbench *w, struct page *p, struct screen_event e)
{
    struct browse *t = browse_of(p);
    (void)w;
    (void)e;
    t->cursor = fold_end(&t->rows);
}

/* The wheel moves the page, and the cursor with it as far as it has to stay in sight. */
static void browse_wheel(struct workbench *w, struct page *p, struct screen_event e)
{
    enum { LINES = 3 };
    struct browse *t = browse_of(p);
    const int rows = rows_of(w, t);
    if (e.key == SCREEN_WHEEL_UP) {
        fold_move(&t->rows, &t->first, -LINES);
        const size_t below = fold_between(&t->rows, t->first, t->cursor, (size_t)rows + LINES + 1);
        if (below >= (size_t)rows)
            browse_move(p, rows - 1 - (long)below);
        return;
    }
    struct fold_place last = t->first;
    if (fold_move(&t->rows, &last, rows) < rows) /* the end is in sight */
        return;
    const size_t above = fold_between(&t->rows, t->first, t->cursor, LINES);
    fold_move(&t->rows, &t->first, LINES);
    if (above < LINES)
        t->cursor = t->first;
}

static void browse_click(struct workbench *w, struct page *p, struct screen_event e)
{
    struct browse *t = browse_of(p);
    const int y = e.y - w->body_top - !t->no_head;
    struct fold_place at = t->first;
    if (y < 0 || y >= rows_of(w, t) || !t->rows.n || fold_move(&t->rows, &at, y) != y)
        return;
    t->cursor = at;
    if (e.key == SCREEN_DOUBLE)
        w->act(w, p, (struct screen_event){ .key = SCREEN_ENTER });
}

static bool symbol_has(const struct page *p, size_t column, uint64_t row, const char *text)
{
    pf_value v;
    return pf_cell_of(p->view, browse_of(p)->at, row, column, &v, sizeof(v)) && v.text &&
           strstr(v.text, text);
}

/* The first row from `from` on whose symbol has the text. */
static bool find_symbol(const struct page *p, const char *text, uint64_t from, uint64_t *place)
{
    const size_t table = browse_of(p)->at, column = grid_column_named(p->view, table, "symbol");
    if (column == GRID_NONE)
        return false;
    for (uint64_t row; pf_find(p->view, table, text, from, place); from = *place + 1)
        if (pf_rows(p->view, table, PF_TOP, *place, 1, &row) && symbol_has(p, column, row, text))
            return true;
    return false;
}

/* The first row from `from` on, and before `end`, of which a cell fits. */
static bool find_fitting(const struct page *p, const struct matcher *m, uint64_t from, uint64_t end,
                         uint64_t *place)
{
    const size_t table = browse_of(p)->at;
    pf_value v;
    uint64_t row;
    for (*place = from; *place < end && pf_rows(p->view, table, PF_TOP, *place, 1, &row); ++*place)
        for (size_t column = 0; pf_cell_of(p->view, table, row, column, &v, sizeof(v)); column++) {
            const char *name = v.name && *v.name ? v.name : v.text;
            if (name && matcher_fits(m, name))
                return true;
        }
    return false;
}

/* The next row whose symbol has the text or, if no symbol has it, another name. */
static bool find_name(const struct page *p, const struct matcher *m, uint64_t from, uint64_t *place)
{
    const size_t table = browse_of(p)->at;
    const char *text = m->text;
    if (m->is_regex)
        return find_fitting(p, m, from, UINT64_MAX, place) || find_fitting(p, m, 0, from, place);
    return find_symbol(p, text, from, place) || find_symbol(p, text, 0, place) ||
           pf_find(p->view, table, text, from, place) || pf_find(p->view, table, text, 0, place);
}

static void browse_find_from(struct workbench *w, struct page *p, uint64_t from)
{
    struct browse *t = browse_of(p);
    uint64_t place;
    struct matcher m;
    struct text why = { 0 };
    if (!p->found.n)
        return;
    if (!matcher_begin(&m, p->found.s, &why)) {
        workbench_alert(w, "%s: %s", p->found.s, why.s);
    } else if (!find_name(p, &m, from, &place)) {
        workbench_alert(w, "no row has '%s'", p->found.s);
    } else {
        if (place < from)
            workbench_say(w, "from the beginning again");
        t->cursor = (struct fold_place){ place, 0 };
    }
    matcher_free(&m);
    text_free(&why);
}

static void browse_find(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)e;
    if (dialog_line(w, "Find: ", &p->found))
        browse_find_from(w, p, browse_of(p)->cursor.top);
}

static void browse_find_next(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)e;
    browse_find_from(w, p, browse_of(p)->cursor.top + 1);
}

const struct key_row browse_moves[] = {
    { SCREEN_UP, "Up", "one line up", browse_up },
    { SCREEN_DOWN, "Down", "one line down", browse_down },
    { SCREEN_PAGE_UP, "PgUp", "a screen up", browse_page_up },
    { SCREEN_PAGE_DOWN, "PgDn", "a screen down", browse_page_down },
    { ' ', "Space", "a screen down", browse_page_down },
    { SCREEN_HOME, "Home", "the first row", browse_home },
    { SCREEN_END, "End", "the last row", browse_end },
    { 'f', "f", "find a name, or /REGEX/", browse_find },
    { 'n', "n", "the next row with that name", browse_find_next },
    { SCREEN_WHEEL_UP, "wheel", "scroll", browse_wheel },
    { SCREEN_WHEEL_DOWN, "", NULL, browse_wheel },
    { SCREEN_CLICK, "click", "choose a row; twice: as Enter", browse_click },
    { SCREEN_DOUBLE, "", NULL, browse_click },
    { 0, NULL, NULL, NULL },
};
