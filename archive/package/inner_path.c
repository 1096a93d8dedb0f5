#include "archive/package/inner_path.h"

#include <string.h>

#include "arch/arch.h"
#include "core/base/hash.h"

const char *inner_path(const char *path)
{
    while (path[0] == '/' || (path[0] == '.' && path[1] == '/'))
        path++;
    return path;
}

/* Appends the components of `path` to `out`; ".." removes one. */
static void inner_path_walk(struct text *out, const char *path)
{
    for (size_t n; *path; path += n + (path[n] == '/')) {
        n = strcspn(path, "/");
        if (n == 2 && !memcmp(path, "..", 2)) {
            while (out->n && out->s[--out->n] != '/')
                ;
            out->s[out->n] = 0;
        } else if (n && (n > 1 || *path != '.')) {
            if (out->n)
                text_add(out, "/");
            text_add_n(out, path, n);
        }
    }
}

void inner_path_of_link(struct text *out, const char *from, const char *link)
{
    out->n = 0;
    text_add(out, "");
    if (*link != '/') {
        inner_path_walk(out, from);
        inner_path_walk(out, "..");
    }
    inner_path_walk(out, link);
}

static bool skip(const char **s, const char *prefix)
{
    size_t n = strlen(prefix);
    bool is = !strncmp(*s, prefix, n);
    if (is)
        *s += n;
    return is;
}

bool inner_path_is_merged(const char *path)
{
    static const char *const folders[] = { "bin/", "sbin/", "lib/", "lib32/", "lib64/", "libx32/" };
    for (size_t i = 0; i < COUNT(folders); i++)
        if (!strncmp(path, folders[i], strlen(folders[i])))
            return true;
    return false;
}

static const char *merged(const char *path)
{
    const char *rest = path;
    if (skip(&rest, "usr/") && inner_path_is_merged(rest))
        return rest;
    return path;
}

bool inner_path_matches(const char *inner, const char *path)
{
    bool debug = skip(&inner, "usr/lib/debug/");
    path = merged(inner_path(path));
    inner = merged(inner);
    size_t n = strlen(path);
    return !strncmp(inner, path, n) && (!inner[n] || (debug && !strcmp(inner + n, ".debug")));
}

uint64_t inner_path_key(const char *path)
{
    static const char *const tails[] = { ".ko", ".debug", "]" };
    char name[256];
    const char *base = text_base_name(path);
    base += *base == '[';
    size_t n = strlen(base);
    for (size_t i = 0; i < COUNT(tails); i++) {
        const char *tail = strstr(base, tails[i]);
        if (tail && (size_t)(tail - base) < n)
            n = (size_t)(tail - base);
    }
    if (!strncmp(base, "vmlinux", 7))
        n = 7;
    if (n >= sizeof(name))
        n = sizeof(name);
    for (size_t i = 0; i < n; i++) {
        name[i] = base[i];
        if (name[i] == '-')
            name[i] = '_';
    }
    return hash_bytes(name, n);
}

const char *inner_path_cache_name(const struct object *o)
{
    if (o->kind == OBJECT_VDSO)
        return "[vdso]";
    if (o->kind == OBJECT_KERNEL && !strncmp(o->path, "[guest", 6))
        return "[guest.kernel.kallsyms]";
    if (o->kind == OBJECT_KERNEL)
        return "[kernel.kallsyms]";
    return o->path;
}
