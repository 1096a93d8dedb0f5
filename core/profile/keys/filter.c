#include "core/profile/keys/filter.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"
#include "core/base/sort_by.h"
#include "core/profile/keys/reads.h"

static bool word_in(const struct words *w, const char *s)
{
    for (size_t i = 0; i < w->n; i++)
        if (!strcmp(w->v[i], s))
            return true;
    return !w->n;
}

bool filter_number_in(const struct numbers *w, int64_t v)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->v[i] == v)
            return true;
    return !w->n;
}

bool filter_may_drop(const struct filter *f)
{
    return f->cpus.n || f->ntimes || f->turns;
}

bool filter_has_cpu(const struct filter *f, uint32_t cpu)
{
    return cpu == UINT32_MAX || filter_number_in(&f->cpus, (int32_t)cpu);
}

bool filter_has_time(const struct filter *f, uint64_t time)
{
    for (size_t i = 0; i < f->ntimes; i++)
        if (time >= f->times[i].from && time <= f->times[i].to)
            return true;
    return !f->ntimes;
}

bool filter_drops(const struct filter *f, const struct sample *s)
{
    size_t passed = 0;
    if (!filter_has_cpu(f, s->cpu) || !filter_has_time(f, s->when.time))
        return true;
    const bool reads = s->event->attr.sample_type & PERF_SAMPLE_READ;
    return f->turns && !reads && filter_switch_turned_off(f->turns, s->when, s->event, &passed);
}

bool filter_may_hide(const struct filter *f)
{
    return f->comms.n || f->dsos.n || f->symbols.n || f->pids.n || f->tids.n || f->sockets.n || f->running.n;
}

bool filter_needs_place(const struct filter *f)
{
    return f->dsos.n || f->symbols.n;
}

static bool comm_in(const struct words *w, const struct view *v)
{
    struct text shown = { 0 };
    if (v->comm)
        return word_in(w, v->comm);
    key_comm_text(NULL, v->sample->tid, &shown);
    bool in = word_in(w, shown.s);
    text_free(&shown);
    return in;
}

static bool object_in(const struct words *w, const struct object *o)
{
    if (!o)
        return word_in(w, "[unknown]");
    return word_in(w, o->name) || word_in(w, o->path);
}

/* Whether a symbol is listed, by its name as shown (demangled) or as in the symbol table. */
static bool symbol_in(const struct filter *f, struct filter_memory *m, const struct symbol *y)
{
    uint32_t *known = idmap_find_or_add(&m->symbols, (uintptr_t)y);
    if (!*known) {
        struct text shown = { 0 };
        symtab_symbol_name(f->demangle, y, &shown);
        *known = 1 + (word_in(&f->symbols, shown.s) || word_in(&f->symbols, y->name));
        text_free(&shown);
    }
    return *known == 2;
}

static bool address_in(const struct filter *f, uint64_t avma)
{
    for (size_t i = 0; i < f->addresses.n; i++) {
        uint64_t behind = avma - (uint64_t)f->addresses.v[i];
        if (!behind || behind < f->address_range)
            return true;
    }
    return false;
}

bool filter_hides(const struct filter *f, struct filter_memory *m, const struct view *v)
{
    const struct sample *s = v->sample;
    const struct place *p = &v->resolved->place;
    if (!filter_number_in(&f->pids, s->pid) || !filter_number_in(&f->tids, s->tid))
        return true;
    if (f->sockets.n && !filter_number_in(&f->sockets, view_socket(v)))
        return true;
    if (f->running.n && !filter_number_in(&f->running, view_running(v)))
        return true;
    if (f->comms.n && !comm_in(&f->comms, v))
        return true;
    if (f->dsos.n && !object_in(&f->dsos, p->object))
        return true;
    if (!f->symbols.n)
        return false;
    if (p->symbol && symbol_in(f, m, p->symbol))
        return false;
    return !p->map || !address_in(f, s->ip);
}

bool filter_switch_hides(struct event_switch *w, const struct event *ev)
{
    const struct event *turns = w->is_off ? w->on : w->off;
    if (turns != ev)
        return w->is_off;
    w->is_off = !w->is_off;
    return !w->shows;
}

/* Add a sample of an event that switches; whether it changes the state depends on the samples before it. */
static void filter_switch_add(struct event_switch_turns *t, struct when when, const struct event *ev)
{
    if (ev == t->first.on || ev == t->first.off)
        *MEM_ADD(t->v, t->n, t->cap) = (struct event_switch_turn){ when, ev };
}

static void filter_switch_see(struct event_switch_turns *t, const struct capture *c, struct reads *r,
                              const struct sample *s, bool dropped)
{
    if (!(s->event->attr.sample_type & PERF_SAMPLE_READ)) {
        if (!dropped)
            filter_switch_add(t, s->when, s->event);
        return;
    }
    struct reading at = reading_of(s);
    const struct event *ev;
    for (uint64_t grown; reads_next(r, &at, &c->events, &ev, &grown);)
        if (grown && !dropped)
            filter_switch_add(t, s->when, ev);
}

static int filter_switch_by_time(const void *a, const void *b, const void *arg UNUSED)
{
    const struct event_switch_turn *x = a, *y = b;
    if (when_before(x->when, y->when))
        return -1;
    return when_before(y->when, x->when);
}

/* Sort the events by time, and drop those that find the switch already in their state. */
static void keep_turns(struct event_switch_turns *t)
{
    struct event_switch w = t->first;
    size_t n = 0;
    sort_by(t->v, t->n, sizeof(*t->v), filter_switch_by_time, NULL);
    for (size_t i = 0; i < t->n; i++) {
        const bool before = w.is_off;
        filter_switch_hides(&w, t->v[i].event);
        if (w.is_off != before)
            t->v[n++] = t->v[i];
    }
    t->n = n;
}

bool filter_switch_find(struct event_switch_turns *t, const struct event_switch *w, struct capture *c,
                        const struct filter *f, struct err *e)
{
    struct block b = { 0 };
    struct reads reads = { 0 };
    /* not reported here: the later pass that counts the samples finds the same problems */
    struct problems found_again = { 0 };
    struct sample *s = mem_new(1, sizeof(*s));
    t->first = *w;
    if (c->ops->rewind(c, e))
        while (c->ops->next_block(c, &b, e))
            while (c->ops->next_sample(c, &b, s, &found_again))
                filter_switch_see(t, c, &reads, s, filter_drops(f, s));
    keep_turns(t);
    reads_free(&reads);
    free(b.buf);
    free(s);
    return e->kind == ERR_NONE;
}

void filter_switch_free(struct event_switch_turns *t)
{
    free(t->v);
    *t = (struct event_switch_turns){ 0 };
}

/* The number of turns before a moment. */
static size_t turns_before(const struct event_switch_turns *t, struct when when)
{
    size_t low = 0;
    BISECT(low, t->n, i, when_before(t->v[i].when, when));
    return low;
}

bool filter_switch_turned_off(const struct event_switch_turns *t, struct when when, const struct event *ev,
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
