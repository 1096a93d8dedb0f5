#include "archive/source/module_files.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/mem.h"
#include "core/base/text.h"

enum { DEEPEST = 16, MOST = 1 << 20 }; /* folders in one another, and files: no kernel has more */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void list(struct module_files *m, struct text *path, unsigned depth)
{
    DIR *d = depth < DEEPEST ? opendir(path->s) : NULL;
    size_t n = path->n;
    struct stat st;
    for (struct dirent *e; d && m->n < MOST && (e = readdir(d)) != NULL;) {
        if (e->d_name[0] == '.')
            continue;
        path->n = n;
        text_printf(path, "/%s", e->d_name);
        if (lstat(path->s, &st))
            continue;
        if (S_ISDIR(st.st_mode)) {
            list(m, path, depth + 1);
        } else if (strstr(e->d_name, ".ko")) {
            m->paths = mem_room(m->paths, m->n, &m->cap, sizeof(*m->paths));
            m->paths[m->n++] = arena_names_intern(&m->names, path->s);
        }
    }
    if (d)
        closedir(d);
}

/* Whether a path is that of the module "[name]". */
static bool is_of(const char *path, const char *name)
{
    const char *file = strrchr(path, '/') + 1;
    for (name++; *name && *name != ']'; name++, file++)
        if (*file != *name && !(*file == '-' && *name == '_') && !(*file == '_' && *name == '-'))
            return false;
    return !strncmp(file, ".ko", 3) && (!file[3] || file[3] == '.');
}

const char *module_file(struct module_files *m, const char *dir, const char *name, unsigned i)
{
    if (!m->listed) {
        struct text path = { 0 };
        text_add(&path, dir);
        list(m, &path, 0);
        text_free(&path);
        if (m->n) /* readdir's order is any */
            qsort(m->paths, m->n, sizeof(*m->paths), by_text);
        m->listed = true;
    }
    for (size_t k = 0; k < m->n; k++)
        if (is_of(m->paths[k], name) && !i--)
            return m->paths[k];
    return NULL;
}

void module_files_free(struct module_files *m)
{
    free(m->paths);
    arena_names_free(&m->names);
    *m = (struct module_files){ 0 };
}
