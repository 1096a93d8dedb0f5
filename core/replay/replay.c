/* Delivers samples of tracepoints in order of time. The row of an event is looked up once per capture, not
   for each sample. */
#include "core/replay/replay.h"

#include <assert.h>
#include <inttypes.h>
#include <stdlib.h>

#include "core/base/idmap.h"
#include "core/base/mem.h"
#include "core/model/ordered.h"

/* An event of the capture and its row. `moment` is reused for all samples of the event, since most of its
   members are the same. */
struct listener {
    const struct replay_row *row; /* NULL: no row wants the event */
    bool repeats;                 /* an earlier event has the same tracepoint, and is used instead */
    enum byte_order order;        /* of numbers */
    size_t needs;                 /* minimum size of the raw data, in bytes, so that all fields lie inside */
    size_t nnumbers, nearly;
    struct moment moment;
    /* Fields that are read as numbers and end after the first 8 bytes of the raw data. They are read like
       trace_number(), but without a branch for their size. */
    struct number {
        /* from: offset of the 8 bytes that end with the field; field: index of the field */
        uint32_t from, field;
        unsigned shift; /* the bits of the 8 bytes that come before the field */
        uint64_t sign;  /* the highest bit of the field if it is signed; else 0 */
    } numbers[REPLAY_FIELDS];
    uint32_t early[REPLAY_FIELDS]; /* indices of the other numbers, which end within the first 8 bytes */
    const struct trace_event *event;
    const struct trace_field *fields[REPLAY_FIELDS];
    const char *missing; /* a field that the row requires and the event lacks; `needs` is then SIZE_MAX */
};

static bool replay_is_named(const struct trace_event *ev, const char *tracepoint)
{
    size_t n = strlen(ev->system), end = strlen(tracepoint) - 1;
    if (strncmp(tracepoint, ev->system, n) != 0 || tracepoint[n] != ':')
        return false;
    if (tracepoint[end] == '*')
        return !strncmp(tracepoint + n + 1, ev->name, end - n - 1);
    return !strcmp(tracepoint + n + 1, ev->name);
}

/* The field with the first of several names ("a|b") that the event has. NULL: the event has none of them,
   or the field is not a number but the row reads it as one. */
static const struct trace_field *field_of(const struct trace_event *ev, const char *asked)
{
    for (const char *name = asked + (asked[0] == '?'); *name; name += name[0] == '|') {
        size_t n = strcspn(name, "[|");
        for (size_t i = 0; i < ev->n; i++) {
            const struct trace_field *f = &ev->fields[i];
            bool is_number = !f->array && (f->size == 1 || f->size == 2 || f->size == 4 || f->size == 8);
            if (strlen(f->name) == n && !memcmp(f->name, name, n)) {
                if (name[n] == '[' || is_number)
                    return f;
                return NULL;
            }
        }
        name += strcspn(name, "|");
    }
    return NULL;
}

static struct number replay_number_of(const struct trace_field *f, size_t i)
{
    assert(f->size && f->size <= 8 && f->offset + f->size >= 8);
    struct number n = { .from = f->offset + f->size - 8, .field = (uint32_t)i, .shift = 64 - 8 * f->size };
    if (f->negative)
        n.sign = UINT64_C(1) << (8 * f->size - 1);
    return n;
}

/* Read all numbers of a sample into a moment. It is compiled once for each byte order. */
static inline __attribute__((always_inline)) void
read_numbers(const struct listener *l, enum byte_order order, const uint8_t *raw, struct moment *m)
{
    for (const struct number *n = l->numbers, *end = n + l->nnumbers; n < end; n++) {
        const uint64_t word = load_u64(raw + n->from, order);
        const uint64_t own = order == ORDER_LITTLE ? word >> n->shift : word << n->shift >> n->shift;
        m->number[n->field] = (int64_t)((own ^ n->sign) - n->sign);
    }
}

static struct listener listener_of(const struct replay *r, const struct event *ev)
{
    struct listener listener = { 0 };
    bool is_tracepoint = ev->attr.type == PERF_TYPE_TRACEPOINT && ev->attr.sample_type & PERF_SAMPLE_RAW;
    if (is_tracepoint && r->traces)
        listener.event = r->reader->event(r->traces, ev->attr.config);
    for (size_t i = 0; listener.event && !listener.row && i < r->nrows; i++)
        if (replay_is_named(listener.event, r->rows[i].tracepoint))
            listener.row = &r->rows[i];
    for (size_t i = 0; listener.row && i < REPLAY_FIELDS && listener.row->fields[i]; i++) {
        const struct trace_field *f = field_of(listener.event, listener.row->fields[i]);
        size_t end = f ? f->offset + (size_t)f->size : 0;
        if (!f && listener.row->fields[i][0] != '?')
            listener.missing = listener.row->fields[i];
        listener.fields[i] = f;
        if (end > listener.needs)
            listener.needs = end;
        listener.moment.has[i] = f;
        const bool is_read = f && listener.row->see && !strchr(listener.row->fields[i], '[');
        if (!is_read)
            continue;
        if (end < 8)
            listener.early[listener.nearly++] = (uint32_t)i;
        else
            listener.numbers[listener.nnumbers++] = replay_number_of(f, i);
    }
    if (listener.missing)
        listener.needs = SIZE_MAX;
    listener.moment.event = listener.event;
    if (listener.event)
        listener.order = listener.event->order;
    else
        listener.order = ORDER_LITTLE;
    return listener;
}

bool replay_has_event_for(const struct replay *r, const struct replay_row *row)
{
    for (uint32_t i = 0; i < r->capture->events.n; i++)
        if (listener_of(r, &r->capture->events.v[i]).row == row)
            return true;
    return false;
}

static void see_unreadable(struct replay *r, const struct listener *listener, const struct sample *s)
{
    const char *why = " is cut off", *field = "";
    if (listener->missing) {
        why = " has no such field as ";
        field = listener->missing;
    }
    problem_add(&r->problems, PROBLEM_NO_TRACE, 1, "%s at offset %" PRIu64 "%s%s", listener->row->tracepoint,
                s->at, why, field);
}

static void deliver(struct replay *r, struct listener *listener, const struct sample *s, bool outside,
                    void *arg)
{
    struct moment *m = &listener->moment;
    if (listener->needs > s->raw.n) {
        see_unreadable(r, listener, s);
        return;
    }
    m->time = s->when.time;
    if (listener->order == ORDER_LITTLE)
        read_numbers(listener, ORDER_LITTLE, s->raw.p, m);
    else
        read_numbers(listener, ORDER_BIG, s->raw.p, m);
    for (size_t i = 0; i < listener->nearly; i++)
        m->number[listener->early[i]] =
            trace_number(listener->event, listener->fields[listener->early[i]], s->raw);
    m->outside = outside;
    r->delivered += !outside;
    if (listener->row->see)
        listener->row->see(arg, m);
}

/* Make the listeners of all events; their samples are read into `s`. If several events have the same
   tracepoint, only the first is used, as in perf, since they recorded the same. */
static void make_listeners(const struct replay *r, const struct sample *s, struct listener *listeners)
{
    const struct events *es = &r->capture->events;
    struct idmap seen = { 0 };
    for (uint32_t i = 0; i < es->n; i++) {
        struct listener *l = &listeners[i];
        *l = listener_of(r, &es->v[i]);
        l->moment.sample = s;
        l->moment.fields = l->fields;
        if (!l->row)
            continue;
        uint32_t *first = idmap_find_or_add(&seen, es->v[i].attr.config);
        l->repeats = *first;
        if (l->repeats)
            l->row = NULL;
        *first = i + 1;
    }
    idmap_free(&seen);
}

/* Set the time of a record to the latest time so far if the record comes too late, so that times never
   decrease. Time 0 means that the record has no time. */
static void keep_order(struct replay *r, struct when *when, uint64_t at)
{
    if (when->time >= r->now)
        r->now = when->time;
    else if (when->time)
        problem_add(&r->problems, PROBLEM_LATE, 1, "at offset %" PRIu64 ", %" PRIu64 " ns", at,
                    r->now - when->time);
    when->time = r->now;
}

/* Deliver a record other than a sample. If the user does not want its type, only its time is used. */
static void replay_see_record(struct replay *r, const struct block *in, const struct record_head *head,
                              void *arg)
{
    struct when when = { head->time, in->seq + head->at };
    struct record other;
    if (!r->record || head->type == PERF_RECORD_FINISHED_ROUND)
        return;
    if (!r->takes(head->type)) {
        keep_order(r, &when, in->at + head->at);
    } else if (r->capture->ops->read_record(r->capture, in, head->at, &other)) {
        keep_order(r, &other.when, other.at);
        r->record(arg, &other);
    }
}

/* Deliver a sample that was read without errors. */
static inline void see_sample(struct replay *r, struct listener *listener, struct sample *s, bool outside,
                              void *arg)
{
    const bool is_other = !outside && !listener->repeats;
    keep_order(r, &s->when, s->at);
    if (listener->row)
        deliver(r, listener, s, outside, arg);
    else if (r->other && is_other)
        r->other(arg, s);
}

bool replay_run(struct replay *r, void *arg, struct err *e)
{
    struct capture *c = r->capture;
    struct listener *listeners = mem_new(c->events.n, sizeof(*listeners));
    struct ordered *ordered = ordered_new(c, e);
    struct sample *s = mem_new(1, sizeof(*s));
    const struct block *in;
    const struct record_head *head, *end;
    r->delivered = r->now = 0;
    r->problems = (struct problems){ 0 };
    r->stopped = false;
    make_listeners(r, s, listeners);
    const struct filter *filter = NULL;
    if (r->filter && filter_may_drop(r->filter))
        filter = r->filter;
    while (ordered && (head = ordered_next(ordered, &in, &end, e)) != NULL) {
        /* once stopped, read on without calls: a walk that runs along with the replay needs all records */
        for (; head < end && !r->stopped; head++) {
            if (head->type != PERF_RECORD_SAMPLE)
                replay_see_record(r, in, head, arg);
            else if (c->ops->read_sample(c, in, head->at, s, &r->problems))
                see_sample(r, &listeners[s->event - c->events.v], s, filter && filter_drops(filter, s), arg);
        }
    }
    ordered_free(ordered);
    free(listeners);
    free(s);
    return e->kind == ERR_NONE;
}
