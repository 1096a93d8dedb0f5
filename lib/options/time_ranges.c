/* time_ranges: parses the values of --time and similar options. */
#include "core/base/text.h"
#include "lib/options/values.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/date.h"

/* Parses seconds with up to nine decimals, without floating point, which would round 1234.000000001. */
bool value_seconds_read(const char *s, const char *end, uint64_t *ns)
{
    uint64_t whole = 0, part = 0, unit = NSEC_PER_SEC;
    if (s == end)
        return false;
    for (; s < end && *s >= '0' && *s <= '9'; s++) {
        whole = whole * 10 + (uint64_t)(*s - '0');
        if (whole >= UINT64_MAX / NSEC_PER_SEC) /* the limit is about 584 years */
            return false;
    }
    if (s < end && *s == '.')
        for (s++; s < end && *s >= '0' && *s <= '9'; s++) {
            unit /= 10;
            part += unit * (uint64_t)(*s - '0');
        }
    *ns = whole * NSEC_PER_SEC + part;
    return s == end;
}

/* Parses a slice of the recording: "10%/2" is the second tenth; "0%-20%" the first fifth. */
static bool slice(const char *s, uint64_t first, uint64_t last, struct time_range *out)
{
    char *end;
    double a = strtod(s, &end), from, to;
    if (*end != '%')
        return false;
    if (end[1] == '/') {
        unsigned long i = strtoul(end + 2, &end, 10);
        from = a * ((double)i - 1) / 100;
        to = a * (double)i / 100;
        if (!i)
            return false;
    } else if (end[1] == '-') {
        from = a / 100;
        to = strtod(end + 2, &end) / 100;
        if (*end++ != '%')
            return false;
    } else {
        from = 0;
        to = a / 100;
        end++;
    }
    if (!(from >= 0 && to <= 1 && from < to) || (*end && !strchr(" ,", *end)))
        return false;
    uint64_t span = last - first;
    out->from = first + (uint64_t)(from * (double)span + 0.5);
    if (to >= 1)
        out->to = last;
    else
        out->to = first + (uint64_t)(to * (double)span + 0.5) - 1;
    return true;
}

bool value_times_read(const char *arg, uint64_t first, uint64_t last, struct time_range *out, size_t max,
                      size_t *n, struct err *e)
{
    assert(max);
    bool percent = strchr(arg, '%');
    *n = 0;
    for (const char *s = arg; *s;) {
        size_t len = strcspn(s, percent ? " ," : " ");
        const char *comma = memchr(s, ',', len);
        struct time_range r = { 0, UINT64_MAX };
        bool ok;
        if (percent)
            ok = first <= last && slice(s, first, last, &r);
        else if (comma)
            ok = (comma == s || value_seconds_read(s, comma, &r.from)) &&
                 (comma + 1 == s + len || value_seconds_read(comma + 1, s + len, &r.to));
        else
            ok = value_seconds_read(s, s + len, &r.from);
        if (*n == max)
            return err_set(e, ERR_USAGE, 0, "--time: more than %zu ranges", max);
        if (!ok || r.from > r.to)
            return err_set(
                e, ERR_USAGE, 0,
                "--time: '%.*s' is not a time range: START,STOP in seconds, N%%/M or A%%-B%% were expected",
                text_cut(len, 100), s);
        out[(*n)++] = r;
        s += len;
        if (*s)
            s += 1;
    }
    return true;
}
