#include "lib/question/common/plan.h"

#include "archive/folio/folio.h"

bool plan_has_sample_field(const struct capture *c, uint64_t sample_bit)
{
    for (uint32_t i = 0; i < c->events.n; i++)
        if (event_sample_bits(&c->events.v[i]) & sample_bit)
            return true;
    return false;
}

bool plan_complete_opts(struct count_opts *c, struct filters *f, const struct capture *capture, struct err *e)
{
    c->skip_places = !filter_needs_place(&c->filter) && !count_filters_chains(c) &&
                     !transforms_any(&c->transforms);
    for (size_t i = 0; i < c->nkeys; i++) {
        c->skip_places = c->skip_places && !c->keys[i]->needs_place;
        if (c->keys[i]->sample & PERF_SAMPLE_BRANCH_STACK && !c->branches)
            return err_set(e, ERR_USAGE, 0,
                           "--sort %s: rows are samples, not branches (--branch-stack makes them branches)",
                           c->keys[i]->name);
    }
    return filters_resolve(f, &c->filter, capture, e);
}

bool plan_transforms_of_rows(struct count_opts *c)
{
    if (!transforms_any(&c->transforms))
        return false;
    c->paths = true;
    c->inlines = INLINES_UNWOUND;
    c->stack = (struct stack_opts){ .max = 127, .innermost = true };
    return true;
}

void plan_add_missing_keys(const struct count_opts *c, const struct capture *capture,
                           struct problems *problems)
{
    for (size_t i = 0; i < c->nkeys && capture->nsamples; i++) {
        const struct key *k = c->keys[i];
        if (k->varies && k->sample && !plan_has_sample_field(capture, k->sample))
            problem_add(problems, PROBLEM_KEY_NOT_RECORDED, 1, "%s", k->name);
    }
}

struct key_context plan_context(const struct session *s)
{
    const struct arch *arch = s->capture->env.arch;
    const char *labels = s->folio ? s->folio->captures[s->number].labels : NULL;
    unsigned bits = s->capture->bits;
    if (arch)
        bits = arch->bits;
    return (struct key_context){ .timeline = s->timeline,
                                 .demangle = s->o.demangle,
                                 .capture = session_capture_name(s),
                                 .labels = labels,
                                 .resolver = s->resolver,
                                 .addr_digits = bits == 32 ? 8 : 16 };
}
