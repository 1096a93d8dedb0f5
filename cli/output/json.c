#include "cli/output/json.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "core/base/date.h"
#include "core/base/text.h"

void json_quoted(FILE *out, const char *text, size_t length)
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
        json_quoted(j->out, key, strlen(key));
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
        json_quoted(j->out, s, strlen(s));
    else
        fputs("null", j->out);
}

void json_text_n(struct json *j, const char *key, const char *s, size_t n)
{
    next(j, key);
    json_quoted(j->out, s, n);
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
