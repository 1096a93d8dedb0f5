#include "cli/view/workbench.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/view/frame.h"
#include "core/base/mem.h"

enum { PROGRESS_AFTER_MS = 300, PROGRESS_EVERY_MS = 100 };

void workbench_say(struct workbench *w, const char *fmt, ...)
{
    va_list ap;
    w->message.n = 0;
    w->is_alert = false;
    va_start(ap, fmt);
    text_vprintf(&w->message, fmt, ap);
    va_end(ap);
}

void workbench_alert(struct workbench *w, const char *fmt, ...)
{
    va_list ap;
    w->message.n = 0;
    w->is_alert = true;
    va_start(ap, fmt);
    text_vprintf(&w->message, fmt, ap);
    va_end(ap);
}

void workbench_alert_said(struct workbench *w, const char *said)
{
    static const char name[] = "perfolio";
    const size_t n = strcspn(said, "\n");
    const char *colon = memchr(said, ':', n);
    if (colon && !strncmp(said, name, strlen(name)) && colon[1] == ' ')
        said = colon + 2;
    if (!*said)
        said = "there is no answer";
    workbench_alert(w, "%.*s", text_cut(strcspn(said, "\n"), 300), said);
}

void workbench_draw(struct workbench *w)
{
    struct page *p = workbench_page(w);
    frame_place(w);
    screen_erase(&w->screen);
    screen_cursor(&w->screen, 0, -1);
    if (p)
        p->kind->draw(w, p);
    frame_draw(w, p);
    screen_show(&w->screen);
}

struct screen_event workbench_read(struct workbench *w)
{
    struct screen_event e;
    do
        e = screen_read(&w->screen, -1);
    while (e.key == SCREEN_NOTHING);
    if (e.key == SCREEN_GONE)
        w->ends = true;
    return e;
}

/* Shows the progress of a question; cancels it if Esc, q or Ctrl-C is typed. */
static int watch_question(void *arg, uint64_t done, uint64_t all)
{
    struct workbench *w = arg;
    const uint64_t now = screen_clock();
    if (!w->waits_since) /* a question that no page waits for */
        return 0;
    if (now - w->waits_since < PROGRESS_AFTER_MS || now - w->drawn_at < PROGRESS_EVERY_MS)
        return 0;
    w->drawn_at = now;
    frame_draw_progress(w, done, all, now - w->waits_since);
    const struct screen_event e = screen_read(&w->screen, 0);
    w->ends = w->ends || e.key == SCREEN_GONE;
    return e.key == SCREEN_GONE || e.key == SCREEN_ESCAPE || e.key == 'q' || e.key == SCREEN_CTRL('c');
}

static void workbench_begin_wait(struct workbench *w, const char *what)
{
    snprintf(w->waits_for, sizeof(w->waits_for), "%s", what);
    w->waits_since = screen_clock();
    w->drawn_at = 0;
}

/* The answer to a question: `view`, or `printed` if the page shows text. */
struct brought {
    pf_view *view;
    struct text printed, said;
};

static void put_away(struct brought *b)
{
    pf_view_free(b->view);
    text_free(&b->printed);
    text_free(&b->said);
}

static bool workbench_bring_now(struct workbench *w, const struct page *p, const struct question *q,
                                struct brought *b)
{
    const struct opened *of = workbench_file(w);
    pf_error e = { PF_OK, 0, "" };
    *b = (struct brought){ .view = NULL };
    if (!q->base.n)
        return true;
    if (p->kind->prints) {
        const int status = opened_print(of, q, &b->printed, &b->said);
        if (status != 1)
            return true;
        workbench_alert_said(w, text_str(&b->said));
    } else {
        b->view = opened_ask(of, q, p->most, &e);
        if (b->view)
            return true;
        workbench_alert(w, "%s", e.message);
    }
    put_away(b);
    return false;
}

/* Gets the answer to a page's question, and shows the progress meanwhile. */
static bool workbench_bring(struct workbench *w, const struct page *p, const struct question *q,
                            struct brought *b)
{
    workbench_begin_wait(w, q->base.n ? q->base.v[0] : "");
    const bool ok = workbench_bring_now(w, p, q, b);
    w->waits_since = 0;
    return ok;
}

/* Exchanges the page's answer with another one. */
static void workbench_exchange(struct page *p, struct brought *b)
{
    const struct brought before = { p->view, p->printed, p->said };
    p->view = b->view;
    p->printed = b->printed;
    p->said = b->said;
    *b = before;
}

bool workbench_ask_again(struct workbench *w, struct page *p, struct question changed)
{
    struct brought b;
    if (!workbench_bring(w, p, &changed, &b)) {
        question_free(&changed);
        return false;
    }
    struct question before = p->question;
    p->question = changed;
    workbench_exchange(p, &b);
    const bool taken = p->kind->take(w, p);
    if (!taken) {
        workbench_exchange(p, &b);
        p->question = before;
        before = changed;
        p->kind->take(w, p);
    }
    put_away(&b);
    question_free(&before);
    return taken;
}

static void page_free(struct page *p)
{
    if (p->kind->free)
        p->kind->free(p);
    pf_view_free(p->view);
    text_free(&p->printed);
    text_free(&p->said);
    text_free(&p->found);
    question_free(&p->question);
    free(p);
}

struct page *workbench_open(struct workbench *w, const struct page_kind *kind, struct question q,
                            uint64_t most)
{
    struct page *p = mem_new(1, sizeof(*p));
    struct brought b;
    *p = (struct page){ .kind = kind, .question = q, .most = most };
    if (!workbench_bring(w, p, &p->question, &b)) {
        page_free(p);
        return NULL;
    }
    workbench_exchange(p, &b);
    if (!kind->take(w, p)) {
        page_free(p);
        return NULL;
    }
    w->pages = mem_room(w->pages, w->npages, &w->cap_pages, sizeof(struct page *));
    w->pages[w->npages++] = p;
    return p;
}

void workbench_back(struct workbench *w)
{
    if (w->npages < 2) {
        w->ends = true;
        return;
    }
    page_free(w->pages[--w->npages]);
}

bool workbench_open_file(struct workbench *w, size_t file, pf_error *e)
{
    const struct opened_watch watch = { watch_question, w };
    workbench_begin_wait(w, w->files[file].path);
    if (opened_open(&w->files[file], &watch, e))
        return true;
    workbench_alert(w, "%s", e->message);
    return false;
}

void workbench_switch_file(struct workbench *w, size_t file)
{
    const size_t before = w->file;
    pf_error e = { PF_OK, 0, "" };
    if (file == before || !workbench_open_file(w, file, &e))
        return;
    while (w->npages > 1)
        page_free(w->pages[--w->npages]);
    w->file = file;
    if (!workbench_ask_again(w, w->pages[0], question_copy(&w->pages[0]->question)))
        w->file = before;
}

void workbench_free(struct workbench *w)
{
    while (w->npages)
        page_free(w->pages[--w->npages]);
    for (size_t i = 0; i < w->nfiles; i++)
        opened_close(&w->files[i]);
    free(w->pages);
    free(w->files);
    text_free(&w->message);
}
