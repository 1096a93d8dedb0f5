#include "cli/view/dialog.h"

#include "core/base/text.h"

enum { FRAME_COLUMNS = 4, LINE_BYTES = 2000 };

struct menu {
    const char *title;
    const char *const *items;
    size_t n, first, chosen;
    int y, x, rows, columns; /* position and size of the list of items on the screen */
};

static int limited(int n, int least, int most)
{
    if (n > most)
        n = most;
    if (n < least)
        n = least;
    return n;
}

static void place_menu(struct menu *m, const struct screen *s)
{
    int columns = screen_columns_of(s, m->title, s->columns);
    for (size_t i = 0; i < m->n; i++)
        columns = limited(screen_columns_of(s, m->items[i], s->columns), columns, s->columns);
    m->columns = limited(columns, 1, s->columns - FRAME_COLUMNS);
    m->rows = limited((int)(m->n < 1000 ? m->n : 1000), 1, s->rows - FRAME_COLUMNS - 2);
    m->y = (s->rows - m->rows) / 2;
    m->x = (s->columns - m->columns) / 2;
    if (m->chosen < m->first)
        m->first = m->chosen;
    if (m->chosen >= m->first + (size_t)m->rows)
        m->first = m->chosen - (size_t)m->rows + 1;
}

static void draw_menu(const struct menu *m, struct screen *s)
{
    const int x = m->x - 2, columns = m->columns + FRAME_COLUMNS;
    screen_fill(s, m->y - 1, x, columns, STYLE_TITLE);
    screen_put(s, m->y - 1, m->x, m->columns, STYLE_TITLE, m->title);
    for (int i = 0; i < m->rows; i++) {
        const size_t item = m->first + (size_t)i;
        const unsigned chosen = item == m->chosen ? STYLE_CHOSEN : 0;
        screen_fill(s, m->y + i, x, columns, STYLE_PLAIN | chosen);
        screen_put(s, m->y + i, x, 1, STYLE_DIM, s->glyphs->separator);
        screen_put(s, m->y + i, x + columns - 1, 1, STYLE_DIM, s->glyphs->separator);
        if (item < m->n)
            screen_put(s, m->y + i, m->x, m->columns, STYLE_PLAIN | chosen, m->items[item]);
    }
    screen_fill(s, m->y + m->rows, x, columns, STYLE_PLAIN);
    for (int i = 0; i < columns; i++)
        screen_put(s, m->y + m->rows, x + i, 1, STYLE_DIM, s->glyphs->rule);
}

static void menu_move(struct menu *m, const struct screen_event *e)
{
    const size_t page = (size_t)m->rows;
    if (e->key == SCREEN_UP || e->key == SCREEN_WHEEL_UP)
        m->chosen -= m->chosen > 0;
    else if (e->key == SCREEN_DOWN || e->key == SCREEN_WHEEL_DOWN)
        m->chosen += m->chosen + 1 < m->n;
    else if (e->key == SCREEN_PAGE_UP)
        m->chosen -= m->chosen < page ? m->chosen : page;
    else if (e->key == SCREEN_PAGE_DOWN)
        m->chosen = m->chosen + page < m->n ? m->chosen + page : m->n - 1;
    else if (e->key == SCREEN_HOME)
        m->chosen = 0;
    else if (e->key == SCREEN_END)
        m->chosen = m->n - 1;
}

/* The index of the item that was clicked; DIALOG_NONE: no item was clicked. */
static size_t menu_item_at(const struct menu *m, const struct screen_event *e)
{
    const size_t item = m->first + (size_t)(e->y - m->y);
    const bool is_inside = e->y >= m->y && e->y < m->y + m->rows && e->x >= m->x - 2 &&
                           e->x < m->x + m->columns + 2 && item < m->n;
    return is_inside ? item : DIALOG_NONE;
}

size_t dialog_menu(struct workbench *w, const char *title, const char *const *items, size_t n)
{
    struct menu m = { .title = title, .items = items, .n = n };
    while (n && !w->ends) {
        workbench_draw(w);
        place_menu(&m, &w->screen);
        draw_menu(&m, &w->screen);
        screen_show(&w->screen);
        const struct screen_event e = workbench_read(w);
        if (e.key == SCREEN_CLICK || e.key == SCREEN_DOUBLE)
            return menu_item_at(&m, &e);
        if (e.key == SCREEN_ENTER || e.key == SCREEN_RIGHT)
            return m.chosen;
        if (e.key == SCREEN_ESCAPE || e.key == SCREEN_LEFT || e.key == 'q' || e.key == SCREEN_CTRL('c'))
            return DIALOG_NONE;
        if (e.key >= '1' && e.key <= '9' && (size_t)(e.key - '1') < n)
            return (size_t)(e.key - '1');
        menu_move(&m, &e);
    }
    return DIALOG_NONE;
}

static void add_typed(struct text *line, int c)
{
    char bytes[4];
    size_t n = 1;
    if (c < 0x80) {
        bytes[0] = (char)c;
    } else if (c < 0x800) {
        bytes[0] = (char)(0xc0 | c >> 6);
        n = 2;
    } else if (c < 0x10000) {
        bytes[0] = (char)(0xe0 | c >> 12);
        n = 3;
    } else {
        bytes[0] = (char)(0xf0 | c >> 18);
        n = 4;
    }
    for (size_t i = 1; i < n; i++)
        bytes[i] = (char)(0x80 | (c >> (6 * (n - 1 - i)) & 0x3f));
    if (line->n < LINE_BYTES)
        text_add_n(line, bytes, n);
}

/* Removes the last character. */
static void erase_last(struct text *line)
{
    while (line->n && ((unsigned char)line->s[line->n - 1] & 0xc0) == 0x80)
        line->n--;
    line->n -= line->n > 0;
    if (line->s)
        line->s[line->n] = 0;
}

static void draw_line(struct workbench *w, const char *label, const struct text *line)
{
    struct screen *s = &w->screen;
    const int y = s->rows - 1;
    workbench_draw(w);
    screen_fill(s, y, 0, s->columns, STYLE_PLAIN);
    int x = screen_put(s, y, 0, s->columns * 2 / 3, STYLE_ALERT, label);
    const int room = s->columns - x - 1, all = screen_columns_of(s, text_str(line), LINE_BYTES);
    const char *from = text_str(line);
    while (*from && screen_columns_of(s, from, LINE_BYTES) > room)
        from++;
    x += screen_put(s, y, x, room, STYLE_PLAIN, all > room ? from : text_str(line));
    screen_cursor(s, y, x);
    screen_show(s);
}

bool dialog_line(struct workbench *w, const char *label, struct text *line)
{
    while (!w->ends) {
        draw_line(w, label, line);
        const int key = workbench_read(w).key;
        if (key == SCREEN_ENTER)
            return true;
        if (key == SCREEN_ESCAPE || key == SCREEN_CTRL('c'))
            return false;
        if (key == SCREEN_BACKSPACE)
            erase_last(line);
        else if (key == SCREEN_CTRL('u'))
            line->n = 0;
        else if (key >= ' ' && key < SCREEN_UP)
            add_typed(line, key);
        if (line->s)
            line->s[line->n] = 0;
    }
    return false;
}

bool dialog_sure(struct workbench *w, const char *label)
{
    const struct text none = { 0 };
    draw_line(w, label, &none);
    const int key = workbench_read(w).key;
    return key == 'y' || key == 'Y';
}
