#include "lib/question/share/together.h"

#include <inttypes.h>
#include <string.h>

#include "core/base/date.h"
#include "formats/perf/fields/attr.h"
#include "formats/perf/records/record_table.h"

/* What two recordings of one machine have in common, as texts of the header. */
static const struct {
    const char *what;
    size_t at; /* in struct env */
} same_texts[] = {
    { "host", offsetof(struct env, hostname) },
    { "kernel", offsetof(struct env, release) },
    { "architecture", offsetof(struct env, arch_name) },
    { "processor", offsetof(struct env, cpuid) },
};

static const char *text_of_env(const struct env *env, size_t at)
{
    return *(const char *const *)((const char *)env + at);
}

static bool is_one_machine(const struct env *a, const struct env *b, struct err *e)
{
    for (size_t i = 0; i < COUNT(same_texts); i++) {
        const char *x = text_of_env(a, same_texts[i].at), *y = text_of_env(b, same_texts[i].at);
        if (x && y && strcmp(x, y) != 0)
            return err_set(e, ERR_USAGE, 0, "it is of another machine: the %s is %s, not %s",
                           same_texts[i].what, y, x);
    }
    return true;
}

static bool is_one_form(const struct capture *a, const struct capture *b, struct err *e)
{
    if (a->order != b->order || (a->bits && b->bits && a->bits != b->bits))
        return err_set(e, ERR_USAGE, 0, "it is of another machine: of another byte order or word size");
    if (a->is_pipe != b->is_pipe)
        return err_set(e, ERR_USAGE, 0, "a stream (perf record -o -) and a file cannot be joined");
    return true;
}

/* A kernel is placed at random when it boots, and a monotonic clock begins anew. */
static bool is_one_boot(const struct session *a, const struct session *b, struct err *e)
{
    const struct map *x = timeline_kernel_map(a->timeline, -1), *y = timeline_kernel_map(b->timeline, -1);
    if (x && y && x->start != y->start)
        return err_set(e, ERR_USAGE, 0,
                       "it is of another boot: its kernel is at 0x%" PRIx64 ", not at 0x%" PRIx64, y->start,
                       x->start);
    const struct env *s = &a->capture->env, *t = &b->capture->env;
    const int64_t from = (int64_t)(s->wall_ns - s->clock_ns), to = (int64_t)(t->wall_ns - t->clock_ns);
    const bool known = s->wall_ns && t->wall_ns && s->clockid == t->clockid;
    const int64_t apart = from < to ? to - from : from - to;
    if (known && apart > (int64_t)(10 * NSEC_PER_SEC))
        return err_set(e, ERR_USAGE, 0,
                       "its clock is another one: it differs by %" PRId64
                       " s, so the machine was booted between",
                       apart / (int64_t)NSEC_PER_SEC);
    return true;
}

static bool is_one_clock(const struct attr *a, const struct attr *b, struct err *e)
{
    if (attr_has(a, ATTR_USE_CLOCKID) != attr_has(b, ATTR_USE_CLOCKID) || a->clockid != b->clockid)
        return err_set(e, ERR_USAGE, 0, "its samples have times of another clock (perf record -k)");
    return true;
}

static bool is_one_attr(const struct attr *a, const struct attr *b)
{
    struct text x = { 0 }, y = { 0 };
    attr_put(a, ORDER_LITTLE, &x);
    attr_put(b, ORDER_LITTLE, &y);
    const bool same = x.n == y.n && !memcmp(x.s, y.s, x.n);
    text_free(&x);
    text_free(&y);
    return same;
}

static bool are_same_events(const struct events *a, const struct events *b, struct err *e)
{
    if (a->n != b->n)
        return err_set(e, ERR_USAGE, 0, "it has %" PRIu32 " events, not %" PRIu32, b->n, a->n);
    for (uint32_t i = 0; i < a->n; i++) {
        const struct event *x = &a->v[i], *y = &b->v[i];
        if (x->is_named && y->is_named && strcmp(x->name, y->name) != 0)
            return err_set(e, ERR_USAGE, 0, "it has the event %s in place of %s", y->name, x->name);
        if (!is_one_clock(&x->attr, &y->attr, e))
            return false;
        if (!is_one_attr(&x->attr, &y->attr))
            return err_set(e, ERR_USAGE, 0,
                           "its event %s was recorded in another way: perfolio evlist -v shows how", y->name);
    }
    return true;
}

/* An id belongs to one event while the machine runs. */
static bool are_same_ids(const struct capture *a, const struct capture *b, struct err *e)
{
    for (uint32_t i = 0; i < b->events.n; i++) {
        const struct event *ev = &b->events.v[i];
        for (size_t k = 0; k < ev->nids; k++) {
            const uint32_t at = idmap_get(&a->events.by_id, ev->ids[k]);
            if (at && at != i + 1)
                return err_set(e, ERR_USAGE, 0, "the id %" PRIu64 " is of the event %s, not of %s",
                               ev->ids[k], ev->name, a->events.v[at - 1].name);
            if (!at && a->is_pipe)
                return err_set(e, ERR_USAGE, 0, "its events have other ids, and streams cannot take them");
        }
    }
    return true;
}

static bool are_different(const struct capture *a, const struct capture *b, struct err *e)
{
    const bool timed = a->first_time <= a->last_time;
    if (b->counts[record_kind_of(PERF_RECORD_STAT)])
        return err_set(e, ERR_UNSUPPORTED, 0, "it has the counts of perf stat, not samples");
    if (timed && a->nsamples == b->nsamples && a->first_time == b->first_time && a->last_time == b->last_time)
        return err_set(e, ERR_USAGE, 0, "it has the same samples");
    return true;
}

bool together_fit(const struct session *first, const struct session *other, struct err *e)
{
    const struct capture *a = first->capture, *b = other->capture;
    return is_one_form(a, b, e) && is_one_machine(&a->env, &b->env, e) && is_one_boot(first, other, e) &&
           are_same_events(&a->events, &b->events, e) && are_same_ids(a, b, e) && are_different(a, b, e);
}
