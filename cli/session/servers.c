/* --debuginfod: which objects are worth a server's time, and how far it is. */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "archive/source/sources.h"
#include "cli/session/session.h"
#include "core/base/mem.h"
#include "core/profile/count/reachable.h"

enum { HOT_SHARE = 200 }; /* one sample in so many */

/* Which objects have enough of the samples: NULL when it cannot be counted. */
static bool *find_hot(struct session *s, struct err *e)
{
    size_t n;
    uint64_t all;
    uint64_t *shares = reachable_shares(s->capture, s->timeline, NULL, &all, e);
    timeline_objects(s->timeline, &n);
    bool *hot = shares ? mem_new(n, sizeof(*hot)) : NULL;
    for (size_t i = 0; shares && i < n; i++)
        hot[i] = shares[i] && shares[i] * HOT_SHARE >= all;
    free(shares);
    return hot;
}

static bool is_hot(void *arg, const struct object *o)
{
    const struct session *s = arg;
    return s->hot[o->index];
}

/* On a terminal only, and gone when the object is there. */
static void progress(void *arg UNUSED, const char *object, long have, long of)
{
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
