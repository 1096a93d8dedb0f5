#include "lib/question/common/record_json.h"

#include "formats/perf/records/records.h"
#include "formats/perf/fields/sample_show.h"

static void open_container(void *arg, const char *name, bool array)
{
    if (array)
        rows_list(arg, name);
    else
        rows_object(arg, name);
}

static void close_container(void *arg)
{
    rows_close(arg);
}

static void record_json_put(void *arg, const char *name, struct value v)
{
    rows_fact(arg, name, v);
}

struct value_sink record_sink(struct rows *r)
{
    return (struct value_sink){ r, open_container, close_container, record_json_put, NULL };
}

void record_json(struct rows *r, const struct capture *c, const struct record *record)
{
    const struct value_sink sink = record_sink(r);
    rows_fact(r, "misc", value_hex(record->misc));
    record_members(record, &c->events, &sink);
    if (record->id.has)
        sample_id_members(&record->id, &sink);
}
