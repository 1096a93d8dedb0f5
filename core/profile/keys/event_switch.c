#include "core/profile/keys/filter.h"

#include <assert.h>
#include <stdlib.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/keys/reads.h"

bool event_switch_hides(struct event_switch *w, const struct event *ev)
{
    const struct event *turns = w->is_off ? w->on : w->off;
    if (turns != ev)
        return w->is_off;
    w->is_off = !w->is_off;
    return !w->shows;
}

/* Add a possible turn: whether it turns the switch depends on those before it. */
static void event_switch_add(struct event_switch_turns *t, struct when when, const struct event *ev)
{
    if (ev == t->first.on || ev == t->first.off)
        *MEM_ADD(t->v, t->n, t->cap) = (struct event_switch_turn){ when, ev };
}

static void event_switch_see(struct event_switch_turns *t, const struct capture *c, struct reads *r,
                             const struct sample *s, bool dropped)
{
    if (!(s->event->attr.sample_type & PERF_SAMPLE_READ)) {
        if (!dropped)
            event_switch_add(t, s->when, s->event);
        return;
    }
    struct reading at = reading_of(s);
    const struct event *ev;
    for (uint64_t grown; reads_next(r, &at, &c->events, &ev, &grown);)
        if (grown && !dropped)
            event_switch_add(t, s->when, ev);
}

static int event_switch_by_time(const void *a, const void *b, const void *arg UNUSED)
{
    const struct event_switch_turn *x = a, *y = b;
    if (when_before(x->when, y->when))
        return -1;
    return when_before(y->when, x->when);
}

/* Keep the events that turn the switch, in order of time; the others find it turned already. */
static void keep_turns(struct event_switch_turns *t)
{
    struct event_switch w = t->first;
    size_t n = 0;
    sort_by(t->v, t->n, sizeof(*t->v), event_switch_by_time, NULL);
    for (size_t i = 0; i < t->n; i++) {
        const bool before = w.is_off;
        event_switch_hides(&w, t->v[i].event);
        if (w.is_off != before)
            t->v[n++] = t->v[i];
    }
    t->n = n;
}

bool event_switch_find(struct event_switch_turns *t, const struct event_switch *w, struct capture *c,
                       const struct filter *f, struct err *e)
{
    struct block b = { 0 };
    struct reads reads = { 0 };
    struct problems found_again = { 0 }; /* counting the samples will find them */
    struct sample *s = mem_new(1, sizeof(*s));
    t->first = *w;
    if (c->ops->rewind(c, e))
        while (c->ops->next_block(c, &b, e))
            while (c->ops->next_sample(c, &b, s, &found_again))
                event_switch_see(t, c, &reads, s, filter_drops(f, s));
    keep_turns(t);
    reads_free(&reads);
    free(b.buf);
    free(s);
    return e->kind == ERR_NONE;
}

void event_switch_free(struct event_switch_turns *t)
{
    free(t->v);
    *t = (struct event_switch_turns){ 0 };
}

/* How many turns come before a moment. */
static size_t turns_before(const struct event_switch_turns *t, struct when when)
{
    size_t low = 0;
    BISECT(low, t->n, i, when_before(t->v[i].when, when));
    return low;
}

bool event_switch_turned_off(const struct event_switch_turns *t, struct when when, const struct event *ev,
                             size_t *passed)
{
    const size_t made = turns_before(t, when) + *passed;
    assert(made <= t->n);
    const bool turns = made < t->n && !when_before(when, t->v[made].when) && t->v[made].event == ev;
    *passed += turns;
    if (turns)
        return !t->first.shows;
    return t->first.is_off != (made % 2 != 0);
}
