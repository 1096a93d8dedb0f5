#include "formats/perf/open.h"

#include <inttypes.h>
#include <string.h>

#include "core/base/budget.h"
#include "formats/perf/feed.h"

struct open_files {
    struct capture_place place;
    struct file *files;
    const char *const *paths;
    size_t n;
};

static bool place_open(const struct capture_place *place, const char *name, struct file *f, bool *absent,
                       struct err *e)
{
    const struct open_files *p = (const struct open_files *)place;
    for (size_t i = 0; i < p->n; i++)
        if ((p->files[i].view || p->files[i].fd >= 0) && !strcmp(p->paths[i], name)) {
            *f = file_take(&p->files[i]);
            return true;
        }
    *absent = true;
    return err_set(e, ERR_FORMAT, 0, "the folio has no such file of its capture");
}

static bool place_last(const struct capture_place *place, const char *prefix, uint32_t *n,
                       struct err *e UNUSED)
{
    const struct open_files *p = (const struct open_files *)place;
    *n = 0;
    for (size_t i = 0; i < p->n; i++)
        *n = file_numbered(p->paths[i], prefix, *n);
    return true;
}

struct capture *perfdata_open_files(const char *path, bool directory, struct file *files,
                                    const char *const *paths, size_t n, struct span index, struct err *e)
{
    struct open_files p = {
        .place = { .directory = directory, .open = place_open, .last_numbered = place_last, .index = index },
        .files = files,
        .paths = paths,
        .n = n,
    };
    struct capture *c = perfdata_open_at(path, &p.place, e);
    for (size_t i = 0; i < n; i++)
        file_close(&files[i]);
    return c;
}

bool perfdata_check_unpacked(const struct capture *c, uint64_t most, struct err *e)
{
    const struct perfdata *p = perfdata_of_const(c);
    const struct budget b = budget_for_files(feed_stored_bytes(p), most);
    uint64_t n = 0;
    for (size_t i = 0; i < p->nfiles; i++)
        if (p->files[i].view && p->files[i].view->unpacks)
            n += p->files[i].size;
    if (n <= b.most)
        return true;
    return err_set(e, ERR_UNSUPPORTED, 0,
                   "%s: unpacks to %" PRIu64 " bytes from %" PRIu64 "; the limit is %" PRIu64
                   " (--max-unpacked)",
                   c->path, n, b.packed, b.most);
}
