/* parts: joins the runs of two sides to one export, gives it a name, and reports what makes the sides hard
   to compare. */
#include <stdlib.h>
#include <string.h>

#include "lib/question/export/ready.h"
#include "lib/question/common/merged_message.h"
#include "core/base/mem.h"

void parts_join_commands(struct parts *p, const struct export_opts *o)
{
    struct export **v = mem_new(p->n, sizeof(*v));
    for (size_t i = 0; i < p->n; i++)
        v[i] = &p->v[i]->ready.x;
    join_commands(v, p->n, p->before, !o->no_guess, &p->joined);
    free(v);
}

/* Adds the words of a side on the command line: "before: old-*.data (5 runs)"; at most MOST words. */
static void add_side(const char *side, const struct words *words, size_t runs, struct text *out)
{
    enum { MOST = 3 };
    text_add(out, side);
    for (size_t i = 0; i < words->n && i < MOST; i++) {
        text_add(out, i ? ", " : ": ");
        text_add(out, words->v[i]);
    }
    if (words->n > MOST)
        text_printf(out, " and %zu more", words->n - MOST);
    if (runs > 1)
        text_printf(out, " (%zu runs)", runs);
}

void parts_join(struct parts *p, const struct export_opts *o, struct export *to, struct capture *as)
{
    struct text text = { 0 };
    p->meet = export_join_sides(to, as, &p->v[0]->ready.x, &p->v[p->before]->ready.x);
    add_side("before", &o->common.before, p->before, &text);
    add_side("; after", &o->common.after, p->n - p->before, &text);
    to->name = arena_text(&to->texts, text.s, text.n);
    to->problems = to->own_problems = mem_new(2 * PROBLEM_COUNT, sizeof(*to->own_problems));
    for (int side = 1; side >= 0; side--) { /* in the order of the export's events */
        for (int i = 0; i < PROBLEM_COUNT; i++) {
            text.n = 0;
            text_add(&text, side ? "after: " : "before: ");
            if (run_list_add_problem_text(&p->runs, side == 1, i, true, &text))
                to->own_problems[to->nproblems++] = arena_text(&to->texts, text.s, text.n);
        }
    }
    text_free(&text);
}

/* Reports the exported events of n runs of a side. Runs with the same report share a message that counts
   them. */
static void parts_show_events(const struct parts *p, const struct export_opts *o, size_t first, size_t n,
                              struct outlet *err)
{
    struct text *texts = mem_new(n, sizeof(*texts)), names = { 0 };
    for (size_t i = 0; i < n; i++)
        export_ready_add_events(&p->v[first + i]->ready, &p->v[first + i]->session, o, "", &texts[i]);
    for (size_t i = 0; i < n; i++) {
        struct merged_message s = { 0 };
        for (size_t k = 0; k < n; k++) {
            if (strcmp(text_str(&texts[k]), text_str(&texts[i])) != 0)
                continue;
            if (k < i)
                break; /* it was reported with an earlier run */
            merged_message_add(&s, p->runs.v[first + k].name, texts[i].n != 0);
        }
        names.n = texts[i].n = 0;
        if (s.n) {
            merged_message_names(&s, &names);
            struct text lines = { 0 };
            export_ready_add_events(&p->v[first + i]->ready, &p->v[first + i]->session, o, names.s, &lines);
            outlet_add(err, text_str(&lines));
            text_free(&lines);
        }
        merged_message_free(&s);
    }
    for (size_t i = 0; i < n; i++)
        text_free(&texts[i]);
    text_free(&names);
    free(texts);
}

void parts_show_doubts(const struct parts *p, const struct export_opts *o, struct outlet *err)
{
    const size_t after = p->n - p->before;
    for (size_t i = 0; i < p->joined.n; i++) {
        const struct guess *g = &p->joined.v[i];
        outlet_print(err,
                     "perfolio export: guessed: the command %s was renamed to %s: %.0f%% of their cost is in "
                     "functions with the same names\n",
                     g->before, g->after, g->common * 100);
    }
    if (!p->meet)
        outlet_add(err,
                   "perfolio export: the sides have no stack in common: their commands or functions have "
                   "different names\n");
    if (o->format == &exporter_folded && p->before != after)
        outlet_print(
            err,
            "perfolio export: folded: weights are sums over the runs (%zu before, %zu after): give both "
            "sides the same number of runs to compare them\n",
            p->before, after);
    parts_show_events(p, o, 0, p->before, err);
    run_list_print_problems(&p->runs, 0, err);
    parts_show_events(p, o, p->before, after, err);
    run_list_print_problems(&p->runs, 1, err);
}
