#include "read/objects.h"

#include <libiberty/demangle.h>
#include <stdio.h>
#include <stdlib.h>

#include "read/symbols.h"

static uint64_t hash_of(const char *s, size_t n)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (; n >= 8; n -= 8, s += 8)
        h = table_hash(h ^ u64((const uint8_t *)s));
    for (; n; n--, s++)
        h = (h ^ (uint8_t)*s) * UINT64_C(0x100000001b3);
    return table_hash(h);
}

uint32_t objects_name(struct objects *o, const char *s, size_t n)
{
    uint32_t *at = table_at(&o->by_name, hash_of(s, n));
    if (!*at) {
        char *copy = table_new(n + 1, 1);
        memcpy(copy, s, n);
        o->names = table_room(o->names, o->nnames, &o->cap_names, sizeof(*o->names));
        o->names[o->nnames++] = (struct name){ copy, n };
        *at = (uint32_t)o->nnames;
    }
    return *at - 1;
}

/* Rows of the build-id table: a record's header, a pid, 20 bytes of id with their number behind them, the path. */
void objects_init(struct objects *o, const struct capture *c)
{
    enum { ROW_PATH = 36 };
    size_t size;
    const uint8_t *p = capture_feature(c, FEATURE_BUILD_ID, &size);
    *o = (struct objects){ .capture = c };
    objects_name(o, "", 0);
    for (const uint8_t *end = p + size; p && end - p > ROW_PATH && u16(p + 6) > ROW_PATH; p += u16(p + 6)) {
        const char *path = (const char *)p + ROW_PATH;
        o->rows = table_room(o->rows, o->nrows, &o->cap_rows, sizeof(const uint8_t *));
        o->rows[o->nrows++] = p;
        *table_at(&o->listed, hash_of(path, strlen(path))) = (uint32_t)o->nrows;
    }
}

static const char *short_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && path[0] != '[' ? slash + 1 : path;
}

static struct object *object_new(struct objects *o, const char *path)
{
    struct object *x = table_new(1, sizeof(*x));
    size_t n = strlen(path);
    x->path = memcpy(table_new(n + 1, 1), path, n);
    x->name = objects_name(o, short_name(path), strlen(short_name(path)));
    o->v = table_room(o->v, o->n, &o->cap, sizeof(struct object *));
    return o->v[o->n++] = x;
}

uint32_t objects_get(struct objects *o, const char *path, const uint8_t *id, size_t nid, bool kernel,
                     uint64_t offset)
{
    static const char image[] = "[kernel.kallsyms]";
    bool is_image = kernel && !strncmp(path, image, sizeof(image) - 1);
    if (is_image)
        path = image;
    uint64_t key = hash_of(path, strlen(path));
    if (!id) {
        uint32_t row = table_get(&o->listed, key);
        id = row ? o->rows[row - 1] + 12 : NULL;
        nid = row && id[20] ? id[20] : 20;
    }
    uint32_t *at = table_at(&o->by_key, id ? table_mix(key, hash_of((const char *)id, nid)) : key);
    if (!*at) {
        struct object *x = object_new(o, path);
        x->nid = (uint8_t)(nid < sizeof(x->id) ? nid : sizeof(x->id));
        if (id)
            memcpy(x->id, id, x->nid);
        x->kernel = kernel;
        x->ref = is_image ? offset : 0;
        *at = (uint32_t)o->n;
    }
    return *at - 1;
}

uint32_t objects_ksymbol(struct objects *o, const char *name, uint64_t size)
{
    struct object *x = object_new(o, name);
    x->loaded = true;
    x->symbols = table_room(x->symbols, 0, &x->cap, sizeof(*x->symbols));
    x->symbols[x->n++] = (struct symbol){ 0, size, x->path, (uint32_t)strlen(name), 0, 0 };
    return (uint32_t)o->n - 1;
}

struct symbol *objects_symbol(const struct objects *o, struct object *x, uint64_t offset)
{
    if (!x->loaded)
        symbols_load(o->capture->folio, x);
    offset -= (uint64_t)x->delta;
    size_t lo = 0, hi = x->n;
    while (lo < hi) {
        size_t middle = (lo + hi) / 2;
        if (x->symbols[middle].start <= offset)
            lo = middle + 1;
        else
            hi = middle;
    }
    struct symbol *s = lo ? &x->symbols[lo - 1] : NULL;
    return s && offset < s->end ? s : NULL;
}

uint32_t objects_shown(struct objects *o, struct symbol *s)
{
    if (!s->shown) {
        char *plain = s->n > 2 && s->s[0] == '_' && !s->s[s->n] ? cplus_demangle(s->s, DMGL_NO_OPTS) : NULL;
        s->shown = plain ? objects_name(o, plain, strlen(plain)) : objects_name(o, s->s, s->n);
        free(plain);
    }
    return s->shown;
}
