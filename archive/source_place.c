/*
 * Finds the place of a source file. The path comes from an untrusted file. So "." and ".." are resolved in the text
 * first; then no path leads out of a folder that the user named. Folders are compared name by name.
 */
#include <stdlib.h>
#include <string.h>

#include "archive/source_files.h"

/* Appends the path with "." and ".." resolved and with single slashes. ".." does not leave the root. */
static void resolve(const char *path, struct text *out)
{
    const bool absolute = path[0] == '/';
    for (size_t n; *path; path += n) {
        path += strspn(path, "/");
        n = strcspn(path, "/");
        if (n == 2 && path[0] == '.' && path[1] == '.') {
            const char *slash = NULL;
            if (out->n)
                slash = strrchr(out->s, '/');
            out->n = 0;
            if (slash)
                out->n = (size_t)(slash - out->s);
            text_add(out, "");
        } else if (n && !(n == 1 && path[0] == '.')) {
            if (out->n || absolute)
                text_add(out, "/");
            text_add_n(out, path, n);
        }
    }
}

/* An absolute path without its first n folders. */
static const char *strip(const char *path, unsigned n)
{
    const char *next;
    while (n-- && (next = strchr(path + 1, '/')) != NULL)
        path = next;
    return path;
}

/* The rest of a path after a folder; NULL: the path is not below the folder. */
static const char *below(const char *path, const char *folder, size_t n)
{
    while (n && folder[n - 1] == '/')
        n--;
    const bool is = !strncmp(path, folder, n) && (path[n] == '/' || !path[n] || !n);
    if (is)
        return path + n + strspn(path + n, "/");
    return NULL;
}

static enum source_where source_place_put(struct text *out, const char *folder, const char *rest,
                                          size_t *nfolder)
{
    text_add(out, folder);
    *nfolder = out->n;
    if (*rest && *folder && folder[strlen(folder) - 1] != '/')
        text_add(out, "/");
    text_add(out, rest);
    return SOURCE_NAMED;
}

enum source_where source_place(const struct source_paths *p, const char *named, struct text *out,
                               size_t *folder)
{
    struct text whole = { 0 };
    enum source_where where = SOURCE_NOWHERE;
    resolve(named, &whole);
    const char *path = text_str(&whole);
    *folder = 0;
    for (size_t i = 0; i < p->nrules && where == SOURCE_NOWHERE; i++) {
        const char *rule = p->rules[i], *to = strchr(rule, '=');
        const char *rest = NULL;
        if (to)
            rest = below(path, rule, (size_t)(to - rule));
        if (rest)
            where = source_place_put(out, to + 1, rest, folder);
    }
    if (where == SOURCE_NOWHERE && p->prefix && path[0] == '/')
        where = source_place_put(out, p->prefix, strip(path, p->strip) + 1, folder);
    if (where == SOURCE_NOWHERE && path[0] == '/' && !p->isolated) {
        text_add(out, path);
        where = SOURCE_HINT;
    }
    text_free(&whole);
    return where;
}
