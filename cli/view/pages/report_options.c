#include "cli/view/pages/report_options.h"

#include <string.h>

#include "cli/view/dialog.h"

void report_options_percentage(struct workbench *w, struct page *p, struct screen_event e)
{
    struct question q = question_copy(&p->question);
    const bool was_relative = question_value(&q, "--percentage");
    (void)e;
    question_set(&q, "--percentage", was_relative ? NULL : "relative");
    if (workbench_ask_again(w, p, q))
        workbench_say(w, was_relative ? "percentages of all samples" : "percentages of the filtered samples");
}

void report_options_verbose(struct workbench *w, struct page *p, struct screen_event e)
{
    struct question q = question_copy(&p->question);
    (void)e;
    question_flag(&q, "-v", !question_has(&q, "-v"));
    workbench_ask_again(w, p, q);
}

/* Lets the user change the value of an option; empty: removes it. */
static void change_value(struct workbench *w, struct page *p, const char *option, const char *label,
                         const char *initial)
{
    struct question q = question_copy(&p->question);
    struct text line = { 0 };
    text_add(&line, text_or(question_value(&q, option), initial));
    if (dialog_line(w, label, &line)) {
        question_set(&q, option, line.n ? line.s : NULL);
        workbench_ask_again(w, p, q);
    } else {
        question_free(&q);
    }
    text_free(&line);
}

void report_options_limit(struct workbench *w, struct page *p, struct screen_event e)
{
    (void)e;
    change_value(w, p, "--percent-limit", "Leave out rows below (percent; empty: none): ", "");
}

/* An entry of the menu: options that it sets, or switches on and off. */
static const struct sort_entry {
    const char *text, *option, *value,
        *other; /* value NULL: the option takes none; other: it removes this one */
} entries[] = {
    { "by command, object, symbol", "--sort", "comm,dso,sym", NULL },
    { "by symbol", "--sort", "sym", NULL },
    { "by object", "--sort", "dso", NULL },
    { "by command", "--sort", "comm", NULL },
    { "by thread", "--sort", "pid,tid", NULL },
    { "by CPU", "--sort", "cpu", NULL },
    { "by source line", "--sort", "srcline", NULL },
    { "by time", "--sort", "time,comm", NULL },
    { "keys as typed...", "--sort", NULL, NULL },
    { "columns as typed...", "--fields", NULL, NULL },
    { "column: number of samples, on or off", "-n", "", NULL },
    { "column: sum of periods, on or off", "--show-total-period", "", NULL },
    { "columns: kernel and user, on or off", "--show-cpu-utilization", "", NULL },
    { "count callers, too", "--children", "", "--no-children" },
    { "count samples for their own function alone", "--no-children", "", "--children" },
    { "call trees from callers to callees", "-g", "caller", NULL },
    { "call trees from callees to callers", "-g", "callee", NULL },
    { "a level per key (hierarchy), on or off", "--hierarchy", "", NULL },
};

static void take_entry(struct workbench *w, struct page *p, const struct sort_entry *entry)
{
    if (!entry->value) {
        change_value(w, p, entry->option, "Keys, with commas between them: ", "comm,dso,sym");
        return;
    }
    struct question q = question_copy(&p->question);
    if (entry->other)
        question_flag(&q, entry->other, false);
    if (*entry->value)
        question_set(&q, entry->option, entry->value);
    else
        question_flag(&q, entry->option, entry->other || !question_has(&q, entry->option));
    workbench_ask_again(w, p, q);
}

void report_options_sort(struct workbench *w, struct page *p, struct screen_event e)
{
    const char *items[COUNT(entries)];
    (void)e;
    for (size_t i = 0; i < COUNT(entries); i++)
        items[i] = entries[i].text;
    const size_t chosen = dialog_menu(w, "Rows and columns", items, COUNT(entries));
    if (chosen != DIALOG_NONE)
        take_entry(w, p, &entries[chosen]);
}
