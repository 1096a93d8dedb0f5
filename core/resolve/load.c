/*
 * Chooses the files from which an object's symbols are loaded. As in perf 6.1 (symbol.c: dso__load,
 * dso__load_kernel_sym), symbols come from a file with a complete table, and a file with code is the mapped
 * file; often one file is both. For a kernel the file that the user chose is used, else a vmlinux that is not
 * stripped, else a listing. perf uses the first file that it finds. Here the best file is used, so that the
 * order of the sources has no effect.
 */
#include "core/resolve/load.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/file/lock.h"

static struct blob take_blob(struct candidate *c)
{
    struct blob b = c->blob;
    c->blob = (struct blob){ 0 };
    return b;
}

/* Reads the symbols of `c`. With sources->keep_files, `l` takes over the file of `c` and the mapped file. */
static bool read_table(struct loader *d, const struct want *w, const struct object *o, struct candidate *c,
                       struct candidate *runtime, struct loaded *l)
{
    struct symbol_input in = { .bytes = c->blob.bytes, .object = o, .part = c->blob.part };
    struct err e = { 0 }, changed = { 0 };
    if (runtime && runtime->reader == c->reader)
        in.runtime = runtime->blob.bytes;
    l->table.keep_losers = d->sources->keep_losers;
    l->found = c->reader->read(&in, &l->table, &e);
    if (!file_check_unchanged(in.bytes, &changed) || !file_check_unchanged(in.runtime, &changed)) {
        l->found = false;
        e = changed;
    }
    if (!l->found) {
        symtab_free(&l->table);
        if (e.kind != ERR_NONE)
            object_files_reject(d, w, &c->blob, e.msg);
        return false;
    }
    if (l->table.left_out.kind != ERR_NONE)
        object_files_reject(d, w, &c->blob, l->table.left_out.msg);
    l->origin = c->blob.origin;
    l->content = c->reader->content(&c->blob);
    if (d->sources->keep_files) {
        l->symbols = take_blob(c);
        l->runtime = (struct blob){ 0 };
        if (runtime)
            l->runtime = take_blob(runtime);
    }
    return true;
}

/* Adds the PLT slots that a folio stores, since debug files have none. */
static void add_slots(struct loader *d, const struct object *o, const struct candidate *folio,
                      struct symtab *out)
{
    const struct symbol_input in = { .bytes = folio->blob.bytes, .object = o, .part = folio->blob.part };
    const struct want w = want_of(WANT_ELF, o);
    struct symtab t = { 0 };
    struct err e = { 0 };
    if (!folio->reader->read(&in, &t, &e))
        object_files_reject(d, &w, &folio->blob, e.msg);
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
    struct object_files f = { 0 };
    object_files_find(d, o, &f, l);
    struct candidate *symbols = object_files_best(&f);
    if (symbols->blob.bytes.n && !f.several)
        read_table(d, &w, o, symbols, object_files_separate(symbols) ? &f.runtime : NULL, l);
    if (l->table.n && f.placed_by_folio && f.folio.blob.bytes.n)
        add_slots(d, o, &f.folio, &l->table);
    object_files_close(&f);
}

/* Whether two kernel files without a build-id differ, so that neither may be used. */
static bool are_rivals(const struct want *w, const struct candidate *best, const struct candidate *c)
{
    const struct span a = best->blob.bytes, b = c->blob.bytes;
    if (w->kind == WANT_PERF_MAP || w->id.n)
        return false;
    return best->reader && c->content.full && (a.n != b.n || memcmp(a.p, b.p, b.n) != 0);
}

/* Loads the best usable table of a kind for `kernel`; of equally good tables the first. `o` is the kernel
   itself, one of its modules, or a process with JIT code. If different kernel files match by name only,
   none is used. */
static bool load_best(struct loader *d, enum want_kind kind, enum source_list_which which,
                      const struct object *kernel, const struct object *o, struct loaded *l)
{
    static const char why[] = "there are two kernels without a build-id: neither is used";
    struct want w = want_of(kind, kernel);
    struct source_list_cursor at = { .which = which };
    struct candidate c = { 0 }, best = { 0 };
    bool several = false;
    w.module = o != kernel ? o : NULL;
    while (object_files_next(d, &w, &at, &c.blob, &c.reader)) {
        c.content = c.reader->content(&c.blob);
        if (are_rivals(&w, &best, &c)) {
            object_files_reject(d, &w, &c.blob, why);
            if (!several)
                object_files_reject(d, &w, &best.blob, why);
            several = true;
        }
        if (c.content.full > best.content.full)
            object_files_swap(&c, &best);
        blob_close(&c.blob);
        c = (struct candidate){ 0 };
    }
    bool found = best.reader && !several && read_table(d, &w, o, &best, NULL, l);
    blob_close(&best.blob);
    return found;
}

enum { NEARNESSES = 3 };
static const enum source_list_which nearest_first[NEARNESSES] = { SOURCE_LIST_CHOSEN, SOURCE_LIST_OTHERS,
                                                                  SOURCE_LIST_REMOTE };

/* Loads the first table for `of` that the recorder wrote into the capture. `of` is the object itself or
   its kernel. */
static bool load_recorded(struct loader *d, const struct object *of, const struct object *o, struct loaded *l)
{
    const struct want w = want_of(WANT_RECORDED, of);
    struct source_list_cursor at = { .which = SOURCE_LIST_ALL };
    struct candidate c = { 0 };
    bool found = false;
    while (!found && object_files_next(d, &w, &at, &c.blob, &c.reader)) {
        found = read_table(d, &w, o, &c, NULL, l);
        blob_close(&c.blob);
    }
    return found;
}

/* Adds the symbols that the recorder stored, which samples hit, if the file has no complete table. The
   file's own symbols are added to them. */
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

/* Loads the kernel's symbols. Without a build-id, only recorded symbols are known to be those of this
   kernel. */
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

/* Whether a listing has the module at its recorded address. A listing of another boot would give wrong
   names. */
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
    struct mem_undo *held = lock_hold(&(struct mem_undo){ 0 }, &d->asking);
    source_list_reject(d->sources, PROBLEM_MODULE_ELSEWHERE, &w, &b, why);
    lock_release(held);
    return false;
}

/* Loads a module that has no file from the kernel's listing. The listing is proven to be of this kernel,
   but not of this boot, and modules have other addresses in another boot. The address also changes if a
   module is loaded again during the recording. So each look-up compares addresses (resolver_place()). */
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
    }
    if (kernel)
        load_recorded(d, kernel, o, l);
}

/* Loads a module's symbols. A kernel listing with the module at its recorded address is better than a file
   that matches by name only. On parisc a .ko whose functions have separate sections has no code in .text. */
static void load_module(struct loader *d, const struct object *o, struct loaded *l)
{
    struct loaded listed = { .origin = "" };
    if (!o->build_id.n)
        load_listed_module(d, o, &listed);
    if (!listed.table.n) {
        loaded_free(&listed);
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
    const struct object *o = map->how->object;

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
    case OBJECT_KSYMBOL: /* as in perf: one symbol of the mapping's size (machine.c, ksymbol_register) */
        symtab_add(&l->table, 0, map->how->len, SYMBOL_LOCAL, o->name);
        symtab_seal(&l->table);
        l->found = true;
        break;
    case OBJECT_JIT:
        if (!load_best(d, WANT_PERF_MAP, SOURCE_LIST_ALL, o, o, l) && !load_recorded(d, o, o, l))
            load_best(d, WANT_PERF_MAP, SOURCE_LIST_REMOTE, o, o, l);
        break;
    case OBJECT_DATA:
        break;
    }
}

/* Opens files that a folio stores separately from the symbols: the mapped file, and its debug file. */
static void load_open_kept(struct loader *d, const struct object *o, enum want_use use, struct blob *runtime,
                           struct blob *debug)
{
    struct want w = want_of(WANT_IMAGE, o);
    const struct symbol_reader *reader;
    struct source_list_cursor at = { .which = SOURCE_LIST_ALL };
    struct blob b;
    w.use = use;
    while (object_files_next(d, &w, &at, &b, &reader)) {
        struct blob *to = reader->content(&b).runtime ? runtime : debug;
        if (!to->bytes.n && !b.part)
            *to = b;
        else
            blob_close(&b);
    }
}

bool load_open_unwind_tables(struct loader *d, const struct object *o, enum want_use use,
                             struct blob *runtime, struct blob *debug)
{
    struct object_files f = { .use = use };
    struct loaded unused = { 0 };
    const struct symbol_reader *reader;
    *runtime = *debug = (struct blob){ 0 };
    load_open_kept(d, o, use, runtime, debug);
    if (!runtime->bytes.n && !object_files_open_runtime(d, WANT_ELF, use, o, runtime, &reader)) {
        blob_close(debug);
        return false;
    }
    if (debug->bytes.n)
        return true;
    object_files_find(d, o, &f, &unused);
    if (object_files_separate(&f.full) && !f.several && !f.full.blob.part)
        *debug = take_blob(&f.full);
    object_files_close(&f);
    return true;
}

void loaded_free(struct loaded *l)
{
    symtab_free(&l->table);
    blob_close(&l->symbols);
    blob_close(&l->runtime);
    *l = (struct loaded){ .origin = "" };
}

bool load_open_dwarf_file(struct loader *d, const struct want *w, struct blob *b)
{
    const struct symbol_reader *reader;
    struct source_list_cursor near = { .which = SOURCE_LIST_ALL }, far = { .which = SOURCE_LIST_REMOTE };
    return object_files_next(d, w, &near, b, &reader) || object_files_next(d, w, &far, b, &reader);
}

bool load_open_lines(struct loader *d, const struct object *o, struct blob *symbols, struct blob *runtime,
                     const struct line_reader **reader)
{
    struct object_files f = { .use = USE_LINES };
    struct loaded unused = { 0 };
    object_files_find(d, o, &f, &unused);
    bool found = f.full.content.full && !f.several;
    *reader = found ? f.full.reader->lines : NULL;
    *symbols = *runtime = (struct blob){ 0 };
    if (found && object_files_separate(&f.full))
        *runtime = take_blob(&f.runtime);
    if (found)
        *symbols = take_blob(&f.full);
    object_files_close(&f);
    return found;
}
