#include "cli/filters.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/time_ranges.h"
#include "core/base/file.h"
#include "core/base/mem.h"

/* A list of words: "a,b", or one per line of a file named by file://. */
static bool read_words(const char *arg, struct words *w, struct err *e)
{
    struct text text = { 0 };
    if (!strncmp(arg, "file://", 7)) {
        struct span bytes;
        if (!file_map(arg + 7, &bytes, e))
            return false;
        text_add_n(&text, (const char *)bytes.p, bytes.n);
        file_unmap(bytes);
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

static void free_words(struct words *w)
{
    for (size_t i = 0; i < w->n; i++)
        free((void *)(uintptr_t)w->v[i]);
    free(w->v);
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

bool filters_take(struct filters *f, int option, const char *value, struct err *e)
{
    switch (option) {
    case OPT_FILTER_COMMS:
        return read_words(value, &f->filter->comms, e);
    case OPT_FILTER_DSOS:
        return read_words(value, &f->filter->dsos, e);
    case OPT_FILTER_SYMBOLS:
        return read_words(value, &f->filter->symbols, e);
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

bool filters_plan(struct filters *f, const struct capture *c, struct err *e)
{
    bool has_cpu = false;
    for (uint32_t i = 0; i < c->events.n; i++)
        has_cpu = has_cpu || c->events.v[i].attr.sample_type & PERF_SAMPLE_CPU;
    if ((f->filter->cpus.n || f->filter->sockets.n) && !has_cpu)
        return err_set(e, ERR_USAGE, 0, "%s: no event of this capture recorded the CPU",
                       f->filter->cpus.n ? "--cpu" : "--socket-filter");
    f->filter->times = f->times;
    return !f->time || time_ranges_read(f->time, c->first_time, c->last_time, f->times, FILTER_TIMES,
                                        &f->filter->ntimes, e);
}

void filters_free(struct filters *f)
{
    free_words(&f->filter->comms);
    free_words(&f->filter->dsos);
    free_words(&f->filter->symbols);
    free(f->filter->cpus.v);
    free(f->filter->pids.v);
    free(f->filter->tids.v);
    free(f->filter->sockets.v);
    free(f->filter->running.v);
    free(f->time);
    *f = (struct filters){ 0 };
}
