/* Counts in a session whose samples are waits (off_cpu.h). Waits exist only as columns. */
#include "lib/columns/column_tracks.h"
#include "lib/columns/count_columns.h"
#include "lib/session/off_cpu.h"

/* The arguments for counting the waits. */
static struct column_count count_of(const struct session *s, const struct count_opts *o)
{
    return (struct column_count){ .columns = &s->waits->columns,
                                  .capture = s->capture,
                                  .timeline = s->timeline,
                                  .resolver = s->resolver,
                                  .opts = o };
}

/* The data that the options need and columns of waits do not have; NULL: none. */
static const char *what_waits_lack(const struct count_opts *o)
{
    if (count_filters_chains(o))
        return "--parent, --exclude-other, --ignore-callees and --hide-unresolved need chains as they were "
               "recorded; --focus, --drop, --merge and --hide-object change the stacks of waits";
    if (o->filter.addresses.n)
        return "waits are not found by addresses, only by the names of functions";
    if (o->filter.running.n)
        return "waits do not have the number of threads that ran";
    for (size_t k = 0; k < o->nkeys; k++)
        if (o->keys[k]->varies == KEY_VARIES)
            return "waits have no more than thread, time, CPU, stack, state and waker, which other options "
                   "or keys ask for";
    if (o->stack.max != SAMPLE_COLUMNS_FRAMES || o->stack.guess)
        return "--max-stack and --unwind cannot change the stacks of waits";
    return "waits do not have what other options ask for";
}

static bool check_waits(const struct session_waits *w, const struct column_count *a, struct err *e)
{
    const bool has_all = !count_filters_chains(a->opts) && count_columns_supports(a);
    return has_all || err_set(e, ERR_USAGE, 0, "%s: %s", session_waits_option(w), what_waits_lack(a->opts));
}

enum { SAMPLES_MOST = 1 << 26 };

/* Whether the number of samples, one at each multiple of `every` ns, is below the limit; in a file, a wait may be said
   to have taken centuries. */
static bool wait_samples_fit(const struct sample_columns *c, uint64_t every, struct err *e)
{
    uint64_t n = 0;
    for (size_t i = 0; i < c->n && n <= SAMPLES_MOST; i++)
        n += (c->time[i] < OFF_CPU_TIMESTAMP) * (c->weight[i] / every);
    return n <= SAMPLES_MOST ||
           err_set(
               e, ERR_UNSUPPORTED, 0,
               "its waits are more than %d samples in this format; speedscope, folded and html have one a wait",
               SAMPLES_MOST);
}

bool session_wait_tracks(const struct session *s, const struct count_opts *o, uint64_t every,
                         struct tracks *out, struct err *e)
{
    const struct column_count a = count_of(s, o);
    *out = (struct tracks){ 0 };
    if (!check_waits(s->waits, &a, e))
        return false;
    if (every && !wait_samples_fit(a.columns, every, e))
        return false;
    column_tracks_make(&a, every, out);
    problem_add(&out->problems, PROBLEM_OPEN_WAIT, s->waits->open, "%s", "");
    return true;
}

bool session_count_waits(const struct session *s, const struct count_opts *o, struct profile *out,
                         struct err *e)
{
    const struct column_count a = count_of(s, o);
    if (!check_waits(s->waits, &a, e))
        return false;
    if (!count_columns(&a, out, e))
        return e->kind == ERR_NONE &&
               err_set(e, ERR_USAGE, 0, "--max-paths: with %s call paths cannot be cut",
                       session_waits_option(s->waits));
    problem_add(&out->problems, PROBLEM_OPEN_WAIT, s->waits->open, "%s", "");
    return true;
}
