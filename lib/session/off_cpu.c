#include "lib/session/off_cpu.h"

#include <stdlib.h>

#include "core/base/mem.h"

static bool has_off_cpu_event(const struct events *es)
{
    for (uint32_t i = 0; i < es->n; i++)
        if (event_is_off_cpu(&es->v[i]))
            return true;
    return false;
}

/* Whether some event of the capture recorded call chains. */
static bool has_chains(const struct events *es)
{
    for (uint32_t i = 0; i < es->n; i++)
        if (event_sample_bits(&es->v[i]) & PERF_SAMPLE_CALLCHAIN)
            return true;
    return false;
}

static bool read_switches(struct session *s, struct session_waits *w, struct err *e)
{
    struct address_cache addresses;
    struct sched_slices slices;
    struct replay r = session_replay(s, &addresses, NULL);
    addresses.names_by_then = false; /* the names of threads at the time of the wait, as for samples */
    thread_numbers_init(&w->threads, w->samples->columns.threads, w->samples->columns.nthreads);
    struct err why = { 0 };
    const bool ok = sched_slices_read(&slices, &r, &w->samples->columns, &w->threads, &why);
    if (ok)
        waits_of_slices(&w->columns, &slices, &w->samples->columns, &w->threads, w->weight);
    w->open = slices.open;
    sched_slices_free(&slices);
    address_cache_free(&addresses);
    if (ok)
        return true;
    if (why.kind == ERR_USAGE)
        return err_set(e, ERR_USAGE, 0,
                       "%s: the capture does not record when threads left the CPU; perf record -e "
                       "sched:sched_switch -e sched:sched_wakeup -a -g does, and perf record --off-cpu",
                       session_waits_option(w));
    *e = why;
    return false;
}

/* Whether the samples of an event say how long a thread ran. */
static bool says_time(const struct event *ev)
{
    const bool has_period = ev->attr.sample_type & PERF_SAMPLE_PERIOD || !attr_has(&ev->attr, ATTR_FREQ);
    return attr_is_clock(&ev->attr) && has_period;
}

static bool has_event(const struct sample_columns *c, uint32_t event)
{
    for (size_t i = 0; i < c->n; i++)
        if (c->event[i] == event)
            return true;
    return false;
}

/* Adds the samples of the first event that says how long threads ran. */
static bool add_runs(struct session *s, struct session_waits *w, struct err *e)
{
    const struct events *es = &s->capture->events;
    uint32_t i = 0;
    while (i < es->n && !(says_time(&es->v[i]) && has_event(&w->samples->columns, i)))
        i++;
    if (i == es->n)
        return err_set(e, ERR_USAGE, 0,
                       "%s: no samples say how long threads ran; those of perf record -e cpu-clock and -e "
                       "task-clock do, while cycles and other events do not count time",
                       session_waits_option(w));
    waits_add_samples(&w->columns, &w->samples->columns, i);
    if (attr_has(&es->v[i].attr, ATTR_EXCLUDE_KERNEL))
        problem_add(&w->columns.problems, PROBLEM_KERNEL_UNSAMPLED, 1, "%s", es->v[i].name);
    return true;
}

static bool read_waits(struct session *s, struct session_waits *w, struct err *e)
{
    const struct events *es = &s->capture->events;
    w->samples = session_samples(s, true, e);
    if (!w->samples)
        return false;
    if (!has_off_cpu_event(es))
        return read_switches(s, w, e);
    if (w->weight == WAIT_BLOCKED || w->weight == WAIT_RUNNABLE)
        return err_set(
            e, ERR_USAGE, 0,
            "--off-cpu: samples of perf record --off-cpu do not say how long a thread was runnable");
    waits_of_samples(&w->columns, &w->samples->columns, es);
    return true;
}

void session_release_waits(struct session_waits *w)
{
    if (!w || atomic_fetch_sub(&w->users, 1) > 1)
        return;
    waits_free(&w->columns);
    thread_numbers_free(&w->threads);
    session_samples_release(w->samples);
    free(w);
}

/* A capture of which no more than one event is to be seen. */
static void make_capture(struct session_waits *w, const struct capture *from)
{
    static const char *const names[] = { "off-cpu", "off-cpu:blocked", "off-cpu:runnable", "wall-clock" };
    const bool chains = has_chains(&from->events);
    w->event = (struct event){ .name = names[w->weight], .scale = 1, .members = 1 };
    w->event.attr.type = PERF_TYPE_SOFTWARE;
    w->event.attr.config = 0; /* a clock event, so that weights are ns */
    w->event.attr.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_TID | PERF_SAMPLE_TIME | PERF_SAMPLE_CPU |
                                PERF_SAMPLE_PERIOD | chains * PERF_SAMPLE_CALLCHAIN;
    w->capture = *from;
    w->capture.events = (struct events){ .v = &w->event, .n = 1 };
    w->capture.nsamples = w->columns.n;
    w->capture.timed = true;
    /* perf takes a sample at the end of a wait, so a wait may begin before the first sample */
    if (w->columns.n && w->columns.time[0] < from->first_time)
        w->capture.first_time = w->columns.time[0];
}

/* Keeps waits for the next question about them, if the session keeps samples. */
static void keep_waits(struct session *s, struct session_waits *w)
{
    if (w->samples != s->samples)
        return;
    session_release_waits(s->kept_waits);
    s->kept_waits = w;
    atomic_fetch_add(&w->users, 1);
}

struct session_waits *session_read_waits(struct session *s, enum wait_weight weight, struct err *e)
{
    struct session_waits *w = s->kept_waits;
    if (w && w->weight == weight) {
        atomic_fetch_add(&w->users, 1);
        return w;
    }
    w = mem_new(1, sizeof(*w));
    atomic_store(&w->users, 1);
    w->weight = weight;
    session_traces(s); /* the session has them, not a copy */
    if (!read_waits(s, w, e) || (weight == WAIT_AND_RUN && !add_runs(s, w, e))) {
        session_release_waits(w);
        return NULL;
    }
    make_capture(w, s->capture);
    w->recorded = s->capture;
    keep_waits(s, w);
    return w;
}

void session_use_waits(struct session *s, struct session_waits *w)
{
    s->waits = w;
    s->capture = &w->capture;
}

void session_drop_waits(struct session *s)
{
    if (!s->waits)
        return;
    s->capture = s->waits->recorded;
    session_release_waits(s->waits);
    s->waits = NULL;
}
