#include "cli/view/run.h"

#include <stdlib.h>
#include <string.h>

#include "cli/view/frame.h"
#include "cli/view/keys.h"
#include "cli/view/pages/pages.h"
#include "core/base/mem.h"

bool run_is_built(void)
{
    return true;
}

static void add_file(struct workbench *w, struct opened o)
{
    w->files = mem_room(w->files, w->nfiles, &w->cap_files, sizeof(*w->files));
    w->files[w->nfiles++] = o;
}

/* Replaces the last file, a folio, by its captures. */
static void add_captures(struct workbench *w, const struct common_opts *options)
{
    struct opened *first = &w->files[w->nfiles - 1];
    struct words names = { .n = 0 };
    opened_names(first, &names);
    if (names.n) {
        free(first->capture);
        first->capture = mem_copy(names.v[0], strlen(names.v[0]));
    }
    const char *path = first->path;
    for (size_t i = 1; i < names.n; i++)
        add_file(w, opened_named(path, names.v[i], options));
    value_words_free(&names);
}

/* Adds a file; a folio with several captures becomes one file for each of them. */
static bool add_input(struct workbench *w, const char *path, const struct common_opts *options)
{
    pf_error e = { PF_OK, 0, "" };
    add_file(w, opened_named(path, options->capture, options));
    const size_t at = w->nfiles - 1;
    if (workbench_open_file(w, at, &e))
        return true;
    if (e.kind != PF_USAGE || options->capture)
        return false;
    w->files[at].capture = mem_copy("1", 1);
    if (!workbench_open_file(w, at, &e))
        return false;
    w->message.n = 0;
    add_captures(w, options);
    return true;
}

static void loop(struct workbench *w)
{
    while (!w->ends) {
        workbench_draw(w);
        const struct screen_event e = workbench_read(w);
        w->message.n = 0;
        frame_place(w);
        if (!w->ends)
            w->act(w, workbench_page(w), e);
    }
}

struct run_call {
    struct workbench w;
    const struct common_opts *options;
    const char *const *question;
};

static void work(void *arg)
{
    struct run_call *c = arg;
    struct workbench *w = &c->w;
    bool ok = true;
    frame_place(w);
    for (size_t i = 0; ok && i < c->options->inputs.n; i++)
        ok = add_input(w, c->options->inputs.v[i], c->options);
    if (ok && report_page_open(w, question_of(c->question)))
        loop(w);
}

int run_workbench(const struct common_opts *options, const char *const *question, struct outlet *out,
                  struct outlet *err)
{
    struct run_call c = { .options = options, .question = question };
    struct workbench *w = &c.w;
    struct err e = { 0 };
    w->desk = options->desk;
    w->act = keys_act;
    if (!screen_open(&w->screen, !out->style.colors, &e))
        return outlet_fail(err, &e, "perfolio view: ") + 1;
    const bool ok = mem_run_protected(work, &c, &e);
    screen_close(&w->screen);
    if (!ok) /* out of memory: what was allocated may be incomplete, so nothing is freed */
        return outlet_fail(err, &e, "perfolio view: ") + 1;
    const bool has_begun = w->npages;
    if (!has_begun && w->message.n)
        outlet_print(err, "perfolio view: %s\n", w->message.s);
    workbench_free(w);
    return !has_begun;
}
