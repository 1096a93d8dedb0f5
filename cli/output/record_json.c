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
    switch (kind) {
    case REC_SIGNED:
        json_signed(arg, name, (int64_t)number);
        break;
    case REC_HEX:
        json_hex(arg, name, number);
        break;
    case REC_TIME:
        json_seconds(arg, name, number);
        break;
    case REC_FLAG:
        json_bool(arg, name, number);
        break;
    case REC_TEXT:
        json_text(arg, name, text);
        break;
    default:
        json_count(arg, name, number);
    }
}

struct rec_sink record_sink(struct json *j)
{
    return (struct rec_sink){ j, open_container, close_container, put };
}

void record_json(struct json *j, const struct capture *c, const struct record *r)
{
    const struct rec_sink sink = record_sink(j);
    json_hex(j, "misc", r->misc);
    record_members(r, &c->events, &sink);
    if (r->id.has)
        sample_id_members(&r->id, &sink);
}
