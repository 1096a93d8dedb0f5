#include "lib/options/filters.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/mem.h"

/* A word that may be an address is matched both as an address and as a name, since a symbol may be called "add". */
bool filter_symbols_take(void *target, const struct option_row *row UNUSED, const char *value, struct err *e)
{
    struct filter *f = target;
    if (!value_words_read(value, &f->symbols, e))
        return false;
    f->addresses.n = 0;
    for (size_t i = 0; i < f->symbols.n; i++) {
        char *end;
        errno = 0;
        unsigned long long at = strtoull(f->symbols.v[i], &end, 16);
        if (errno || *end || end == f->symbols.v[i])
            continue;
        f->addresses.v = mem_resize(f->addresses.v, f->addresses.n + 1, sizeof(*f->addresses.v));
        f->addresses.v[f->addresses.n++] = (int64_t)at;
    }
    return true;
}

void filter_symbols_drop(void *target)
{
    struct filter *f = target;
    value_words_free(&f->symbols);
    value_numbers_free(&f->addresses);
}

bool filter_range_take(void *target, const struct option_row *row, const char *value, struct err *e)
{
    uint64_t *range = target;
    char *end;
    errno = 0;
    *range = strtoull(value, &end, 0);
    return (isdigit((unsigned char)*value) && !*end && !errno) ||
           err_set(e, ERR_USAGE, 0, "--%s: '%s' is not a number of bytes", row->name, value);
}

/* Moves a range by `ns`; limits are 0 and UINT64_MAX. */
static void filters_move(struct time_range *r, uint64_t ns)
{
    if (r->from > UINT64_MAX - ns)
        r->from = UINT64_MAX;
    else
        r->from = r->from + ns;
    if (r->to > UINT64_MAX - ns)
        r->to = UINT64_MAX;
    else
        r->to = r->to + ns;
}

bool filters_resolve(struct filters *f, struct filter *filter, const struct capture *c, struct err *e)
{
    bool has_cpu = false, has_time = false;
    for (uint32_t i = 0; i < c->events.n; i++) {
        has_cpu = has_cpu || c->events.v[i].attr.sample_type & PERF_SAMPLE_CPU;
        has_time = has_time || c->events.v[i].attr.sample_type & PERF_SAMPLE_TIME;
    }
    if ((filter->cpus.n || filter->sockets.n) && !has_cpu)
        return err_set(e, ERR_USAGE, 0, "%s: no event of this capture recorded the CPU",
                       filter->cpus.n ? "--cpu" : "--socket-filter");
    if (f->time && !has_time)
        return err_set(e, ERR_USAGE, 0, "--time: no event of this capture recorded the time");
    filter->times = f->times;
    if (f->time &&
        !value_times_read(f->time, c->first_time, c->last_time, f->times, FILTER_TIMES, &filter->ntimes, e))
        return false;
    if (f->time && f->relative && !strchr(f->time, '%'))
        for (size_t i = 0; i < filter->ntimes; i++)
            filters_move(&f->times[i], c->first_time);
    return true;
}

/* Finds an event by name; NULL with `e` set. */
static const struct event *event_named(const struct events *es, const char *option, const char *name,
                                       struct err *e)
{
    struct text_nearest meant = text_nearest_to(name, strlen(name));
    char but[TEXT_NEAREST_ROOM];
    for (uint32_t i = 0; i < es->n; i++) {
        if (!strcmp(es->v[i].name, name))
            return &es->v[i];
        text_nearest_try(&meant, es->v[i].name);
    }
    err_set(e, ERR_USAGE, 0, "%s: there is no event '%s'%s; perfolio evlist lists them", option, name,
            text_nearest_hint(&meant, but));
    return NULL;
}

bool filters_find_switch_events(const struct switch_opts *o, const struct events *es, struct event_switch *w,
                                struct err *e)
{
    if (o->on)
        w->on = event_named(es, "--switch-on", o->on, e);
    else
        w->on = NULL;
    if (o->off)
        w->off = event_named(es, "--switch-off", o->off, e);
    else
        w->off = NULL;
    w->is_off = w->on;
    w->shows = o->shows;
    return e->kind == ERR_NONE;
}

const char *filters_only(const struct filter *f, const struct key *k)
{
    const struct {
        const char *key;
        const struct words *names;
    } lists[] = { { "comm", &f->comms }, { "dso", &f->dsos }, { "symbol", &f->symbols } };
    for (size_t i = 0; i < COUNT(lists); i++)
        if (lists[i].names->n == 1 && !strcmp(lists[i].key, k->name))
            return lists[i].names->v[0];
    return NULL;
}

bool filters_percentage_take(void *target, const struct option_row *row, const char *value, struct err *e)
{
    int i = option_word_named(row, value, strlen(value), e);
    *(bool *)target = !i;
    return i >= 0;
}
