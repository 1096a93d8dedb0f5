#include "cli/output/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/base/date.h"
#include "core/base/text.h"

static void quoted(FILE *out, const char *text, size_t length)
{
    struct text t = { 0 };
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

void json_text(struct json *j, const char *key, const char *s)
{
    next(j, key);
    if (s)
        quoted(j->out, s, strlen(s));
    else
        fputs("null", j->out);
}

void json_text_n(struct json *j, const char *key, const char *s, size_t n)
{
    next(j, key);
    quoted(j->out, s, n);
}

void json_count(struct json *j, const char *key, uint64_t n)
{
    next(j, key);
    fprintf(j->out, "%" PRIu64, n);
}

void json_signed(struct json *j, const char *key, int64_t n)
{
    next(j, key);
    fprintf(j->out, "%" PRId64, n);
}

void json_decimal(struct json *j, const char *key, double v, unsigned decimals)
{
    next(j, key);
    if (isfinite(v))
        fprintf(j->out, "%.*f", (int)decimals, v);
    else
        fputs("null", j->out);
}

void json_hex(struct json *j, const char *key, uint64_t n)
{
    next(j, key);
    fprintf(j->out, "\"0x%" PRIx64 "\"", n);
}

void json_seconds(struct json *j, const char *key, uint64_t ns)
{
    next(j, key);
    fprintf(j->out, "\"%" PRIu64 ".%09" PRIu64 "\"", ns / NSEC_PER_SEC, ns % NSEC_PER_SEC);
}

void json_bool(struct json *j, const char *key, bool b)
{
    next(j, key);
    fputs(b ? "true" : "false", j->out);
}

void json_literal(struct json *j, const char *key, const char *s)
{
    next(j, key);
    fputs(s, j->out);
}

void json_value(struct json *j, const char *key, struct value v)
{
    switch (v.type) {
    case VALUE_NONE:
        break;
    case VALUE_UNKNOWN:
        json_text(j, key, NULL);
        break;
    case VALUE_TEXT:
        json_text(j, key, v.text);
        break;
    case VALUE_COUNT:
        json_count(j, key, v.count);
        break;
    case VALUE_SIGNED:
        json_signed(j, key, v.number);
        break;
    case VALUE_HEX:
        json_hex(j, key, v.count);
        break;
    case VALUE_PERCENT:
        json_decimal(j, key, v.share, 2);
        break;
    case VALUE_DECIMAL:
        json_decimal(j, key, v.share, v.decimals);
        break;
    case VALUE_TIME:
        json_seconds(j, key, v.count);
        break;
    case VALUE_YES_NO:
        json_bool(j, key, v.yes);
        break;
    case VALUE_SYMBOL: {
        const bool has_address = !v.symbol.name && !v.symbol.nowhere;
        const char level[] = { v.symbol.level, 0 };
        json_object_line(j, key);
        json_text(j, "name", v.symbol.name);
        json_value(j, "address", has_address ? value_hex(v.symbol.address) : value_unknown());
        json_text(j, "level", level);
        if (v.symbol.offset || v.symbol.is_data)
            json_count(j, "offset", v.symbol.offset);
        json_end(j);
        break;
    }
    case VALUE_TASK:
        json_object_line(j, key);
        json_signed(j, "tid", v.task.tid);
        json_text(j, "comm", v.task.comm);
        json_end(j);
        break;
    case VALUE_SOURCE:
        json_object_line(j, key);
        json_text(j, "file", v.source.file);
        json_value(j, "line", v.source.line ? value_count(v.source.line) : value_unknown());
        json_end(j);
        break;
    }
}

void json_problems(struct json *j, const struct problems *all)
{
    json_array(j, "problems");
    for (int i = 0; i < PROBLEM_COUNT; i++) {
        if (!all->of[i].n)
            continue;
        json_object_line(j, NULL);
        json_text(j, "key", problem_key(i));
        json_count(j, "count", all->of[i].n);
        json_text(j, "sentence", problem_sentence(i, all->of[i].n));
        json_text(j, "first", all->of[i].first[0] ? all->of[i].first : NULL);
        json_end(j);
    }
    json_end(j);
}
