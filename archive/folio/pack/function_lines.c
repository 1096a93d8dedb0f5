#include "archive/folio/pack/function_lines.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/idmap.h"
#include "core/base/mem.h"

enum {
    LARGEST = 1 << 20,    /* bytes of code that are looked at */
    MOST_LINES = 1 << 14, /* of one file, of one function */
};

/* Runs of a function, one after the other. */
struct walk {
    const struct function *f;
    uint64_t at, end, stop; /* the run, and where the function ends */
    struct line_frame v[LINE_FRAMES_MOST];
    size_t n;
};

static void begin(struct walk *w, const struct function *f)
{
    uint64_t size = f->symbol->end - f->symbol->start;
    w->f = f;
    w->end = f->symbol->start;
    w->stop = f->symbol->start + (size < LARGEST ? size : LARGEST);
}

static bool next(struct walk *w)
{
    if (w->end >= w->stop)
        return false;
    const struct place place = { .object = w->f->object, .table = w->f->table, .at = w->end };
    w->at = w->end;
    w->n = resolver_line_run(w->f->resolver, &place, w->v, LINE_FRAMES_MOST, &w->end);
    w->end = w->end < w->stop ? w->end : w->stop;
    return true;
}

static bool same_text(const char *a, const char *b)
{
    return a == b || (a && b && !strcmp(a, b));
}

static bool same_frames(const struct walk *a, const struct walk *b)
{
    bool same = a->n == b->n;
    for (size_t i = 0; same && i < a->n; i++)
        same = a->v[i].line == b->v[i].line && a->v[i].column == b->v[i].column &&
               same_text(a->v[i].function, b->v[i].function) && same_text(a->v[i].file, b->v[i].file);
    return same;
}

/* A run that is complete. One address with nothing at its sides is a touched place of a folio. */
static void add_run(struct folio_lines *l, const struct walk *run, bool alone, size_t *frames)
{
    if (!run->n || (alone && run->end - run->at == 1))
        return;
    folio_lines_add(l, run->at, run->end, run->v, run->n);
    *frames += run->n;
}

void function_lines_add(struct folio_lines *l, const struct function *f, size_t *frames)
{
    struct walk runs[2] = { 0 };
    struct walk *run = &runs[0], *now = &runs[1];
    bool alone = true; /* nothing is in front of `run` */
    begin(now, f);
    while (*frames < FUNCTION_FRAMES_MOST && next(now)) {
        if (same_frames(run, now)) {
            run->end = now->end;
            continue;
        }
        add_run(l, run, alone && !now->n, frames);
        alone = !run->n;
        struct walk *swap = run;
        run = now;
        now = swap;
        now->f = f;
        now->end = run->end;
        now->stop = run->stop;
    }
    add_run(l, run, alone, frames);
}

/* From which to which line of a file the code of a function comes. */
struct reach {
    const char *file;
    uint32_t first, last;
};

struct reaches {
    struct names names;
    struct idmap of; /* function and file -> its place in `v` + 1 */
    struct reach *v;
    size_t n, cap;
};

static void reach_line(struct reaches *r, const struct line_frame *f)
{
    uint64_t file = arena_names_id(&r->names, f->file);
    uint64_t function = f->function ? arena_names_id(&r->names, f->function) : 0;
    uint32_t *at = idmap_at(&r->of, file << 32 | function);
    if (!*at) {
        r->v = mem_room(r->v, r->n, &r->cap, sizeof(*r->v));
        r->v[r->n++] = (struct reach){ arena_names_text(&r->names, (uint32_t)file), f->line, f->line };
        *at = (uint32_t)r->n;
    }
    struct reach *one = &r->v[*at - 1];
    one->first = f->line < one->first ? f->line : one->first;
    one->last = f->line > one->last ? f->line : one->last;
}

void function_lines_add_text(struct folio_lines *l, const struct function *f, struct source_text *t)
{
    struct reaches r = { 0 };
    struct walk w = { 0 };
    for (begin(&w, f); next(&w);)
        for (size_t i = 0; i < w.n; i++)
            if (w.v[i].file && w.v[i].line)
                reach_line(&r, &w.v[i]);
    for (size_t i = 0; i < r.n; i++)
        for (uint32_t n = 0; n <= r.v[i].last - r.v[i].first && n < MOST_LINES; n++)
            source_text_add(t, l, r.v[i].file, r.v[i].first + n);
    arena_names_free(&r.names);
    idmap_free(&r.of);
    free(r.v);
}
