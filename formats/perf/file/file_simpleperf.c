#include "formats/perf/file/file_simpleperf.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"

enum { PAGE = 4096 };

/* The key of an entry. There is one entry for the kernel, whose path is written in many ways. Modules, and
   all other kinds, are found by path. */
static uint64_t file_simpleperf_key_of(uint32_t kind, const char *path)
{
    if (kind == SIMPLEPERF_KERNEL)
        return hash_u64(0);
    const uint64_t space = kind == SIMPLEPERF_MODULE ? 1 : 2;
    return hash_u64(hash_bytes(path, strlen(path)) + space);
}

static bool file_simpleperf_is_same(const struct simpleperf_entry *e, uint32_t kind, const char *path)
{
    if (kind == SIMPLEPERF_KERNEL || e->kind == SIMPLEPERF_KERNEL)
        return kind == e->kind;
    return (kind == SIMPLEPERF_MODULE) == (e->kind == SIMPLEPERF_MODULE) && !strcmp(e->path, path);
}

static const struct simpleperf_entry *file_simpleperf_find(const struct simpleperf *s, uint32_t kind,
                                                           const char *path)
{
    uint32_t i;
    for (uint64_t key = file_simpleperf_key_of(kind, path); (i = idmap_get(&s->of, key)); key++)
        if (file_simpleperf_is_same(&s->v[i - 1], kind, path))
            return &s->v[i - 1];
    return NULL;
}

void simpleperf_add(struct perfdata *p, struct span entry, enum simpleperf_form form, uint64_t at)
{
    struct simpleperf *s = &p->simpleperf;
    struct simpleperf_file f;
    if (!simpleperf_file_read(entry, form, &f) || f.kind >= SIMPLEPERF_KINDS) {
        problem_add(&p->capture.problems, PROBLEM_BAD_FEATURE, 1,
                    "the symbols of a file at 0x%" PRIx64 ", %zu bytes", at, entry.n);
        return;
    }
    const char *path = arena_text(&p->arena, (const char *)f.path.p, f.path.n);
    uint64_t key = file_simpleperf_key_of(f.kind, path);
    for (uint32_t i; (i = idmap_get(&s->of, key)); key++)
        if (file_simpleperf_is_same(&s->v[i - 1], f.kind, path))
            return;
    *MEM_ADD(s->v, s->n, s->cap) = (struct simpleperf_entry){ entry, form, path, f.kind };
    *idmap_find_or_add(&s->of, key) = (uint32_t)s->n;
}

const struct simpleperf_entry *simpleperf_entry_of(const struct capture *c, const struct object *o)
{
    const struct simpleperf *s = &perfdata_of_const(c)->simpleperf;
    const char *slash = strrchr(o->path, '/');
    const struct simpleperf_entry *e;
    if (o->machine != -1)
        return NULL;
    switch (o->kind) {
    case OBJECT_KERNEL:
        return file_simpleperf_find(s, SIMPLEPERF_KERNEL, "");
    case OBJECT_MODULE:
        return file_simpleperf_find(s, SIMPLEPERF_MODULE, o->path);
    case OBJECT_USER:
    case OBJECT_VDSO:
        return file_simpleperf_find(s, SIMPLEPERF_ELF, o->path);
    case OBJECT_JIT: /* "perf-PID.map" is in a folder of the application, wherever that is */
        e = file_simpleperf_find(s, SIMPLEPERF_ELF, o->path);
        if (e || !slash)
            return e;
        return file_simpleperf_find(s, SIMPLEPERF_SYMBOL_MAP, slash + 1);
    default:
        return NULL;
    }
}

bool simpleperf_keeps_symbols(const struct capture *c)
{
    const struct simpleperf *s = &perfdata_of_const(c)->simpleperf;
    return s->n || s->listing.n;
}

struct span simpleperf_listing(const struct capture *c)
{
    return perfdata_of_const(c)->simpleperf.listing;
}

/* PID of "perf-PID.map"; -1: the name has another form. */
static int32_t process_of(const char *path)
{
    int pid, end = 0;
    if (sscanf(path, "perf-%9d.map%n", &pid, &end) == 1 && pid >= 0 && end && !path[end])
        return pid;
    return -1;
}

static struct simpleperf_symbol *sorted_symbols(const struct simpleperf_entry *e, size_t *n)
{
    struct simpleperf_file f;
    struct simpleperf_symbol s, *v = NULL;
    size_t cap = 0;
    *n = 0;
    if (!simpleperf_file_read(e->bytes, e->form, &f))
        return NULL;
    while (simpleperf_symbol(&f, &s))
        *MEM_ADD(v, *n, cap) = s;
    sort_by_first(v, *n, sizeof(*v));
    return v;
}

static void show_map(int32_t pid, uint64_t start, uint64_t end,
                     void (*visit)(void *arg, const struct record *r), void *arg)
{
    const struct record r = { .type = PERF_RECORD_MMAP2,
                              .misc = PERF_RECORD_MISC_USER,
                              .mmap = { .pid = pid,
                                        .tid = pid,
                                        .start = start,
                                        .len = end - start,
                                        .pgoff = start,
                                        .prot = 5,
                                        .filename = "//anon" } };
    visit(arg, &r);
}

/* Passes one mapping to visit() for each run of pages with symbols. */
static void map_symbols(const struct simpleperf_entry *e, int32_t pid,
                        void (*visit)(void *arg, const struct record *r), void *arg)
{
    size_t n;
    struct simpleperf_symbol *v = sorted_symbols(e, &n);
    for (size_t i = 0; i < n;) {
        uint64_t start = v[i].vaddr / PAGE * PAGE, end = start;
        do {
            uint64_t last = v[i].vaddr + v[i].len + (PAGE - 1);
            if (last < v[i].vaddr)
                last = UINT64_MAX / PAGE * PAGE;
            else
                last = last / PAGE * PAGE;
            if (last > end)
                end = last;
        } while (++i < n && v[i].vaddr <= end);
        if (end > start)
            show_map(pid, start, end, visit, arg);
    }
    free(v);
}

void simpleperf_show_jit_mappings(const struct perfdata *p, void (*visit)(void *arg, const struct record *r),
                                  void *arg)
{
    for (size_t i = 0; i < p->simpleperf.n; i++) {
        const struct simpleperf_entry *e = &p->simpleperf.v[i];
        int32_t pid = -1;
        if (e->kind == SIMPLEPERF_SYMBOL_MAP)
            pid = process_of(e->path);
        if (pid >= 0)
            map_symbols(e, pid, visit, arg);
    }
}

void simpleperf_free(struct simpleperf *s)
{
    for (size_t i = 0; i < s->ndsos; i++)
        text_free(&s->dsos[i].entry);
    free(s->dsos);
    idmap_free(&s->dso_of);
    free(s->v);
    idmap_free(&s->of);
    text_free(&s->split);
    *s = (struct simpleperf){ .v = NULL };
}
