#include "archive/source/module_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "core/base/file/file.h"
#include "core/base/mem.h"
#include "core/base/text.h"

enum { DEEPEST = 16, MOST = 1 << 20 }; /* folders in one another, and files: no kernel has more */

static void list(struct module_files *m, struct text *path, unsigned depth)
{
    struct err refused = { 0 };
    size_t n = 0, end = path->n;
    char **names = depth < DEEPEST ? file_names(path->s, MOST, &n, &refused) : NULL;
    struct stat st;
    for (size_t i = 0; i < n && m->n < MOST; i++) {
        if (names[i][0] == '.')
            continue;
        path->n = end;
        text_printf(path, "/%s", names[i]);
        if (lstat(path->s, &st))
            continue;
        if (S_ISDIR(st.st_mode)) {
            list(m, path, depth + 1);
        } else if (strstr(names[i], ".ko")) {
            m->paths = mem_room(m->paths, m->n, &m->cap, sizeof(*m->paths));
            m->paths[m->n++] = arena_names_intern(&m->names, path->s);
        }
    }
    free(names);
}

/* Whether a path is that of the module "[name]". */
static bool is_of(const char *path, const char *name)
{
    const char *file = text_base_name(path);
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
