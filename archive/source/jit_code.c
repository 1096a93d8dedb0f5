/*
 * Code that programs generated. Jitdumps (named by the user, next to the capture, or on the recorded machine)
 * have both the names and the code. A folio has the parts of this code that it stores as an image. This
 * source delivers both as WANT_CODE. Perf maps have no code.
 */
#include <stdlib.h>

#include "archive/source/sources.h"
#include "formats/elf/write/elf_core.h"
#include "formats/perf/jitdump.h"

struct jit_source {
    struct source source;
    struct source_list *sources; /* the list that this source is in */
};

static const struct symbol_reader reader = { .name = "jitdump" };

static void jit_code_release(struct blob *b)
{
    free(b->owner);
}

/* Finds the largest of the jitdumps; names come from it, too. */
static bool find_dump(struct jit_source *s, const struct object *o, enum source_list_which which,
                      struct blob *best)
{
    struct want w = want_of(WANT_PERF_MAP, o);
    struct source_list_cursor at = { .which = which };
    const struct symbol_reader *by;
    struct blob b;
    w.use = USE_CODE;
    while (source_list_next(s->sources, &w, &at, &b, &by)) {
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
    out->close = jit_code_release;
    return a;
}

/* The names in the dump were wanted before. So its problems are known, and it was noted that only its own
   name identifies it. */
static enum answer jit_open(struct source *source, const struct want *w, unsigned i, struct blob *out,
                            struct err *e)
{
    struct jit_source *s = (struct jit_source *)source;
    struct want image = want_of(WANT_IMAGE, w->object);
    struct source_list_cursor at = { .which = SOURCE_LIST_ALL };
    const struct symbol_reader *by;
    struct blob dump = { 0 };
    enum answer a = ANSWER_ABSENT;
    image.use = USE_CODE;
    if (i || w->object->kind != OBJECT_JIT)
        return ANSWER_ABSENT;
    if (source_list_next(s->sources, &image, &at, out, &by))
        a = ANSWER_FOUND;
    else if (find_dump(s, w->object, SOURCE_LIST_ALL, &dump) ||
             find_dump(s, w->object, SOURCE_LIST_REMOTE, &dump))
        a = from_dump(&dump, out, e);
    blob_close(&dump);
    out->reader = &reader;
    out->proven = true;
    return a;
}

struct source *source_jit_code(struct source_list *c)
{
    static const struct source_ops ops = { .name = "code that programs made", .open = jit_open };
    struct jit_source *s = source_new(sizeof(*s), &ops, NULL);
    s->source.recorded = 1u << WANT_CODE;
    s->sources = c;
    return &s->source;
}
