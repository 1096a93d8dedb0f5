/* evlist: lists the events of a capture with their attributes. */
#include "lib/question/commands.h"

#include "lib/question/common/common_answer.h"
#include "core/profile/keys/trace_values.h"
#include "formats/perf/fields/attr.h"
#include "formats/perf/features/feature.h"

ROWS_TABLE(events, "events", ROWS_UNSEEN("name", TEXT), ROWS_UNSEEN("type", COUNT),
           ROWS_UNSEEN("config", HEX), ROWS_UNSEEN("period", COUNT), ROWS_UNSEEN("frequency", COUNT),
           ROWS_UNSEEN("sample_type", HEX), ROWS_UNSEEN("read_format", HEX), ROWS_UNSEEN("leader", COUNT),
           ROWS_UNSEEN("group", TEXT), ROWS_UNSEEN("unit", TEXT), ROWS_UNSEEN("attr", TEXT));

static void evlist_add_event(struct rows *out, const struct event *e)
{
    const struct attr *a = &e->attr;
    const struct value often = value_if(a->sample_period, value_count(a->sample_period));
    bool freq = attr_has(a, ATTR_FREQ);
    struct text spelled = { 0 };
    attr_show(a, "", ": ", &spelled);
    ROWS_ROW(out, value_text(e->name), value_count(a->type), value_hex(a->config), value_if(!freq, often),
             value_if(freq, often), value_hex(a->sample_type), value_hex(a->read_format),
             value_count(e->leader), value_text(e->group_name), value_text(e->unit), value_text(spelled.s));
    text_free(&spelled);
}

ROWS_TABLE(trace_fields, "trace_fields", { .name = "name", .header = "", .type = VALUE_TEXT },
           ROWS_UNSEEN("fields", TEXT), { .header = "", .before = ": ", .type = VALUE_TEXT, .says = true });

/* Adds the names of a tracepoint's own fields, separated by commas. */
static void evlist_add_fields(const struct trace_event *t, struct text *out)
{
    for (size_t i = 0; i < t->n; i++) {
        if (trace_field_is_common(&t->fields[i]))
            continue;
        if (out->n)
            text_add(out, ",");
        text_add_clean(out, t->fields[i].name);
    }
}

static void show_fields(struct session *s, struct rows *out)
{
    const struct events *es = &s->capture->events;
    struct traces *traces = session_traces(s);
    rows_table(out, &trace_fields);
    for (uint32_t i = 0; i < es->n; i++) {
        const struct event *e = &es->v[i];
        const bool is_tracepoint = e->attr.type == PERF_TYPE_TRACEPOINT;
        const struct trace_event *t = NULL;
        struct text fields = { 0 }, shown = { 0 };
        if (is_tracepoint && traces)
            t = session_trace_access(s).reader->event(traces, e->attr.config);
        if (t) {
            evlist_add_fields(t, &fields);
            text_printf(&shown, "trace_fields: %s", text_str(&fields));
        } else {
            text_add(&shown, is_tracepoint ? "(its format was not recorded)" : "(not a tracepoint)");
        }
        ROWS_ROW(out, value_text(e->name), value_text_if(t, text_str(&fields)), value_text(shown.s));
        text_free(&shown);
        text_free(&fields);
    }
    rows_table_end(out);
}

struct evlist_opts {
    struct common_opts common;
    bool freq, group, fields;
};

static void evlist_show_events(const struct session *s, const struct evlist_opts *o, struct rows *out)
{
    struct text text = { 0 };
    features_events_show(s->capture, o->common.verbose, o->freq, o->group, &text);
    rows_print(out, "%s", text_str(&text));
    rows_table(out, &events);
    for (uint32_t i = 0; i < s->capture->events.n; i++)
        evlist_add_event(out, &s->capture->events.v[i]);
    rows_table_end(out);
    text_free(&text);
}

#define OPTS struct evlist_opts
static const struct option_row options[] = {
    OPT("freq", 'F', FLAG, freq, NULL, "show the sampling frequency or period"),
    OPT("group", 'g', FLAG, group, NULL, "show groups as {leader,member}"),
    OPT("trace-fields", 0, FLAG, fields, NULL, "only the fields of each tracepoint"), CSV_ROW, OPT_END
};

static bool evlist_work(struct session *s, const void *opts, struct outlet *out, struct outlet *err,
                        struct err *e UNUSED)
{
    const struct evlist_opts *o = opts;
    struct rows rows;
    answer_begin_rows(&rows, &o->common, NULL, "evlist", out);
    if (o->fields)
        show_fields(s, &rows);
    else
        evlist_show_events(s, o, &rows);
    answer_rows_end(&rows, s, NULL, 0, err);
    return true;
}

const struct command evlist_command = COMMAND("evlist", "the events that were recorded", NULL, options,
                                              .size = sizeof(struct evlist_opts), .work = evlist_work,
                                              .depth = SESSION_HEADER, .traits = COMMAND_EACH);
