/* report_page: the rows of a report with their call trees, and where one goes from a row. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/view/dialog.h"
#include "cli/view/pages/pages.h"
#include "cli/view/pages/report_options.h"
#include "cli/view/pages/browse.h"
#include "cli/view/pages/compare.h"
#include "cli/view/pages/stacks.h"
#include "cli/view/pages/zoom.h"
#include "core/base/mem.h"

enum { FACT_ROOM = 64, MS = 1000000 /* ns */ };

/* A fact of the event that the table is of. */
static bool fact_of_event(const struct page *p, const char *member, pf_value *v)
{
    pf_table t;
    char name[FACT_ROOM];
    const char *found;
    if (!pf_table_of(p->view, browse_of(p)->at, &t, sizeof(t)))
        return false;
    const char *end = strrchr(t.name, '.');
    snprintf(name, sizeof(name), "%.*s.%s", end ? (int)(end - t.name) : 0, t.name, member);
    for (size_t i = 0; (found = pf_fact_name(p->view, i)) != NULL; i++)
        if (!strcmp(found, name))
            return pf_fact_of(p->view, i, v, sizeof(*v)) && v->text;
    return false;
}

/* The first table with rows; pf_tables(): none has any. */
static size_t first_with_rows(pf_view *v)
{
    pf_table t;
    size_t i = 0;
    while (pf_table_of(v, i, &t, sizeof(t)) && !t.rows)
        i++;
    return i;
}

/* Shows a table; the trees of --sandwich, which are what it is about, are open. */
static void report_show_event(struct page *p, size_t at)
{
    pf_table t;
    browse_show(browse_of(p), p, at);
    if (pf_table_of(p->view, at, &t, sizeof(t)) && *stacks_half_of(t.name))
        fold_turn_every(&browse_of(p)->rows, true);
}

/* Says why a file has no samples. That is the last message of the command, and not in its JSON. */
static void say_why_empty(struct workbench *w, const struct page *p)
{
    struct text printed = { 0 }, said = { 0 };
    opened_print(workbench_file(w), &p->question, &printed, &said);
    if (said.n && said.s[said.n - 1] == '\n')
        said.s[--said.n] = 0;
    const char *end = strrchr(text_str(&said), '\n');
    if (said.n)
        workbench_alert_said(w, end ? end + 1 : said.s);
    text_free(&printed);
    text_free(&said);
}

static bool report_take(struct workbench *w, struct page *p)
{
    if (!pf_tables(p->view)) {
        workbench_alert_said(w, pf_view_said(p->view));
        return false;
    }
    const bool is_new = !p->own;
    const size_t full = first_with_rows(p->view), n = pf_tables(p->view);
    if (pf_tables(p->view) >
        1) /* text has the events of a group side by side; here they are one after the other */
        question_flag(&p->question, "--no-group", true);
    if (is_new)
        p->own = mem_new(1, sizeof(struct browse));
    size_t at = browse_of(p)->at;
    if (is_new || at >= n)
        at = full < n ? full : 0;
    report_show_event(p, at);
    if (full == n && !p->question.nfilters)
        say_why_empty(w, p);
    return true;
}

static void report_title(struct workbench *w, struct page *p, struct text *out)
{
    pf_value v;
    pf_table t;
    (void)w;
    if (pf_table_of(p->view, browse_of(p)->at, &t, sizeof(t)))
        text_add(out, stacks_half_of(t.name));
    if (fact_of_event(p, "samples", &v))
        text_printf(out, "Samples: %" PRIu64, v.count);
    if (fact_of_event(p, "event", &v)) {
        text_add(out, " of '");
        text_add(out, v.text);
        text_add(out, "'");
    }
    if (pf_tables(p->view) > 1)
        text_printf(out, " (%zu of %zu)", browse_of(p)->at + 1, pf_tables(p->view));
    text_add(out, "  ");
    browse_add_place(p, out);
    if (fact_of_event(p, "period", &v))
        text_printf(out, "  Event count: %" PRIu64, v.count);
    if (*pf_view_said(p->view))
        text_add(out, "  !");
}

static void report_free(struct page *p)
{
    if (p->own)
        browse_free(browse_of(p));
    free(p->own);
}

static void report_turn(struct workbench *w, struct page *p, struct screen_event e)
{
    struct browse *t = browse_of(p);
    const bool turned = e.key == '+' ? fold_turn(&t->rows, t->cursor) : fold_turn_all(&t->rows, t->cursor);
    if (!turned)
        workbench_say(w, "nothing is below this line");
}

static void report_every(struct workbench *w, struct page *p, struct screen_event e)
{
    struct browse *t = browse_of(p);
    (void)w;
    fold_turn_every(&t->rows, e.key == 'E');
    t->first.line = 0;
    t->cursor.line = 0;
}

static void report_zoom(struct workbench *w, struct page *p, struct screen_event e)
{
    zoom_in(w, p, e.key);
}

static void report_zoom_kernel(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)e;
    zoom_by(w, p, "--dsos", "object", "[kernel.kallsyms]");
}

static void report_filter(struct workbench *w, struct page *p, struct screen_event e)
{
    struct text line = { 0 };
    (void)e;
    if (dialog_line(w, "Symbols with: ", &line) && line.n)
        zoom_by(w, p, "--symbol-filter", "symbols with", line.s);
    text_free(&line);
}

static void report_time(struct workbench *w, struct page *p, struct screen_event e)
{
    struct text line = { 0 }, label = { 0 };
    uint64_t first, last;
    (void)e;
    text_add(&label, "Time, START,STOP");
    if (opened_time(workbench_file(w), &first, &last))
        text_printf(&label, " in %.3f,%.3f", (double)(first / MS) / 1000,
                    (double)((last + MS - 1) / MS) / 1000);
    text_add(&label, " or 0%-20%: ");
    if (dialog_line(w, label.s, &line) && line.n)
        zoom_by(w, p, "--time", "time", line.s);
    text_free(&line);
    text_free(&label);
}

static void report_head(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)w;
    (void)e;
    browse_of(p)->no_head = !browse_of(p)->no_head;
}

static void report_next_event(struct workbench *w, struct page *p, struct screen_event e)
{
    const size_t n = pf_tables(p->view), at = browse_of(p)->at;
    if (n < 2)
        workbench_say(w, "only this event was recorded");
    else if (e.key == SCREEN_TAB)
        report_show_event(p, (at + 1) % n);
    else
        report_show_event(p, (at + n - 1) % n);
}

/* The symbol of a line: of a row its own, of a frame the function that is named. */
static bool report_symbol(const struct page *p, struct text *to)
{
    const struct fold_line *line = browse_line(p);
    pf_value v;
    to->n = 0;
    if (!line || !browse_function(p, line, &v))
        return false;
    text_add(to, v.name);
    return to->n && strncmp(to->s, "0x", 2) != 0;
}

static void report_annotate(struct workbench *w, struct page *p, struct screen_event e)
{
    struct text symbol = { 0 }, object = { 0 };
    pf_value v;
    (void)e;
    if (!report_symbol(p, &symbol)) {
        workbench_say(w, "this line has no function: D says why names are missing");
        return;
    }
    if (!browse_line(p)->depth && browse_cell(p, "dso", &v))
        text_add(&object, v.name);
    annotate_page_open(w, &p->question, symbol.s, object.s);
    text_free(&symbol);
    text_free(&object);
}

static void report_change_stacks(struct workbench *w, struct page *p, struct screen_event e)
{
    struct text symbol = { 0 }, object = { 0 };
    pf_value v;
    (void)e;
    report_symbol(p, &symbol);
    if (browse_line(p) && !browse_line(p)->depth && browse_cell(p, "dso", &v))
        text_add(&object, v.name);
    stacks_change(w, p, text_str(&symbol), text_str(&object));
    text_free(&symbol);
    text_free(&object);
}

static void report_sandwich(struct workbench *w, struct page *p, struct screen_event e)
{
    struct text symbol = { 0 };
    (void)e;
    if (report_symbol(p, &symbol))
        report_page_open(w, stacks_sandwich(&p->question, symbol.s));
    else
        workbench_say(w, "this line has no function: D says why names are missing");
    text_free(&symbol);
}

static void report_weights(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)e;
    stacks_weights(w, p);
}

static void report_copy(struct workbench *w, struct page *p, struct screen_event e)
{
    struct text symbol = { 0 };
    pf_value v;
    (void)e;
    if (!report_symbol(p, &symbol) && browse_cell(p, "frame", &v))
        text_add(&symbol, v.text);
    if (symbol.n) {
        screen_copy(&w->screen, symbol.s);
        workbench_say(w, "copied: %.200s", symbol.s);
    } else {
        workbench_say(w, "this line has no name");
    }
    text_free(&symbol);
}

/* An entry of the menu of a line: the key that it stands for. */
struct menu_entry {
    int key;
    struct text text;
};

static void menu_add(struct menu_entry *list, size_t *n, int key, const char *what, const char *name)
{
    struct menu_entry *e = &list[(*n)++];
    *e = (struct menu_entry){ .key = key };
    text_add(&e->text, what);
    text_add(&e->text, name);
}

static size_t menu_list(const struct page *p, struct menu_entry *list)
{
    struct text value = { 0 };
    size_t n = 0;
    if (report_symbol(p, &value)) {
        menu_add(list, &n, 'a', "Annotate ", value.s);
        menu_add(list, &n, 'b', "Callers and callees of ", value.s);
        menu_add(list, &n, 'o', "Change stacks...", "");
    }
    for (const struct zoom *z = zooms; z->key && !browse_line(p)->depth; z++)
        if (zoom_value(p, z, &value)) {
            struct text what = { 0 };
            text_printf(&what, "Only %s ", z->noun);
            menu_add(list, &n, z->key, what.s, value.s);
            text_free(&what);
        }
    if (browse_line(p)->has_below) {
        menu_add(list, &n, '+', browse_line(p)->is_open ? "Fold" : "Open", "");
        menu_add(list, &n, 'e', browse_line(p)->is_open ? "Fold all below" : "Open all below", "");
    }
    menu_add(list, &n, 'y', "Copy the name", "");
    menu_add(list, &n, 'S', "Sort keys and columns...", "");
    text_free(&value);
    return n;
}

static void report_menu(struct workbench *w, struct page *p, struct screen_event e)
{
    enum { MOST = 16 };
    struct menu_entry list[MOST];
    const char *items[MOST];
    (void)e;
    if (!browse_line(p))
        return;
    const size_t n = menu_list(p, list);
    for (size_t i = 0; i < n; i++)
        items[i] = list[i].text.s;
    const size_t chosen = dialog_menu(w, "What to do with this line?", items, n);
    const int key = chosen != DIALOG_NONE ? list[chosen].key : 0;
    for (size_t i = 0; i < n; i++)
        text_free(&list[i].text);
    if (key)
        w->act(w, p, (struct screen_event){ .key = key });
}

static void report_flame(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)e;
    flame_page_open(w, &p->question, browse_of(p)->at);
}

static void report_time_line(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)e;
    time_page_open(w, &p->question, browse_of(p)->at);
}

/* The schedule of a thread: when it ran, and how long it waited before. */
static void show_schedule(struct workbench *w, struct page *p, const char *tid)
{
    struct question q =
        question_of((const char *const[]){ "sched", "timehist", "--state", "--tid", tid, NULL });
    for (size_t i = 0; i < p->question.nfilters; i++)
        if (!strcmp(p->question.filters[i].option, "--time"))
            question_filter(&q, "--time", "time", p->question.filters[i].value);
    text_page_open(w, q);
}

static void report_schedule(struct workbench *w, struct page *p, struct screen_event e)
{
    pf_value v;
    char tid[16];
    (void)e;
    if (browse_cell(p, "tid", &v)) {
        snprintf(tid, sizeof(tid), "%" PRId64, v.number);
        show_schedule(w, p, tid);
    } else {
        zoom_choose(w, &p->question, 't', show_schedule);
    }
}

static void report_diff(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)p;
    (void)e;
    compare_choose(w);
}

static const struct key_row report_keys[] = {
    { SCREEN_ENTER, "Enter", "what can be done with this line", report_menu },
    { SCREEN_RIGHT, "", NULL, report_menu },
    { 'm', "m", NULL, report_menu },
    { '+', "+", "open or fold one level of a call tree", report_turn },
    { 'e', "e", "open or fold all below this line", report_turn },
    { 'E', "E", "open all call trees", report_every },
    { 'C', "C", "fold all call trees", report_every },
    { 'a', "a", "annotate: the code of this function", report_annotate },
    { 'd', "d", "zoom into the object (DSO)", report_zoom },
    { 't', "t", "zoom into the thread", report_zoom },
    { 'c', "c", "zoom into the command", report_zoom },
    { 'p', "p", "zoom into the process", report_zoom },
    { 'u', "u", "zoom into the CPU", report_zoom },
    { 'z', "z", "zoom into the symbol", report_zoom },
    { 'k', "k", "zoom into the kernel", report_zoom_kernel },
    { '/', "/", "only symbols that contain a text, or fit /REGEX/", report_filter },
    { 'r', "r", "only a range of time", report_time },
    { 'b', "b", "both sides of the function: callers, callees", report_sandwich },
    { 'o', "o", "change stacks: focus, drop, merge, hide...", report_change_stacks },
    { 'w', "w", "what counts: samples, time off the CPU, wall clock", report_weights },
    { 'G', "G", "flame graph", report_flame },
    { 'T', "T", "time line, to choose a range of time", report_time_line },
    { 'W', "W", "schedule of a thread: when it ran, how long it waited", report_schedule },
    { '=', "=", "compare with another file, captures of a folio, or runs of two sides", report_diff },
    { 'F', "F", "percentages of filtered or of all samples", report_options_percentage },
    { 'L', "L", "leave out rows below a share", report_options_limit },
    { 'S', "S", "sort keys and columns", report_options_sort },
    { 'V', "V", "say more: addresses, objects of callers", report_options_verbose },
    { 'H', "H", "show or hide the headings", report_head },
    { SCREEN_TAB, "Tab", "the next event", report_next_event },
    { SCREEN_BACK_TAB, "Shift-Tab", "the event before", report_next_event },
    { 'y', "y", "copy the name", report_copy },
    { 0, NULL, NULL, NULL },
};

static const struct page_kind report_kind = {
    .name = "report",
    .hint = "h: all keys  Enter: menu  +: open  a: code  d/t/c: zoom  /: filter  S: sort  G: flames",
    .keys = report_keys,
    .moves = browse_moves,
    .take = report_take,
    .title = report_title,
    .draw = browse_draw,
    .note = browse_note,
    .free = report_free,
};

struct page *report_page_open(struct workbench *w, struct question q)
{
    return workbench_open(w, &report_kind, q, 0);
}
