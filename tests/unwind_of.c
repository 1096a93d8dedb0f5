/*
 * unwind_of: the frames of the stack dumps of a capture, for tests/unwind.py. usage: unwind_of [OPTIONS of
 * every command] FILE. Prints for every sample its time, how many entries its recorded chain has, why the
 * unwinding stopped, and a line per frame: address, name, object, as `perf script` prints them, and how it
 * was found. In the environment: PERFOLIO_GUESS, enum unwind_guess as a number; PERFOLIO_QUIET: only what it
 * took.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cli/session.h"
#include "core/base/text.h"
#include "core/resolve/unwind.h"

enum { MAX_FRAMES = 127 };

static uint64_t entries(const struct sample *s)
{
    uint64_t n = 0;
    for (uint64_t i = 0; i < s->nchain; i++)
        n += load_u64(s->chain.p + 8 * i, s->order) < PERF_CONTEXT_MAX;
    return n;
}

static void show_frame(struct session *s, const struct space *space, const struct sample *sample,
                       const struct unwound *f)
{
    static const char *const found[] = { "ip", "cfi", "ehabi", "link", "pointer", "scan" };
    struct when from, until;
    const struct map *m = space ? space_find(space, f->avma, sample->when, &from, &until) : NULL;
    struct place p = { .addr = f->avma };
    if (m)
        p = resolver_place(s->resolver, m, f->avma);
    printf(" %" PRIx64 " %s %s %s\n", p.addr, p.symbol ? p.symbol->name : "[unknown]",
           m ? m->object->path : "[unknown]", found[f->found]);
}

static void show_sample(struct session *s, struct unwinder *u, const struct sample *sample, bool quiet)
{
    struct unwound frames[MAX_FRAMES];
    enum unwind_stop stop;
    struct when from, until;
    const struct space *space = timeline_space(s->timeline, -1, sample->pid, sample->when, &from, &until);
    size_t n = unwind(u, sample, space, frames, MAX_FRAMES, &stop);
    if (quiet)
        return;
    printf("%" PRIu64 " %" PRIu64 " %s\n", sample->when.time, entries(sample), unwind_stop_text(stop));
    for (size_t i = 0; i < n; i++)
        show_frame(s, space, sample, &frames[i]);
}

static bool show(struct session *s, bool quiet, struct err *e)
{
    struct capture *c = s->capture;
    const char *asked = getenv("PERFOLIO_GUESS");
    unsigned guess = asked ? (unsigned)strtoul(asked, NULL, 10) : 0;
    struct unwinder *u = unwinder_new(s->resolver, c->env.arch, guess);
    struct block b = { 0 };
    struct problems problems = { 0 };
    struct sample sample;
    uint64_t n = 0;
    memset(&sample, 0, sizeof(sample));
    if (!c->ops->rewind(c, e))
        return false;
    clock_t before = clock();
    while (c->ops->next_block(c, &b, e))
        for (; c->ops->next_sample(c, &b, &sample, &problems); n++)
            show_sample(s, u, &sample, quiet);
    if (quiet)
        printf("%" PRIu64 " samples, %.2f us each\n", n,
               1e6 * (double)(clock() - before) / CLOCKS_PER_SEC / (double)(n ? n : 1));
    free(b.buf);
    unwinder_free(u);
    return e->kind == ERR_NONE;
}

int main(int argc, char **argv)
{
    const struct poptOption none[] = { POPT_TABLEEND };
    const struct options o = { .command = "unwind_of", .own = none };
    struct common_opts common = { 0 };
    struct session s = { 0 };
    struct err e = { 0 };
    int status = options_read(argc, (const char **)(uintptr_t)argv, &o, &common, stdout, stderr);
    if (status < 0) {
        bool ok = session_open(&s, &common, SESSION_RESOLVE, stderr) &&
                  show(&s, getenv("PERFOLIO_QUIET"), &e);
        if (e.kind != ERR_NONE)
            fprintf(stderr, "unwind_of: %s\n", e.msg);
        status = ok ? 0 : 1;
        session_close(&s);
    }
    options_free(&common);
    return status;
}
