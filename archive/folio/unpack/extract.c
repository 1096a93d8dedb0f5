#include "archive/folio/unpack/extract.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "archive/package/inner_path.h"
#include "core/base/budget.h"
#include "core/base/mem.h"

/* A link of the cache by build-id, and its target, a folder. */
struct link {
    const char *path, *says;
};

struct job {
    const struct folio *f;
    const char *dir;
    int64_t capture; /* -1: all */
    uint64_t max_unpacked;
    const char *closed; /* why no files can be created in the folder; NULL: they can */
    struct extracted *out;
    struct names ids;        /* build-ids that are in the cache now */
    uint32_t *content_of_id; /* by id in `ids`: the content with this build-id */
    size_t cap_ids;
    struct names lacking; /* paths of objects without a build-id */
    bool *listed;         /* per content: it is a module that is in a kernel's listing */
    struct link *links;
    size_t nlinks, cap_links;
};

static bool is_asked_for(const struct job *j, uint32_t capture)
{
    return j->capture < 0 || capture == j->capture;
}

/* A clean copy of a name, for reports: the name comes from a stranger. */
static const char *keep_clean(struct job *j, const char *s)
{
    struct text clean = { 0 };
    text_add_clean(&clean, s);
    const char *kept = arena_names_intern(&j->out->names, text_str(&clean));
    text_free(&clean);
    return kept;
}

static void refuse(struct job *j, const char *name, const char *why)
{
    struct extracted *x = j->out;
    *MEM_ADD(x->refusals, x->nrefusals, x->cap_refusals) =
        (struct refusal){ keep_clean(j, name), keep_clean(j, why) };
}

/* Writes a file to `path` and adds it to the result. On failure adds it to the refusals, with the reason. */
static bool extract_put(struct job *j, struct extracted_file what, const struct file *from)
{
    struct extracted *x = j->out;
    struct err e = { 0 };
    enum output_mode mode = OUTPUT_ORDINARY;
    if (what.kind == EXTRACTED_CAPTURE)
        mode = OUTPUT_PRIVATE;
    if (!safe_extract_write_file(j->dir, what.path, from, mode, &e)) {
        const bool is_closed = j->closed && e.kind == ERR_IO;
        refuse(j, what.name, is_closed ? j->closed : e.msg);
        return false;
    }
    what.name = keep_clean(j, what.name);
    what.path = arena_names_intern(&x->names, what.path);
    what.bytes = from->size;
    *MEM_ADD(x->files, x->nfiles, x->cap_files) = what;
    return true;
}

static bool put_bytes(struct job *j, struct extracted_file what, struct span bytes)
{
    struct file from;
    file_of_bytes(&from, bytes);
    bool ok = extract_put(j, what, &from);
    file_close(&from);
    return ok;
}

/* Sets `path` to a capture's name. It must be a single component, and must not be the name of the cache. */
static bool name_capture(const char *name, struct text *path, struct err *e)
{
    if (strchr(name, '/') || !strcmp(name, EXTRACT_TREE))
        return err_set(e, ERR_FORMAT, 0, "a capture cannot be written under this name");
    return safe_extract_append_name(path, name, e);
}

/* Whether the n files of a capture unpack to no more bytes than they may. */
static bool is_within_limit(const struct job *j, const struct file *files, size_t n, struct err *e)
{
    uint64_t packed = 0, plain = 0;
    for (size_t i = 0; i < n; i++) {
        packed += files[i].packed;
        plain += files[i].size;
    }
    struct budget b = budget_for_files(packed, j->max_unpacked);
    return budget_spend(&b, plain) || budget_set_error(&b, e);
}

static void put_capture(struct job *j, uint32_t capture)
{
    assert(capture < j->f->ncaptures);
    const char *name = j->f->captures[capture].name, **inner = NULL;
    struct err e = { 0 };
    struct file *files = NULL;
    struct text path = { 0 };
    size_t n = 0;
    if (name_capture(name, &path, &e))
        n = folio_open_files(j->f, capture, &files, &inner, &e);
    size_t at = path.n;
    const bool is_allowed = n && is_within_limit(j, files, n, &e);
    if (!is_allowed)
        refuse(j, name, e.msg);
    for (size_t i = 0; i < n && is_allowed; i++) {
        struct err no = { 0 };
        path.n = at;
        path.s[at] = 0;
        if (!*inner[i] || safe_extract_append_name(&path, inner[i], &no))
            extract_put(j, (struct extracted_file){ .kind = EXTRACTED_CAPTURE, .name = name, .path = path.s },
                        &files[i]);
        else
            refuse(j, name, no.msg);
    }
    for (size_t i = 0; i < n; i++)
        file_close(&files[i]);
    free(files);
    free(inner);
    text_free(&path);
}

/* The kernel modules whose symbols come from the listing of a kernel, in the captures that have this kernel;
   malloc'ed. Each content is in one listing only. */
static const struct folio_answer **modules_of(struct job *j, uint32_t kernel, size_t *n)
{
    const struct folio *f = j->f;
    bool *captures = mem_new(f->ncaptures, sizeof(*captures));
    const struct folio_answer **found = mem_new(f->nanswers, sizeof(*found));
    *n = 0;
    for (size_t i = 0; i < f->nanswers; i++)
        if (f->answers[i].object == kernel && is_asked_for(j, f->answers[i].capture))
            captures[f->answers[i].capture] = true;
    for (size_t i = 0; i < f->nanswers; i++) {
        const struct folio_answer *a = &f->answers[i];
        const struct folio_object *o = &f->objects[a->object];
        if (captures[a->capture] && o->kind == OBJECT_MODULE && o->space == SYMTAB_AVMA &&
            !j->listed[a->object]) {
            j->listed[a->object] = true;
            found[(*n)++] = a;
        }
    }
    free(captures);
    return found;
}

/* A file of an object in the cache, DIR/.debug/PATH/ID/NAME. */
struct cached {
    const struct folio_answer *answer;
    const struct build_id *id;
    const char *folder; /* relative to DIR */
};

/* Writes a restored file, if there is one, and frees it. False: the file does not exist. */
static bool put_cached(struct job *j, const struct cached *c, const char *name, bool ok, struct restored *r,
                       const struct err *e)
{
    struct text path = { 0 };
    text_printf(&path, "%s/%s", c->folder, name);
    const struct extracted_file what = {
        .kind = EXTRACTED_OBJECT, .name = c->answer->path, .path = path.s, .id = *c->id
    };
    if (!ok)
        refuse(j, c->answer->path, e->msg);
    ok = ok && r->bytes.n && put_bytes(j, what, r->bytes);
    restored_free(r);
    text_free(&path);
    return ok;
}

static bool put_elf(struct job *j, const struct cached *c, const char *name)
{
    struct restored r;
    struct err e = { 0 };
    bool ok = restore_elf(j->f, &j->f->objects[c->answer->object], c->id, &r, &e);
    return put_cached(j, c, name, ok, &r, &e);
}

static bool put_debug(struct job *j, const struct cached *c, const char *name)
{
    const struct folio_object *o = &j->f->objects[c->answer->object];
    struct restored r = { 0 };
    struct err e = { 0 };
    bool ok = !o->debug || folio_read_section(j->f, o->debug, &r.bytes, &e);
    return put_cached(j, c, name, ok, &r, &e);
}

/* Writes the files of a kernel. perf needs a listing of symbols, wherever the symbols came from. If there
   is also an ELF file, perf prefers it, and then does not look for modules in the listing. */
static bool put_kernel(struct job *j, const struct cached *c)
{
    const struct folio_object *o = &j->f->objects[c->answer->object];
    size_t n;
    const struct folio_answer **modules = modules_of(j, c->answer->object, &n);
    const char *elf = n ? "debug" : "elf";
    struct restored r;
    struct err e = { 0 };
    bool ok = restore_kallsyms(j->f, o, modules, n, &r, &e), any = put_cached(j, c, "kallsyms", ok, &r, &e);
    free(modules);
    if (!o->is_listing && o->debug)
        any |= put_debug(j, c, elf);
    else if (!o->is_listing && o->image)
        any |= put_elf(j, c, elf);
    return any;
}

static bool put_file(struct job *j, const struct cached *c)
{
    const bool vdso = j->f->objects[c->answer->object].kind == OBJECT_VDSO;
    const char *name = vdso ? "vdso" : "elf";
    const bool any = put_elf(j, c, name);
    return put_debug(j, c, "debug") || any;
}

static void add_link(struct job *j, const char *hex, const char *folder)
{
    struct names *names = &j->out->names;
    *MEM_ADD(j->links, j->nlinks, j->cap_links) =
        (struct link){ arena_names_printf(names, EXTRACT_TREE "/.build-id/%.2s/%s", hex, hex + 2),
                       arena_names_printf(names, "../../%s", folder + sizeof(EXTRACT_TREE)) };
}

/* Whether a build-id's folder in the cache is free for an answer. If so, the answer gets it. */
static bool take_id(struct job *j, const struct folio_answer *a, const char *hex)
{
    uint32_t known = j->ids.n, id = arena_names_id(&j->ids, hex);
    if (id <= known) {
        if (j->content_of_id[id] != a->object)
            refuse(j, a->path,
                   "the folio has several objects with its build-id, but a cache holds only one; choose a "
                   "capture with --capture NAME");
        return false;
    }
    while (j->cap_ids <= id)
        j->content_of_id = mem_room(j->content_of_id, j->cap_ids, &j->cap_ids, sizeof(*j->content_of_id));
    j->content_of_id[id] = a->object;
    return true;
}

/* Sets `path` to .debug/PATH/ID. It must not be inside the folder of links. */
static bool name_folder(const struct folio_answer *a, const char *hex, struct text *path, struct err *e)
{
    const struct object o = { .kind = a->kind, .path = a->path };
    const char *name = inner_path_cache_name(&o);
    text_add(path, EXTRACT_TREE);
    if (!strncmp(name + strspn(name, "/"), ".build-id", strlen(".build-id")))
        return err_set(e, ERR_FORMAT, 0, "the cache uses this name for itself");
    return safe_extract_append_name(path, name, e) && safe_extract_append_name(path, hex, e);
}

static void put_object(struct job *j, const struct folio_answer *a)
{
    const struct folio_object *o = &j->f->objects[a->object];
    struct cached c = { .answer = a, .id = &o->id };
    if (a->id.n)
        c.id = &a->id;
    struct text folder = { 0 };
    struct err e = { 0 };
    char hex[BUILD_ID_HEX];
    if (!a->id.n)
        arena_names_id(&j->lacking, a->path);
    if (!c.id->n || !take_id(j, a, object_build_id_text(c.id, hex)))
        return;
    if (!name_folder(a, hex, &folder, &e)) {
        refuse(j, a->path, e.msg);
    } else {
        bool any;
        c.folder = folder.s;
        if (o->kind == OBJECT_KERNEL)
            any = put_kernel(j, &c);
        else
            any = put_file(j, &c);
        if (any)
            add_link(j, hex, folder.s);
    }
    text_free(&folder);
}

/* Whether the name is that of a perf map: "perf-67.map" */
static bool extract_is_perf_map(const char *name)
{
    if (strncmp(name, "perf-", 5))
        return false;
    const size_t digits = strspn(name + 5, "0123456789");
    return digits && !strcmp(name + 5 + digits, ".map");
}

static void put_perf_map(struct job *j, const struct folio_answer *a)
{
    const char *name = text_base_name(a->path);
    struct restored r = { 0 };
    struct err e = { 0 };
    if (!extract_is_perf_map(name)) /* generated code that a recorder listed; perf reads no file for it */
        arena_names_id(&j->lacking, a->path);
    else if (!restore_perf_map(j->f, &j->f->objects[a->object], &r, &e))
        refuse(j, a->path, e.msg);
    else
        put_bytes(j, (struct extracted_file){ .kind = EXTRACTED_PERF_MAP, .name = a->path, .path = name },
                  r.bytes);
    restored_free(&r);
}

/* Writes the kernels (`kernels`) or all other objects. Kernels must be written first, since only then it
   is known which modules are in their listings. */
static void put_objects(struct job *j, bool kernels)
{
    for (size_t i = 0; i < j->f->nanswers; i++) {
        const struct folio_answer *a = &j->f->answers[i];
        const struct folio_object *o = &j->f->objects[a->object];
        if (!is_asked_for(j, a->capture) || (o->kind == OBJECT_KERNEL) != kernels)
            continue;
        if (o->kind == OBJECT_JIT)
            put_perf_map(j, a);
        else if (o->space != SYMTAB_AVMA)
            put_object(j, a);
        else if (!j->listed[a->object])
            arena_names_id(&j->lacking, a->path);
    }
}

bool extract(const struct folio *f, const char *dir, int64_t capture, uint64_t max_unpacked,
             struct extracted *out, struct err *e)
{
    struct job j = { .f = f, .dir = dir, .capture = capture, .max_unpacked = max_unpacked, .out = out };
    *out = (struct extracted){ 0 };
    struct err closed = { 0 };
    if (!file_make_folder(dir, e))
        return false;
    if (!file_check_can_create(dir, &closed))
        j.closed = closed.msg; /* files that exist already count as written */
    j.listed = mem_new(f->nobjects, sizeof(*j.listed));
    for (uint32_t i = 0; i < f->ncaptures; i++)
        if (is_asked_for(&j, i))
            put_capture(&j, i);
    put_objects(&j, true);
    put_objects(&j, false);
    for (size_t i = 0; i < j.nlinks; i++) {
        struct err no = { 0 };
        if (!safe_extract_make_link(dir, j.links[i].path, j.links[i].says, &no))
            refuse(&j, j.links[i].path, no.msg);
    }
    out->without_id = j.lacking.n;
    if (j.lacking.n)
        out->first_without_id = keep_clean(&j, arena_names_text(&j.lacking, 1));
    arena_names_free(&j.ids);
    arena_names_free(&j.lacking);
    free(j.content_of_id);
    free(j.listed);
    free(j.links);
    return true;
}

void extracted_free(struct extracted *x)
{
    free(x->files);
    free(x->refusals);
    arena_names_free(&x->names);
    *x = (struct extracted){ 0 };
}
