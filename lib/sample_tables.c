/* Tables besides the samples: slices of the schedule, and markers. Each is read when it is first requested. */
#include "core/profile/places/address_cache.h"
#include "lib/samples.h"

struct tables_call {
    struct samples *s;
    struct err e;
};

void samples_free_tables(struct samples *s)
{
    sched_slices_free(&s->slices);
    markers_free(&s->markers);
    thread_numbers_free(&s->threads);
}

/* Begins a replay that gives threads the same names as the samples do. */
static struct replay tables_begin(struct samples *s, struct address_cache *addresses)
{
    const struct sample_columns *c = &s->kept->columns;
    struct replay r = session_replay(&s->f->session, addresses, NULL);
    addresses->names_by_then = false;
    if (!s->threads.n)
        thread_numbers_init(&s->threads, c->threads, c->nthreads);
    return r;
}

/* Ends a replay, without counting the problems again that reading the samples has counted. */
static void tables_end(struct samples *s, struct replay *r)
{
    struct problems *known = &s->f->problems;
    for (size_t i = 0; i < PROBLEM_COUNT; i++)
        if (!known->of[i].n)
            known->of[i] = r->problems.of[i];
    s->shown.threads = s->threads.n;
    address_cache_free(r->addresses);
}

static void tables_read_slices(void *arg)
{
    struct tables_call *c = arg;
    struct address_cache addresses;
    struct replay r = tables_begin(c->s, &addresses);
    struct sched_slices *s = &c->s->slices;
    c->s->has_slices = sched_slices_read(s, &r, &c->s->kept->columns, &c->s->threads, &c->e);
    c->s->shown_slices = (pf_slices){ .n = s->n,
                                      .start = s->start,
                                      .length = s->length,
                                      .delay = s->delay,
                                      .thread = s->thread,
                                      .waker = s->waker,
                                      .stack = s->stack,
                                      .cpu = s->cpu,
                                      .ran = s->ran,
                                      .state = s->state };
    tables_end(c->s, &r);
}

const pf_slices *pf_slices_read(pf_samples *of, pf_error *e)
{
    struct tables_call c = { .s = (struct samples *)of };
    if (!c.s->has_slices)
        file_call_guarded(c.s->f, tables_read_slices, &c, &c.e);
    file_error(e, &c.e);
    if (c.s->has_slices)
        return &c.s->shown_slices;
    return NULL;
}

static void tables_read_markers(void *arg)
{
    struct tables_call *c = arg;
    struct address_cache addresses;
    struct replay r = tables_begin(c->s, &addresses);
    struct markers *m = &c->s->markers;
    markers_free(m); /* frees what a call that failed left */
    c->s->has_markers = markers_read(m, &r, &c->s->kept->columns, &c->s->threads, &c->e);
    c->s->shown_markers = (pf_markers){ .n = m->n,
                                        .time = m->time,
                                        .thread = m->thread,
                                        .stack = m->stack,
                                        .text = m->text,
                                        .cpu = m->cpu,
                                        .event = m->event,
                                        .texts = (size_t)m->texts.n + 1 };
    tables_end(c->s, &r);
}

const pf_markers *pf_markers_read(pf_samples *of, pf_error *e)
{
    struct tables_call c = { .s = (struct samples *)of };
    if (!c.s->has_markers)
        file_call_guarded(c.s->f, tables_read_markers, &c, &c.e);
    file_error(e, &c.e);
    if (c.s->has_markers)
        return &c.s->shown_markers;
    return NULL;
}

const char *pf_text_of(const pf_samples *s, uint32_t text)
{
    const struct names *texts = &((const struct samples *)s)->markers.texts;
    if (text && text <= texts->n)
        return texts->text[text];
    return NULL;
}
