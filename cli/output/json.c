#include "cli/output/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/base/date.h"
#include "core/base/text.h"

/* Keys and most texts are written as they are. */
static bool is_plain(const char *text, size_t length)
{
    size_t i = 0;
    while (i < length && text[i] >= ' ' && text[i] < 0x7f && text[i] != '"' && text[i] != '\\')
        i++;
    return i == length;
}

static void quoted(FILE *out, const char *text, size_t length)
{
    struct text t = { 0 };
    if (is_plain(text, length)) {
        putc('"', out);
        fwrite(length ? text : "", 1, length, out);
        putc('"', out);
        return;
    }
    text_add_quoted(&t, text, length);
    fwrite(t.s, 1, t.n, out);
    text_free(&t);
}

/* Whatever comes in front of the next value. */
static void next(struct json *j, const char *key)
{
    if (j->any[j->depth])
        putc(',', j->out);
    if (!j->line && j->depth)
        fprintf(j->out, "\n%*s", (int)j->depth * 2, "");
    else if (j->any[j->depth])
        putc(' ', j->out);
    j->any[j->depth] = true;
    if (key) {
        quoted(j->out, key, strlen(key));
        fputs(": ", j->out);
    }
}

static void begin(struct json *j, const char *key, char open, char close)
{
    next(j, key);
    putc(open, j->out);
    assert(j->depth + 1 < JSON_DEPTH);
    j->close[++j->depth] = close;
    j->any[j->depth] = false;
}

void json_object(struct json *j, const char *key)
{
    begin(j, key, '{', '}');
}

void json_array(struct json *j, const char *key)
{
    begin(j, key, '[', ']');
}

void json_object_line(struct json *j, const char *key)
{
    begin(j, key, '{', '}');
    if (!j->line)
        j->line = j->depth;
}

void json_end(struct json *j)
{
    char close = j->close[j->depth];
    bool any = j->any[j->depth--];
    if (any && !j->line)
        fprintf(j->out, "\n%*s", (int)j->depth * 2, "");
    putc(close, j->out);
    if (j->line > j->depth)
        j->line = 0;
    if (!j->depth) {
        putc('\n', j->out);
        j->any[0] = false; /* the next line of JSON is a document of its own */
    }
}

void json_text_n(struct json *j, const char *key, const char *s, size_t n)
{
    next(j, key);
    quoted(j->out, s, n);
}

void json_literal(struct json *j, const char *key, const char *s)
{
    next(j, key);
    fputs(s, j->out);
}

static void put_number(FILE *out, const struct value *v)
{
    switch (v->type) {
    case VALUE_COUNT:
        fprintf(out, "%" PRIu64, v->count);
        break;
    case VALUE_SIGNED:
        fprintf(out, "%" PRId64, v->number);
        break;
    case VALUE_HEX:
        fprintf(out, "\"0x%" PRIx64 "\"", v->count);
        break;
    case VALUE_TIME:
        fprintf(out, "\"%" PRIu64 ".%09" PRIu64 "\"", v->count / NSEC_PER_SEC, v->count % NSEC_PER_SEC);
        break;
    case VALUE_YES_NO:
        fputs(v->yes ? "true" : "false", out);
        break;
    default:
        fprintf(out, "%.*f", v->type == VALUE_PERCENT ? 2 : (int)v->decimals, v->share);
    }
}

/* Of a value that has several. */
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
        fputs("null", j->out);
    else if (v.type == VALUE_TEXT)
        quoted(j->out, v.text, strlen(v.text));
    else
        put_number(j->out, &v);
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
        json_value(j, "first", value_text(all->of[i].first[0] ? all->of[i].first : NULL));
        json_end(j);
    }
    json_end(j);
}
