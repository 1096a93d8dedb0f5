/*
 * A single file as a source: an ELF file, for the object with its build-id (or with its base name, if it has
 * no build-id), a listing of a kernel's symbols, or a perf map. Also sources_add(), which adds all sources
 * that a path may be.
 */
#include "archive/folio/folio.h"
#include "archive/source/sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive/blob_file.h"
#include "archive/source/id_files.h"
#include "core/base/file/file.h"
#include "core/base/text.h"
#include "formats/elf/elf.h"
#include "formats/elf/embedded.h"
#include "formats/perf/jitdump.h"
#include "formats/text/kallsyms.h"
#include "formats/text/perf_map.h"

static const char in_capture[] = "/kcore_dir/kallsyms";

struct single {
    struct source source; /* `where` is the file */
    const struct symbol_reader *reader;
    struct build_id id;
    const char *recorded; /* the directory of the capture, if the recorder put the file there; else NULL */
    bool placed;          /* source_file_place() has searched for this file inside other files */
    const struct object *around; /* the only other file that may contain it; NULL: none, or more than one */
    uint64_t inside;             /* its offset in that file */
};

/* Whether a file has the name PROGRAM.dwp. */
static bool is_package_of(const char *path, const char *program)
{
    const char *base = text_base_name(program);
    size_t n = strlen(base);
    return !strncmp(text_base_name(path), base, n) && !strcmp(text_base_name(path) + n, ".dwp");
}

static bool source_file_may_be(const struct single *f, const struct want *w)
{
    const struct object *o = w->object;
    int pid;
    if (f->reader == &jitdump_reader)
        return sscanf(text_base_name(f->source.where), "jit-%d.dump", &pid) == 1 &&
               pid == atoi(text_base_name(o->path) + strlen("perf-"));
    if (w->kind == WANT_DEBUG)
        return !strcmp(text_base_name(f->source.where), w->link);
    if (w->kind == WANT_DWO || w->kind == WANT_ALT) /* the source list refuses other files */
        return !strcmp(text_base_name(f->source.where), text_base_name(w->link)) ||
               is_package_of(f->source.where, o->path);
    if (f->source.chosen || w->kind == WANT_KALLSYMS)
        return o->kind == OBJECT_KERNEL &&
               o->machine == -1; /* if it is another kernel's, the source list notes it */
    if (w->id.n && f->id.n && object_build_id_equal(&f->id, &w->id))
        return true;
    /* the source list refuses other files */
    return o->kind != OBJECT_KERNEL && !strcmp(text_base_name(f->source.where), text_base_name(o->path));
}

/* Whether the recording has the file, by its name or build-id. */
static bool is_known(const struct single *f)
{
    const struct source *s = &f->source;
    for (size_t i = 0; i < s->nexpected; i++) {
        const struct object *o = s->expected[i];
        if (!strcmp(text_base_name(o->path), text_base_name(s->where)) ||
            (f->id.n && object_build_id_equal(&o->build_id, &f->id)))
            return true;
    }
    return false;
}

/* Whether a file may contain other files, judged by its name. Programs and libraries do not; their names end without a
   suffix, in .so, or in numbers. */
static bool is_called_container(const char *path)
{
    const char *dot = strrchr(text_base_name(path), '.');
    return dot && dot[1] && !strchr("0123456789", dot[1]) && strcmp(dot, ".so") != 0;
}

/* Finds the only offset inside another file at which this one may be; once, for all callers. */
static void source_file_place(struct single *f, struct span elf)
{
    size_t found = 0;
    uint64_t at;
    size_t n = 0;
    if (!is_known(f))
        n = f->source.nexpected;
    f->placed = true;
    for (size_t i = 0; i < n && found < 2; i++) {
        const struct object *o = f->source.expected[i];
        const bool may = o->kind == OBJECT_USER && !o->build_id.n && !o->container;
        for (uint32_t k = 0; may && k < o->nsegments && k < OBJECT_SEGMENTS && found < 2; k++) {
            if (!embedded_place(elf, &o->segments[k], &at) || (f->around == o && f->inside == at))
                continue;
            f->around = o;
            f->inside = at;
            found++;
        }
    }
    if (found > 1)
        f->around = NULL;
}

/* Finds the place of this file inside a larger file that is not available (containers.c). */
static bool single_part(struct source *s, const struct object *o, const struct object_segment *code,
                        const char *entry, struct object_part *part)
{
    struct single *f = (struct single *)s;
    struct blob b = { 0 };
    struct err unused = { 0 };
    const bool elsewhere = f->placed && f->around != o;
    if (entry || f->reader != &elf_reader || f->source.chosen || elsewhere || !is_called_container(o->path))
        return false;
    if (blob_open_named(s->where, &s->names, &b, &unused) != ANSWER_FOUND)
        return false;
    if (!f->placed)
        source_file_place(f, b.bytes);
    *part = (struct object_part){ .len = b.bytes.n };
    const bool found = f->around == o && embedded_place(b.bytes, code, &part->foff) &&
                       part->foff == f->inside;
    blob_close(&b);
    return found;
}

/* Whether an object that was found inside a larger file is the part that single_part() finds in that file. */
static bool lies_there(struct single *f, const struct object *o)
{
    const struct object_segment *first = o->segments;
    if (!o->container || !o->nsegments)
        return false;
    const struct object_segment code = { first->avma, first->foff + o->inside, first->len };
    struct object_part part;
    return single_part(&f->source, o->container, &code, NULL, &part) && part.foff == o->inside;
}

static enum answer single_open(struct source *s, const struct want *w, unsigned i, struct blob *out,
                               struct err *e)
{
    struct single *f = (struct single *)s;
    if (i || !(f->reader->kinds & 1u << w->kind) || (!source_file_may_be(f, w) && !lies_there(f, w->object)))
        return ANSWER_ABSENT;
    enum answer a;
    if (f->recorded) {
        a = blob_open_recorded(f->recorded, in_capture, &f->source.names, out, e);
        out->cached_as = w->id;
    } else {
        a = blob_open_named(f->source.where, &f->source.names, out, e);
        id_files_id_of_path(f->source.where, &out->cached_as);
    }
    out->proven = f->recorded != NULL;
    return a;
}

/* Whether the bytes are a zip or another file that contains ELF files. A zip has such files at the start of pages, so
   that they can be mapped. */
static bool holds_others(struct span bytes)
{
    return embedded_any(bytes);
}

static const struct symbol_reader container_reader = { .name = "file with ELF files inside",
                                                       .kinds = 1u << WANT_CONTAINER,
                                                       .recognise = holds_others };

/* The reader for a file. The name is examined first, since a perf map can look like a listing. */
static const struct symbol_reader *reader_of(const char *path, struct span bytes)
{
    static const struct symbol_reader *const readers[] = { &elf_reader, &jitdump_reader, &kallsyms_reader,
                                                           &perf_map_reader, &container_reader };
    if (!strncmp(text_base_name(path), "perf-", 5) && perf_map_reader.recognise(bytes))
        return &perf_map_reader;
    for (size_t i = 0; i < COUNT(readers); i++)
        if (readers[i]->recognise(bytes))
            return readers[i];
    return NULL;
}

static struct single *single_new(const char *path, const struct symbol_reader *reader)
{
    static const struct source_ops ops = { .name = "file", .open = single_open, .part = single_part };
    struct single *f = source_new(sizeof(*f), &ops, path);
    f->reader = reader;
    return f;
}

struct source *source_file(const char *path, bool chosen, struct err *e)
{
    struct blob b = { 0 };
    struct names names = { 0 };
    struct single *f = NULL;
    struct span bytes;
    struct err changed = { 0 };
    if (!file_map(path, &bytes, e) && e->kind != ERR_MEMORY) /* sets the reason */
        return NULL;
    *e = (struct err){ 0 };
    file_unmap(bytes);
    enum answer a = blob_open_named(path, &names, &b, e);
    const struct symbol_reader *reader = NULL;
    if (a == ANSWER_FOUND)
        reader = reader_of(path, b.bytes);
    if (reader) {
        f = single_new(path, reader);
        f->source.chosen = chosen;
        if (reader->build_id)
            reader->build_id(b.bytes, &f->id);
    } else if (a == ANSWER_ABSENT) {
        err_set(e, ERR_UNSUPPORTED, 0, "%s is empty", path);
    } else if (a == ANSWER_FOUND && chosen) {
        err_set(e, ERR_UNSUPPORTED, 0, "%s is neither an ELF file nor a listing of symbols", path);
    } else if (a == ANSWER_FOUND) {
        err_set(e, ERR_UNSUPPORTED, 0, "%s is neither an ELF file nor a listing of symbols nor a package",
                path);
    } else {
        err_prefix(e, "%s", path);
    }
    blob_close(&b);
    arena_names_free(&names);
    if (!f && file_next_changed(&changed)) /* the file was read before, as a package */
        *e = changed;
    if (f)
        return &f->source;
    return NULL;
}

struct source *source_recorded_listing(const char *directory)
{
    struct text path = { 0 };
    text_printf(&path, "%s%s", directory, in_capture);
    struct single *f = single_new(path.s, &kallsyms_reader);
    f->recorded = arena_names_intern(&f->source.names, directory);
    text_free(&path);
    return &f->source;
}

/* A folio, or a file of one object. NULL with `e` set: it is neither. */
static struct source *lone_file(const char *path, const char *temporary, struct err *e)
{
    const enum folio_look look = folio_recognise_path(path, temporary, e);
    if (look == FOLIO_IS)
        return source_other_folio(path, temporary, e);
    if (look == FOLIO_IS_NOT)
        return source_file(path, false, e);
    err_prefix(e, "%s", path);
    return NULL;
}

static bool add_named(struct source_list *c, const char *path, const char *release, struct err *e)
{
    const bool is_dir = file_check_is_dir(path, e);
    if (e->kind != ERR_NONE)
        return false;
    struct source *packages = source_packages(path, is_dir, e);
    if (e->kind != ERR_NONE)
        return false;
    if (!is_dir) {
        struct source *s = packages;
        if (!s)
            s = lone_file(path, c->temporary, e);
        source_list_add(c, s);
        return s;
    }
    struct text home = { 0 };
    text_printf(&home, "%s/.debug", path);
    source_list_add(c, source_named_cache(path));
    source_list_add(c, source_named_cache(home.s));
    source_list_add(c, source_tree(path, release));
    source_list_add(c, packages);
    source_list_add(c, source_files_by_id(path));
    text_free(&home);
    return true;
}

bool sources_add(struct source_list *c, const char *path, const char *release, struct err *e)
{
    if (add_named(c, path, release, e))
        return true;
    if (e->kind != ERR_MEMORY)
        return false;
    problem_add(&c->problems, PROBLEM_BAD_OBJECT, 1, "%s", e->msg); /* other files may suffice */
    *e = (struct err){ 0 };
    return true;
}
