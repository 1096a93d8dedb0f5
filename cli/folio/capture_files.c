#include "cli/folio/capture_files.h"

#include <stdlib.h>

#include "archive/folio/folio.h"
#include "core/base/mem.h"
#include "formats/perf/file/perfdata.h"

void capture_files_close(struct capture_files *c)
{
    for (size_t i = 0; c->own && i < c->n; i++)
        file_close(&c->files[i]);
    free(c->files);
    free(c->paths);
}

/* Everything in a capture's directory: `data` first, by which it is recognised. */
static bool open_directory(const char *dir, struct names *names, struct capture_files *c, struct err *e)
{
    size_t n;
    char **paths = file_list(dir, &n, e);
    c->own = true;
    c->files = mem_new(n, sizeof(*c->files));
    c->paths = mem_new(n, sizeof(*c->paths));
    for (size_t i = 0; paths && i < n && e->kind == ERR_NONE; i++) {
        struct text path = { 0 };
        bool absent;
        text_printf(&path, "%s/%s", dir, paths[i]);
        c->paths[c->n] = arena_names_intern(names, paths[i]);
        if (file_open_regular(&c->files[c->n], path.s, &absent, e))
            c->n++;
        else
            err_in(e, "%s", path.s);
        text_free(&path);
    }
    for (size_t i = 0; paths && i < n; i++)
        free(paths[i]);
    free(paths);
    return e->kind == ERR_NONE;
}

bool capture_files_open(const struct session *s, struct names *names, struct capture_files *c, struct err *e)
{
    *c = (struct capture_files){ 0 };
    if (s->folio) {
        c->own = true;
        c->n = folio_open_files(s->folio, s->number, &c->files, &c->paths, e);
        return c->n;
    }
    if (s->capture->is_directory)
        return open_directory(s->capture->path, names, c, e);
    c->files = mem_new(1, sizeof(*c->files));
    c->paths = mem_new(1, sizeof(*c->paths));
    c->files[0] = *perfdata_file(s->capture);
    c->paths[0] = "";
    c->n = 1;
    return true;
}
