#include "lib/question/common/several.h"

#include <inttypes.h>

void several_add(struct several *s, const char *name, uint64_t count)
{
    if (!count)
        return;
    if (!s->n++)
        s->first = name;
    s->sum += count;
    text_printf(&s->each, s->n > 1 ? ", %" PRIu64 : "%" PRIu64, count);
}

void several_names(const struct several *s, struct text *out)
{
    text_add(out, s->first);
    if (s->n > 1)
        text_printf(out, " and %zu more", s->n - 1);
}

void several_each(const struct several *s, struct text *out)
{
    if (s->n > 1)
        text_printf(out, " (in each: %s)", s->each.s);
}

void several_free(struct several *s)
{
    text_free(&s->each);
    *s = (struct several){ 0 };
}

bool several_problem_line(const struct several_problems *v, size_t n, int i, struct text *out)
{
    struct several s = { 0 };
    struct problems sum = { 0 };
    uint64_t samples = 0;
    for (size_t k = 0; k < n; k++) {
        if (!s.n && v[k].all->of[i].n)
            sum.of[i] = v[k].all->of[i];
        several_add(&s, v[k].name, v[k].all->of[i].n);
        samples += v[k].samples;
    }
    sum.of[i].n = s.sum;
    if (s.n) {
        several_names(&s, out);
        text_add(out, ": ");
        session_problem_line(&sum, i, samples, out);
        several_each(&s, out);
    }
    const bool any = s.n != 0;
    several_free(&s);
    return any;
}

void several_problems_list(const struct several_problems *v, size_t n, struct outlet *err)
{
    struct text line = { 0 };
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        line.n = 0;
        if (several_problem_line(v, n, i, &line))
            outlet_print(err, "perfolio: %s\n", line.s);
    }
    text_free(&line);
}
