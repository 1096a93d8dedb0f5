/* The lines under a result, and in place of one. */
#include <inttypes.h>
#include <sys/stat.h>

#include "cli/session/common.h"

/* Where standard output and standard error are one file what is shown stands behind the answer that it is about.
   Elsewhere that is not written yet: a reader who goes away (| head) must not keep it from being shown. */
static void write_answer_first(FILE *err)
{
    struct stat a, b;
    if (!fstat(fileno(stdout), &a) && !fstat(fileno(err), &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino)
        fflush(stdout);
}

void common_problems_list(const struct problems *all, const char *of, uint64_t samples, FILE *err)
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

void common_problems_show(const struct session *s, const struct problems *more, uint64_t samples, FILE *err)
{
    struct problems all;
    session_problems_all(s, more, &all);
    common_problems_list(&all, s->o.of, samples, err);
}

void common_no_samples_list(const char *of, uint64_t recorded, bool counted, const char *filters, FILE *err)
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

void common_no_samples_show(const struct session *s, const char *filters, FILE *err)
{
    common_no_samples_list(session_name(s), s->capture->nsamples, session_is_counted(s), filters, err);
}
