/* problems: the messages printed below a result, or instead of a result. */

#include "lib/question/common/common.h"
#include "lib/session/off_cpu.h"

static void common_line_show(const char *of, const char *line, struct outlet *err)
{
    struct text t = { 0 };
    text_add(&t, "perfolio:");
    style_paint(&err->style, &t, 0, COLOR_YELLOW);
    text_add(&t, " ");
    if (of)
        text_printf(&t, "%s: ", of);
    text_printf(&t, "%s\n", line);
    outlet_write(err, t.s, t.n);
    text_free(&t);
}

void common_problems_list(const struct problems *all, const char *of, uint64_t samples, struct outlet *err)
{
    struct text line = { 0 };
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        line.n = 0;
        if (session_problem_line(all, i, samples, &line))
            common_line_show(of, line.s, err);
    }
    text_free(&line);
}

void common_problems_show(const struct session *s, const struct problems *more, uint64_t samples,
                          struct outlet *err)
{
    struct problems all;
    session_problems_all(s, more, &all);
    common_problems_list(&all, s->o.of, samples, err);
}

void common_no_samples_list(const char *of, uint64_t recorded, bool counted, const char *filters,
                            struct outlet *err)
{
    outlet_print(err, "perfolio: %s has no samples", of);
    if (counted)
        outlet_print(err, ", only counts of perf stat: perfolio stat report -i %s shows them", of);
    else if (recorded && filters)
        outlet_print(err, " that pass %s", filters);
    else if (recorded)
        outlet_print(err, " that could be read");
    outlet_print(err, "\n");
}

static void no_waits_show(const struct session *s, const char *filters, struct outlet *err)
{
    outlet_print(err, "perfolio: %s has no waits", session_name(s));
    if (s->capture->nsamples && filters)
        outlet_print(err, " that pass %s", filters);
    else if (s->waits->open)
        outlet_add(err,
                   " that began and ended in the recording; perf record -a or --switch-events records both "
                   "ends");
    outlet_add(err, "\n");
}

void common_no_samples_show(const struct session *s, const char *filters, struct outlet *err)
{
    if (s->waits) {
        no_waits_show(s, filters, err);
        return;
    }
    common_no_samples_list(session_name(s), s->capture->nsamples, session_is_perf_stat(s), filters, err);
}
