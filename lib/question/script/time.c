/* time: prints times: of the recording's clock, relative times, or wall-clock times. */
#include "lib/question/script/scribe.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/base/date.h"

/* Adds a point and the fraction of a second in micro- or nanoseconds. */
static void add_fraction(struct scribe *w, uint64_t part)
{
    text_char(&w->out, '.', 1);
    if (w->o->nanoseconds)
        text_add_last_digits(&w->out, part, 9);
    else
        text_add_last_digits(&w->out, part / 1000, 6);
}

/* The time that `time` is shown relative to: the first or, with --deltatime, the last time shown; `time`
   itself if there is none. Lines without a time do not count. */
static uint64_t since_when(struct scribe *w, uint64_t time)
{
    uint64_t since = w->since;
    if (!w->o->relative && !w->o->delta)
        return 0;
    if (w->o->delta || !since)
        w->since = time;
    if (since)
        return since;
    return time;
}

/* The difference may be negative: a record may come after the round that it belongs to. */
void script_print_time(struct scribe *w, const struct script_line *l)
{
    uint64_t since = since_when(w, l->time), ns = l->time < since ? since - l->time : l->time - since;
    char back[24];
    if (l->time < since) {
        snprintf(back, sizeof(back), "-%" PRIu64, ns / NSEC_PER_SEC);
        text_printf(&w->out, "%5s", back);
    } else {
        text_decimal(&w->out, ns / NSEC_PER_SEC, 5);
    }
    add_fraction(w, ns % NSEC_PER_SEC);
    text_add_n(&w->out, ": ", 2);
}

void script_print_tod(struct scribe *w, const struct script_line *l)
{
    const uint64_t wall = (uint64_t)env_wall_at(&w->wall, l->time);
    date_text(&w->out, (int64_t)(wall / NSEC_PER_SEC), ' ');
    add_fraction(w, wall % NSEC_PER_SEC);
    text_char(&w->out, ' ', 1);
}
