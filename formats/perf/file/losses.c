#include "formats/perf/file/perfdata.h"

#include <inttypes.h>

enum writer { BY_KERNEL, BY_RECORDER, BY_EITHER };

/* Whether perf record may have read the lost samples of an event when it ended; NULL: of any event. */
static bool is_counted(const struct capture *c, const struct event *ev)
{
    for (uint32_t i = 0; !ev && i < c->events.n; i++)
        if (c->events.v[i].attr.read_format & PERF_FORMAT_LOST)
            return true;
    return ev && ev->attr.read_format & PERF_FORMAT_LOST;
}

/* Who wrote a LOST_SAMPLES record. The kernel writes them only for precise events, with the time if the
   event records it. perf leaves the time 0. */
static enum writer writer_of(const struct capture *c, const struct event *ev, const struct record *r)
{
    if (r->when.time || !is_counted(c, ev))
        return BY_KERNEL;
    bool is_precise = !ev || ev->attr.flags >> ATTR_PRECISE_IP & 3;
    if (is_precise && !(r->id.has & PERF_SAMPLE_TIME))
        return BY_EITHER;
    return BY_RECORDER;
}

static void see_samples(struct losses *l, struct capture *c, const struct record *r)
{
    const struct event *ev = events_find(&c->events, r->id.id);
    if (ev)
        c->events.v[ev - c->events.v].lost += r->lost.lost;
    c->lost_samples += r->lost.lost;
    enum writer writer = writer_of(c, ev, r);
    if (writer == BY_KERNEL) {
        problem_add(&c->problems, PROBLEM_LOST_SAMPLES, r->lost.lost, "at offset %" PRIu64, r->at);
        return;
    }
    struct losses_sum *sum = writer == BY_RECORDER ? &l->counted : &l->unsure;
    if (!sum->n)
        sum->first_at = r->at;
    sum->n += r->lost.lost;
}

void losses_see(struct losses *l, struct capture *c, const struct record *r)
{
    if (r->type == PERF_RECORD_LOST)
        problem_add(&c->problems, PROBLEM_LOST_EVENTS, r->lost.lost, "at offset %" PRIu64, r->at);
    else if (r->misc & PERF_RECORD_MISC_LOST_SAMPLES_BPF)
        problem_add(&c->problems, PROBLEM_DROPPED_SAMPLES, r->lost.lost, "at offset %" PRIu64, r->at);
    else
        see_samples(l, c, r);
}

void losses_finish(const struct losses *l, struct capture *c)
{
    uint64_t reported = c->problems.of[PROBLEM_LOST_EVENTS].n;
    if (l->counted.n > reported)
        problem_add(&c->problems, PROBLEM_LOST_SAMPLES, l->counted.n - reported, "at offset %" PRIu64,
                    l->counted.first_at);
    enum problem_kind kind = reported ? PROBLEM_LOST_PERHAPS : PROBLEM_LOST_SAMPLES;
    problem_add(&c->problems, kind, l->unsure.n, "at offset %" PRIu64, l->unsure.first_at);
}
