/* evlist: the events of a capture, as they were asked for. */
#include "cli/commands.h"

#include "cli/session/answer.h"
#include "cli/session/captures.h"
#include "formats/perf/fields/attr.h"
#include "formats/perf/features/feature.h"

ROWS_TABLE(events, "events", ROWS_UNSEEN("name", TEXT), ROWS_UNSEEN("type", COUNT),
           ROWS_UNSEEN("config", HEX), ROWS_UNSEEN("period", COUNT), ROWS_UNSEEN("frequency", COUNT),
           ROWS_UNSEEN("sample_type", HEX), ROWS_UNSEEN("read_format", HEX), ROWS_UNSEEN("leader", COUNT),
           ROWS_UNSEEN("group", TEXT), ROWS_UNSEEN("unit", TEXT), ROWS_UNSEEN("attr", TEXT));

static void add_event(struct rows *out, const struct event *e)
{
    const struct attr *a = &e->attr;
    const struct value often = a->sample_period ? value_count(a->sample_period) : value_unknown();
    bool freq = attr_has(a, ATTR_FREQ);
    struct text spelled = { 0 };
    attr_show(a, "", ": ", &spelled);
    rows_row(out, (const struct value[]){ value_text(e->name), value_count(a->type), value_hex(a->config),
                                          freq ? value_unknown() : often, freq ? often : value_unknown(),
                                          value_hex(a->sample_type), value_hex(a->read_format),
                                          value_count(e->leader), value_text(e->group_name),
                                          value_text(e->unit), value_text(spelled.s) });
    text_free(&spelled);
}

struct evlist_opts {
    struct common_opts common;
    bool freq, group;
};

#define OPTS struct evlist_opts
static const struct option_row options[] = {
    OPT("freq", 'F', FLAG, freq, NULL, "show the sampling frequency or period"),
    OPT("group", 'g', FLAG, group, NULL, "show groups as {leader,member}"), CSV_ROW, OPT_END
};

static bool work(struct session *s, void *opts, FILE *out, FILE *err, struct err *e UNUSED)
{
    const struct evlist_opts *o = opts;
    struct text text = { 0 };
    struct rows rows;
    features_events_show(s->capture, o->common.verbose, o->freq, o->group, &text);
    answer_rows(&rows, &o->common, NULL, "evlist", out);
    rows_print(&rows, "%s", text_str(&text));
    rows_table(&rows, &events);
    for (uint32_t i = 0; i < s->capture->events.n; i++)
        add_event(&rows, &s->capture->events.v[i]);
    rows_table_end(&rows);
    answer_rows_end(&rows, s, NULL, 0, err);
    text_free(&text);
    return true;
}

const struct command evlist_command = COMMAND("evlist", "the events that were recorded", NULL, options,
                                              .size = sizeof(struct evlist_opts), .work = work,
                                              .depth = SESSION_HEADER, .traits = COMMAND_EACH);
