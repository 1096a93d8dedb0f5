/* prepare: sets up a worker, and the properties that all lines of an event share. */
#include <stdlib.h>
#include <string.h>

#include "lib/question/script/scribe.h"
#include "lib/question/common/common_answer.h"
#include "core/base/mem.h"
#include "formats/tracepoint/tracepoint.h"

enum { PADDED_MOST = 64 };

/* Whether an event counts each branch: perf record -e branches -c 1. */
static bool is_branch(const struct attr *a)
{
    enum { BRANCH_INSTRUCTIONS = 4 }; /* PERF_COUNT_HW_ */
    return a->type == PERF_TYPE_HARDWARE && a->config == BRANCH_INSTRUCTIONS && a->sample_period == 1 &&
           !attr_has(a, ATTR_FREQ);
}

bool script_scribe_init(struct scribe *w, struct session *s, const struct script_opts *o, struct outlet *out,
                        struct err *e)
{
    const bool keeps = out->sink != NULL;
    const struct events *es = &s->capture->events;
    size_t column = 0;
    const struct filter *f = &o->filter;
    *w = (struct scribe){ .s = s,
                          .o = o,
                          .wall = env_wall_clock(&s->capture->env, &s->capture->events),
                          .drops = filter_may_drop(f),
                          .hides = filter_may_hide(f) };
    answer_begin_lines(&w->rows, &o->common, "script", keeps ? out : NULL);
    if (o->common.json && !keeps)
        w->to = &w->rows.json.text;
    else
        w->to = &w->out;
    address_cache_init(&w->addresses, s->timeline, s->resolver);
    w->addresses.names_by_then = true;
    stacks_init(&w->stacks, &w->addresses, s->capture->env.arch, &o->stack, &w->problems);
    w->names = script_names_new();
    w->places = script_places_new(s->timeline, stacks_most(&w->stacks));
    counters_init(&w->counters, s->capture, &w->problems);
    w->comms = mem_new(COMM_SLOTS, sizeof(*w->comms));
    w->events = mem_new(es->n, sizeof(*w->events));
    for (uint32_t i = 0; i < es->n; i++) {
        size_t n = strlen(es->v[i].name);
        if (n > column)
            column = n;
    }
    for (uint32_t i = 0; i < es->n; i++) {
        const struct event *ev = &es->v[i];
        struct script_event *se = &w->events[i];
        struct text name = { 0 };
        size_t blanks = column - strlen(ev->name);
        /* shorter padding is kept in the name, longer padding is counted in `blanks` */
        bool padded = blanks <= PADDED_MOST;
        text_char(&name, ' ', padded ? blanks : 0);
        text_add_clean(&name, ev->name);
        text_add(&name, ": ");
        text_room(&name, WORD_ROOM);
        *se = (struct script_event){ .event = ev,
                                     .type = script_type_of(&ev->attr),
                                     .is_branch = is_branch(&ev->attr),
                                     .has_chain = event_sample_bits(ev) & PERF_SAMPLE_CALLCHAIN,
                                     .name = name,
                                     .blanks = padded ? 0 : blanks };
        se->fields = o->choice.of[se->type].fields;
        se->how = script_places_flags(se->fields);
        w->chains = w->chains || (se->has_chain && !o->no_chains);
    }
    return filters_find_switch_events(&o->switched, es, &w->event_switch, e) &&
           (!o->dumps || script_dumps_open(w, e));
}

void script_scribe_free(struct scribe *w)
{
    script_dumps_free(w);
    for (uint32_t i = 0; w->events && i < w->s->capture->events.n; i++)
        text_free(&w->events[i].name);
    free(w->events);
    for (size_t i = 0; w->comms && i < COMM_SLOTS; i++)
        text_free(&w->comms[i].shown);
    free(w->comms);
    script_names_free(w->names);
    script_places_free(w->places);
    counters_free(&w->counters);
    script_guests_free(&w->guests);
    stacks_free(&w->stacks);
    address_cache_free(&w->addresses);
    text_free(&w->out);
    rows_abandon(&w->rows);
    idmap_free(&w->memory.symbols);
    reads_free(&w->reads);
    if (w->traces)
        tracepoint_reader.close(w->traces);
}
