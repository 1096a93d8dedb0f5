/* text_page: what a command prints, such as the doctor's verdict, or a text of the workbench, such as the list of keys. */
#include <stdlib.h>
#include <string.h>

#include "cli/view/pages/pages.h"
#include "cli/view/pages/scroll.h"
#include "core/base/mem.h"

struct text_page {
    struct scroll scroll;
    char *title;    /* of a text that no command prints; else NULL */
    size_t *starts; /* where lines begin */
    size_t cap;
};

static void index_lines(struct text_page *t, const struct text *text)
{
    size_t at = 0;
    t->scroll.n = 0;
    while (at < text->n) {
        t->starts = mem_room(t->starts, t->scroll.n, &t->cap, sizeof(*t->starts));
        t->starts[t->scroll.n++] = at;
        at += strcspn(text->s + at, "\n") + 1;
    }
}

/* A line as a text of its own. */
static void copy_line(const struct page *p, size_t line, struct text *to)
{
    const struct text_page *t = p->own;
    const char *from = p->printed.s + t->starts[line];
    to->n = 0;
    text_char(to, ' ', 0);
    text_add_untabbed(to, from, strcspn(from, "\n"));
}

static bool text_page_has(struct page *p, size_t line, const struct matcher *m)
{
    struct text one = { 0 };
    copy_line(p, line, &one);
    const bool has = matcher_fits(m, text_str(&one));
    text_free(&one);
    return has;
}

static bool text_page_take(struct workbench *w, struct page *p)
{
    (void)w;
    if (!p->own)
        p->own = mem_new(1, sizeof(struct text_page));
    struct text_page *t = p->own;
    t->scroll = (struct scroll){ .has = text_page_has }; /* the answer before may have been longer */
    if (p->said.n && p->printed.n)
        text_add(&p->printed, "\n");
    text_add_n(&p->printed, text_str(&p->said), p->said.n);
    index_lines(t, &p->printed);
    return true;
}

static void text_page_title(struct workbench *w, struct page *p, struct text *out)
{
    const struct text_page *t = p->own;
    (void)w;
    if (t->title)
        text_add(out, t->title);
    for (size_t i = 0; !t->title && i < p->question.base.n && p->question.base.v[i][0] != '-'; i++) {
        text_add(out, i ? " " : "");
        text_add(out, p->question.base.v[i]);
    }
    text_printf(out, "   line %zu of %zu", t->scroll.n ? t->scroll.cursor + 1 : 0, t->scroll.n);
}

static void text_page_draw(struct workbench *w, struct page *p)
{
    struct scroll *c = scroll_of(p);
    struct screen *s = &w->screen;
    struct text one = { 0 };
    scroll_follow(c, w);
    for (int y = 0; y < w->body_rows && c->first + (size_t)y < c->n; y++) {
        const size_t line = c->first + (size_t)y;
        const unsigned chosen = line == c->cursor ? STYLE_CHOSEN : 0;
        copy_line(p, line, &one);
        if (chosen)
            screen_fill(s, w->body_top + y, 0, s->columns, chosen);
        screen_put(s, w->body_top + y, 1, s->columns - 1, STYLE_PLAIN | chosen,
                   scroll_shifted(c, text_str(&one)));
    }
    text_free(&one);
}

static void text_page_free(struct page *p)
{
    struct text_page *t = p->own;
    if (!t)
        return;
    free(t->title);
    free(t->starts);
    free(t);
}

static void text_page_copy(struct workbench *w, struct page *p, struct screen_event e)
{
    struct text one = { 0 };
    (void)e;
    if (!scroll_of(p)->n)
        return;
    copy_line(p, scroll_of(p)->cursor, &one);
    screen_copy(&w->screen, text_str(&one));
    workbench_say(w, "copied: %.200s", text_str(&one));
    text_free(&one);
}

static const struct key_row text_page_keys[] = {
    { 'y', "y", "copy the line", text_page_copy },
    { 0, NULL, NULL, NULL },
};

static const struct page_kind text_page_kind = {
    .name = "text",
    .hint = "h: all keys  /: find  n: next  <, >: long lines  P: write to a file  q: back",
    .keys = text_page_keys,
    .moves = scroll_moves,
    .prints = true,
    .take = text_page_take,
    .title = text_page_title,
    .draw = text_page_draw,
    .free = text_page_free,
};

struct page *text_page_open(struct workbench *w, struct question q)
{
    return workbench_open(w, &text_page_kind, q, 0);
}

struct page *text_page_show(struct workbench *w, const char *title, const char *text)
{
    struct page *p = workbench_open(w, &text_page_kind, (struct question){ .nfilters = 0 }, 0);
    struct text_page *t = p->own;
    t->title = mem_copy(title, strlen(title));
    text_add(&p->printed, text);
    index_lines(t, &p->printed);
    return p;
}
