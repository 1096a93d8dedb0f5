/*
 * Which file's symbols an object gets. As in perf 6.1 (symbol.c: dso__load, dso__load_kernel_sym) a file with
 * a complete table gives the symbols and one with code stands for what was mapped, often the same; a kernel
 * takes what the user chose, then a vmlinux that is not stripped, then a listing. Where perf takes the first
 * there is, the best is taken here, so that the order of the sources decides nothing.
 */
#include "core/resolve/load.h"

#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

static bool ask(struct loader *d, const struct want *w, struct chain_cursor *at, struct blob *out,
                const struct symbol_reader **reader)
{
    pthread_mutex_lock(&d->asking);
    bool found = chain_next(d->chain, w, at, out, reader);
    pthread_mutex_unlock(&d->asking);
    return found;
}

static void complain(struct loader *d, const struct want *w, const struct blob *b, const char *why)
{
    pthread_mutex_lock(&d->asking);
    chain_complain(d->chain, w, b, why);
    pthread_mutex_unlock(&d->asking);
}

static bool read_table(struct loader *d, const struct want *w, const struct symbol_reader *reader,
                       const struct symbol_input *in, const struct blob *b, struct loaded *l)
{
    struct err e = { 0 };
    l->table.keep_losers = d->chain->keep_losers;
    l->found = reader->read(in, &l->table, &e);
    if (l->found) {
        l->origin = b->origin;
        return true;
    }
    symtab_free(&l->table);
    complain(d, w, b, e.msg);
    return false;
}

/* The files of an object: the one with the best table, and the one that was mapped; often the same, and then
   `full` alone. */
struct files {
    struct blob full, runtime;
    struct symbol_content in_full, in_runtime;
    const struct symbol_reader *by;
    struct build_id own; /* of what was taken by its name */
    bool several;        /* files of that name differ: none of them is the one */
};

/* The file that was mapped, if it is there. */
static const struct blob *mapped(const struct files *f)
{
    return f->runtime.bytes.n ? &f->runtime : f->in_full.runtime ? &f->full : NULL;
}

static bool is_another(const struct files *f, const struct blob *b, struct symbol_content have,
                       const struct build_id *id)
{
    const struct blob *first = mapped(f);
    if (id->n && f->own.n)
        return !build_id_equal(id, &f->own);
    return first && have.runtime &&
           (first->bytes.n != b->bytes.n || memcmp(first->bytes.p, b->bytes.p, b->bytes.n) != 0);
}

/* Whether a file that only its name speaks for may be the one: it has to fit where it was mapped, and there
   must not be another. */
static bool may_be(struct loader *d, const struct want *w, struct files *f,
                   const struct symbol_reader *reader, const struct blob *b, struct symbol_content have)
{
    struct build_id id = { 0 };
    if (w->kind != WANT_ELF || w->id.n || !reader->build_id)
        return true;
    if (w->object->kind == OBJECT_USER && !reader->fits(b->bytes, w->object)) {
        complain(d, w, b, "it has no code where the recording mapped some");
        return false;
    }
    reader->build_id(b->bytes, &id);
    if (is_another(f, b, have, &id)) {
        complain(d, w, b, "another file of that name is not the same: neither is taken");
        if (!f->several && mapped(f))
            complain(d, w, mapped(f), "another file of that name is not the same: neither is taken");
        f->several = true;
    }
    f->own = id.n ? id : f->own;
    return true;
}

/* Look at all that is there, so that the order of the sources decides nothing: of several complete tables of
   one build-id the largest is taken, and of what was mapped that with the most in it. */
static void collect(struct loader *d, enum chain_which which, const struct want *w, struct files *f,
                    struct loaded *l)
{
    const struct symbol_reader *reader;
    struct chain_cursor at = { .which = which };
    struct blob b, spare;
    while (ask(d, w, &at, &b, &reader)) {
        struct symbol_content have = reader->content(b.bytes), in_spare = { 0 };
        have.runtime = have.runtime || w->object->kind == OBJECT_MODULE;
        spare = b;
        if (may_be(d, w, f, reader, &b, have)) {
            in_spare = have;
            l->found = true; /* even if it names nothing */
            f->by = reader;
        }
        if (in_spare.full > f->in_full.full) { /* what gives way may still be what was mapped */
            spare = f->full;
            in_spare = f->in_full;
            f->full = b;
            f->in_full = have;
        }
        if (in_spare.runtime && (!f->runtime.bytes.n || (in_spare.mini && !f->in_runtime.mini))) {
            struct blob old = f->runtime;
            f->runtime = spare;
            f->in_runtime = in_spare;
            spare = old;
        }
        blob_close(&spare);
    }
}

/* A stripped file leads to its debug file: by its own build-id where none was recorded, and by its link. */
static void follow(struct loader *d, const struct object *o, struct files *f, struct loaded *l)
{
    struct want w = want_of(WANT_ELF, o);
    struct symbol_link link;
    if (!w.id.n && f->by->build_id && f->by->build_id(f->runtime.bytes, &w.id))
        collect(d, CHAIN_ALL, &w, f, l);
    if (f->in_full.full || !f->by->link || !f->by->link(f->runtime.bytes, &link))
        return;
    char *name = mem_copy(link.name, strlen(link.name)); /* the file that it stands in may give way */
    w.kind = WANT_DEBUG;
    w.link = name;
    w.crc = link.crc;
    collect(d, CHAIN_ALL, &w, f, l);
    free(name);
}

static void load_file(struct loader *d, const struct object *o, struct loaded *l)
{
    const struct want w = want_of(WANT_ELF, o);
    struct files f = { 0 };
    collect(d, CHAIN_ALL, &w, &f, l);
    if (!f.in_full.full && f.runtime.bytes.n)
        follow(d, o, &f, l);
    if (!f.in_full.full)
        collect(d, CHAIN_REMOTE, &w, &f, l);
    l->found = l->found && !f.several;
    const struct blob *symbols = f.in_full.full ? &f.full : &f.runtime;
    if (symbols->bytes.n && !f.several) {
        struct symbol_input in = { .bytes = symbols->bytes, .object = o };
        if (f.in_full.full && !f.in_full.runtime)
            in.runtime = f.runtime.bytes;
        if (read_table(d, &w, f.by, &in, symbols, l))
            l->content = f.by->content(symbols->bytes);
    }
    blob_close(&f.full);
    blob_close(&f.runtime);
}

/* The best usable table of a kind for the kernel `kernel`, or the first of equals; `o` is the kernel itself
   or one of its modules, or a process that makes code. Of kernels that nothing but a name speaks for and that
   differ none is taken. */
static bool load_best(struct loader *d, enum want_kind kind, enum chain_which which,
                      const struct object *kernel, const struct object *o, struct loaded *l)
{
    const struct want w = want_of(kind, kernel);
    const struct symbol_reader *reader, *by = NULL;
    struct chain_cursor at = { .which = which };
    struct symbol_content in_best = { 0 };
    struct blob b, best = { 0 };
    bool several = false, found = false;
    while (ask(d, &w, &at, &b, &reader)) {
        struct symbol_content have = reader->content(b.bytes);
        if (by && have.full && kind != WANT_PERF_MAP && !w.id.n &&
            (best.bytes.n != b.bytes.n || memcmp(best.bytes.p, b.bytes.p, b.bytes.n) != 0)) {
            static const char why[] = "another kernel without a build-id is there: neither is taken";
            complain(d, &w, &b, why);
            if (!several)
                complain(d, &w, &best, why);
            several = true;
        }
        if (have.full > in_best.full) {
            struct blob old = best;
            best = b;
            in_best = have;
            by = reader;
            b = old;
        }
        blob_close(&b);
    }
    struct symbol_input in = { .bytes = best.bytes, .object = o };
    found = by && !several && read_table(d, &w, by, &in, &best, l);
    if (found)
        l->content = in_best;
    blob_close(&best);
    return found;
}

static void load_kernel(struct loader *d, const struct object *o, struct loaded *l)
{
    if (!load_best(d, WANT_ELF, CHAIN_CHOSEN, o, o, l) &&
        !load_best(d, WANT_KALLSYMS, CHAIN_CHOSEN, o, o, l) &&
        !load_best(d, WANT_ELF, CHAIN_OTHERS, o, o, l) && !load_best(d, WANT_KALLSYMS, CHAIN_OTHERS, o, o, l))
        load_best(d, WANT_ELF, CHAIN_REMOTE, o, o, l);
}

/* A module without a file: its symbols as the kernel listed them. The listing proves to be of the kernel, but
   not of the boot, and modules move: whether it puts the module where a mapping has it is for each look-up to
   see (resolver_place). */
static void load_listed_module(struct loader *d, const struct object *o, struct loaded *l)
{
    const struct object *kernel = NULL;
    for (size_t i = 0; i < d->n && !kernel; i++)
        if (d->objects[i]->kind == OBJECT_KERNEL && d->objects[i]->machine == o->machine)
            kernel = d->objects[i];
    if (kernel && !load_best(d, WANT_KALLSYMS, CHAIN_CHOSEN, kernel, o, l))
        load_best(d, WANT_KALLSYMS, CHAIN_OTHERS, kernel, o, l);
}

void object_load(struct loader *d, const struct map *map, struct loaded *l)
{
    const struct object *o = map->object;
    struct loaded listed = { .origin = "" };

    *l = listed;
    switch (o->kind) {
    case OBJECT_KERNEL:
        load_kernel(d, o, l);
        break;
    case OBJECT_MODULE:
        /* A .ko whose functions have sections of their own (parisc) has nothing in .text. */
        load_file(d, o, l);
        if (!l->table.n)
            load_listed_module(d, o, &listed);
        if (listed.found) {
            symtab_free(&l->table);
            *l = listed;
        }
        break;
    case OBJECT_USER:
    case OBJECT_VDSO:
        load_file(d, o, l);
        break;
    case OBJECT_KSYMBOL: /* perf gives such a mapping one symbol of its own size (machine.c, ksymbol_register)
                          */
        symtab_add(&l->table, 0, map->end - map->start, SYMBOL_LOCAL, o->name);
        symtab_seal(&l->table);
        l->found = true;
        break;
    case OBJECT_JIT:
        load_best(d, WANT_PERF_MAP, CHAIN_ALL, o, o, l);
        break;
    case OBJECT_DATA:
        break;
    }
}

bool object_open_runtime(struct loader *d, const struct object *o, struct blob *b)
{
    const struct want w = want_of(WANT_ELF, o);
    const struct symbol_reader *reader;
    struct chain_cursor at = { .which = CHAIN_ALL };
    while (ask(d, &w, &at, b, &reader)) {
        if (reader->content(b->bytes).runtime)
            return true;
        blob_close(b);
    }
    return false;
}
