/* --debuginfod: decides which objects are requested from servers, and reports progress. */
#include <stdlib.h>

#include "archive/source/sources.h"
#include "core/base/mem.h"
#include "core/profile/count/reachable.h"
#include "lib/session/session.h"

enum { HOT_SHARE = 200 }; /* one sample in 200, which is 0.5 % */

/* Per object: whether it has enough samples to be downloaded. NULL: the samples cannot be counted. */
static bool *find_hot(struct session *s, struct err *e)
{
    size_t n;
    uint64_t all;
    uint64_t *shares = reachable_count_by_object(s->capture, s->timeline, NULL, &all, e);
    timeline_objects(s->timeline, &n);
    if (!shares)
        return NULL;
    bool *hot = mem_new(n, sizeof(*hot));
    for (size_t i = 0; i < n; i++)
        hot[i] = shares[i] && shares[i] * HOT_SHARE >= all;
    free(shares);
    return hot;
}

static bool is_hot(void *arg, const struct object *o)
{
    const struct session *s = arg;
    return s->hot[o->index];
}

/* Passes the progress of a download on to the caller. */
static void progress(void *arg, const char *object, long have, long of)
{
    const struct session *s = arg;
    if (s->o.progress)
        s->o.progress(s->o.arg, object, have, of);
}

bool session_add_servers(struct session *s, struct err *e)
{
    const struct debuginfod_opts o = { .arg = s, .progress = progress, .wanted = is_hot };
    struct source *source = source_debuginfod(&o, e);
    source_list_add(&s->sources, source);
    s->hot = NULL;
    if (source)
        s->hot = find_hot(s, e);
    return s->hot;
}
