/* flame_page: the call trees of a report as a flame graph in characters, from the outermost function downwards. The width of a
 * box is the share of its row. Enter makes a box as wide as the screen. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/view/dialog.h"
#include "cli/view/pages/pages.h"
#include "cli/view/screen/grid.h"
#include "core/base/mem.h"

enum { CHUNK = 64, LEVELS_MOST = 4096 };

/* A row as it lies on the screen. */
struct box {
    uint64_t row;
    size_t parent; /* the box above; that of the root is itself */
    int level;
    double from, to; /* in columns */
    double share;
};

struct flame {
    struct box *boxes; /* the root, then level by level, from left to right */
    size_t n, cap;
    size_t table;    /* of the event */
    uint64_t root;   /* the row that is as wide as the screen; PF_TOP: all */
    uint64_t chosen; /* the row under the cursor */
    int first;       /* the first level on the screen */
    int columns;     /* for which the boxes were made; 0: they are to be made */
    size_t frame, comm, symbol, percent;
    struct text command; /* the command that the chosen frame is of */
};

static struct flame *flame_of(const struct page *p)
{
    return p->own;
}

static const char *box_name(const struct page *p, uint64_t row)
{
    const struct flame *f = flame_of(p);
    const size_t columns[] = { f->frame, f->symbol, f->comm };
    pf_value v;
    if (row == PF_TOP)
        return "all";
    for (size_t i = 0; i < COUNT(columns); i++)
        if (columns[i] != GRID_NONE && pf_cell_of(p->view, f->table, row, columns[i], &v, sizeof(v)) &&
            v.text)
            return v.text;
    return "[unknown]";
}

static double box_share(const struct page *p, uint64_t row)
{
    pf_value v;
    if (row != PF_TOP && pf_cell_of(p->view, flame_of(p)->table, row, flame_of(p)->percent, &v, sizeof(v)))
        return v.share;
    return 0;
}

static void add_box(struct flame *f, struct box b)
{
    f->boxes = mem_room(f->boxes, f->n, &f->cap, sizeof(*f->boxes));
    f->boxes[f->n++] = b;
}

/* Adds the boxes below one that are a column wide. The rows of a report come with the largest first. */
static void add_boxes_below(struct page *p, size_t above, double scale)
{
    struct flame *f = flame_of(p);
    uint64_t rows[CHUNK], at = 0;
    double from = f->boxes[above].from;
    size_t n;
    while ((n = pf_rows(p->view, f->table, f->boxes[above].row, at, CHUNK, rows)) != 0) {
        for (size_t i = 0; i < n; i++) {
            const double share = box_share(p, rows[i]), to = from + share * scale;
            if (to - from < 1)
                return;
            add_box(f, (struct box){ rows[i], above, f->boxes[above].level + 1, from, to, share });
            from = to;
        }
        at += n;
    }
}

/* The share of all rows of the table, which may be filtered. */
static double share_of_all(const struct page *p)
{
    const struct flame *f = flame_of(p);
    uint64_t rows[CHUNK], at = 0;
    double sum = 0;
    size_t n;
    while ((n = pf_rows(p->view, f->table, PF_TOP, at, CHUNK, rows)) != 0) {
        for (size_t i = 0; i < n; i++)
            sum += box_share(p, rows[i]);
        at += n;
    }
    return sum;
}

static void lay_boxes(struct page *p, int columns)
{
    struct flame *f = flame_of(p);
    const double all = f->root == PF_TOP ? share_of_all(p) : box_share(p, f->root);
    f->n = 0;
    f->columns = columns;
    add_box(f, (struct box){ f->root, 0, 0, 0, columns, all });
    for (size_t i = 0; all > 0 && i < f->n && f->boxes[i].level < LEVELS_MOST; i++)
        add_boxes_below(p, i, columns / all);
}

/* The box of the chosen row; the root if it has none. */
static size_t chosen_box(const struct flame *f)
{
    for (size_t i = 0; i < f->n; i++)
        if (f->boxes[i].row == f->chosen)
            return i;
    return 0;
}

static bool flame_take(struct workbench *w, struct page *p)
{
    if (!p->own)
        p->own = mem_new(1, sizeof(struct flame));
    struct flame *f = flame_of(p);
    if (pf_tables(p->view) <= f->table) {
        workbench_alert_said(w, pf_view_said(p->view));
        return false;
    }
    f->frame = grid_column_named(p->view, f->table, "frame");
    f->comm = grid_column_named(p->view, f->table, "comm");
    f->symbol = grid_column_named(p->view, f->table, "symbol");
    f->percent = grid_column_named(p->view, f->table, "percent");
    f->root = PF_TOP;
    f->chosen = PF_TOP;
    f->columns = 0;
    f->first = 0;
    return true;
}

static void flame_title(struct workbench *w, struct page *p, struct text *out)
{
    const struct flame *f = flame_of(p);
    pf_value v;
    (void)w;
    text_add(out, box_name(p, f->chosen));
    if (f->chosen == PF_TOP)
        return;
    if (pf_cell_of(p->view, f->table, f->chosen, f->percent, &v, sizeof(v)))
        text_printf(out, "  %s", text_or(v.text, ""));
    const size_t samples = grid_column_named(p->view, f->table, "samples");
    if (pf_cell_of(p->view, f->table, f->chosen, samples, &v, sizeof(v)) && v.text)
        text_printf(out, "  %s samples", v.text);
}

static void flame_note(struct workbench *w, struct page *p, struct text *out)
{
    const struct flame *f = flame_of(p);
    const size_t column = f->frame == GRID_NONE ? f->symbol : f->frame;
    pf_value v;
    if (f->chosen != PF_TOP && column != GRID_NONE &&
        pf_cell_of(p->view, f->table, f->chosen, column, &v, sizeof(v)) && v.name)
        notes_of_function(opened_notes(workbench_file(w)), v.name, out);
}

/* A colour by the name, another one than that of the box to the left. */
static unsigned colour_of(const char *name, unsigned left)
{
    uint32_t hash = 2166136261;
    for (const char *c = name; *c; c++)
        hash = (hash ^ (unsigned char)*c) * 16777619;
    const unsigned colour = STYLE_FLAME + hash % STYLE_FLAMES;
    if (colour != left)
        return colour;
    return STYLE_FLAME + (hash + 1) % STYLE_FLAMES;
}

static unsigned draw_box(struct workbench *w, struct page *p, const struct box *b, unsigned left)
{
    const struct flame *f = flame_of(p);
    struct screen *s = &w->screen;
    const int y = w->body_top + b->level - f->first, x = (int)(b->from + 0.5);
    const int width = (int)(b->to + 0.5) - x;
    const char *name = box_name(p, b->row);
    unsigned style = colour_of(name, left);
    const unsigned colour = style;
    if (p->found.n && strstr(name, p->found.s))
        style = STYLE_CHIP;
    if (b->row == f->chosen)
        style |= STYLE_CHOSEN;
    screen_fill(s, y, x, width, style);
    if (width > 2)
        screen_put(s, y, x + 1, width - 1, style, name);
    return colour;
}

static void flame_draw(struct workbench *w, struct page *p)
{
    struct flame *f = flame_of(p);
    unsigned left = 0;
    int level = -1;
    if (f->columns != w->screen.columns)
        lay_boxes(p, w->screen.columns);
    const int chosen = f->boxes[chosen_box(f)].level;
    if (chosen < f->first)
        f->first = chosen;
    if (chosen >= f->first + w->body_rows)
        f->first = chosen - w->body_rows + 1;
    for (size_t i = 0; i < f->n; i++) {
        const struct box *b = &f->boxes[i];
        if (b->level < f->first || b->level >= f->first + w->body_rows)
            continue;
        if (b->level != level)
            left = 0;
        level = b->level;
        left = draw_box(w, p, b, left);
    }
}

static void flame_free(struct page *p)
{
    if (p->own)
        free(flame_of(p)->boxes);
    free(p->own);
}

/* The box that a key leads to from another one. */
static size_t neighbour(const struct flame *f, size_t at, int key)
{
    const struct box *b = &f->boxes[at];
    if (key == SCREEN_UP)
        return b->parent;
    for (size_t i = at + 1; key == SCREEN_DOWN && i < f->n; i++)
        if (f->boxes[i].parent == at)
            return i;
    if (key == SCREEN_RIGHT && at + 1 < f->n && f->boxes[at + 1].level == b->level)
        return at + 1;
    if (key == SCREEN_LEFT && at && f->boxes[at - 1].level == b->level)
        return at - 1;
    return at;
}

static void flame_move(struct workbench *w, struct page *p, struct screen_event e)
{
    struct flame *f = flame_of(p);
    (void)w;
    f->chosen = f->boxes[neighbour(f, chosen_box(f), e.key)].row;
}

static void flame_zoom(struct workbench *w, struct page *p, struct screen_event e)
{
    struct flame *f = flame_of(p);
    (void)w;
    (void)e;
    f->root = f->chosen;
    f->columns = 0;
    f->first = 0;
}

static bool flame_back(struct workbench *w, struct page *p)
{
    struct flame *f = flame_of(p);
    pf_row r = { .parent = PF_TOP };
    (void)w;
    if (f->root == PF_TOP)
        return false;
    pf_row_of(p->view, f->table, f->root, &r, sizeof(r));
    f->root = r.parent;
    f->columns = 0;
    return true;
}

static void flame_click(struct workbench *w, struct page *p, struct screen_event e)
{
    struct flame *f = flame_of(p);
    const int level = e.y - w->body_top + f->first;
    for (size_t i = 0; i < f->n; i++) {
        const struct box *b = &f->boxes[i];
        if (b->level != level || e.x < (int)(b->from + 0.5) || e.x >= (int)(b->to + 0.5))
            continue;
        f->chosen = b->row;
        if (e.key == SCREEN_DOUBLE)
            flame_zoom(w, p, e);
        return;
    }
}

static void flame_scroll(struct workbench *w, struct page *p, struct screen_event e)
{
    flame_move(w, p, (struct screen_event){ .key = e.key == SCREEN_WHEEL_UP ? SCREEN_UP : SCREEN_DOWN });
}

static void flame_annotate(struct workbench *w, struct page *p, struct screen_event e)
{
    const struct flame *f = flame_of(p);
    struct text name = { 0 };
    (void)e;
    pf_row r = { 0 };
    const bool is_row = f->chosen != PF_TOP && pf_row_of(p->view, f->table, f->chosen, &r, sizeof(r));
    text_add(&name, box_name(p, f->chosen));
    if (is_row && r.depth && strncmp(name.s, "0x", 2) != 0)
        annotate_page_open(w, &p->question, name.s, NULL);
    else
        workbench_say(w, "this box is of no function");
    text_free(&name);
}

/* Turns the trees over: from the functions where samples were taken to their callers. */
static void flame_invert(struct workbench *w, struct page *p, struct screen_event e)
{
    struct question q = question_copy(&p->question);
    const bool is_inverted = !strcmp(text_or(question_value(&q, "--sort"), ""), "sym");
    (void)e;
    question_set(&q, "--sort", is_inverted ? "comm" : "sym");
    question_set(&q, "-g", is_inverted ? "caller,0.05" : "callee,0.05");
    workbench_ask_again(w, p, q);
}

static void flame_find(struct workbench *w, struct page *p, struct screen_event e)
{
    const struct flame *f = flame_of(p);
    size_t n = 0;
    (void)e;
    if (!dialog_line(w, "Mark: ", &p->found))
        return;
    for (size_t i = 0; p->found.n && i < f->n; i++)
        n += strstr(box_name(p, f->boxes[i].row), p->found.s) != NULL;
    workbench_say(w, "%zu %s that name", n, text_one_or_many(n, "box has", "boxes have"));
}

static void flame_copy(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)e;
    screen_copy(&w->screen, box_name(p, flame_of(p)->chosen));
    workbench_say(w, "copied");
}

static const struct key_row flame_keys[] = {
    { SCREEN_ENTER, "Enter", "make the box as wide as the screen; Esc: go back", flame_zoom },
    { 'a', "a", "annotate: the code of this function", flame_annotate },
    { 'I', "I", "from functions to their callers, or from callers to functions", flame_invert },
    { 'f', "f", "mark functions whose names contain a text", flame_find },
    { '/', "", NULL, flame_find },
    { 'y', "y", "copy the name", flame_copy },
    { 0, NULL, NULL, NULL },
};

static const struct key_row flame_moves[] = {
    { SCREEN_UP, "Up", "the caller", flame_move },
    { SCREEN_DOWN, "Down", "the heaviest function that it calls", flame_move },
    { SCREEN_LEFT, "Left", "the box to the left", flame_move },
    { SCREEN_RIGHT, "Right", "the box to the right", flame_move },
    { SCREEN_WHEEL_UP, "wheel", "up and down", flame_scroll },
    { SCREEN_WHEEL_DOWN, "", NULL, flame_scroll },
    { SCREEN_CLICK, "click", "choose a box; twice: as Enter", flame_click },
    { SCREEN_DOUBLE, "", NULL, flame_click },
    { 0, NULL, NULL, NULL },
};

static const struct page_kind flame_kind = {
    .name = "flame graph",
    .hint = "h: all keys  Enter: widen  arrows: move  a: code  I: invert  f: mark  q: back",
    .keys = flame_keys,
    .moves = flame_moves,
    .take = flame_take,
    .title = flame_title,
    .draw = flame_draw,
    .note = flame_note,
    .free = flame_free,
    .back = flame_back,
};

struct page *flame_page_open(struct workbench *w, const struct question *of, size_t event)
{
    struct question q = question_of(
        (const char *const[]){ "report", "--no-children", "--sort", "comm", "-g", "caller,0.05", NULL });
    question_take_filters(&q, of);
    struct page *p = workbench_open(w, &flame_kind, q, 0);
    if (!p)
        return NULL;
    flame_of(p)->table = event;
    if (flame_take(w, p))
        return p;
    workbench_back(w);
    return NULL;
}
