/* script_lines: prints a capture from its first record to its last, each as a line or as JSON. Workers
   take slices of the capture (core/model/order/share.h). The lines of a slice are written when all earlier
   slices are written. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "lib/question/script/scribe.h"
#include "core/base/mem.h"
#include "core/model/order/share.h"
#include "core/profile/count/count.h"
#include "lib/question/common/plan.h"
#include "formats/perf/records/record_table.h"

enum {
    WRITE_AT =
        1 << 16, /* bytes: a worker writes its lines when it has so many, if all earlier slices are written */
    WAIT_AT = 1 << 22,   /* bytes: a worker with so many lines waits until the earlier slices are written */
    SLICE_RECORDS = 2048 /* records of a slice; their lines fit into a CPU's second-level cache */
};

static bool write_out(struct text *t, struct outlet *out, struct err *e)
{
    bool ok = !t->n || outlet_write(out, t->s, t->n);
    t->n = 0;
    return ok || err_set(e, ERR_IO, 0, "cannot write the lines: %s", strerror(errno));
}

/* Whether all samples that --limit allows are printed. */
static bool is_at_limit(const struct scribe *w)
{
    return w->o->limit && w->printed == w->o->limit;
}

/* False with `e` set if no more samples are to be printed. */
static bool below_limit(const struct scribe *w, struct err *e)
{
    return !is_at_limit(w) || err_set(e, ERR_CANCELLED, 0, "the limit of samples is reached");
}

/* Prints a sample as a sample of event `ev`: its own event, or another event of its group. */
static bool script_sample(struct scribe *w, const struct sample *s, const struct event *ev, uint64_t time,
                          uint64_t period, struct err *e)
{
    struct script_event *se = &w->events[ev - w->s->capture->events.v];
    if (!se->fields || filter_switch_hides(&w->event_switch, ev))
        return true;
    w->printed++;
    struct script_line l = { .s = s,
                             .type = PERF_RECORD_SAMPLE,
                             .time = time,
                             .period = period,
                             .fields = se->fields,
                             .how = se->how,
                             .event = se,
                             .task = address_cache_task_of(&w->addresses, s) };
    if (w->o->common.json) {
        script_sample_json(w, &l);
        return below_limit(w, e);
    }
    script_print_fields(w, &l, 0, se->is_branch ? LAST_OF_BRANCH + 1 : FIELDS);
    if (se->is_branch)
        script_print_branch(w, &l);
    text_char(&w->out, '\n', 1);
    return (!se->dump || script_dump_lines(w, se, e)) && below_limit(w, e);
}

static bool script_lines_is_hidden(struct scribe *w, const struct sample *s)
{
    const struct filter *f = &w->o->filter;
    const struct task_slot *task = address_cache_task_of(&w->addresses, s);
    struct resolved_addr resolved = { .level = 'H' };
    struct view v = { .sample = s, .comm = task->comm, .resolved = &resolved };
    if (filter_needs_place(f))
        resolved = address_cache_find(&w->addresses, task, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, s->ip,
                                      s->when, 0);
    return filter_hides(f, &w->memory, &v);
}

/* Whether a record other than a sample is printed or read. */
static bool wants_record(const struct scribe *w, uint32_t type)
{
    return type > PERF_RECORD_KERNEL_END || w->o->common.json || script_shows_type(w->o, type);
}

static void script_lines_see_record(struct scribe *w, const struct record *r)
{
    script_read_stat_record(w, r);
    if (r->type == PERF_RECORD_ID_INDEX)
        script_guests_add(&w->guests, r);
    if (!filter_has_cpu(&w->o->filter, r->id.cpu))
        return;
    if (w->o->common.json)
        script_record_json(w, r);
    else if (script_shows_type(w->o, r->type))
        script_record(w, r);
}

static bool see_sample(struct scribe *w, struct sample *s, struct err *e)
{
    struct capture *c = w->s->capture;
    uint64_t time = s->when.time;
    bool dropped = w->drops && filter_drops(&w->o->filter, s);
    if (!c->timed)
        s->when.time = 0; /* without times, the timeline orders records by their positions in the file */
    dropped = dropped || (w->hides && script_lines_is_hidden(w, s));
    if (!(s->event->attr.sample_type & PERF_SAMPLE_READ)) {
        w->samples += !dropped;
        return dropped || script_sample(w, s, s->event, time, s->period, e);
    }
    struct reading at = reading_of(s);
    const struct event *ev;
    for (uint64_t grown; reads_next(&w->reads, &at, &c->events, &ev, &grown);) {
        w->samples += grown && !dropped;
        if (grown && !dropped && !script_sample(w, s, ev, time, grown, e))
            return false;
    }
    return true;
}

/* Prefetches the memory that a sample's line needs, while earlier lines are made. */
static void expect(struct scribe *w, const struct sample *s)
{
    const struct script_event *se = &w->events[s->event - w->s->capture->events.v];
    struct script_line l = { .s = s };
    if (w->chains && se->has_chain) {
        __builtin_prefetch(s->chain.p);
    } else if (se->fields & FIELD(IP) && w->s->capture->timed && !w->o->common.json) {
        l.task = address_cache_task_of(&w->addresses, s);
        script_places_prefetch(w, &l, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, s->ip, se->how);
    }
}

static void script_lines_sum_up(struct script_work *p, const struct script_made *made)
{
    problems_merge(&p->problems, &made->problems);
    p->samples += made->samples;
}

/* Writes the lines of a slice made so far, if there are WRITE_AT bytes and all earlier slices are written.
   With WAIT_AT bytes it waits for the latter. */
static bool write_early(const struct script_work *p, struct scribe *w, const struct slice *slice,
                        struct err *e)
{
    if (w->to->n < w->write_at)
        return true;
    bool must = w->to->n >= WAIT_AT;
    w->write_at = w->to->n + WRITE_AT;
    if (!order_slice_is_next(slice, must))
        return !must;
    w->write_at = WRITE_AT;
    return write_out(w->to, p->out, e);
}

/* Prints the batch of decoded samples. */
static bool see_batch(const struct script_work *p, struct scribe *w, const struct slice *slice, struct err *e)
{
    size_t n = w->nbatch;
    w->nbatch = 0;
    for (size_t i = 0; i < n; i++)
        if (!see_sample(w, &w->batch[i], e) || !write_early(p, w, slice, e))
            return false;
    return true;
}

static bool see_next(const struct script_work *p, struct scribe *w, const struct slice *slice,
                     const struct block *in, const struct record_head *head, struct err *e)
{
    struct capture *c = w->s->capture;
    struct record r;
    if (head->type == PERF_RECORD_SAMPLE) {
        if (!c->ops->read_sample(c, in, head->at, &w->batch[w->nbatch], &w->problems))
            return true;
        expect(w, &w->batch[w->nbatch++]);
        return w->nbatch < SCRIPT_BATCH || see_batch(p, w, slice, e);
    }
    if (!wants_record(w, head->type) || !c->ops->read_record(c, in, head->at, &r))
        return true;
    if (!see_batch(p, w, slice, e))
        return false;
    script_lines_see_record(w, &r);
    return write_early(p, w, slice, e);
}

static bool see_records(const struct script_work *p, struct scribe *w, struct slice *slice, struct err *e)
{
    const struct block *in;
    const struct record_head *head, *end;
    bool ok = true;
    while (ok && (head = slice_next(slice, &in, &end)) != NULL)
        for (; ok && head < end; head++)
            ok = see_next(p, w, slice, in, head, e);
    return ok && see_batch(p, w, slice, e);
}

static bool see_slice(void *arg, unsigned worker, struct slice *slice, struct err *e)
{
    struct script_work *p = arg;
    struct scribe *w = &p->scribes[worker];
    struct script_made *made = &p->made[slice->slot];
    *w->to = made->text;
    w->samples = 0;
    w->write_at = WRITE_AT;
    bool ok = see_records(p, w, slice, e);
    struct err lost = { 0 };
    /* there is one worker: nothing in front of it is missing */
    if (!ok && is_at_limit(w) && !write_out(w->to, p->out, &lost))
        *e = lost; /* matters more than that the limit is reached */
    *made = (struct script_made){ *w->to, w->problems, w->samples };
    *w->to = (struct text){ 0 };
    w->problems = (struct problems){ 0 };
    /* the lines cannot be written: counts the samples up to this slice */
    if (!ok && order_slice_is_next(slice, false))
        script_lines_sum_up(p, made);
    return ok;
}

static bool put_slice(void *arg, const struct slice *slice, struct err *e)
{
    struct script_work *p = arg;
    struct script_made *made = &p->made[slice->slot];
    script_lines_sum_up(p, made);
    return write_out(&made->text, p->out, e);
}

/* Whether a line may depend on earlier lines. */
static bool is_chained(const struct session *s, const struct script_opts *o)
{
    const struct capture *c = s->capture;
    uint64_t fields = 0;
    for (uint32_t i = 0; i < c->events.n; i++)
        fields |= o->choice.of[script_type_of(&c->events.v[i].attr)].fields;
    bool shows_guests = o->common.json || fields & (FIELD(MACHINE_PID) | FIELD(VCPU));
    bool has_guests = c->counts[record_kind_of(PERF_RECORD_ID_INDEX)];
    bool counted = c->counts[record_kind_of(PERF_RECORD_STAT)] ||
                   c->counts[record_kind_of(PERF_RECORD_STAT_ROUND)] ||
                   c->counts[record_kind_of(PERF_RECORD_CPU_MAP)] > 1;
    return o->limit || o->relative || o->delta || o->switched.on || o->switched.off || o->dumps ||
           fields & FIELD(DATA_SRC) || counted || (shows_guests && has_guests);
}

/* Opens a reader of tracing data for each worker before the workers start: readers are not thread-safe,
   neither is opening them. */
static void open_traces(struct scribe *scribes, unsigned n)
{
    struct session *s = scribes->s;
    const struct trace_access how = session_trace_access(s);
    struct err ignored = { 0 };
    bool any = false;
    for (uint32_t i = 0; i < s->capture->events.n; i++)
        any = any || s->capture->events.v[i].attr.type == PERF_TYPE_TRACEPOINT;
    for (unsigned i = 1; i < n && any && session_traces(s); i++)
        scribes[i].traces = how.reader->open(how.data, &how.names, &ignored);
}

bool script_work_init(struct script_work *p, struct session *s, const struct script_opts *o,
                      struct outlet *out, struct err *e)
{
    unsigned n = out->sink || is_chained(s, o) ? 1 : count_workers(s->capture, 0);
    bool ok = true;
    *p = (struct script_work){ .scribes = mem_new(n, sizeof(*p->scribes)),
                               .made = mem_new(order_slots(n), sizeof(*p->made)) };
    while (ok && p->n < n)
        ok = script_scribe_init(&p->scribes[p->n++], s, o, out, e);
    if (ok)
        open_traces(p->scribes, n);
    return ok;
}

void script_work_free(struct script_work *p)
{
    for (unsigned i = 0; i < order_slots(p->n); i++)
        text_free(&p->made[i].text);
    for (unsigned i = 0; i < p->n; i++)
        script_scribe_free(&p->scribes[i]);
    free(p->scribes);
    free(p->made);
}

/* The range of times whose samples are printed, if no samples outside of it are needed; NULL: all are
   needed. */
static const struct time_range *wanted(const struct session *s, const struct filter *f,
                                       struct time_range *all)
{
    *all = (struct time_range){ UINT64_MAX, 0 };
    for (size_t i = 0; i < f->ntimes; i++) {
        all->from = f->times[i].from < all->from ? f->times[i].from : all->from;
        all->to = f->times[i].to > all->to ? f->times[i].to : all->to;
    }
    return s->sound && f->ntimes && !plan_has_sample_field(s->capture, PERF_SAMPLE_READ) ? all : NULL;
}

bool script_lines(struct script_work *p, struct outlet *out, struct err *e)
{
    const struct order_work how = {
        .workers = p->n, .records = SLICE_RECORDS, .arg = p, .see = see_slice, .put = put_slice
    };
    struct scribe *first = &p->scribes[0];
    struct time_range all;
    p->out = out;
    first->s->capture->wanted = wanted(first->s, &first->o->filter, &all);
    bool ok = order_run_workers(first->s->capture, &how, e);
    const bool stopped = !ok && is_at_limit(first) && e->kind == ERR_CANCELLED;
    if (stopped)
        *e = (struct err){ 0 };
    ok = (ok || stopped) && (!first->o->dumps || script_dumps_commit(first, e)) &&
         write_out(&first->out, out, e);
    counters_finish(&first->counters);
    problems_merge(&p->problems, &first->problems);
    if (ok && !stopped && !first->s->capture->wanted)
        session_note_sample_problems(first->s, &p->problems);
    first->s->capture->wanted = NULL;
    return ok;
}
