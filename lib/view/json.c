#include "lib/view/json.h"

#include <assert.h>
#include <math.h>
#include <string.h>

#include "core/base/date.h"

enum { FLUSH_AT = 1 << 16 };

/* Whether a text can be written without escapes; keys and most texts can. */
static bool view_json_is_plain(const char *text, size_t length)
{
    size_t i = 0;
    while (i < length && text[i] >= ' ' && text[i] < 0x7f && text[i] != '"' && text[i] != '\\')
        i++;
    return i == length;
}

static void quoted(struct text *t, const char *text, size_t length)
{
    if (!view_json_is_plain(text, length)) {
        text_add_quoted(t, text, length);
        return;
    }
    text_char(t, '"', 1);
    text_add_n(t, text, length);
    text_char(t, '"', 1);
}

/* Writes the buffered text if it has at least `enough` bytes: at the end of a document, or during a long one. */
static void flush(struct json *j, size_t enough)
{
    if (!j->out || j->text.n < enough)
        return;
    outlet_write(j->out, j->text.s, j->text.n);
    j->text.n = 0;
}

/* Writes the comma, line end, indentation and key before the next value. */
static void next(struct json *j, const char *key)
{
    struct text *t = &j->text;
    flush(j, FLUSH_AT);
    if (j->any[j->depth])
        text_char(t, ',', 1);
    if (!j->line && j->depth) {
        text_char(t, '\n', 1);
        text_char(t, ' ', (size_t)j->depth * 2);
    } else if (j->any[j->depth]) {
        text_char(t, ' ', 1);
    }
    j->any[j->depth] = true;
    if (key) {
        quoted(t, key, strlen(key));
        text_add_n(t, ": ", 2);
    }
}

static void view_json_begin(struct json *j, const char *key, char open, char close)
{
    next(j, key);
    text_char(&j->text, open, 1);
    assert(j->depth + 1 < JSON_DEPTH);
    j->close[++j->depth] = close;
    j->any[j->depth] = false;
}

void json_object(struct json *j, const char *key)
{
    view_json_begin(j, key, '{', '}');
}

void json_array(struct json *j, const char *key)
{
    view_json_begin(j, key, '[', ']');
}

void json_object_line(struct json *j, const char *key)
{
    view_json_begin(j, key, '{', '}');
    if (!j->line)
        j->line = j->depth;
}

void json_end(struct json *j)
{
    assert(j->depth);
    struct text *t = &j->text;
    char close = j->close[j->depth];
    bool any = j->any[j->depth--];
    if (any && !j->line) {
        text_char(t, '\n', 1);
        text_char(t, ' ', (size_t)j->depth * 2);
    }
    text_char(t, close, 1);
    if (j->line > j->depth)
        j->line = 0;
    if (!j->depth) {
        text_char(t, '\n', 1);
        flush(j, 1);
        j->any[0] = false; /* no comma precedes the next document */
    }
}

void json_answer(struct json *j, const char *key, const char *command)
{
    json_object(j, key);
    json_value(j, "perfolio", value_count(JSON_SHAPE));
    json_value(j, "command", value_text(command));
}

void json_free(struct json *j)
{
    text_free(&j->text);
}

static void add_number(struct text *t, const struct value *v)
{
    switch (v->type) {
    case VALUE_COUNT:
        text_decimal(t, v->count, 0);
        break;
    case VALUE_SIGNED:
        text_char(t, '-', v->number < 0);
        text_decimal(t, v->number < 0 ? -(uint64_t)v->number : (uint64_t)v->number, 0);
        break;
    case VALUE_HEX:
        text_add_n(t, "\"0x", 3);
        text_hexadecimal(t, v->count, 0);
        text_char(t, '"', 1);
        break;
    case VALUE_TIME:
        text_char(t, '"', 1);
        text_decimal(t, v->count / NSEC_PER_SEC, 0);
        text_char(t, '.', 1);
        text_add_last_digits(t, v->count % NSEC_PER_SEC, 9);
        text_char(t, '"', 1);
        break;
    case VALUE_YES_NO:
        text_add(t, v->yes ? "true" : "false");
        break;
    default:
        text_printf(t, "%.*f", v->type == VALUE_PERCENT ? 2 : (int)v->decimals, v->share);
    }
}

/* Writes a value that becomes a JSON object. */
static void put_members(struct json *j, const struct value *v)
{
    if (v->type == VALUE_TASK) {
        json_value(j, "tid", value_signed(v->task.tid));
        json_value(j, "comm", value_text(v->task.comm));
    } else if (v->type == VALUE_SOURCE) {
        json_value(j, "file", value_text(v->source.file));
        json_value(j, "line", v->source.line ? value_count(v->source.line) : value_unknown());
    } else {
        const bool has_address = !v->symbol.name && !v->symbol.nowhere;
        json_value(j, "name", value_text(v->symbol.name));
        json_value(j, "address", has_address ? value_hex(v->symbol.address) : value_unknown());
        json_value(j, "level", value_text((const char[]){ v->symbol.level, 0 }));
        if (v->symbol.offset || v->symbol.is_data)
            json_value(j, "offset", value_count(v->symbol.offset));
    }
}

void json_value(struct json *j, const char *key, struct value v)
{
    const bool is_share = v.type == VALUE_PERCENT || v.type == VALUE_DECIMAL;
    if (v.type == VALUE_NONE)
        return;
    if (v.type == VALUE_SYMBOL || v.type == VALUE_TASK || v.type == VALUE_SOURCE) {
        json_object_line(j, key);
        put_members(j, &v);
        json_end(j);
        return;
    }
    next(j, key);
    if (v.type == VALUE_UNKNOWN || (is_share && !isfinite(v.share)))
        text_add(&j->text, "null");
    else if (v.type == VALUE_TEXT)
        quoted(&j->text, v.text, v.n ? v.n : strlen(v.text));
    else if (v.type == VALUE_NUMERAL)
        text_add(&j->text, v.text);
    else
        add_number(&j->text, &v);
}

void json_problems(struct json *j, const struct problems *all)
{
    json_array(j, "problems");
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        if (!all->of[i].n)
            continue;
        json_object_line(j, NULL);
        json_value(j, "key", value_text(problem_key(i)));
        json_value(j, "count", value_count(all->of[i].n));
        json_value(j, "sentence", value_text(problem_sentence(i, all->of[i].n)));
        json_value(j, "first", value_text_unless_empty(all->of[i].first));
        json_end(j);
    }
    json_end(j);
}
