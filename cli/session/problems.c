/* What was wrong with a session's capture, in words. */
#include <inttypes.h>
#include <sys/stat.h>

#include "cli/session/session.h"
#include "formats/perf/records/record_table.h"

void session_problems_all(const struct session *s, const struct problems *more, struct problems *all)
{
    *all = s->capture->problems;
    problems_merge(all, &s->problems);
    if (s->resolver)
        resolver_problems(s->resolver, all);
    if (more)
        problems_merge(all, more);
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
    return true;
}

/* Where standard output and standard error are one file what is shown stands behind the answer that it is about.
   Elsewhere that is not written yet: a reader who goes away (| head) must not keep it from being shown. */
static void write_answer_first(FILE *err)
{
    struct stat a, b;
    if (!fstat(fileno(stdout), &a) && !fstat(fileno(err), &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino)
        fflush(stdout);
}

void session_problems_list(const struct problems *all, const char *of, uint64_t samples, FILE *err)
{
    struct text line = { 0 };
    write_answer_first(err);
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        line.n = 0;
        if (session_problem_line(all, i, samples, &line))
            fprintf(err, "perfolio: %s%s%s\n", of ? of : "", of ? ": " : "", line.s);
    }
    text_free(&line);
}

void session_problems_show(const struct session *s, const struct problems *more, uint64_t samples, FILE *err)
{
    struct problems all;
    session_problems_all(s, more, &all);
    session_problems_list(&all, s->of, samples, err);
}

void session_no_samples_list(const char *of, uint64_t recorded, bool counted, const char *filters, FILE *err)
{
    write_answer_first(err);
    fprintf(err, "perfolio: %s has no samples", of);
    if (counted)
        fprintf(err, ", it has what perf stat counted: perfolio stat report -i %s", of);
    else if (recorded && filters)
        fprintf(err, " that %s let through", filters);
    else if (recorded)
        fprintf(err, " that could be read");
    fprintf(err, "\n");
}

bool session_is_counted(const struct session *s)
{
    const uint64_t *n = s->capture->counts;
    return !s->capture->nsamples &&
           (n[record_kind_of(PERF_RECORD_STAT)] || n[record_kind_of(PERF_RECORD_STAT_CONFIG)]);
}

void session_no_samples_show(const struct session *s, const char *filters, FILE *err)
{
    session_no_samples_list(session_name(s), s->capture->nsamples, session_is_counted(s), filters, err);
}
