/* JSON (docs/json.md): facts are members, tables are arrays of objects, and each value has the JSON type of its kind.
   In a stream, each row and object at the top level is one line. */
#include <string.h>

#include "lib/view/rows.h"

static void sink_json_begin(struct rows *r, const char *command)
{
    json_answer(&r->json, NULL, command);
}

static void sink_json_end(struct rows *r, const struct problems *all)
{
    if (!r->json.depth && all)
        json_object_line(&r->json, NULL);
    if (all)
        json_problems(&r->json, all);
    if (r->json.depth)
        json_end(&r->json);
}

static void problems(struct rows *r, const struct problems *all)
{
    json_problems(&r->json, all);
}

static void json_open(struct rows *r, const char *name, bool list)
{
    const bool on_one_line = r->inside || !r->json.depth;
    if (list)
        json_array(&r->json, name);
    else if (on_one_line)
        json_object_line(&r->json, name);
    else
        json_object(&r->json, name);
}

static void json_close(struct rows *r)
{
    json_end(&r->json);
}

static void sink_json_fact(struct rows *r, const char *name, const struct value *v, bool key UNUSED)
{
    json_value(&r->json, name, *v);
}

static void sink_json_table(struct rows *r)
{
    if (r->json.depth)
        json_array(&r->json, r->table->name);
}

static void table_end(struct rows *r)
{
    if (r->json.depth)
        json_end(&r->json);
}

/* Writes the columns, from index `i` on, that form one object or one array of objects. Returns the index of the next
   column. */
static size_t put_inside(struct json *j, const struct rows_table *t, const struct value *cells, size_t i)
{
    const struct rows_column *c = t->columns, *first = &c[i];
    unsigned at = 0; /* the array element that is being written */
    if (first->at)
        json_array(j, first->of);
    else
        json_object_line(j, first->of);
    for (; i < t->n && (!c[i].of || !strcmp(c[i].of, first->of)); i++) {
        if (!c[i].of || !c[i].name || cells[i].type == VALUE_NONE)
            continue;
        if (c[i].at != at) {
            if (at)
                json_end(j);
            json_object_line(j, NULL);
            at = c[i].at;
        }
        json_value(j, c[i].name, cells[i]);
    }
    if (at)
        json_end(j);
    json_end(j);
    return i;
}

/* Begins a row. If `more` facts or tables follow its cells, the row may be long, so objects in it get lines of their
   own. */
static void sink_json_row(struct rows *r, const struct value *cells, bool more)
{
    const struct rows_table *t = r->table;
    if (more && r->json.depth)
        json_object(&r->json, NULL);
    else
        json_object_line(&r->json, NULL);
    for (size_t i = 0; i < t->n; i++)
        if (t->columns[i].name && !t->columns[i].of)
            json_value(&r->json, t->columns[i].name, cells[i]);
    for (size_t i = 0; i < t->n; i++)
        if (t->columns[i].name && t->columns[i].of)
            i = put_inside(&r->json, t, cells, i) - 1;
    if (!more)
        json_end(&r->json);
}

#define MEMBERS                                                                                              \
    .is_whole = true, .end = sink_json_end, .open = json_open, .close = json_close, .fact = sink_json_fact,  \
    .problems = problems, .table = sink_json_table, .row = sink_json_row, .row_end = json_close,             \
    .table_end = table_end

const struct rows_sink sink_json = { .begin = sink_json_begin, MEMBERS };
const struct rows_sink sink_json_lines = { MEMBERS };
