#include "cli/view/pages/zoom.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cli/view/pages/pages.h"
#include "cli/view/pages/browse.h"
#include "core/base/mem.h"

const struct zoom zooms[] = {
    { 'd', "dso", "--dsos", "object" },
    { 't', "tid", "--tid", "thread" },
    { 'c', "comm", "--comms", "command" },
    { 'p', "tgid", "--pid", "process" },
    { 'u', "cpu", "--cpu", "CPU" },
    { 'z', "symbol", "--symbols", "symbol" },
    { 0, NULL, NULL, NULL },
};

static const struct zoom *zoom_of(int key)
{
    const struct zoom *z = zooms;
    while (z->key && z->key != key)
        z++;
    return z;
}

bool zoom_value(const struct page *p, const struct zoom *z, struct text *to)
{
    pf_value v;
    to->n = 0;
    if (!browse_cell(p, z->cell, &v))
        return false;
    if (v.type == PF_TASK || v.type == PF_NUMBER)
        text_printf(to, "%" PRId64, v.number);
    else if (v.type == PF_COUNT)
        text_printf(to, "%" PRIu64, v.count);
    else
        text_add(to, v.name);
    return to->n;
}

void zoom_by(struct workbench *w, struct page *p, const char *option, const char *noun, const char *value)
{
    struct question q = question_copy(&p->question);
    question_filter(&q, option, noun, value);
    workbench_ask_again(w, p, q);
}

/* A list of what samples are of, from which one is chosen. */
struct choice {
    struct browse table;
    const struct zoom *zoom;
    void (*chosen)(struct workbench *w, struct page *p, const char *value); /* NULL: it becomes a filter */
};

static bool choice_take(struct workbench *w, struct page *p)
{
    (void)w;
    if (!p->own)
        p->own = mem_new(1, sizeof(struct choice));
    browse_show(browse_of(p), p, 0);
    return true;
}

static void choice_title(struct workbench *w, struct page *p, struct text *out)
{
    const struct choice *c = p->own;
    (void)w;
    text_printf(out, "Choose a %s   ", c->zoom ? c->zoom->noun : "row");
    browse_add_place(p, out);
}

static void choice_free(struct page *p)
{
    if (p->own)
        browse_free(browse_of(p));
    free(p->own);
}

static void choose(struct workbench *w, struct page *p, struct screen_event e)
{
    const struct choice c = *(struct choice *)p->own;
    const struct zoom *z = c.zoom;
    struct text value = { 0 };
    (void)e;
    if (zoom_value(p, z, &value)) {
        workbench_back(w);
        if (c.chosen)
            c.chosen(w, workbench_page(w), value.s);
        else
            zoom_by(w, workbench_page(w), z->option, z->noun, value.s);
    } else {
        workbench_alert(w, "no %s is recorded", z->noun);
    }
    text_free(&value);
}

static const struct key_row choice_keys[] = {
    { SCREEN_ENTER, "Enter", "show its samples", choose },
    { 0, NULL, NULL, NULL },
};

static const struct page_kind choice_kind = {
    .name = "choice",
    .hint = "Enter: show its samples   q: back   h: keys",
    .keys = choice_keys,
    .moves = browse_moves,
    .take = choice_take,
    .title = choice_title,
    .draw = browse_draw,
    .free = choice_free,
};

void zoom_choose(struct workbench *w, const struct question *of, int key,
                 void (*chosen)(struct workbench *w, struct page *p, const char *value))
{
    const struct zoom *z = zoom_of(key);
    struct question q = question_of(
        (const char *const[]){ "report", "--no-children", "-g", "none", "--sort", z->cell, NULL });
    question_take_filters(&q, of);
    struct page *list = workbench_open(w, &choice_kind, q, 0);
    if (!list)
        return;
    struct choice *c = list->own;
    struct text value = { 0 };
    c->zoom = z;
    c->chosen = chosen;
    if (c->table.rows.n < 2 && !zoom_value(list, z, &value)) { /* a single row, which has none */
        workbench_back(w);
        workbench_say(w, "no %s is recorded", z->noun);
    }
    text_free(&value);
}

void zoom_in(struct workbench *w, struct page *p, int key)
{
    const struct zoom *z = zoom_of(key);
    const struct browse *t = browse_of(p);
    struct text value = { 0 };
    if (grid_column_named(p->view, t->at, z->cell) == GRID_NONE)
        zoom_choose(w, &p->question, key, NULL);
    else if (!zoom_value(p, z, &value))
        workbench_say(w, "this row has no %s", z->noun);
    else if (strchr(value.s, ','))
        workbench_alert(w, "%s cannot be given by its name, which has a comma", z->option);
    else
        zoom_by(w, p, z->option, z->noun, value.s);
    text_free(&value);
}
