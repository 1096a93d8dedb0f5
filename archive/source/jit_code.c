/*
 * The code that programs made, out of what lists it: jitdumps have it beside the names, wherever they lie (files that the user
 * named, beside the capture, on the recording machine), and a folio has what it keeps of one as an image. The sources of the
 * chain have these; this one makes of them what others keep of code as it ran. A perf map has none.
 */
#include <stdlib.h>

#include "archive/source/sources.h"
#include "formats/elf/write/elf_core.h"
#include "formats/perf/jitdump.h"

struct jit_source {
    struct source source;
    struct chain *chain; /* whose it is */
};

static const struct symbol_reader reader = { .name = "jitdump" };

static void release(struct blob *b)
{
    free(b->owner);
}

/* The largest of the jitdumps, as of those with names. */
static bool find_dump(struct jit_source *s, const struct object *o, enum chain_which which, struct blob *best)
{
    const struct want w = want_of(WANT_PERF_MAP, o);
    struct chain_cursor at = { .which = which };
    const struct symbol_reader *by;
    struct blob b;
    while (chain_next(s->chain, &w, &at, &b, &by)) {
        if (by == &jitdump_reader && b.bytes.n > best->bytes.n) {
            const struct blob old = *best;
            *best = b;
            b = old;
        }
        blob_close(&b);
    }
    return best->bytes.n;
}

static enum answer from_dump(const struct blob *dump, struct blob *out, struct err *e)
{
    struct jitdump_code code;
    struct text file = { 0 };
    out->origin = dump->origin;
    out->unproven = dump->unproven;
    if (!jitdump_code(dump->bytes, &code, e))
        return ANSWER_UNUSABLE;
    enum answer a = ANSWER_ABSENT;
    if (code.n && elf_core_put(code.v->arch, code.v, code.n, &file, e))
        a = ANSWER_FOUND;
    else if (code.n)
        a = ANSWER_UNUSABLE;
    free(code.v);
    out->bytes = (struct span){ (const uint8_t *)file.s, file.n };
    out->owner = file.s;
    out->close = release;
    return a;
}

/* Its names were asked for before, so that what may be wrong with a dump is known; nothing but its name speaks for it, which
   was noted then. */
static enum answer jit_open(struct source *source, const struct want *w, unsigned i, struct blob *out,
                            struct err *e)
{
    struct jit_source *s = (struct jit_source *)source;
    const struct want image = want_of(WANT_IMAGE, w->object);
    struct chain_cursor at = { .which = CHAIN_ALL };
    const struct symbol_reader *by;
    struct blob dump = { 0 };
    enum answer a = ANSWER_ABSENT;
    if (i || w->object->kind != OBJECT_JIT)
        return ANSWER_ABSENT;
    if (chain_next(s->chain, &image, &at, out, &by))
        a = ANSWER_FOUND;
    else if (find_dump(s, w->object, CHAIN_ALL, &dump) || find_dump(s, w->object, CHAIN_REMOTE, &dump))
        a = from_dump(&dump, out, e);
    blob_close(&dump);
    out->reader = &reader;
    out->proven = true;
    return a;
}

struct source *source_jit_code(struct chain *c)
{
    static const struct source_ops ops = { .name = "code that programs made", .open = jit_open };
    struct jit_source *s = source_new(sizeof(*s), &ops, NULL);
    s->source.recorded = 1u << WANT_CODE;
    s->chain = c;
    return &s->source;
}
