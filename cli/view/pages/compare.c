#include "cli/view/pages/compare.h"

#include <string.h>

#include "cli/view/dialog.h"
#include "cli/view/pages/pages.h"

static const char blanks[] = " \t";

/* Adds an option and the files that were typed behind it, with blanks between them. */
static void compare_add_side(struct question *q, const char *option, const char *typed)
{
    question_add(q, option);
    while (*(typed += strspn(typed, blanks))) {
        const size_t n = strcspn(typed, blanks);
        struct text word = { 0 };
        text_add_n(&word, typed, n);
        question_add(q, word.s);
        text_free(&word);
        typed += n;
    }
}

static bool compare_is_empty(const struct text *t)
{
    const char *s = text_str(t);
    return !s[strspn(s, blanks)];
}

/* The runs are those of files; at first this file is after the change, and the others are before it. */
static void compare_sides(struct workbench *w)
{
    struct text before = { 0 }, after = { 0 };
    for (size_t i = 0; i < w->nfiles; i++) {
        struct text *side = i == w->file ? &after : &before;
        text_add(side, side->n ? " " : "");
        text_add(side, w->files[i].path);
    }
    if (dialog_line(w, "Runs before the change: ", &before) && dialog_line(w, "Runs after it: ", &after)) {
        if (compare_is_empty(&before) || compare_is_empty(&after)) {
            workbench_alert(w, "a side without runs cannot be compared");
        } else {
            struct question q = question_of((const char *const[]){ "diff", NULL });
            compare_add_side(&q, "--before", text_str(&before));
            compare_add_side(&q, "--after", text_str(&after));
            text_page_open(w, q);
        }
    }
    text_free(&before);
    text_free(&after);
}

void compare_choose(struct workbench *w)
{
    enum { MOST = 64 };
    const char *items[MOST + 1];
    size_t n = 0;
    const bool is_of_folio = workbench_file(w)->capture;
    if (is_of_folio)
        items[n++] = "the captures of this folio";
    for (size_t i = 0; !is_of_folio && n < MOST && i < w->nfiles; i++)
        if (i != w->file && !w->files[i].capture)
            items[n++] = w->files[i].path;
    const size_t others = n;
    items[n++] = "runs of two sides...";
    const size_t chosen = dialog_menu(w, "Compare with which older one?", items, n);
    if (chosen == others)
        compare_sides(w);
    else if (chosen != DIALOG_NONE && is_of_folio)
        text_page_open(w, question_of((const char *const[]){ "diff", NULL }));
    else if (chosen != DIALOG_NONE)
        text_page_open(w, question_of((const char *const[]){ "diff", items[chosen], NULL }));
}
