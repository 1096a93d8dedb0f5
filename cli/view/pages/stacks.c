#include "cli/view/pages/stacks.h"

#include <string.h>

#include "cli/view/dialog.h"

/* A change of stacks: its option, how the line of filters calls it, and what the menu says before the name. */
static const struct stack_change {
    const char *option, *noun, *text;
    bool of_object;
} changes[] = {
    { "--focus", "from", "Only stacks with it, from there on: ", false },
    { "--callers-of", "up to", "Only stacks with it, up to there: ", false },
    { "--drop", "without", "Without stacks that have it: ", false },
    { "--merge", "merged", "Count it as its caller: ", false },
    { "--collapse-recursion", "one call of", "Count its calls of itself as one: ", false },
    { "--hide-object", "hidden", "Count all of the object as its callers: ", true },
};

static void add_change(struct workbench *w, struct page *p, const struct stack_change *c, const char *name)
{
    struct question q = question_copy(&p->question);
    question_filter_word(&q, c->option, c->noun, name);
    workbench_ask_again(w, p, q);
}

void stacks_change(struct workbench *w, struct page *p, const char *function, const char *object)
{
    const char *items[COUNT(changes)];
    struct text texts[COUNT(changes)] = { 0 };
    size_t of[COUNT(changes)], n = 0;
    for (size_t i = 0; i < COUNT(changes); i++) {
        const char *name = changes[i].of_object ? object : function;
        if (!*name)
            continue;
        text_add(&texts[n], changes[i].text);
        text_add(&texts[n], name);
        items[n] = texts[n].s;
        of[n++] = i;
    }
    const size_t chosen = n ? dialog_menu(w, "Change stacks", items, n) : DIALOG_NONE;
    if (!n)
        workbench_say(w, "this line has no function: D says why names are missing");
    if (chosen != DIALOG_NONE)
        add_change(w, p, &changes[of[chosen]], changes[of[chosen]].of_object ? object : function);
    for (size_t i = 0; i < n; i++)
        text_free(&texts[i]);
}

struct question stacks_sandwich(const struct question *of, const char *function)
{
    struct text word = { 0 };
    text_add(&word, "--sandwich=");
    text_add(&word, function);
    struct question q = question_of((const char *const[]){ "report", word.s, NULL });
    question_take_filters(&q, of);
    text_free(&word);
    return q;
}

const char *stacks_half_of(const char *table)
{
    if (!strncmp(table, "callers.", strlen("callers.")))
        return "Callers   ";
    if (!strncmp(table, "callees.", strlen("callees.")))
        return "Callees   ";
    return "";
}

static const struct stack_weights {
    const char *text, *option, *value; /* option NULL: samples; value "": the option has none */
} weights[] = {
    { "samples, by their period", NULL, NULL },
    { "time off the CPU", "--off-cpu", "all" },
    { "time blocked", "--off-cpu", "blocked" },
    { "time runnable, but without a CPU", "--off-cpu", "runnable" },
    { "time on and off the CPU (wall clock)", "--wall-clock", "" },
};

static bool is_weights(const struct question_filter *f)
{
    for (size_t i = 0; i < COUNT(weights); i++)
        if (weights[i].option && !strcmp(weights[i].option, f->option))
            return true;
    return false;
}

void stacks_weights(struct workbench *w, struct page *p)
{
    const char *items[COUNT(weights)];
    for (size_t i = 0; i < COUNT(weights); i++)
        items[i] = weights[i].text;
    const size_t chosen = dialog_menu(w, "What counts?", items, COUNT(weights));
    if (chosen == DIALOG_NONE)
        return;
    struct question q = question_copy(&p->question);
    for (size_t i = q.nfilters; i--;)
        if (is_weights(&q.filters[i]))
            question_unfilter(&q, i);
    if (weights[chosen].option)
        question_filter_word(&q, weights[chosen].option, "weights", weights[chosen].value);
    workbench_ask_again(w, p, q);
}
