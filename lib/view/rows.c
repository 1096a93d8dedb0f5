#include "lib/view/rows.h"

#include <assert.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>

#include "core/base/date.h"
#include "core/base/text.h"
#include "lib/view/view_check.h"

/* Begins the next object in the list "captures", with the name of the capture. */
static struct json begin_member(struct rows_several *s, const char *command, struct outlet *out)
{
    struct json j = s->json;
    s->json = (struct json){ .out = NULL };
    if (!j.depth) {
        j.out = out;
        json_answer(&j, NULL, command);
        json_array(&j, "captures");
    }
    json_object(&j, NULL);
    json_value(&j, "name", value_text(s->capture));
    return j;
}

static void begin_turn(struct rows *r, const char *command)
{
    r->json = begin_member(r->several, command, r->out);
    json_answer(&r->json, "answer", command);
    r->several->answered = true;
}

static void end_turn(struct rows *r)
{
    json_end(&r->json);
    r->several->json = r->json;
    r->json = (struct json){ .out = NULL };
}

void rows_begin(struct rows *r, enum rows_format format, const char *separator, struct rows_several *several,
                const char *command, struct outlet *out)
{
    static const struct rows_sink *const sinks[] = {
        [ROWS_TEXT] = &sink_text,
        [ROWS_CSV] = &sink_csv,
        [ROWS_JSON] = &sink_json,
        [ROWS_JSON_LINES] = &sink_json_lines,
    };
    *r = (struct rows){ .sink = out && out->sink ? out->sink : sinks[format],
                        .out = out,
                        .json.out = out,
                        .is_stream = format == ROWS_JSON_LINES,
                        .separator = separator };
    if (several && (format == ROWS_CSV || (format == ROWS_JSON && several->is_document)))
        r->several = several;
    if (r->several && several->is_document)
        begin_turn(r, command);
    else if (r->sink->begin)
        r->sink->begin(r, command);
    if (!r->several || format != ROWS_CSV)
        return;
    r->headed = several->headed;
    several->headed = (struct text){ 0 };
    rows_add_table_label(r, "capture", value_text(several->capture));
}

void rows_end(struct rows *r, const struct problems *all)
{
    if (r->sink->end)
        r->sink->end(r, all);
    if (r->several && r->several->is_document)
        end_turn(r);
    rows_abandon(r);
}

void rows_turn_end(struct rows_several *s, const char *command, struct outlet *out)
{
    if (s->is_document && !s->answered) {
        struct json j = begin_member(s, command, out);
        json_value(&j, "answer", value_unknown()); /* the capture could not be read */
        json_end(&j);
        s->json = j;
    }
    s->answered = false;
}

void rows_turns_end(struct rows_several *s)
{
    while (s->json.depth)
        json_end(&s->json);
    json_free(&s->json);
    text_free(&s->headed);
}

void rows_abandon(struct rows *r)
{
    while (r->nkeys)
        free(r->keys[--r->nkeys].text);
    text_free(&r->line);
    free(r->fitted.widths);
    r->fitted = (struct rows_fitted){ .table = NULL };
    json_free(&r->json);
    if (r->several && !r->several->is_document)
        r->several->headed = r->headed;
    else
        text_free(&r->headed);
}

bool rows_includes(const struct rows *r, bool asked)
{
    return asked || r->sink->is_whole;
}

size_t rows_limit(const struct rows *r, size_t most)
{
    if (r->sink->is_read)
        return most;
    return SIZE_MAX;
}

bool rows_includes_problems(const struct rows *r)
{
    return r->sink->problems != NULL;
}

bool rows_prints_text(const struct rows *r)
{
    return r->sink->is_read;
}

void rows_print(struct rows *r, const char *fmt, ...)
{
    if (!r->sink->is_read)
        return;
    va_list args;
    va_start(args, fmt);
    outlet_vprint(r->out, fmt, args);
    va_end(args);
}

void rows_print_raw(struct rows *r, struct text *said)
{
    if (r->sink->is_read)
        outlet_write(r->out, said->s, said->n);
    said->n = 0;
}

void rows_line(struct rows *r, const char *name, struct text *value)
{
    rows_print(r, "  %-9s %s\n", name, value->n ? value->s : "");
    value->n = 0;
}

void rows_problems(struct rows *r, const struct problems *all)
{
    if (r->sink->problems)
        r->sink->problems(r, all);
}

void rows_object(struct rows *r, const char *name)
{
    r->depth++;
    if (r->sink->open)
        r->sink->open(r, name, false);
}

void rows_list(struct rows *r, const char *name)
{
    r->depth++;
    if (r->sink->open)
        r->sink->open(r, name, true);
}

void rows_close(struct rows *r)
{
    if (r->sink->close)
        r->sink->close(r);
    r->depth--;
}

void rows_fact(struct rows *r, const char *name, struct value v)
{
    if (r->sink->fact)
        r->sink->fact(r, name, &v, false);
}

void rows_add_fact_with_text(struct rows *r, const char *name, struct value v, const char *text,
                             const char *line)
{
    if (r->sink->say)
        r->sink->say(r, name, &v, text, line);
    else
        rows_fact(r, name, v);
}

void rows_say(struct rows *r, const char *name, struct value v, const char *line)
{
    rows_add_fact_with_text(r, name, v, NULL, line);
}

void rows_add_table_label(struct rows *r, const char *name, struct value v)
{
    if (r->sink->fact)
        r->sink->fact(r, name, &v, true);
}

void rows_table(struct rows *r, const struct rows_table *t)
{
    assert(r->ntables < ROWS_TABLES);
    r->table = r->around[r->ntables++] = t;
    r->fitted.table = NULL; /* the next table may be the same one with other widths */
    if (r->sink->table)
        r->sink->table(r);
}

void rows_row(struct rows *r, const struct value *cells)
{
    assert(r->table && view_check_cells(r->table->columns, r->table->n, cells, r->sink->is_read));
    r->sink->row(r, cells, false);
}

bool rows_can_pull(const struct rows *r)
{
    return r->sink->source != NULL;
}

void rows_pull_from(struct rows *r, const struct rows_source *s)
{
    assert(r->table && r->sink->source);
    r->sink->source(r, s);
}

void rows_row_begin(struct rows *r, const struct value *cells)
{
    assert(r->table && view_check_cells(r->table->columns, r->table->n, cells, r->sink->is_read));
    r->sink->row(r, cells, true);
    r->inside++;
}

void rows_row_end(struct rows *r)
{
    assert(r->inside);
    r->inside--;
    if (r->sink->row_end)
        r->sink->row_end(r);
}

void rows_table_end(struct rows *r)
{
    assert(r->ntables);
    if (r->sink->table_end)
        r->sink->table_end(r);
    if (--r->ntables)
        r->table = r->around[r->ntables - 1];
    else
        r->table = NULL;
}

static void view_rows_add_symbol(const struct value *v, struct text *out)
{
    text_printf(out, "[%c] ", v->symbol.level);
    if (v->symbol.name)
        text_add_clean(out, v->symbol.name);
    else if (v->symbol.nowhere)
        text_add(out, "[unknown]");
    else
        text_printf(out, "0x%" PRIx64, v->symbol.address);
    if (v->symbol.offset || v->symbol.is_data)
        text_printf(out, "+0x%" PRIx64, v->symbol.offset);
}

void rows_show_ms(const struct value *v, struct text *out)
{
    text_printf(out, "%.3f", (double)v->count / 1e6);
}

void rows_show_address(const struct value *v, struct text *out)
{
    text_printf(out, "%016" PRIx64, v->count);
}

void rows_show_bare(const struct value *v, struct text *out)
{
    text_hexadecimal(out, v->count, 0);
}

void rows_text(const struct value *v, struct text *out)
{
    switch (v->type) {
    case VALUE_UNKNOWN:
    case VALUE_NONE:
        break;
    case VALUE_TEXT:
    case VALUE_NUMERAL:
        text_add_clean(out, v->text);
        break;
    case VALUE_COUNT:
        text_decimal(out, v->count, 0);
        break;
    case VALUE_SIGNED:
        text_printf(out, "%" PRId64, v->number);
        break;
    case VALUE_HEX:
        text_printf(out, "0x%" PRIx64, v->count);
        break;
    case VALUE_PERCENT:
        text_printf(out, "%.2f%%", v->share);
        break;
    case VALUE_DECIMAL:
        text_printf(out, "%.*f", (int)v->decimals, v->share);
        break;
    case VALUE_TIME:
        text_printf(out, "%" PRIu64 ".%09" PRIu64, v->count / NSEC_PER_SEC, v->count % NSEC_PER_SEC);
        break;
    case VALUE_YES_NO:
        text_add(out, v->yes ? "yes" : "no");
        break;
    case VALUE_SYMBOL:
        view_rows_add_symbol(v, out);
        break;
    case VALUE_TASK:
        text_printf(out, "%" PRId32 ":", v->task.tid);
        text_add_clean(out, text_or(v->task.comm, ""));
        break;
    case VALUE_SOURCE:
        text_add_clean(out, v->source.file);
        if (v->source.line)
            text_printf(out, ":%" PRIu32, v->source.line);
        break;
    }
}
