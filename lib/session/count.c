/*
 * Counting in a session. One that stays open keeps its samples in columns from the first question on that they can answer, and with
 * their stacks from the first on that asks for these: it is read twice at most.
 *
 *     max_samples 0, or fewer than there are:  each question reads the file
 *     else:  the first one reads columns, all count those
 */
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/profile/count/count.h"
#include "lib/columns/count_columns.h"
#include "lib/session/session.h"

void session_forget_samples(struct session *s)
{
    if (s->samples)
        sample_columns_free(s->samples);
    free(s->samples);
    s->samples = NULL;
}

/* They are the session's once they are whole: who cannot have them, be it for memory, leaves none behind. */
static bool read_samples(struct session *s, bool stacks, struct err *e)
{
    const struct sample_columns_opts how = { .stacks = stacks, .most = s->o.max_samples };
    struct sample_columns *c;
    session_forget_samples(s);
    c = mem_new(1, sizeof(*c));
    if (sample_columns_read(c, s->capture, s->timeline, s->resolver, &how, e)) {
        s->samples = c;
        return true;
    }
    sample_columns_free(c);
    free(c);
    if (e->kind == ERR_UNSUPPORTED) { /* there are more than that: a sample that read counters is several */
        s->o.max_samples = 0;
        *e = (struct err){ .kind = ERR_NONE };
    }
    return false;
}

/* Whether columns, read now or before, have what it takes. False with `e` set where they could not be read. */
static bool has_samples(struct session *s, struct column_count *a, struct err *e)
{
    const bool stacks = a->opts->children || a->opts->paths;
    const struct sample_columns hoped = { .has_stacks = stacks };
    struct column_count before = *a;
    before.columns = &hoped;
    if (!s->o.max_samples || s->capture->nsamples > s->o.max_samples || !count_columns_can(&before))
        return false;
    if ((!s->samples || (stacks && !s->samples->has_stacks)) && !read_samples(s, stacks, e))
        return false;
    a->columns = s->samples;
    return count_columns_can(a);
}

bool session_count(struct session *s, const struct count_opts *o, struct profile *out, struct err *e)
{
    struct column_count a = {
        .capture = s->capture, .timeline = s->timeline, .resolver = s->resolver, .opts = o
    };
    *out = (struct profile){ 0 };
    if (has_samples(s, &a, e)) {
        if (count_columns(&a, out))
            return true;
        profile_free(out);
    }
    return e->kind == ERR_NONE && count_samples(s->capture, s->timeline, s->resolver, o, out, e);
}
