/* The library as others see it: what perfolio.h declares, over sessions and columns. */
#include "include/perfolio.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "formats/elf/elf.h"
#include "lib/columns/sample_columns.h"
#include "lib/session/session.h"

struct pf_file {
    struct session session;
    struct sample_columns columns;
    pf_samples samples;
    bool has_samples, has_stacks;
    const char **names;        /* of places, made when they are asked for; NULL: not yet */
    struct arena texts, lines; /* lines: what pf_lines_of() gave last */
    struct text problem;
};

_Static_assert(sizeof(((pf_error *)NULL)->message) == sizeof(((struct err *)NULL)->msg), "a message fits");
_Static_assert((int)PF_IO == ERR_IO && (int)PF_FORMAT == ERR_FORMAT &&
                   (int)PF_UNSUPPORTED == ERR_UNSUPPORTED && (int)PF_USAGE == ERR_USAGE,
               "kinds of errors are the house's");

static void give(pf_error *to, const struct err *e)
{
    if (!to)
        return;
    to->kind = (enum pf_error_kind)e->kind;
    to->at = e->at;
    memcpy(to->message, e->msg, sizeof(to->message));
}

const char *pf_version(void)
{
    return PERFOLIO_VERSION;
}

static const char *keep(pf_file *f, const char *text)
{
    return text ? arena_text(&f->texts, text, strlen(text)) : NULL;
}

/* A session's options out of a caller's, whose texts it has no longer. */
static struct session_opts opts_of(pf_file *f, const char *path, const pf_options *of)
{
    struct session_opts o = { .path = keep(f, path),
                              .capture = keep(f, of->capture),
                              .symfs = keep(f, of->symfs),
                              .kallsyms = keep(f, of->kallsyms),
                              .vmlinux = keep(f, of->vmlinux),
                              .home = keep(f, of->home),
                              .demangle = of->mangled ? NULL : elf_demangle,
                              .isolated = of->isolated };
    while (of->objects && of->objects[o.nobjects])
        o.nobjects++;
    const char **objects = arena_new(&f->texts, (o.nobjects + 1) * sizeof(*objects));
    for (size_t i = 0; i < o.nobjects; i++)
        objects[i] = keep(f, of->objects[i]);
    o.objects = objects;
    return o;
}

pf_file *pf_open(const char *path, const pf_options *o, pf_error *e)
{
    pf_options of = { 0 };
    struct err wrong = { 0 };
    if (o)
        memcpy(&of, o, o->size < sizeof(of) ? o->size : sizeof(of));
    pf_file *f = mem_new(1, sizeof(*f));
    const struct session_opts opts = opts_of(f, path, &of);
    if (session_open(&f->session, &opts, &wrong) && session_deepen(&f->session, SESSION_RESOLVE, &wrong)) {
        give(e, &wrong);
        return f;
    }
    give(e, &wrong);
    pf_close(f);
    return NULL;
}

static void drop_samples(pf_file *f)
{
    sample_columns_free(&f->columns);
    free(f->names);
    f->names = NULL;
    f->has_samples = false;
}

void pf_close(pf_file *f)
{
    if (!f)
        return;
    drop_samples(f);
    session_close(&f->session);
    arena_free(&f->texts);
    arena_free(&f->lines);
    text_free(&f->problem);
    free(f);
}

size_t pf_events(const pf_file *f)
{
    return f->session.capture->events.n;
}

const char *pf_event_name(const pf_file *f, size_t event)
{
    return event < pf_events(f) ? f->session.capture->events.v[event].name : NULL;
}

const pf_samples *pf_samples_read(pf_file *f, unsigned how, pf_error *e)
{
    const struct sample_columns_opts o = { .stacks = how & PF_STACKS };
    struct session *s = &f->session;
    struct sample_columns *c = &f->columns;
    struct err wrong = { 0 };
    if (f->has_samples && f->has_stacks >= o.stacks)
        return &f->samples;
    drop_samples(f);
    f->has_samples = sample_columns_read(c, s->capture, s->timeline, s->resolver, &o, &wrong);
    f->has_stacks = o.stacks;
    give(e, &wrong);
    if (!f->has_samples) {
        drop_samples(f);
        return NULL;
    }
    f->names = mem_new(c->nplaces, sizeof(*f->names));
    f->samples = (pf_samples){ .n = c->n,
                               .time = c->time,
                               .weight = c->weight,
                               .thread = c->thread,
                               .place = c->place,
                               .stack = c->stack,
                               .cpu = c->cpu,
                               .event = c->event,
                               .threads = c->nthreads,
                               .places = c->nplaces,
                               .stacks = c->nstacks };
    return &f->samples;
}

int pf_thread_of(const pf_file *f, uint32_t thread, pf_thread *out)
{
    const bool is = f->has_samples && thread && thread < f->columns.nthreads;
    const struct column_thread *t = is ? &f->columns.threads[thread] : NULL;
    *out = is ? (pf_thread){ t->pid, t->tid, t->comm } : (pf_thread){ 0 };
    if (is && !t->comm && !t->tid)
        out->command = "swapper"; /* as perf calls what runs where nothing does */
    return is;
}

static const char *name_of(pf_file *f, uint32_t place)
{
    const struct symbol *y = f->columns.places[place].symbol;
    struct text t = { 0 };
    if (f->names[place] || !y)
        return f->names[place];
    symtab_symbol_name(f->session.o.demangle, y, &t);
    f->names[place] = arena_text(&f->texts, text_str(&t), t.n);
    text_free(&t);
    return f->names[place];
}

int pf_place_of(pf_file *f, uint32_t place, pf_place *out)
{
    *out = (pf_place){ 0 };
    if (!f->has_samples || !place || place >= f->columns.nplaces)
        return 0;
    const struct column_place *p = &f->columns.places[place];
    out->symbol = name_of(f, place);
    out->object = p->object ? p->object->name : NULL;
    out->path = p->object ? p->object->path : NULL;
    out->address = p->at;
    out->offset = p->symbol ? p->at - p->symbol->start : 0;
    return 1;
}

size_t pf_lines_of(pf_file *f, uint32_t place, pf_line *out, size_t max)
{
    struct line_frame frames[LINE_FRAMES_MOST];
    struct session *s = &f->session;
    const char *why;
    if (!f->has_samples || !place || place >= f->columns.nplaces || !f->columns.places[place].object)
        return 0;
    const struct column_place *p = &f->columns.places[place];
    const struct place at = resolver_place_at(s->resolver, p->object, p->at);
    if (!resolver_place_has_file(&at))
        return 0;
    const size_t n =
        resolver_lines(s->resolver, &at, frames, max < COUNT(frames) ? max : COUNT(frames), &why);
    arena_free(&f->lines);
    for (size_t i = 0; i < n; i++) {
        char *plain = frames[i].function && s->o.demangle ? s->o.demangle(frames[i].function) : NULL;
        const char *function = plain ? plain : frames[i].function;
        out[i] = (pf_line){ function ? arena_text(&f->lines, function, strlen(function)) : NULL,
                            frames[i].file, frames[i].line };
        free(plain);
    }
    return n;
}

int pf_stack_of(const pf_file *f, uint32_t stack, pf_stack *out)
{
    const bool is = f->has_samples && stack && stack < f->columns.nstacks;
    const struct column_stack *s = is ? &f->columns.stacks[stack] : NULL;
    *out = is ? (pf_stack){ s->parent, s->place } : (pf_stack){ 0 };
    return is;
}

const char *pf_problem(pf_file *f, size_t i, uint64_t *n)
{
    struct problems all;
    session_problems_all(&f->session, &f->columns.problems, &all);
    for (int kind = 0; kind < PROBLEM_COUNT; kind++) {
        f->problem.n = 0;
        if (!session_problem_line(&all, kind, 0, &f->problem) || i--)
            continue;
        if (n)
            *n = all.of[kind].n;
        return text_str(&f->problem);
    }
    return NULL;
}
