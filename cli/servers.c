/* --debuginfod: which objects are worth a server's time, and how far it is. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "archive/sources.h"
#include "cli/session.h"
#include "core/base/mem.h"
#include "core/profile/count.h"

enum { HOT_SHARE = 200 }; /* one sample in so many */

static struct cell get_object(const struct view *v)
{
    return (struct cell){ .v = (uintptr_t)v->spot->place.object };
}

/* Which objects have enough of the samples: NULL when it cannot be counted. */
static bool *find_hot(struct session *s, struct err *e)
{
    static const struct key by_object = { .name = "object", .needs_place = true, .get = get_object };
    const struct key *const keys[] = { &by_object };
    const struct count_opts o = { .keys = keys, .nkeys = 1 };
    struct profile p;
    size_t n;
    timeline_objects(s->timeline, &n);
    bool *hot = mem_new(n, sizeof(*hot));
    uint64_t all = 0;
    bool ok = count_samples(s->capture, s->timeline, NULL, &o, &p, e);
    for (uint32_t i = 0; i < p.nrows; i++)
        all += row_at(&p, i)->samples;
    for (uint32_t i = 0; i < p.nrows; i++) {
        const struct object *object = (const struct object *)(uintptr_t)row_at(&p, i)->cells[0].v;
        if (object && row_at(&p, i)->samples * HOT_SHARE >= all)
            hot[object->index] = true;
    }
    profile_free(&p);
    if (!ok) {
        free(hot);
        return NULL;
    }
    return hot;
}

static bool is_hot(void *arg, const struct object *o)
{
    const struct session *s = arg;
    return s->hot[o->index];
}

/* On a terminal only, and gone when the object is there. */
static void progress(void *arg, const char *object, long have, long of)
{
    (void)arg;
    if (!isatty(STDERR_FILENO))
        return;
    if (of < 0)
        fprintf(stderr, "\r%*s\r", 70, "");
    else
        fprintf(stderr, "\rdebuginfod: %.40s: %ld of %ld KiB", object, have / 1024, of / 1024);
}

bool session_add_servers(struct session *s, const char *urls, struct err *e)
{
    const struct debuginfod_opts o = { .urls = urls, .arg = s, .progress = progress, .wanted = is_hot };
    struct source *source = source_debuginfod(&o, e);
    chain_add(&s->chain, source);
    s->hot = source ? find_hot(s, e) : NULL;
    return s->hot;
}
