#include "cli/options/filters.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/options/time_ranges.h"
#include "core/base/file/file.h"
#include "core/base/mem.h"

bool filters_words_read(const char *arg, struct words *w, struct err *e)
{
    struct text text = { 0 };
    if (!strncmp(arg, "file://", 7)) {
        struct span bytes;
        if (!file_map(arg + 7, &bytes, e))
            return false;
        text_add_n(&text, (const char *)bytes.p, bytes.n);
        bool whole = file_unchanged(bytes, e) || err_in(e, "%s", arg + 7);
        file_unmap(bytes);
        if (!whole) {
            text_free(&text);
            return false;
        }
        arg = text.s;
    }
    for (const char *s = arg; s && *s;) {
        size_t n = strcspn(s, ",\n");
        if (n) {
            w->v = mem_resize(w->v, w->n + 1, sizeof(*w->v));
            w->v[w->n++] = mem_copy(s, n);
        }
        s += n + (s[n] != 0);
    }
    text_free(&text);
    return true;
}

void filters_words_free(struct words *w)
{
    for (size_t i = 0; i < w->n; i++)
        free((void *)(uintptr_t)w->v[i]);
    free(w->v);
    *w = (struct words){ 0 };
}

/* "1,3-5" */
static bool read_numbers(const char *option, const char *arg, struct numbers *to, struct err *e)
{
    for (const char *s = arg; *s;) {
        char *end;
        errno = 0;
        long long a = strtoll(s, &end, 10), b = a;
        if (end != s && *end == '-')
            b = strtoll(s = end + 1, &end, 10);
        if (end == s || errno || (*end && *end != ',') || a < INT32_MIN || b > UINT32_MAX || b < a ||
            b - a > 65535)
            return err_set(e, ERR_USAGE, 0, "%s: '%s' is no list of numbers such as 1,3-5", option, arg);
        for (; a <= b; a++) {
            to->v = mem_resize(to->v, to->n + 1, sizeof(*to->v));
            to->v[to->n++] = a;
        }
        s = end + (*end == ',');
    }
    return true;
}

/* Words that could be an address are taken for both: a symbol may be called "add". */
static void read_addresses(struct filter *f)
{
    for (size_t i = 0; i < f->symbols.n; i++) {
        char *end;
        errno = 0;
        unsigned long long at = strtoull(f->symbols.v[i], &end, 16);
        if (errno || *end || end == f->symbols.v[i])
            continue;
        f->addresses.v = mem_resize(f->addresses.v, f->addresses.n + 1, sizeof(*f->addresses.v));
        f->addresses.v[f->addresses.n++] = (int64_t)at;
    }
}

static bool read_range(const char *value, uint64_t *range, struct err *e)
{
    char *end;
    errno = 0;
    unsigned long long n = strtoull(value, &end, 0);
    *range = n;
    return (isdigit((unsigned char)*value) && !*end && !errno) ||
           err_set(e, ERR_USAGE, 0, "--addr-range: '%s' is no number of bytes", value);
}

bool filters_take(struct filters *f, int option, const char *value, struct err *e)
{
    switch (option) {
    case OPT_FILTER_COMMS:
        return filters_words_read(value, &f->filter->comms, e);
    case OPT_FILTER_DSOS:
        return filters_words_read(value, &f->filter->dsos, e);
    case OPT_FILTER_SYMBOLS:
        if (!filters_words_read(value, &f->filter->symbols, e))
            return false;
        f->filter->addresses.n = 0;
        read_addresses(f->filter);
        return true;
    case OPT_FILTER_RANGE:
        return read_range(value, &f->filter->address_range, e);
    case OPT_FILTER_PIDS:
        return read_numbers("--pid", value, &f->filter->pids, e);
    case OPT_FILTER_TIDS:
        return read_numbers("--tid", value, &f->filter->tids, e);
    case OPT_FILTER_CPUS:
        return read_numbers("--cpu", value, &f->filter->cpus, e);
    case OPT_FILTER_SOCKETS:
        return read_numbers("--socket-filter", value, &f->filter->sockets, e);
    case OPT_FILTER_RUNNING:
        return read_numbers("--parallelism", value, &f->filter->running, e);
    case OPT_FILTER_TIME:
        free(f->time);
        f->time = mem_copy(value, strlen(value));
        return true;
    default:
        return true;
    }
}

/* By `ns`, as far as there is time. */
static void move(struct time_range *r, uint64_t ns)
{
    r->from = r->from > UINT64_MAX - ns ? UINT64_MAX : r->from + ns;
    r->to = r->to > UINT64_MAX - ns ? UINT64_MAX : r->to + ns;
}

bool filters_plan(struct filters *f, const struct capture *c, struct err *e)
{
    bool has_cpu = false;
    for (uint32_t i = 0; i < c->events.n; i++)
        has_cpu = has_cpu || c->events.v[i].attr.sample_type & PERF_SAMPLE_CPU;
    if ((f->filter->cpus.n || f->filter->sockets.n) && !has_cpu)
        return err_set(e, ERR_USAGE, 0, "%s: no event of this capture recorded the CPU",
                       f->filter->cpus.n ? "--cpu" : "--socket-filter");
    f->filter->times = f->times;
    if (f->time && !time_ranges_read(f->time, c->first_time, c->last_time, f->times, FILTER_TIMES,
                                     &f->filter->ntimes, e))
        return false;
    if (f->time && f->relative && !strchr(f->time, '%'))
        for (size_t i = 0; i < f->filter->ntimes; i++)
            move(&f->times[i], c->first_time);
    return true;
}

bool filters_percentage_read(const char *value, bool *of_shown, struct err *e)
{
    *of_shown = !strcmp(value, "relative");
    return *of_shown || !strcmp(value, "absolute") ||
           err_set(e, ERR_USAGE, 0, "--percentage: '%s' is neither relative nor absolute", value);
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

void filters_free(struct filters *f)
{
    filters_words_free(&f->filter->comms);
    filters_words_free(&f->filter->dsos);
    filters_words_free(&f->filter->symbols);
    free(f->filter->addresses.v);
    free(f->filter->cpus.v);
    free(f->filter->pids.v);
    free(f->filter->tids.v);
    free(f->filter->sockets.v);
    free(f->filter->running.v);
    free(f->time);
    *f = (struct filters){ 0 };
}
