#include "cli/view/keys.h"

#include <errno.h>
#include <string.h>

#include "cli/view/dialog.h"
#include "cli/view/frame.h"
#include "cli/view/pages/pages.h"
#include "cli/view/snapshot.h"

static void keys_close(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)p;
    (void)e;
    workbench_back(w);
}

static void keys_remove_filter(struct workbench *w, struct page *p, size_t filter)
{
    struct question q = question_copy(&p->question);
    question_unfilter(&q, filter);
    workbench_ask_again(w, p, q);
}

/* Goes back: inside of the page if possible; else it removes the last filter; else it shows the previous page. */
static void keys_back(struct workbench *w, struct page *p, struct screen_event e)
{
    if (p->kind->back && p->kind->back(w, p))
        return;
    if (w->npages > 1)
        workbench_back(w);
    else if (p->question.nfilters)
        keys_remove_filter(w, p, p->question.nfilters - 1);
    else if (e.key == SCREEN_ESCAPE && dialog_sure(w, "Leave the workbench? (y/n) "))
        w->ends = true;
}

static void keys_unfilter(struct workbench *w, struct page *p, struct screen_event e)
{
    enum { MOST = 32 };
    const char *items[MOST];
    struct text texts[MOST] = { 0 };
    const size_t n = p->question.nfilters < MOST ? p->question.nfilters : MOST;
    size_t chosen = 0;
    (void)e;
    for (size_t i = 0; i < n; i++) {
        text_printf(&texts[i], "%zu %s %s", i + 1, p->question.filters[i].noun, p->question.filters[i].value);
        items[i] = texts[i].s;
    }
    if (!n)
        workbench_say(w, "there is no filter");
    if (n > 1)
        chosen = dialog_menu(w, "Undo which filter?", items, n);
    if (n && chosen != DIALOG_NONE)
        keys_remove_filter(w, p, chosen);
    for (size_t i = 0; i < n; i++)
        text_free(&texts[i]);
}

static void keys_show_help(struct workbench *w, struct page *p, struct screen_event e)
{
    struct text help = { 0 };
    (void)e;
    keys_help(p->kind, &help);
    text_page_show(w, "Keys", help.s);
    text_free(&help);
}

static void keys_snapshot(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)e;
    snapshot_write(w, p);
}

static void keys_copy_command(struct workbench *w, struct page *p, struct screen_event e)
{
    struct text line = { 0 };
    (void)e;
    if (!p->question.base.n)
        return;
    opened_add_command(workbench_file(w), &p->question, &line);
    screen_copy(&w->screen, line.s);
    workbench_say(w, "copied: %.200s", line.s);
    text_free(&line);
}

static void keys_info(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)p;
    (void)e;
    text_page_open(w, question_of((const char *const[]){ "info", NULL }));
}

static void keys_doctor(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)p;
    (void)e;
    text_page_open(w, question_of((const char *const[]){ "doctor", NULL }));
}

/* The problems of the answer of this page, each with what to do, and its messages. */
static void keys_problems(struct workbench *w, struct page *p, struct screen_event e)
{
    struct text all = { 0 };
    (void)e;
    opened_add_problems(workbench_file(w), p->view, &all);
    if (!all.n)
        text_add(&all, p->view ? "There are none.\n" : "A page of text has its messages at its end.\n");
    text_add(&all, "\nD (doctor) says what samples lack names, why, and where to get them.\n");
    text_page_show(w, "Problems", all.s);
    text_free(&all);
}

static void keys_notes(struct workbench *w, struct page *p, struct screen_event e)
{
    struct text all = { 0 };
    (void)p;
    (void)e;
    notes_list(opened_notes(workbench_file(w)), &all);
    if (!all.n)
        text_add(&all, "There are none: pack and merge --note='FUNCTION: TEXT' write them into a folio.\n");
    text_page_show(w, "Notes", all.s);
    text_free(&all);
}

static void keys_switch(struct workbench *w, struct page *p, struct screen_event e)
{
    enum { MOST = 256 };
    const char *items[MOST];
    struct text texts[MOST] = { 0 };
    const size_t n = w->nfiles < MOST ? w->nfiles : MOST;
    (void)p;
    (void)e;
    for (size_t i = 0; i < n; i++) {
        text_add(&texts[i], w->files[i].path);
        text_printf(&texts[i], " %s", text_or(w->files[i].capture, ""));
        items[i] = texts[i].s;
    }
    const size_t chosen = n > 1 ? dialog_menu(w, "Show which file?", items, n) : DIALOG_NONE;
    if (n < 2)
        workbench_say(w, "this is the only file: name several on the command line");
    if (chosen != DIALOG_NONE)
        workbench_switch_file(w, chosen);
    for (size_t i = 0; i < n; i++)
        text_free(&texts[i]);
}

static void keys_suspend(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)p;
    (void)e;
    screen_suspend(&w->screen);
}

static void keys_nothing(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)w;
    (void)p;
    (void)e;
}

static const struct key_row of_all[] = {
    { SCREEN_ESCAPE, "Esc, Left", "back: undo the last filter, or leave the page", keys_back },
    { SCREEN_LEFT, "", NULL, keys_back },
    { 'q', "q", "leave the page; the first one: end", keys_close },
    { SCREEN_CTRL('c'), "", NULL, keys_close },
    { 'x', "x", "undo one filter (or click on it)", keys_unfilter },
    { 's', "s", "show another file, or capture of a folio", keys_switch },
    { 'P', "P", "write what the command prints to perf.hist.N", keys_snapshot },
    { 'Y', "Y", "copy the command line", keys_copy_command },
    { 'i', "i", "what was recorded: machine, command, time, events", keys_info },
    { 'D', "D", "doctor: what lacks names, why, and where to get them", keys_doctor },
    { '!', "!", "problems of this answer, each with what to do", keys_problems },
    { 'M', "M", "notes: what people wrote about functions, lines and times", keys_notes },
    { 'h', "h, ?", "this list", keys_show_help },
    { '?', "", NULL, keys_show_help },
    { SCREEN_CTRL('z'), "Ctrl-Z", "stop the program for a while", keys_suspend },
    { SCREEN_RESIZED, "", NULL, keys_nothing },
    { 0, NULL, NULL, NULL },
};

static const struct key_row *keys_find(const struct key_row *rows, int key)
{
    while (rows && rows->key && rows->key != key)
        rows++;
    if (rows && rows->key)
        return rows;
    return NULL;
}

void keys_act(struct workbench *w, struct page *p, struct screen_event event)
{
    const struct key_row *const tables[] = { p->kind->keys, p->kind->moves, of_all };
    const struct key_row *row = NULL;
    if (event.key == SCREEN_CLICK) {
        const size_t filter = frame_filter_at(w, p, event.y, event.x);
        if (filter != (size_t)-1) {
            keys_remove_filter(w, p, filter);
            return;
        }
    }
    for (size_t i = 0; i < COUNT(tables) && !row; i++)
        row = keys_find(tables[i], event.key);
    if (row)
        row->act(w, p, event);
}

static void keys_list(const struct key_row *rows, struct text *to)
{
    for (; rows && rows->key; rows++)
        if (rows->help)
            text_printf(to, "  %-10s %s\n", rows->name, rows->help);
}

void keys_help(const struct page_kind *kind, struct text *to)
{
    text_printf(to, "On this page (%s):\n\n", kind->name);
    keys_list(kind->keys, to);
    text_add(to, "\nMoving:\n\n");
    keys_list(kind->moves, to);
    text_add(to, "\nOn every page:\n\n");
    keys_list(of_all, to);
}
