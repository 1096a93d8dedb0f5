/* The problems of a session's capture as sentences. */
#include <inttypes.h>

#include "formats/perf/records/record_table.h"
#include "lib/session/session.h"

void session_problems_within(const struct session *s, const struct source_list_scope *scope,
                             const struct problems *more, struct problems *all)
{
    *all = s->capture->problems;
    problems_merge(all, &s->problems);
    if (s->resolver)
        resolver_problems(s->resolver, scope, all);
    if (more)
        problems_merge(all, more);
}

void session_problems_all(const struct session *s, const struct problems *more, struct problems *all)
{
    session_problems_within(s, NULL, more, all);
}

bool session_problem_line(const struct problems *all, int i, uint64_t samples, struct text *out)
{
    if (!all->of[i].n)
        return false;
    text_printf(out, "%" PRIu64 " %s", all->of[i].n, problem_sentence(i, all->of[i].n));
    if (samples &&
        (i == PROBLEM_NO_OBJECT || i == PROBLEM_NO_SYMBOL || i == PROBLEM_NO_MAP || i == PROBLEM_PATH_CUT))
        text_printf(out, ", %.2f%% of all", 100.0 * (double)all->of[i].n / (double)samples);
    if (all->of[i].first[0])
        text_printf(out, " (first: %s)", all->of[i].first);
    if (i == PROBLEM_NO_MAP && all->of[PROBLEM_TRUNCATED].n)
        text_add(out, "; their mappings may be in the part of the capture that could not be read");
    if (i == PROBLEM_NO_SYMBOL)
        text_add(out, "; perfolio doctor says where to get symbols");
    return true;
}

bool session_is_perf_stat(const struct session *s)
{
    const uint64_t *n = s->capture->counts;
    return !s->capture->nsamples &&
           (n[record_kind_of(PERF_RECORD_STAT)] || n[record_kind_of(PERF_RECORD_STAT_CONFIG)]);
}
