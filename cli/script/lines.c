/* A capture, from its first record to its last: each as a line, or as what --json makes of it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/script/scribe.h"
#include "core/base/mem.h"
#include "core/model/ordered.h"
#include "core/profile/count/reads.h"

enum { PADDED_MOST = 64 };

enum { WRITE_AT = 1 << 16 };

static bool write_out(struct scribe *w, FILE *out, struct err *e)
{
    bool ok = !w->out.n || fwrite(w->out.s, 1, w->out.n, out) == w->out.n;
    w->out.n = 0;
    return ok || err_set(e, ERR_IO, 0, "cannot write the lines: %s", strerror(errno));
}

/* perf record -e branches -c 1. */
static bool is_branch(const struct attr *a)
{
    enum { BRANCH_INSTRUCTIONS = 4 }; /* PERF_COUNT_HW_ */
    return a->type == PERF_TYPE_HARDWARE && a->config == BRANCH_INSTRUCTIONS && a->sample_period == 1 &&
           !attr_has(a, ATTR_FREQ);
}

/* The event of a name, or NULL with `e` set. */
static const struct event *event_named(const struct events *es, const char *option, const char *name,
                                       struct err *e)
{
    for (uint32_t i = 0; i < es->n; i++)
        if (!strcmp(es->v[i].name, name))
            return &es->v[i];
    err_set(e, ERR_USAGE, 0, "%s: there is no event '%s'; perfolio evlist lists them", option, name);
    return NULL;
}

static bool gate_init(struct script_gate *g, const struct events *es, const struct script_opts *o,
                      struct err *e)
{
    g->open = o->open ? event_named(es, "--switch-on", o->open, e) : NULL;
    g->close = o->close ? event_named(es, "--switch-off", o->close, e) : NULL;
    g->closed = g->open;
    return e->kind == ERR_NONE;
}

/* What opens and closes the gate is kept out too, unless it is asked for. */
static bool gate_hides(struct script_gate *g, const struct event *ev, bool show)
{
    const struct event *turns = g->closed ? g->open : g->close;
    if (turns != ev)
        return g->closed;
    g->closed = !g->closed;
    return !show;
}

bool script_scribe_init(struct scribe *w, struct session *s, const struct script_opts *o, struct err *e)
{
    const struct events *es = &s->capture->events;
    size_t column = 0;
    *w = (struct scribe){ .s = s, .o = o };
    address_cache_init(&w->addresses, s->timeline, s->resolver);
    w->addresses.names_by_then = true;
    stacks_init(&w->stacks, &w->addresses, s->capture->env.arch, &o->stack, &w->problems);
    w->places = script_places_new();
    counters_init(&w->counters, s->capture, &w->problems);
    w->comms = mem_new(COMM_SLOTS, sizeof(*w->comms));
    w->events = mem_new(es->n, sizeof(*w->events));
    for (uint32_t i = 0; i < es->n; i++) {
        size_t n = strlen(es->v[i].name);
        column = n > column ? n : column;
    }
    for (uint32_t i = 0; i < es->n; i++) {
        const struct event *ev = &es->v[i];
        struct script_event *se = &w->events[i];
        struct text name = { 0 };
        size_t blanks = column - strlen(ev->name);
        bool padded = blanks <= PADDED_MOST; /* not thousands of names as long as the longest one */
        text_char(&name, ' ', padded ? blanks : 0);
        text_add_clean(&name, ev->name);
        text_add(&name, ": ");
        text_room(&name, WORD_ROOM);
        *se = (struct script_event){ .event = ev,
                                     .type = script_type_of(&ev->attr),
                                     .is_branch = is_branch(&ev->attr),
                                     .has_chain = event_tells(ev) & PERF_SAMPLE_CALLCHAIN,
                                     .name = name,
                                     .blanks = padded ? 0 : blanks };
        se->fields = o->choice.of[se->type].fields;
        se->how = script_places_how(se->fields);
        w->chains = w->chains || (se->has_chain && !o->no_chains);
    }
    return gate_init(&w->gate, es, o, e) && (!o->dumps || script_dumps_open(w, e));
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
    script_places_free(w->places);
    counters_free(&w->counters);
    script_guests_free(&w->guests);
    stacks_free(&w->stacks);
    address_cache_free(&w->addresses);
    text_free(&w->out);
}

/* A sample, as one of `ev`, which is its own event or one of its group. */
static bool script_sample(struct scribe *w, const struct sample *s, const struct event *ev, uint64_t time,
                          uint64_t period, struct err *e)
{
    struct script_event *se = &w->events[ev - w->s->capture->events.v];
    if (!se->fields || gate_hides(&w->gate, ev, w->o->show_gate))
        return true;
    struct script_line l = { .s = s,
                             .type = PERF_RECORD_SAMPLE,
                             .time = time,
                             .period = period,
                             .fields = se->fields,
                             .how = se->how,
                             .event = se,
                             .task = address_cache_task_of(&w->addresses, s) };
    if (w->o->common.json) {
        script_sample_json(w, &l);
        return true;
    }
    if (se->fields & FIELD(IP) && !(w->chains && se->has_chain))
        script_places_expect(w, &l, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, s->ip, se->how);
    script_print_fields(w, &l, 0, se->is_branch ? LAST_OF_BRANCH + 1 : FIELDS);
    if (se->is_branch)
        script_print_branch(w, &l);
    text_char(&w->out, '\n', 1);
    return !se->dump || script_dump(w, se, e);
}

static bool is_hidden(struct scribe *w, struct filter_memory *m, const struct sample *s)
{
    const struct filter *f = &w->o->filter;
    const struct task_slot *task = address_cache_task_of(&w->addresses, s);
    struct resolved_addr resolved = { .level = 'H' };
    struct view v = { .sample = s, .comm = task->comm, .resolved = &resolved };
    if (filter_needs_place(f))
        resolved = address_cache_find(&w->addresses, task, s->misc & PERF_RECORD_MISC_CPUMODE_MASK, s->ip,
                                      s->when, 0);
    return filter_hides(f, m, &v);
}

/* A record that is no sample. */
static void see_record(struct scribe *w, const struct record *r)
{
    script_stat(w, r);
    if (r->type == PERF_RECORD_ID_INDEX)
        script_guests_see(&w->guests, r);
    if (!filter_has_cpu(&w->o->filter, r->id.cpu))
        return;
    if (w->o->common.json)
        script_record_json(w, r);
    else if (script_shows(w->o, r->type))
        script_record(w, r);
}

/* What the loop over samples remembers. */
struct seen {
    struct filter_memory memory;
    struct reads reads;
    uint64_t *samples;
    bool drops, hides; /* some filter does */
};

static bool see_sample(struct scribe *w, struct seen *seen, struct sample *s, struct err *e)
{
    struct capture *c = w->s->capture;
    uint64_t time = s->when.time;
    bool dropped = seen->drops && filter_drops(&w->o->filter, s);
    if (!c->timed)
        s->when.time = 0; /* records have no time here: their place alone tells what came first */
    dropped = dropped || (seen->hides && is_hidden(w, &seen->memory, s));
    if (!(s->event->attr.sample_type & PERF_SAMPLE_READ)) {
        *seen->samples += !dropped;
        return dropped || script_sample(w, s, s->event, time, s->period, e);
    }
    struct reading at = reading_of(s);
    const struct event *ev;
    for (uint64_t grown; reads_next(&seen->reads, &at, &c->events, &ev, &grown);) {
        *seen->samples += grown && !dropped;
        if (grown && !dropped && !script_sample(w, s, ev, time, grown, e))
            return false;
    }
    return true;
}

bool script_lines(struct scribe *w, FILE *out, uint64_t *samples, struct err *e)
{
    struct capture *c = w->s->capture;
    const struct filter *f = &w->o->filter;
    struct ordered *ordered = ordered_new(c, e);
    struct seen seen = { .samples = samples, .drops = filter_drops_some(f), .hides = filter_hides_some(f) };
    struct sample *s = mem_new(1, sizeof(*s));
    struct block one;
    struct record r;
    struct record_head head;
    while (e->kind == ERR_NONE && ordered_next(ordered, &one, &head, e)) {
        if (w->out.n >= WRITE_AT && !write_out(w, out, e))
            break;
        if (head.type != PERF_RECORD_SAMPLE) {
            if (c->ops->read_record(c, &one, one.next, &r))
                see_record(w, &r);
        } else if (c->ops->next_sample(c, &one, s, &w->problems)) {
            see_sample(w, &seen, s, e);
        }
    }
    if (e->kind == ERR_NONE && write_out(w, out, e) && w->o->dumps && script_dumps_commit(w, e))
        write_out(w, out, e);
    ordered_free(ordered);
    idmap_free(&seen.memory.symbols);
    reads_free(&seen.reads);
    free(s);
    return e->kind == ERR_NONE;
}
