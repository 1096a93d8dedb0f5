#include "core/profile/keys/filter.h"

#include <string.h>

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

bool filter_drops_some(const struct filter *f)
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
    return f->turns && !reads && event_switch_turned_off(f->turns, s->when, s->event, &passed);
}

bool filter_hides_some(const struct filter *f)
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

/* A name matches as it is shown, or as the file has it. */
static bool symbol_in(const struct filter *f, struct filter_memory *m, const struct symbol *y)
{
    uint32_t *known = idmap_at(&m->symbols, (uintptr_t)y);
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
