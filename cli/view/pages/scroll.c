#include "cli/view/pages/scroll.h"

#include "cli/view/dialog.h"
#include "core/base/character/character.h"

enum { WHEEL_LINES = 3 };

struct scroll *scroll_of(const struct page *p)
{
    return p->own;
}

int scroll_rows(const struct workbench *w, const struct scroll *c)
{
    if (w->body_rows > c->head)
        return w->body_rows - c->head;
    return 1;
}

void scroll_follow(struct scroll *c, const struct workbench *w)
{
    const size_t n = (size_t)scroll_rows(w, c);
    if (c->cursor < c->first)
        c->first = c->cursor;
    if (c->cursor >= c->first + n)
        c->first = c->cursor - n + 1;
}

static void scroll_down(struct scroll *c, size_t lines)
{
    const size_t left = c->n ? c->n - 1 - c->cursor : 0;
    c->cursor += lines < left ? lines : left;
}

static void scroll_up(struct scroll *c, size_t lines)
{
    c->cursor -= lines < c->cursor ? lines : c->cursor;
}

static void scroll_act(struct workbench *w, struct page *p, struct screen_event e)
{
    struct scroll *c = scroll_of(p);
    const size_t page = (size_t)scroll_rows(w, c);
    if (e.key == SCREEN_UP)
        scroll_up(c, 1);
    else if (e.key == SCREEN_DOWN)
        scroll_down(c, 1);
    else if (e.key == SCREEN_PAGE_UP)
        scroll_up(c, page - 1);
    else if (e.key == SCREEN_PAGE_DOWN || e.key == ' ')
        scroll_down(c, page - 1);
    else if (e.key == SCREEN_HOME)
        c->cursor = 0;
    else
        scroll_down(c, c->n);
}

static void scroll_shift(struct workbench *w, struct page *p, struct screen_event e)
{
    enum { STEP = 16 };
    struct scroll *c = scroll_of(p);
    (void)w;
    if (e.key == '>')
        c->shift += STEP;
    else
        c->shift -= c->shift < STEP ? c->shift : STEP;
}

/* The wheel moves the lines, and the cursor as far as it has to stay in sight. */
static void scroll_wheel(struct workbench *w, struct page *p, struct screen_event e)
{
    struct scroll *c = scroll_of(p);
    const size_t rows = (size_t)scroll_rows(w, c);
    if (e.key == SCREEN_WHEEL_UP)
        c->first -= c->first < WHEEL_LINES ? c->first : WHEEL_LINES;
    else if (c->first + rows + WHEEL_LINES <= c->n)
        c->first += WHEEL_LINES;
    else
        c->first = c->n > rows ? c->n - rows : 0;
    if (c->cursor < c->first)
        c->cursor = c->first;
    if (c->cursor >= c->first + rows)
        c->cursor = c->first + rows - 1;
}

static void scroll_click(struct workbench *w, struct page *p, struct screen_event e)
{
    struct scroll *c = scroll_of(p);
    const int y = e.y - w->body_top - c->head;
    if (y < 0 || y >= scroll_rows(w, c) || c->first + (size_t)y >= c->n)
        return;
    c->cursor = c->first + (size_t)y;
    if (e.key == SCREEN_DOUBLE)
        w->act(w, p, (struct screen_event){ .key = SCREEN_ENTER });
}

static void find_line(struct workbench *w, struct page *p, const struct matcher *m, size_t from)
{
    struct scroll *c = scroll_of(p);
    for (size_t i = 0; i < c->n; i++) {
        const size_t line = (from + i) % c->n;
        if (!c->has(p, line, m))
            continue;
        if (line < from)
            workbench_say(w, "from the beginning again");
        c->cursor = line;
        return;
    }
    workbench_alert(w, "no line has '%s'", m->text);
}

static void scroll_find_from(struct workbench *w, struct page *p, size_t from)
{
    struct scroll *c = scroll_of(p);
    struct matcher m;
    struct text why = { 0 };
    if (!p->found.n || !c->has)
        return;
    if (!matcher_begin(&m, p->found.s, &why))
        workbench_alert(w, "%s: %s", p->found.s, why.s);
    else
        find_line(w, p, &m, from);
    matcher_free(&m);
    text_free(&why);
}

static void scroll_find(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)e;
    if (dialog_line(w, "Find: ", &p->found))
        scroll_find_from(w, p, scroll_of(p)->cursor);
}

static void scroll_find_next(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)e;
    scroll_find_from(w, p, scroll_of(p)->cursor + 1);
}

const char *scroll_shifted(const struct scroll *c, const char *text)
{
    for (size_t i = 0; i < c->shift && *text; i++) {
        const unsigned n = character_length(text);
        text += n ? n : 1;
    }
    return text;
}

const struct key_row scroll_moves[] = {
    { SCREEN_UP, "Up", "one line up", scroll_act },
    { SCREEN_DOWN, "Down", "one line down", scroll_act },
    { SCREEN_PAGE_UP, "PgUp", "a screen up", scroll_act },
    { SCREEN_PAGE_DOWN, "PgDn", "a screen down", scroll_act },
    { ' ', "Space", "a screen down", scroll_act },
    { SCREEN_HOME, "Home", "the first line", scroll_act },
    { SCREEN_END, "End", "the last line", scroll_act },
    { '>', "<, >", "move long lines to the left and back", scroll_shift },
    { '<', "", NULL, scroll_shift },
    { '/', "/", "find a text, or /REGEX/", scroll_find },
    { 'f', "", NULL, scroll_find },
    { 'n', "n", "the next line with that text", scroll_find_next },
    { SCREEN_WHEEL_UP, "wheel", "scroll", scroll_wheel },
    { SCREEN_WHEEL_DOWN, "", NULL, scroll_wheel },
    { SCREEN_CLICK, "click", "choose a line; twice: as Enter", scroll_click },
    { SCREEN_DOUBLE, "", NULL, scroll_click },
    { 0, NULL, NULL, NULL },
};
