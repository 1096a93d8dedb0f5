#include "core/annotate/code.h"

#include <stdlib.h>

#include "core/base/mem.h"

struct code {
    struct resolver *resolver;
    const struct code_reader *reader;
    size_t n;
    struct code_slot {
        bool asked;
        struct blob runtime, debug;
        struct code_file *file;
        struct err e; /* why there is no file */
    } * slots;        /* by object->index */
};

struct code *code_new(struct resolver *r, const struct code_reader *reader, size_t objects)
{
    struct code *c = mem_new(1, sizeof(*c));
    *c = (struct code){ .resolver = r, .reader = reader, .n = objects };
    c->slots = mem_new(objects, sizeof(*c->slots));
    return c;
}

void code_free(struct code *c)
{
    for (size_t i = 0; c && i < c->n; i++) {
        if (c->slots[i].file)
            c->reader->close(c->slots[i].file);
        blob_close(&c->slots[i].runtime);
        blob_close(&c->slots[i].debug);
    }
    if (c)
        free(c->slots);
    free(c);
}

/* Why an object without a file has no code; NULL: it has a file. */
static const char *no_file(const struct object *o, const struct symtab *t)
{
    switch (o->kind) {
    case OBJECT_JIT:
        return "its code was generated at run time, and a perf map has only names; a jitdump has names "
               "and code";
    case OBJECT_KSYMBOL:
        return "its code was generated at run time, and the recording has only its name (perf record "
               "keeps the code of BPF programs, not of trampolines)";
    case OBJECT_DATA:
        return "it belongs to no file";
    default:
        if (t && (t->is_listing || t->space == SYMTAB_AVMA))
            return "its names come from a symbol list; the file with its code (vmlinux, or the module's .ko) "
                   "is missing";
        return NULL;
    }
}

/* Whether a file has any byte of the object's symbols. */
static bool has_bytes(const struct code_reader *reader, const struct code_file *f, const struct symtab *t)
{
    bool has = false;
    for (size_t i = 0; t && i < t->n && !has; i++) {
        size_t n;
        struct code_run *runs = reader->runs(f, t->v[i].start, t->v[i].end, &n);
        for (size_t k = 0; k < n && !has; k++)
            has = runs[k].bytes.n;
        free(runs);
    }
    return has;
}

/* Opens the code that the recorder copied from memory. False: there is none, or it is unusable, which is
   logged. */
static bool code_open_kept(struct code *c, const struct object *o, struct code_slot *s)
{
    uint64_t slide;
    struct err e = { 0 };
    if (!resolver_open_recorded_code(c->resolver, o, &s->runtime, &slide))
        return false;
    s->file = c->reader->open(s->runtime.bytes, s->debug.bytes, o, &slide, &e);
    if (s->file && has_bytes(c->reader, s->file, resolver_symbol_origin(c->resolver, o).table))
        return true;
    if (s->file) {
        err_set(&e, ERR_FORMAT, 0, "it has no code of %.100s", o->name);
        c->reader->close(s->file);
    }
    resolver_refuse_recorded_code(c->resolver, o, &s->runtime, e.msg);
    s->file = NULL;
    blob_close(&s->runtime);
    return false;
}

static void code_open_file(struct code *c, const struct object *o, struct code_slot *s)
{
    const char *why = no_file(o, resolver_symbol_origin(c->resolver, o).table);
    s->asked = true;
    if (code_open_kept(c, o, s))
        return;
    if (why)
        err_set(&s->e, ERR_UNSUPPORTED, 0, "%s", why);
    else if (!resolver_open_code(c->resolver, o, &s->runtime, &s->debug))
        err_set(&s->e, ERR_UNSUPPORTED, 0, "the mapped file is missing");
    else
        s->file = c->reader->open(s->runtime.bytes, s->debug.bytes, o, NULL, &s->e);
}

const struct code_file *code_file_of(struct code *c, const struct object *o, const char **why)
{
    if (o->index >= c->n) {
        *why = "the recording has no such object";
        return NULL;
    }
    struct code_slot *s = &c->slots[o->index];
    if (!s->asked)
        code_open_file(c, o, s);
    *why = s->file ? "" : s->e.msg;
    return s->file;
}

const char *code_origin(const struct code *c, const struct object *o)
{
    if (o->index >= c->n || !c->slots[o->index].file)
        return "";
    const char *origin = c->slots[o->index].runtime.origin;
    return origin ? origin : "";
}

const struct code_reader *code_reader_of(const struct code *c)
{
    return c->reader;
}
