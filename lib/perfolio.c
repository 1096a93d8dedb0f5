/* The functions that perfolio.h declares for files, samples and lines, implemented with sessions and columns. */
#include "include/perfolio.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/file/system/locales.h"
#include "core/base/mem.h"
#include "formats/elf/elf.h"
#include "lib/samples.h"

/* The most samples of a file to keep. */
static uint64_t kept_samples(void)
{
    enum {
        LEAST = 1 << 23,
        PEAK = 100 /* bytes a sample while they are put in order, with what they refer to */
    };
    const uint64_t fit = file_memory() / PEAK;
    return fit > LEAST ? fit : LEAST;
}

const char *pf_version(void)
{
    return PERFOLIO_VERSION;
}

static const char *lib_perfolio_keep(pf_file *f, const char *text)
{
    if (text)
        return arena_text(&f->texts, text, strlen(text));
    return NULL;
}

enum { THREADS_MOST = 1024 }; /* the same limit as for the number of processors */

/* Makes the options of a session from pf_options. Copies their strings, which the caller may free after the call. */
static struct session_opts opts_of(pf_file *f, const char *path, const pf_options *of)
{
    struct session_opts o = { .path = lib_perfolio_keep(f, path),
                              .capture = lib_perfolio_keep(f, of->capture),
                              .symfs = lib_perfolio_keep(f, of->symfs),
                              .kallsyms = lib_perfolio_keep(f, of->kallsyms),
                              .vmlinux = lib_perfolio_keep(f, of->vmlinux),
                              .home = lib_perfolio_keep(f, of->home),
                              .around.temporary = lib_perfolio_keep(f, of->temporary),
                              .watch = &f->progress.watch,
                              .threads = of->threads < THREADS_MOST ? of->threads : THREADS_MOST,
                              .max_samples = kept_samples(),
                              .isolated = of->isolated,
                              .keep_losers = true };
    if (of->max_samples)
        o.max_samples = of->max_samples;
    if (!of->mangled)
        o.demangle = elf_demangle;
    while (of->objects && of->objects[o.nobjects])
        o.nobjects++;
    const char **objects = arena_new(&f->texts, (o.nobjects + 1) * sizeof(*objects));
    for (size_t i = 0; i < o.nobjects; i++)
        objects[i] = lib_perfolio_keep(f, of->objects[i]);
    o.objects = objects;
    return o;
}

/* A call of the library. If it runs out of memory it ends, and the file can only be closed afterwards. */
struct lib_perfolio_call {
    pf_file *f;
    struct samples *s;
    const char *path;
    const pf_options *options;
    unsigned how;
    uint32_t place;
    size_t size, max, n; /* n: the result */
    pf_line *lines;
    uint64_t *times;
    const char *text;
    struct err e;
};

/* Runs `work` for a call, unless c->e is set already because the call makes no sense. False with `e` set on failure. */
static bool done(struct lib_perfolio_call *c, void (*work)(void *arg), pf_error *e)
{
    if (c->e.kind == ERR_NONE)
        file_call_guarded(c->f, work, c, &c->e);
    file_error(e, &c->e);
    return c->e.kind == ERR_NONE;
}

static void lib_perfolio_open_file(void *arg)
{
    struct lib_perfolio_call *c = arg;
    struct session *s = &c->f->session;
    const struct session_opts opts = opts_of(c->f, c->path, c->options);
    c->f->progress.tell = c->options->progress;
    c->f->progress.arg = c->options->arg;
    if (session_open(s, &opts, &c->e))
        session_deepen(s, SESSION_RESOLVE, &c->e);
}

/* Whether a caller with a newer header sets members of pf_options that this library does not know. */
static bool is_newer(const pf_options *o)
{
    const unsigned char *bytes = (const unsigned char *)o;
    size_t i = sizeof(*o);
    while (i < o->size && !bytes[i])
        i++;
    return i < o->size;
}

pf_file *pf_open(const char *path, const pf_options *o, pf_error *e)
{
    pf_options of = { 0 };
    if (o)
        memcpy(&of, o, o->size < sizeof(of) ? o->size : sizeof(of));
    struct lib_perfolio_call c = { .f = calloc(1, sizeof(*c.f)), .path = path, .options = &of };
    if (c.f) {
        c.f->plain = locales_plain();
        c.f->progress.watch.goes_on = file_goes_on;
    }
    if (!c.f || !c.f->plain)
        err_set(&c.e, ERR_MEMORY, 0, "out of memory");
    else if (!path)
        err_set(&c.e, ERR_USAGE, 0, "no path is given");
    else if (o && !o->size)
        err_set(&c.e, ERR_USAGE, 0, "pf_options.size is 0");
    else if (o && is_newer(o))
        err_set(&c.e, ERR_UNSUPPORTED, 0, "pf_options has members that this library does not know");
    if (done(&c, lib_perfolio_open_file, e))
        return c.f;
    pf_close(c.f);
    return NULL;
}

static void close_file(void *arg)
{
    pf_file *f = arg;
    session_close(&f->session);
    arena_free(&f->texts);
    text_free(&f->problem);
}

void pf_close(pf_file *f)
{
    struct err ignored;
    if (!f)
        return;
    file_run(f, close_file, f, &ignored);
    if (f->plain)
        locales_free(f->plain);
    free(f);
}

size_t pf_events(const pf_file *f)
{
    return f->session.capture->events.n;
}

const char *pf_event_name(const pf_file *f, size_t event)
{
    if (event < pf_events(f))
        return f->session.capture->events.v[event].name;
    return NULL;
}

static struct samples *samples_of(const pf_samples *s)
{
    return (struct samples *)(uintptr_t)s;
}

static const struct sample_columns *columns_of(const pf_samples *s)
{
    return &samples_of(s)->kept->columns;
}

static void read_samples(void *arg)
{
    struct lib_perfolio_call *call = arg;
    call->s->kept = session_samples(&call->f->session, call->how & PF_STACKS, &call->e);
    if (!call->s->kept)
        return;
    const struct sample_columns *c = columns_of(&call->s->shown);
    call->f->problems = c->problems;
    call->s->names = mem_new(c->nplaces, sizeof(*call->s->names));
    call->s->shown = (pf_samples){ .n = c->n,
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
}

pf_samples *pf_samples_read(pf_file *f, unsigned how, pf_error *e)
{
    struct lib_perfolio_call c = { .f = f, .s = calloc(1, sizeof(*c.s)), .how = how };
    if (!c.s)
        err_set(&c.e, ERR_MEMORY, 0, "out of memory");
    else
        c.s->f = f;
    if (done(&c, read_samples, e))
        return &c.s->shown;
    if (c.s)
        pf_samples_free(&c.s->shown);
    return NULL;
}

void pf_samples_free(pf_samples *shown)
{
    struct samples *s = samples_of(shown);
    if (!s)
        return;
    session_samples_release(s->kept);
    samples_free_tables(s);
    free(s->names);
    arena_free(&s->texts);
    arena_free(&s->lines);
    free(s);
}

int pf_thread_of(const pf_samples *s, uint32_t thread, pf_thread *out, size_t size)
{
    const struct column_thread *all = samples_of(s)->threads.v;
    const bool is = thread && thread < s->threads;
    if (!all)
        all = columns_of(s)->threads;
    const struct column_thread *t = is ? &all[thread] : NULL;
    pf_thread found = { 0 };
    if (is)
        found = (pf_thread){ t->pid, t->tid, t->comm };
    if (is && !t->comm && !t->tid)
        found.command = "swapper"; /* the name that perf shows for idle threads */
    file_copy_out(out, size, &found, sizeof(found));
    return is;
}

static void name_place(void *arg)
{
    const struct lib_perfolio_call *c = arg;
    struct text t = { 0 };
    symtab_symbol_name(c->f->session.o.demangle, columns_of(&c->s->shown)->places[c->place].symbol, &t);
    c->s->names[c->place] = arena_text(&c->s->texts, text_str(&t), t.n);
    text_free(&t);
}

int pf_place_of(pf_samples *shown, uint32_t place, pf_place *out, size_t size)
{
    struct samples *s = samples_of(shown);
    struct lib_perfolio_call c = { .f = s->f, .s = s, .place = place };
    memset(out, 0, size);
    if (!place || place >= columns_of(shown)->nplaces)
        return 0;
    const struct column_place *p = &columns_of(shown)->places[place];
    if (p->symbol && !s->names[place] && !done(&c, name_place, NULL))
        return 0;
    pf_place found = { .symbol = s->names[place], .address = p->at };
    if (p->object) {
        found.object = p->object->name;
        found.path = p->object->path;
    }
    if (p->symbol)
        found.offset = p->at - p->symbol->start;
    file_copy_out(out, size, &found, sizeof(found));
    return 1;
}

static const char *lib_perfolio_shown_name(struct lib_perfolio_call *c, const char *name)
{
    char *plain = NULL;
    if (!name)
        return NULL;
    if (c->f->session.o.demangle)
        plain = c->f->session.o.demangle(name);
    const char *shown = plain ? plain : name;
    shown = arena_text(&c->s->lines, shown, strlen(shown));
    free(plain);
    return shown;
}

static void lib_perfolio_find_lines(void *arg)
{
    struct line_frame frames[LINE_FRAMES_MOST];
    struct lib_perfolio_call *c = arg;
    struct resolver *r = c->f->session.resolver;
    const struct column_place *p = &columns_of(&c->s->shown)->places[c->place];
    const struct place at = resolver_place_at(r, p->object, p->at);
    const size_t max = c->max < COUNT(frames) ? c->max : COUNT(frames);
    const char *why;
    if (!resolver_place_has_file(&at))
        return;
    arena_free(&c->s->lines);
    c->n = resolver_lines(r, &at, frames, max, &why);
    for (size_t i = 0; i < c->n; i++) {
        const pf_line found = { lib_perfolio_shown_name(c, frames[i].function), frames[i].file,
                                frames[i].line };
        file_copy_out((char *)c->lines + i * c->size, c->size, &found, sizeof(found));
    }
}

size_t pf_lines_of(pf_samples *shown, uint32_t place, pf_line *out, size_t size, size_t max)
{
    struct samples *s = samples_of(shown);
    struct lib_perfolio_call c = {
        .f = s->f, .s = s, .place = place, .size = size, .max = max, .lines = out
    };
    const bool is = place && place < columns_of(shown)->nplaces && columns_of(shown)->places[place].object;
    if (is && done(&c, lib_perfolio_find_lines, NULL))
        return c.n;
    return 0;
}

int pf_stack_of(const pf_samples *s, uint32_t stack, pf_stack *out, size_t size)
{
    const struct sample_columns *c = columns_of(s);
    const bool is = stack && stack < c->nstacks;
    pf_stack found = { 0 };
    if (is)
        found = (pf_stack){ c->stacks[stack].parent, c->stacks[stack].place };
    file_copy_out(out, size, &found, sizeof(found));
    return is;
}

static void tell_problem(void *arg)
{
    struct lib_perfolio_call *c = arg;
    struct problems all;
    session_problems_all(&c->f->session, &c->f->problems, &all);
    for (int kind = 0; kind < PROBLEM_COUNT; kind++) {
        c->f->problem.n = 0;
        if (!session_problem_line(&all, kind, 0, &c->f->problem) || c->n--)
            continue;
        if (c->times)
            *c->times = all.of[kind].n;
        c->text = text_str(&c->f->problem);
        return;
    }
}

const char *pf_problem(pf_file *f, size_t i, uint64_t *n)
{
    struct lib_perfolio_call c = { .f = f, .n = i, .times = n };
    if (done(&c, tell_problem, NULL))
        return c.text;
    return NULL;
}
