#include "lib/question/diff/runs/replicates.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/file/lines.h"

/* Whether --per names an event: its text does not begin like a number, and no event's name does. */
bool work_is_counted_by_event(const struct gate_opts *o)
{
    return o->per && *o->per && !strchr("0123456789.+-", *o->per);
}

bool work_event_matches(const struct gate_opts *o, const char *event)
{
    const size_t n = o->per ? strlen(o->per) : 0;
    if (!work_is_counted_by_event(o) || strncmp(event, o->per, n) != 0)
        return false;
    const char *rest = event + n;
    return !*rest || (*rest == ':' && !rest[1 + strspn(rest + 1, "ukhHGpPSDWIeb")]);
}

/* The decimal number in the first n characters; 0: they are not a number. */
static double work_number_of(const char *s, size_t n)
{
    char *end;
    const double number = strtod(s, &end);
    if (end != s + n || strspn(s, "0123456789.+-eE") < n)
        return 0;
    return number;
}

/* Whether costs can be divided by it without becoming infinite. */
static bool is_work(double n)
{
    return n > 1e-100 && n < 1e100;
}

/* Reads the numbers of a line, from run *n on. */
static bool read_line(struct replicates *r, const char *s, uint32_t *n, struct err *e)
{
    static const char blanks[] = " \t\r\n\v\f";
    for (size_t length; *(s += strspn(s, blanks)); s += length, ++*n) {
        length = strcspn(s, blanks);
        const double work = work_number_of(s, length);
        if (!is_work(work))
            return err_set(e, ERR_USAGE, 0, "'%.*s' is not a decimal number above 0",
                           (int)(length < 40 ? length : 40), s);
        if (*n < r->n)
            r->v[*n].work = work;
    }
    return true;
}

/* Reads a number for each run, in the order of the runs. */
static bool read_file(struct replicates *r, const char *path, struct err *e)
{
    struct text all = { 0 }, line = { 0 };
    size_t at = 0;
    uint32_t n = 0;
    bool ok = lines_read(path, &all, e);
    for (unsigned number = 1; ok && lines_next(&all, &at, &line); number++)
        ok = read_line(r, line.s, &n, e) || err_prefix(e, "%s, line %u", path, number);
    if (ok && n != r->n)
        ok = err_set(e, ERR_USAGE, 0,
                     "%s has to hold a number for each of the %" PRIu32
                     " runs, those before first; it has %" PRIu32,
                     path, r->n, n);
    text_free(&all);
    text_free(&line);
    return ok;
}

bool work_set_amounts(struct replicates *r, const struct gate_opts *o, struct outlet *err)
{
    const bool counted = work_is_counted_by_event(o);
    double all = 1;
    if (counted)
        all = 0;
    else if (o->per)
        all = work_number_of(o->per, strlen(o->per));
    struct err e = { 0 };
    if (!counted && !is_work(all)) {
        outlet_add(err, "perfolio diff: --per takes a number between 1e-100 and 1e100, or an event\n");
        return false;
    }
    for (uint32_t i = 0; i < r->n; i++)
        r->v[i].work = all;
    if (!o->per_file || read_file(r, o->per_file, &e))
        return true;
    return outlet_fail(err, &e, "perfolio diff: --per-file: ");
}
