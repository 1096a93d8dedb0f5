#include "core/profile/filter.h"

#include <string.h>

static bool word_in(const struct words *w, const char *s)
{
    for (size_t i = 0; i < w->n; i++)
        if (!strcmp(w->v[i], s))
            return true;
    return !w->n;
}

static bool number_in(const struct numbers *w, int64_t v)
{
    for (size_t i = 0; i < w->n; i++)
        if (w->v[i] == v)
            return true;
    return !w->n;
}

bool filter_drops(const struct filter *f, const struct sample *s)
{
    if (!number_in(&f->cpus, (int32_t)s->cpu))
        return true;
    for (size_t i = 0; i < f->ntimes; i++)
        if (s->when.time >= f->times[i].from && s->when.time <= f->times[i].to)
            return false;
    return f->ntimes;
}

bool filter_hides_some(const struct filter *f)
{
    return f->comms.n || f->dsos.n || f->symbols.n || f->pids.n || f->tids.n;
}

bool filter_needs_place(const struct filter *f)
{
    return f->dsos.n || f->symbols.n;
}

bool filter_hides(const struct filter *f, const struct view *v)
{
    const struct sample *s = v->sample;
    const struct place *p = &v->spot->place;
    if (!number_in(&f->pids, s->pid) || !number_in(&f->tids, s->tid))
        return true;
    if (f->comms.n && !word_in(&f->comms, v->comm ? v->comm : s->tid ? "" : "swapper"))
        return true;
    if (f->dsos.n && !(p->object ? word_in(&f->dsos, p->object->name) || word_in(&f->dsos, p->object->path)
                                 : word_in(&f->dsos, "[unknown]")))
        return true;
    return f->symbols.n && !(p->symbol && word_in(&f->symbols, p->symbol->name));
}
