#include "cli/output/record_json.h"

#include "formats/perf/records/records.h"
#include "formats/perf/fields/sample_show.h"

static void open_container(void *arg, const char *name, bool array)
{
    (array ? json_array : json_object)(arg, name);
}

static void close_container(void *arg)
{
    json_end(arg);
}

static void put(void *arg, const char *name, enum rec_value kind, uint64_t number, const char *text)
{
    json_value(arg, name,
               kind == REC_TEXT     ? value_text(text)
               : kind == REC_SIGNED ? value_signed((int64_t)number)
               : kind == REC_HEX    ? value_hex(number)
               : kind == REC_TIME   ? value_time(number)
               : kind == REC_FLAG   ? value_yes_no(number)
                                    : value_count(number));
}

struct rec_sink record_sink(struct json *j)
{
    return (struct rec_sink){ j, open_container, close_container, put };
}

void record_json(struct json *j, const struct capture *c, const struct record *r)
{
    const struct rec_sink sink = record_sink(j);
    json_value(j, "misc", value_hex(r->misc));
    record_members(r, &c->events, &sink);
    if (r->id.has)
        sample_id_members(&r->id, &sink);
}
