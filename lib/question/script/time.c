/* When it was: by the recording's clock, since something else, or by the wall. */
#include "lib/question/script/scribe.h"

#include <inttypes.h>
#include <stdio.h>

#include "core/base/date.h"

/* A fraction of a second behind its point, micro- or nanoseconds. */
static void add_fraction(struct scribe *w, uint64_t part)
{
    text_char(&w->out, '.', 1);
    if (w->o->nanoseconds)
        text_digits(&w->out, part, 9);
    else
        text_digits(&w->out, part / 1000, 6);
}

/* What a time is shown relative to; its own as long as there is none. Lines that show no time do not count as
 * the one before. */
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

/* Time may go back: behind a round that a record should have been in. */
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
