/*
 * Counts samples in a session. A session that stays open stores its samples in columns at the first question
 * that the columns can answer; it stores them with their stacks at the first question that needs stacks. So
 * the file is read at most twice, but for the first question, if it is about a small part of the time: the part is counted
 * from the file, which is much sooner.
 *
 *     max_samples 0, or fewer than the samples:  each question reads the file
 *     else:  the first question reads columns, and all questions count those
 */
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/count/count.h"
#include "lib/columns/count_columns.h"
#include "lib/session/off_cpu.h"

void session_samples_release(struct session_samples *k)
{
    if (!k || atomic_fetch_sub(&k->users, 1) > 1)
        return;
    sample_columns_free(&k->columns);
    if (k->kept) {
        kept_paths_free(&k->kept->paths);
        kept_ends_free(&k->kept->ends);
    }
    free(k->kept);
    free(k);
}

void session_note_sample_problems(struct session *s, const struct problems *of_them)
{
    static const enum problem_kind kinds[] = { PROBLEM_NO_STACK, PROBLEM_UNKNOWN_BITS, PROBLEM_TRUNCATED,
                                               PROBLEM_BAD_RECORD, PROBLEM_UNKNOWN_EVENT };
    s->sound = true;
    for (size_t i = 0; i < COUNT(kinds); i++)
        s->sound = s->sound && !of_them->of[kinds[i]].n;
}

/* Reads samples for one user. NULL with `e` set. */
static struct session_samples *read_samples(struct session *s, bool stacks, uint64_t most, struct err *e)
{
    const struct sample_columns_opts how = { .stacks = stacks, .most = most };
    struct session_samples *k = mem_new(1, sizeof(*k));
    atomic_store(&k->users, 1);
    if (sample_columns_read(&k->columns, s->capture, s->timeline, s->resolver, &how, e)) {
        session_note_sample_problems(s, &k->columns.problems);
        return k;
    }
    session_samples_release(k);
    return NULL;
}

static bool may_keep(const struct session *s)
{
    return s->o.max_samples && s->capture->nsamples <= s->o.max_samples && !s->samples_exceed;
}

/* Stores the samples in the session, only if all of them could be read. If this fails, for example for
   lack of memory, nothing is stored. False: they are not stored; if `e` is set, they cannot be read. */
static bool keep_samples(struct session *s, bool stacks, struct err *e)
{
    if (!may_keep(s))
        return false;
    if (s->samples && (s->samples->columns.has_stacks || !stacks))
        return true;
    session_samples_release(s->samples);
    s->samples = NULL;
    s->samples = read_samples(s, stacks, s->o.max_samples, e);
    if (e->kind == ERR_UNSUPPORTED) { /* there are more; a sample that read counters is stored as several */
        s->samples_exceed = true;
        *e = (struct err){ .kind = ERR_NONE };
    }
    return s->samples;
}

struct session_samples *session_samples(struct session *s, bool stacks, struct err *e)
{
    if (keep_samples(s, stacks, e)) {
        atomic_fetch_add(&s->samples->users, 1);
        return s->samples;
    }
    if (e->kind == ERR_NONE)
        return read_samples(s, stacks, 0, e);
    return NULL;
}

/* Whether the columns, read now or before, have the needed data. False with `e` set: they could not be
   read. */
static bool has_samples(struct session *s, struct column_count *a, struct err *e)
{
    const bool stacks = a->opts->children || a->opts->paths || a->opts->parent;
    const struct sample_columns hoped = { .has_stacks = stacks };
    struct column_count before = *a;
    before.columns = &hoped;
    if (!may_keep(s) || !count_columns_supports(&before) || !keep_samples(s, stacks, e))
        return false;
    a->columns = &s->samples->columns;
    if (!s->samples->kept)
        s->samples->kept = mem_new(1, sizeof(*s->samples->kept));
    a->kept = s->samples->kept;
    return count_columns_supports(a);
}

enum { PART_LEAST = 1 << 17 }; /* samples of a capture in which a part is sooner counted from the file */

/* Whether this is the first question, and about less than an eighth of the time. */
static bool asks_first_for_part(struct session *s, const struct filter *f)
{
    const struct capture *c = s->capture;
    if (s->samples || s->part_asked || f->ntimes != 1 || c->nsamples < PART_LEAST)
        return false;
    const uint64_t from = f->times->from > c->first_time ? f->times->from : c->first_time;
    const uint64_t to = lesser_of(f->times->to, c->last_time);
    s->part_asked = to < from || to - from < (c->last_time - c->first_time) / 8;
    return s->part_asked;
}

bool session_count(struct session *s, const struct count_opts *o, struct profile *out, struct err *e)
{
    struct column_count a = {
        .capture = s->capture, .timeline = s->timeline, .resolver = s->resolver, .opts = o
    };
    *out = (struct profile){ 0 };
    if (s->waits)
        return session_count_waits(s, o, out, e);
    if (!asks_first_for_part(s, &o->filter) && has_samples(s, &a, e)) {
        if (count_columns(&a, out, e))
            return true;
        if (e->kind != ERR_NONE) /* the caller frees `out` */
            return false;
        profile_free(out);
    }
    return e->kind == ERR_NONE && count_samples(s->capture, s->timeline, s->resolver, o, out, e);
}
