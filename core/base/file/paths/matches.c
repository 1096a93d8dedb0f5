/* Paths that match a pattern. */
#include <stdlib.h>
#include <string.h>

#include "core/base/file/file.h"
#include "core/base/file/paths/glob.h"
#include "core/base/mem.h"

struct matches {
    struct text all; /* paths, each ended by NUL */
    size_t n;
};

/* Removes each '\' that quotes the next byte. */
static void unescape(char *s)
{
    char *to = s;
    for (; *s; *to++ = *s++)
        s += *s == '\\' && s[1];
    *to = 0;
}

static void matches_add_below(struct matches *m, const char *begun, const char *rest);

/* Adds the paths that match `rest` (which begins with '/', or is empty) below the existing path `begun`. */
static void matches_go_on(struct matches *m, const char *begun, const char *rest)
{
    struct text path = { 0 };
    const size_t slashes = strspn(rest, "/");
    text_add(&path, begun);
    text_add_n(&path, rest, slashes);
    if (rest[slashes] && (!*begun || file_is_dir(path.s))) {
        matches_add_below(m, path.s, rest + slashes);
    } else if (!rest[slashes] && (!slashes || file_is_dir(path.s))) {
        text_add_n(&m->all, path.s, path.n + 1);
        m->n++;
    }
    text_free(&path);
}

/* Adds the paths that match `rest` (which begins with a name) in the folder `begun`, which is empty or ends with
   '/'. */
static void matches_add_below(struct matches *m, const char *begun, const char *rest)
{
    const size_t n = strcspn(rest, "/");
    char *name = mem_copy(rest, n);
    struct text path = { 0 };
    struct err unreadable = { 0 };
    size_t count = 0;
    char **names = NULL;
    if (glob_is_pattern(name)) {
        names = file_list_names(*begun ? begun : ".", SIZE_MAX, &count, &unreadable);
    } else {
        unescape(name);
        text_printf(&path, "%s%s", begun, name);
        if (file_kind_of(path.s) != FILE_NONE)
            matches_go_on(m, path.s, rest + n);
    }
    for (size_t i = 0; i < count; i++) {
        const bool is_hidden = names[i][0] == '.' && name[0] != '.';
        if (is_hidden || !glob_match(name, names[i]))
            continue;
        path.n = 0;
        text_printf(&path, "%s%s", begun, names[i]);
        matches_go_on(m, path.s, rest + n);
    }
    free(names);
    free(name);
    text_free(&path);
}

static int by_path(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **file_list_matches(const char *pattern, size_t *n)
{
    struct matches m = { 0 };
    matches_go_on(&m, "", pattern);
    *n = m.n;
    char **v = NULL;
    if (m.n) {
        v = mem_resize(NULL, m.n * sizeof(*v) + m.all.n, 1);
        char *at = memcpy(v + m.n, m.all.s, m.all.n);
        for (size_t i = 0; i < m.n; i++, at += strlen(at) + 1)
            v[i] = at;
        mem_sort(v, m.n, sizeof(*v), by_path);
    }
    text_free(&m.all);
    return v;
}
