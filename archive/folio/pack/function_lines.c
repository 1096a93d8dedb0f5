#include "archive/folio/pack/folio_plan.h"

#include <stdlib.h>

#include "core/base/idmap.h"
#include "core/base/mem.h"

enum {
    LARGEST = 1 << 20,    /* bytes of a function's code that are examined */
    MOST_LINES = 1 << 14, /* of one file in one function */
};

/* Iterates over the runs of a function. */
struct function_lines_walk {
    const struct lined_function *f;
    uint64_t at, end,
        stop; /* [at, end): the addresses whose frames are in `v`; stop: where the function ends */
    struct line_frame v[LINE_FRAMES_MOST];
    size_t n;
};

static void walk_begin(struct function_lines_walk *w, const struct lined_function *f)
{
    uint64_t size = f->symbol->end - f->symbol->start;
    if (size > LARGEST)
        size = LARGEST;
    w->f = f;
    w->end = f->symbol->start;
    w->stop = f->symbol->start + size;
}

static bool walk_next(struct function_lines_walk *w)
{
    if (w->end >= w->stop)
        return false;
    const struct place place = { .object = w->f->object, .table = w->f->table, .at = w->end };
    w->at = w->end;
    w->n = resolver_line_range(w->f->resolver, &place, w->v, LINE_FRAMES_MOST, &w->end);
    if (w->end >= w->stop)
        w->end = w->stop;
    return true;
}

/* Whether the address after a run has a line. */
static bool function_lines_goes_on(const struct function_lines_walk *w)
{
    struct function_lines_walk behind = *w;
    return walk_next(&behind) && behind.n;
}

void function_lines_add(struct folio_lines *l, const struct lined_function *f, size_t *frames)
{
    struct function_lines_walk w = { 0 };
    bool before = false; /* whether the address before the run has a line */
    for (walk_begin(&w, f); *frames < FUNCTION_FRAMES_MOST && walk_next(&w); before = w.n) {
        bool touched = w.end - w.at == 1 && !before &&
                       !function_lines_goes_on(&w); /* in a folio: a single address that samples touch */
        if (w.n && !touched)
            folio_lines_add_run(l, w.at, w.end, w.v, w.n);
        *frames += w.n;
    }
}

/* The range of lines of a file that a function's code comes from. */
struct reach {
    const char *file;
    const uint8_t *md5; /* MD5 of the file; NULL: not recorded */
    uint32_t first, last;
};

struct reaches {
    struct names names;
    struct idmap of; /* function and file -> index in `v` + 1 */
    struct reach *v;
    size_t n, cap;
};

static void reach_line(struct reaches *r, const struct line_frame *f)
{
    uint64_t file = arena_names_id(&r->names, f->file);
    uint64_t function = 0;
    if (f->function)
        function = arena_names_id(&r->names, f->function);
    uint32_t *at = idmap_find_or_add(&r->of, file << 32 | function);
    if (!*at) {
        r->v = mem_room(r->v, r->n, &r->cap, sizeof(*r->v));
        r->v[r->n++] =
            (struct reach){ arena_names_text(&r->names, (uint32_t)file), f->md5, f->line, f->line };
        *at = (uint32_t)r->n;
    }
    struct reach *one = &r->v[*at - 1];
    if (f->line < one->first)
        one->first = f->line;
    if (f->line > one->last)
        one->last = f->line;
}

void function_lines_add_text(struct folio_lines *l, const struct lined_function *f, struct source_text *t)
{
    struct reaches r = { 0 };
    struct function_lines_walk w = { 0 };
    for (walk_begin(&w, f); walk_next(&w);)
        for (size_t i = 0; i < w.n; i++)
            if (w.v[i].file && w.v[i].line)
                reach_line(&r, &w.v[i]);
    for (size_t i = 0; i < r.n; i++) {
        const struct source_name name = { f->resolver, f->object, r.v[i].file, r.v[i].md5 };
        for (uint32_t n = 0; n <= r.v[i].last - r.v[i].first && n < MOST_LINES; n++)
            source_text_add(t, l, &name, r.v[i].first + n);
    }
    arena_names_free(&r.names);
    idmap_free(&r.of);
    free(r.v);
}
