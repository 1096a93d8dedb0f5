#include "lib/question/export/part_events.h"

#include <string.h>

void part_events_add(const struct part *p, const struct export_opts *o, const char *of, struct text *out)
{
    const struct session *s = &p->session;
    const struct ready *r = &p->ready;
    const char *format = o->format->name;
    struct text event = { 0 };
    text_add(&event, of);
    text_add(&event, of ? ": " : "");
    export_ready_event_name(r, s, &event);
    if (r->others.n)
        text_printf(out,
                    "perfolio export: %s has room for one event: this is %s; --event takes another, by name "
                    "or number: %s\n",
                    format, event.s, r->others.s);
    else if (!o->event && strstr(event.s, " + "))
        text_printf(out,
                    "perfolio export: %s has room for one event: this is %s; --event takes one of them\n",
                    format, event.s);
    if (r->samples && s->capture->events.n && !export_ready_samples(r, o->format, r->x.event))
        text_printf(out, "perfolio export: %s has no samples\n", event.s);
    text_free(&event);
}
