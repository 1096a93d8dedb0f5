/*
 * event_text: see the header. The lines are those of util/evsel_fprintf.c (evsel__fprintf); `--trace-fields`,
 * which needs the tracepoints' formats, is not here.
 */
#include "formats/perf/fields/event_text.h"

#include <inttypes.h>

#include "formats/perf/fields/attr.h"

void event_show(const struct capture *c, uint32_t index, bool verbose, bool freq, struct text *out)
{
    const struct event *e = &c->events.v[index];
    text_add_clean(out, e->name);
    if (verbose)
        attr_show(&e->attr, ": ", ": ", out);
    else if (freq)
        text_printf(out, ": %s=%" PRIu64, attr_has(&e->attr, ATTR_FREQ) ? "sample_freq" : "sample_period",
                    e->attr.sample_period);
    text_char(out, '\n', 1);
}

void event_group_show(const struct capture *c, uint32_t index, struct text *out)
{
    const struct event *e = &c->events.v[index];
    if (e->leader != index)
        return;
    if (e->members > 1) {
        text_add_clean(out, e->group_name);
        text_char(out, '{', 1);
    }
    text_add_clean(out, e->name);
    for (uint32_t i = index + 1; i < c->events.n && c->events.v[i].leader == index; i++) {
        text_char(out, ',', 1);
        text_add_clean(out, c->events.v[i].name);
    }
    text_add(out, e->members > 1 ? "}\n" : "\n");
}

void events_show(const struct capture *c, bool verbose, bool freq, bool group, struct text *out)
{
    bool tracepoints = false;
    for (uint32_t i = 0; i < c->events.n; i++) {
        if (group)
            event_group_show(c, i, out);
        else
            event_show(c, i, verbose, freq, out);
        tracepoints |= c->events.v[i].attr.type == PERF_TYPE_TRACEPOINT;
    }
    if (tracepoints)
        text_add(out, "# Tip: use 'perf evlist --trace-fields' to show fields for tracepoint events\n");
}
