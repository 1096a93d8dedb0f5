#include "cli/view/frame.h"

#include <string.h>

#include "core/base/text.h"

enum { TITLE_LINE, FILTER_LINE, FRAME_ABOVE, FRAME_BELOW = 2, CHIP_MOST = 32, BAR = 24 };

void frame_place(struct workbench *w)
{
    w->body_top = FRAME_ABOVE;
    w->body_rows = w->screen.rows - FRAME_ABOVE - FRAME_BELOW;
    if (w->body_rows < 1)
        w->body_rows = 1;
}

static void add_file_name(struct workbench *w, struct text *to)
{
    const struct opened *o = workbench_file(w);
    text_add(to, text_base_name(o->path));
    if (o->capture)
        text_printf(to, " %s", o->capture);
    if (w->nfiles > 1)
        text_printf(to, " (%zu of %zu)", w->file + 1, w->nfiles);
}

static void draw_title(struct workbench *w, struct page *p)
{
    struct screen *s = &w->screen;
    struct text title = { 0 }, file = { 0 };
    screen_fill(s, TITLE_LINE, 0, s->columns, STYLE_TITLE);
    p->kind->title(w, p, &title);
    add_file_name(w, &file);
    const int room = screen_columns_of(s, text_str(&file), s->columns / 3);
    screen_put(s, TITLE_LINE, 1, s->columns - room - 3, STYLE_TITLE, text_str(&title));
    screen_put_right(s, TITLE_LINE, s->columns - room - 1, room, STYLE_TITLE, text_str(&file));
    text_free(&title);
    text_free(&file);
}

/* Adds a filter as the frame shows it. A filter that a newer one replaces is in brackets. */
static void add_chip(const struct page *p, size_t i, struct text *to)
{
    const bool is_replaced = question_is_replaced(&p->question, i);
    to->n = 0;
    text_printf(to, "%s%zu %s ", is_replaced ? "(" : " ", i + 1, p->question.filters[i].noun);
    text_add(to, p->question.filters[i].value);
    text_add(to, is_replaced ? ")" : " ");
}

/* Visits the filters from left to right, and draws them if `s` is not NULL. Returns the index of the filter at column
   x. */
static size_t pass_chips(const struct workbench *w, struct screen *s, const struct page *p, int x)
{
    struct text chip = { 0 };
    size_t found = (size_t)-1;
    int at = 1;
    for (size_t i = 0; i < p->question.nfilters; i++) {
        add_chip(p, i, &chip);
        const int columns = screen_columns_of(&w->screen, text_str(&chip), CHIP_MOST);
        if (s)
            screen_put(s, FILTER_LINE, at, columns,
                       question_is_replaced(&p->question, i) ? STYLE_DIM : STYLE_CHIP, text_str(&chip));
        if (x >= at && x < at + columns)
            found = i;
        at += columns + 1;
    }
    if (s && p->question.nfilters)
        screen_put(s, FILTER_LINE, at, s->columns - at, STYLE_DIM, "x: undo one   Esc: undo the last");
    text_free(&chip);
    return found;
}

size_t frame_filter_at(const struct workbench *w, const struct page *p, int y, int x)
{
    if (y != FILTER_LINE)
        return (size_t)-1;
    return pass_chips(w, NULL, p, x);
}

static void draw_command(struct workbench *w, const struct page *p)
{
    struct screen *s = &w->screen;
    struct text line = { 0 };
    if (p->question.base.n) {
        text_add(&line, "$ ");
        opened_add_command(workbench_file(w), &p->question, &line);
    }
    screen_put(s, s->rows - 2, 0, s->columns, STYLE_COMMAND, text_str(&line));
    text_free(&line);
}

/* The length of the longest beginning of a text that ends before a blank and fits on the screen; 0: none does. */
static size_t first_part(const struct screen *s, const char *text)
{
    struct text part = { 0 };
    size_t found = 0;
    for (const char *blank = strchr(text, ' '); blank; blank = strchr(blank + 1, ' ')) {
        part.n = 0;
        text_add_n(&part, text, (size_t)(blank - text));
        if (screen_columns_of(s, text_str(&part), s->columns + 1) > s->columns)
            break;
        found = part.n;
    }
    text_free(&part);
    return found;
}

/* Shows the message. A long one also covers the command line. */
static void draw_message(struct workbench *w)
{
    struct screen *s = &w->screen;
    const unsigned style = w->is_alert ? STYLE_ALERT : STYLE_PLAIN;
    const char *text = text_str(&w->message);
    const size_t n = first_part(s, text);
    if (!n || screen_columns_of(s, text, s->columns + 1) <= s->columns) {
        screen_put(s, s->rows - 1, 0, s->columns, style, text);
        return;
    }
    struct text part = { 0 };
    text_add_n(&part, text, n);
    screen_fill(s, s->rows - 2, 0, s->columns, STYLE_PLAIN);
    screen_put(s, s->rows - 2, 0, s->columns, style, part.s);
    screen_put(s, s->rows - 1, 0, s->columns, style, text + n + 1);
    text_free(&part);
}

/* The last line: what people wrote about the place under the cursor, or the keys of the page. */
static void draw_hint(struct workbench *w, struct page *p)
{
    struct screen *s = &w->screen;
    struct text note = { 0 };
    if (p->kind->note)
        p->kind->note(w, p, &note);
    if (note.n) {
        const int x = screen_put(s, s->rows - 1, 0, 2, STYLE_ALERT, s->glyphs->note);
        screen_put(s, s->rows - 1, x + 1, s->columns - x - 1, STYLE_PLAIN, note.s);
    } else {
        screen_put(s, s->rows - 1, 0, s->columns, STYLE_DIM, p->kind->hint);
    }
    text_free(&note);
}

void frame_draw(struct workbench *w, struct page *p)
{
    struct screen *s = &w->screen;
    if (!p) {
        draw_message(w);
        return;
    }
    draw_title(w, p);
    if (p->question.nfilters)
        pass_chips(w, s, p, -1);
    else if (p->question.base.n)
        screen_put(s, FILTER_LINE, 1, s->columns - 1, STYLE_DIM, "all samples: no filter");
    draw_command(w, p);
    if (w->message.n)
        draw_message(w);
    else
        draw_hint(w, p);
}

void frame_draw_progress(struct workbench *w, uint64_t done, uint64_t all, uint64_t ms)
{
    struct screen *s = &w->screen;
    struct text line = { 0 };
    const double share = all ? (double)done / (double)all : 0;
    const double mib = (double)done / (1 << 20), seconds = (double)ms / 1000;
    text_printf(&line, " %s: %3.0f%% of %.1f MiB, %.1f MiB/s", w->waits_for, share * 100,
                (double)all / (1 << 20), mib / seconds);
    if (share > 0)
        text_printf(&line, ", %.0f s left", seconds / share - seconds);
    text_add(&line, "   Esc: stop");
    screen_fill(s, s->rows - 1, 0, s->columns, STYLE_PLAIN);
    screen_fill(s, s->rows - 1, 0, (int)(share * BAR), STYLE_CHIP);
    screen_put(s, s->rows - 1, BAR, s->columns - BAR, STYLE_ALERT, line.s);
    screen_show(s);
    text_free(&line);
}
