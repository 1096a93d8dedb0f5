/*
 * Which file's symbols an object gets. As in perf 6.1 (symbol.c: dso__load, dso__load_kernel_sym) a file with
 * a complete table gives the symbols and one with code stands for what was mapped, often the same; a kernel
 * takes what the user chose, then a vmlinux that is not stripped, then a listing. Where perf takes the first
 * there is, the best is taken here, so that the order of the sources decides nothing.
 */
#include "core/resolve/load.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
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

/* What may give an object its symbols, or be the file that was mapped; blob.bytes.n 0: nothing. */
struct candidate {
    struct blob blob;
    struct symbol_content content;
    const struct symbol_reader *reader;
};

static void swap(struct candidate *a, struct candidate *b)
{
    struct candidate old = *a;
    *a = *b;
    *b = old;
}

static struct blob take_blob(struct candidate *c)
{
    struct blob b = c->blob;
    c->blob = (struct blob){ 0 };
    return b;
}

/* Read the table of `c`; the blobs of both become the loaded ones' where they are to be kept. */
static bool read_table(struct loader *d, const struct want *w, const struct object *o, struct candidate *c,
                       struct candidate *runtime, struct loaded *l)
{
    struct symbol_input in = { .bytes = c->blob.bytes, .object = o, .part = c->blob.part };
    struct err e = { 0 }, changed = { 0 };
    if (runtime && runtime->reader == c->reader)
        in.runtime = runtime->blob.bytes;
    l->table.keep_losers = d->chain->keep_losers;
    l->found = c->reader->read(&in, &l->table, &e);
    if (!file_unchanged(in.bytes, &changed) || !file_unchanged(in.runtime, &changed)) {
        l->found = false;
        e = changed;
    }
    if (!l->found) {
        symtab_free(&l->table);
        if (e.kind != ERR_NONE)
            complain(d, w, &c->blob, e.msg);
        return false;
    }
    if (l->table.left_out.kind != ERR_NONE)
        complain(d, w, &c->blob, l->table.left_out.msg);
    l->origin = c->blob.origin;
    l->content = c->reader->content(&c->blob);
    if (d->chain->keep_files) {
        l->symbols = take_blob(c);
        l->runtime = runtime ? take_blob(runtime) : (struct blob){ 0 };
    }
    return true;
}

/* The files of an object: the one with the best table (or with the most about source lines, where these are
   looked for), and the one that was mapped; often the same, and then `full` alone. What a folio has of the
   latter's names is no file: it does for them, but a debug file's cannot be placed by it. */
struct files {
    bool lines;
    struct candidate full, runtime, folio;
    bool placed_by_folio; /* `runtime` is what a folio keeps of that file: enough to place code */
    struct build_id own;  /* of what was taken by its name */
    bool several;         /* files of that name differ: none of them is the one */
};

/* The file that was mapped, or what a folio has of it, if it is there. */
static const struct blob *mapped_file(const struct files *f)
{
    return f->runtime.blob.bytes.n   ? &f->runtime.blob
           : f->folio.blob.bytes.n   ? &f->folio.blob
           : f->full.content.runtime ? &f->full.blob
                                     : NULL;
}

static void files_close(struct files *f)
{
    blob_close(&f->full.blob);
    blob_close(&f->runtime.blob);
    blob_close(&f->folio.blob);
}

static bool is_another(const struct files *f, const struct candidate *c, const struct build_id *id)
{
    const struct blob *first = mapped_file(f), *b = &c->blob;
    if (id->n && f->own.n)
        return !object_build_id_equal(id, &f->own);
    return first && c->content.runtime &&
           (first->bytes.n != b->bytes.n || memcmp(first->bytes.p, b->bytes.p, b->bytes.n) != 0);
}

/* Whether a file that only its name speaks for may be the one: it has to fit where it was mapped, and there
   must not be another. What a folio keeps was looked at when it was packed. */
static bool may_be(struct loader *d, const struct want *w, struct files *f, const struct candidate *c)
{
    struct build_id id = { 0 };
    const struct blob *b = &c->blob;
    if (w->kind != WANT_ELF || w->id.n || !c->reader->build_id)
        return true;
    if (mapped_file(f) && mapped_file(f)->part) {
        complain(d, w, b, "the folio has its symbols already, and only its name speaks for this file");
        return false;
    }
    if (w->object->kind == OBJECT_USER && !c->reader->fits(b->bytes, w->object)) {
        complain(d, w, b, "it has no code where the recording mapped some");
        return false;
    }
    c->reader->build_id(b->bytes, &id);
    if (is_another(f, c, &id)) {
        complain(d, w, b, "another file of that name is not the same: neither is taken");
        if (!f->several && mapped_file(f))
            complain(d, w, mapped_file(f), "another file of that name is not the same: neither is taken");
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
    struct chain_cursor at = { .which = which };
    struct candidate c = { 0 };
    while (ask(d, w, &at, &c.blob, &c.reader)) {
        c.content = c.reader->content(&c.blob);
        c.content.runtime = c.content.runtime || w->object->kind == OBJECT_MODULE;
        c.content.full = f->lines ? c.content.lines : c.content.full;
        if (may_be(d, w, f, &c)) {
            l->found = true;                           /* even if it names nothing */
            if (c.content.full > f->full.content.full) /* what gives way may still be what was mapped */
                swap(&c, &f->full);
            struct candidate *to = c.blob.part ? &f->folio : &f->runtime;
            if (c.content.runtime && (!to->blob.bytes.n || (c.content.mini && !to->content.mini)))
                swap(&c, to);
        }
        blob_close(&c.blob);
        c = (struct candidate){ 0 };
        if (which == CHAIN_REMOTE && w->id.n && f->full.content.full)
            break; /* nothing better is to be had from farther away */
    }
}

/* A stripped file leads to its debug file: by its own build-id where none was recorded, and by its link. */
static void follow(struct loader *d, const struct object *o, struct files *f, struct loaded *l)
{
    struct want w = want_of(WANT_ELF, o);
    const struct symbol_reader *by = f->runtime.reader;
    struct symbol_link link;
    if (!w.id.n && by->build_id && by->build_id(f->runtime.blob.bytes, &w.id))
        collect(d, CHAIN_ALL, &w, f, l);
    if (f->full.content.full || !by->link || !by->link(f->runtime.blob.bytes, &link))
        return;
    char *name = mem_copy(link.name, strlen(link.name)); /* the file that it stands in may give way */
    w.kind = WANT_DEBUG;
    w.link = name;
    w.crc = link.crc;
    collect(d, CHAIN_ALL, &w, f, l);
    free(name);
}

static bool open_runtime(struct loader *d, enum want_kind kind, const struct object *o, struct blob *b,
                         const struct symbol_reader **reader)
{
    static const enum chain_which near_then_far[] = { CHAIN_ALL, CHAIN_REMOTE };
    const struct want w = want_of(kind, o);
    for (size_t i = 0; i < 2; i++) {
        struct chain_cursor at = { .which = near_then_far[i] };
        while (ask(d, &w, &at, b, reader)) {
            if (!b->part && (*reader)->content(b).runtime)
                return true;
            blob_close(b);
        }
    }
    return false;
}

/* Whether it is not of the file that was mapped itself, but of its debug file. */
static bool is_separate(const struct candidate *c)
{
    return c->content.full && !c->content.runtime;
}

static void find_files(struct loader *d, const struct object *o, struct files *f, struct loaded *l)
{
    const struct want w = want_of(WANT_ELF, o);
    collect(d, CHAIN_ALL, &w, f, l);
    if (!f->full.content.full && f->runtime.blob.bytes.n)
        follow(d, o, f, l);
    bool was_near = f->runtime.blob.bytes.n;
    if (!f->full.content.full)
        collect(d, CHAIN_REMOTE, &w, f, l);
    if (!f->full.content.full && f->runtime.blob.bytes.n && !was_near)
        follow(d, o, f, l);
    if (is_separate(&f->full) && !f->full.blob.part && !f->runtime.blob.bytes.n)
        f->placed_by_folio = open_runtime(d, WANT_IMAGE, o, &f->runtime.blob, &f->runtime.reader);
    l->found = l->found && !f->several;
}

/* What the names come from: a complete table, then the folio's, unless the file itself has more. */
static struct candidate *best_table(struct files *f)
{
    bool more = f->runtime.content.mini && !f->folio.content.mini;
    return f->full.content.full ? &f->full : f->folio.blob.bytes.n && !more ? &f->folio : &f->runtime;
}

/* The slots of the PLT, of which a debug file knows nothing, as the folio has them. */
static void add_slots(struct loader *d, const struct object *o, const struct candidate *folio,
                      struct symtab *out)
{
    const struct symbol_input in = { .bytes = folio->blob.bytes, .object = o, .part = folio->blob.part };
    const struct want w = want_of(WANT_ELF, o);
    struct symtab t = { 0 };
    struct err e = { 0 };
    if (!folio->reader->read(&in, &t, &e))
        complain(d, &w, &folio->blob, e.msg);
    for (size_t i = 0; i < t.n; i++) {
        const struct symbol *s = &t.v[i];
        if (s->is_plt)
            symtab_add(out, s->start, s->end - s->start, s->binding,
                       arena_text(&out->arena, s->name, strlen(s->name)))
                ->is_plt = true;
    }
    symtab_sort(out);
    symtab_free(&t);
}

static void load_file(struct loader *d, const struct object *o, struct loaded *l)
{
    const struct want w = want_of(WANT_ELF, o);
    struct files f = { 0 };
    find_files(d, o, &f, l);
    struct candidate *symbols = best_table(&f);
    if (symbols->blob.bytes.n && !f.several)
        read_table(d, &w, o, symbols, is_separate(symbols) ? &f.runtime : NULL, l);
    if (l->table.n && f.placed_by_folio && f.folio.blob.bytes.n)
        add_slots(d, o, &f.folio, &l->table);
    files_close(&f);
}

/* The best usable table of a kind for the kernel `kernel`, or the first of equals; `o` is the kernel itself
   or one of its modules, or a process that makes code. Of kernels that nothing but a name speaks for and that
   differ none is taken. */
static bool load_best(struct loader *d, enum want_kind kind, enum chain_which which,
                      const struct object *kernel, const struct object *o, struct loaded *l)
{
    static const char why[] = "another kernel without a build-id is there: neither is taken";
    const struct want w = want_of(kind, kernel);
    struct chain_cursor at = { .which = which };
    struct candidate c = { 0 }, best = { 0 };
    bool several = false;
    while (ask(d, &w, &at, &c.blob, &c.reader)) {
        c.content = c.reader->content(&c.blob);
        if (best.reader && c.content.full && kind != WANT_PERF_MAP && !w.id.n &&
            (best.blob.bytes.n != c.blob.bytes.n ||
             memcmp(best.blob.bytes.p, c.blob.bytes.p, c.blob.bytes.n) != 0)) {
            complain(d, &w, &c.blob, why);
            if (!several)
                complain(d, &w, &best.blob, why);
            several = true;
        }
        if (c.content.full > best.content.full)
            swap(&c, &best);
        blob_close(&c.blob);
        c = (struct candidate){ 0 };
    }
    bool found = best.reader && !several && read_table(d, &w, o, &best, NULL, l);
    blob_close(&best.blob);
    return found;
}

enum { NEARNESSES = 3 };
static const enum chain_which nearest_first[NEARNESSES] = { CHAIN_CHOSEN, CHAIN_OTHERS, CHAIN_REMOTE };

/* The first table that the recorder wrote into the capture of `of`, the object itself or its kernel. */
static bool load_recorded(struct loader *d, const struct object *of, const struct object *o, struct loaded *l)
{
    const struct want w = want_of(WANT_RECORDED, of);
    struct chain_cursor at = { .which = CHAIN_ALL };
    struct candidate c = { 0 };
    bool found = false;
    while (!found && ask(d, &w, &at, &c.blob, &c.reader)) {
        found = read_table(d, &w, o, &c, NULL, l);
        blob_close(&c.blob);
    }
    return found;
}

/* What the recorder kept of a file that has no complete table: of what samples hit it is one. The file's own
   adds what the recorder did not come by. */
static void add_recorded(struct loader *d, const struct object *o, struct loaded *l)
{
    struct loaded kept = { .origin = "" };
    if (l->content.full || !load_recorded(d, o, o, &kept))
        return;
    if (!l->table.n) {
        loaded_free(l);
        *l = kept;
        return;
    }
    for (size_t i = 0; i < kept.table.n; i++) {
        const struct symbol *s = &kept.table.v[i];
        symtab_add(&l->table, s->start, s->end - s->start, s->binding,
                   arena_text(&l->table.arena, s->name, strlen(s->name)));
    }
    symtab_seal(&l->table);
    l->content.recorded = true;
    loaded_free(&kept);
}

/* Without a build-id nothing that is found proves to be of this kernel but what was recorded with it. */
static void load_kernel(struct loader *d, const struct object *o, struct loaded *l)
{
    for (size_t i = 0; i < NEARNESSES; i++) {
        if (i && !o->build_id.n && load_recorded(d, o, o, l))
            return;
        if (load_best(d, WANT_ELF, nearest_first[i], o, o, l) ||
            load_best(d, WANT_KALLSYMS, nearest_first[i], o, o, l))
            return;
    }
    load_recorded(d, o, o, l);
}

/* A listing of another boot has the module elsewhere, and names what lies there now wrongly. */
static bool is_of_this_boot(struct loader *d, const struct object *kernel, const struct object *o,
                            const struct loaded *l)
{
    char why[160];
    if (!o->base || symtab_lists_module_at(&l->table, o->base))
        return true;
    struct want w = want_of(WANT_KALLSYMS, kernel);
    const struct blob b = { .origin = l->origin };
    w.object = o;
    snprintf(why, sizeof(why), "%s begins at 0x%" PRIx64 ", the recorded one at 0x%" PRIx64, o->name,
             l->table.text_avma, o->base);
    pthread_mutex_lock(&d->asking);
    chain_complain_of(d->chain, PROBLEM_MODULE_ELSEWHERE, &w, &b, why);
    pthread_mutex_unlock(&d->asking);
    return false;
}

/* A module without a file: its symbols as the kernel listed them. The listing proves to be of the kernel, but
   not of the boot, and modules move. One that is loaded anew while it is recorded moves, too: each look-up
   sees whether it is still there (resolver_place). */
static void load_listed_module(struct loader *d, const struct object *o, struct loaded *l)
{
    const struct object *kernel = NULL;
    for (size_t i = 0; i < d->n && !kernel; i++)
        if (d->objects[i]->kind == OBJECT_KERNEL && d->objects[i]->machine == o->machine)
            kernel = d->objects[i];
    for (size_t i = 0; kernel && i < NEARNESSES; i++) {
        if (load_best(d, WANT_KALLSYMS, nearest_first[i], kernel, o, l) && is_of_this_boot(d, kernel, o, l))
            return;
        loaded_free(l);
        *l = (struct loaded){ .origin = "" };
    }
    if (kernel)
        load_recorded(d, kernel, o, l);
}

/* A listing of the kernel that has the module where it was mapped goes before a file that only its name
   speaks for. A .ko whose functions have sections of their own (parisc) has nothing in .text.
 */
static void load_module(struct loader *d, const struct object *o, struct loaded *l)
{
    struct loaded listed = { .origin = "" };
    if (!o->build_id.n)
        load_listed_module(d, o, &listed);
    if (!listed.table.n) {
        loaded_free(&listed);
        listed = (struct loaded){ .origin = "" };
        load_file(d, o, l);
        add_recorded(d, o, l);
        if (!l->table.n && o->build_id.n)
            load_listed_module(d, o, &listed);
    }
    if (listed.found) {
        loaded_free(l);
        *l = listed;
    }
}

void load_object(struct loader *d, const struct map *map, struct loaded *l)
{
    const struct object *o = map->object;

    *l = (struct loaded){ .origin = "" };
    switch (o->kind) {
    case OBJECT_KERNEL:
        load_kernel(d, o, l);
        break;
    case OBJECT_MODULE:
        load_module(d, o, l);
        break;
    case OBJECT_USER:
    case OBJECT_VDSO:
        load_file(d, o, l);
        add_recorded(d, o, l);
        break;
    case OBJECT_KSYMBOL: /* perf gives such a mapping one symbol of its own size (machine.c, ksymbol_register)
                          */
        symtab_add(&l->table, 0, map->end - map->start, SYMBOL_LOCAL, o->name);
        symtab_seal(&l->table);
        l->found = true;
        break;
    case OBJECT_JIT:
        if (!load_best(d, WANT_PERF_MAP, CHAIN_ALL, o, o, l) && !load_recorded(d, o, o, l))
            load_best(d, WANT_PERF_MAP, CHAIN_REMOTE, o, o, l);
        break;
    case OBJECT_DATA:
        break;
    }
}

bool load_open_image(struct loader *d, const struct object *o, struct blob *b)
{
    const struct symbol_reader *reader;
    return open_runtime(d, WANT_IMAGE, o, b, &reader);
}

/* What is kept apart from the symbols: the file that was mapped, and its debug file. */
static void open_kept(struct loader *d, const struct object *o, struct blob *runtime, struct blob *debug)
{
    const struct want w = want_of(WANT_IMAGE, o);
    const struct symbol_reader *reader;
    struct chain_cursor at = { .which = CHAIN_ALL };
    struct blob b;
    while (ask(d, &w, &at, &b, &reader)) {
        struct blob *to = reader->content(&b).runtime ? runtime : debug;
        if (!to->bytes.n && !b.part)
            *to = b;
        else
            blob_close(&b);
    }
}

bool load_open_frames(struct loader *d, const struct object *o, struct blob *runtime, struct blob *debug)
{
    struct files f = { 0 };
    struct loaded unused = { 0 };
    const struct symbol_reader *reader;
    *runtime = *debug = (struct blob){ 0 };
    open_kept(d, o, runtime, debug);
    if (!runtime->bytes.n && !open_runtime(d, WANT_ELF, o, runtime, &reader)) {
        blob_close(debug);
        return false;
    }
    if (debug->bytes.n)
        return true;
    find_files(d, o, &f, &unused);
    if (is_separate(&f.full) && !f.several && !f.full.blob.part)
        *debug = take_blob(&f.full);
    files_close(&f);
    return true;
}

void loaded_free(struct loaded *l)
{
    symtab_free(&l->table);
    blob_close(&l->symbols);
    blob_close(&l->runtime);
}

bool load_open_named(struct loader *d, const struct want *w, struct blob *b)
{
    const struct symbol_reader *reader;
    struct chain_cursor near = { .which = CHAIN_ALL }, far = { .which = CHAIN_REMOTE };
    return ask(d, w, &near, b, &reader) || ask(d, w, &far, b, &reader);
}

bool load_open_lines(struct loader *d, const struct object *o, struct blob *symbols, struct blob *runtime,
                     const struct line_reader **reader)
{
    struct files f = { .lines = true };
    struct loaded unused = { 0 };
    find_files(d, o, &f, &unused);
    bool found = f.full.content.full && !f.several;
    *reader = found ? f.full.reader->lines : NULL;
    *symbols = *runtime = (struct blob){ 0 };
    if (found && is_separate(&f.full))
        *runtime = take_blob(&f.runtime);
    if (found)
        *symbols = take_blob(&f.full);
    files_close(&f);
    return found;
}
