/*
 * json: a writer of JSON. Commas, line ends and indentation take care of themselves; text out of files may
 * hold any bytes. Not a reader, and no tree in memory: what is written is gone. docs/json.md says which
 * shapes the commands give their answers.
 */
#ifndef PERFOLIO_CLI_OUTPUT_JSON_H
#define PERFOLIO_CLI_OUTPUT_JSON_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/base/problem.h"
#include "core/base/value.h"

enum { JSON_DEPTH = 32 };
enum { JSON_SHAPE = 2 /* of answers: grows when a script that read the old one would fail on the new */ };

struct json {
    FILE *out;
    unsigned depth;
    unsigned line; /* the depth of the container that is kept on one line; 0: none is */
    char close[JSON_DEPTH];
    bool any[JSON_DEPTH]; /* something stands before in the container of this depth */
};

/* Containers; `key` is NULL in an array and at the top. What is inside of a line stays on it. */
void json_object(struct json *j, const char *key);
void json_array(struct json *j, const char *key);
void json_object_line(struct json *j, const char *key);
void json_end(struct json *j);

/* Text; NULL is null. Control characters are escaped, bytes that are no UTF-8 become U+FFFD. */
void json_text(struct json *j, const char *key, const char *s);

/* The same of n bytes, which may be NULs; another one stands behind them. */
void json_text_n(struct json *j, const char *key, const char *s, size_t n);

/* Counts are numbers. Addresses and bit masks, which readers that know only doubles would round, are text:
   "0x1f". So are times: ns, written as "111.999692123" seconds. */
void json_count(struct json *j, const char *key, uint64_t n);
void json_signed(struct json *j, const char *key, int64_t n);
/* With so many digits behind the point; null when it is no number. */
void json_decimal(struct json *j, const char *key, double v, unsigned decimals);
void json_hex(struct json *j, const char *key, uint64_t n);
void json_seconds(struct json *j, const char *key, uint64_t ns);
void json_bool(struct json *j, const char *key, bool b);

/* As its type is written (docs/json.md): unknown is null, nothing where there is none. */
void json_value(struct json *j, const char *key, struct value v);

/* What is spelled as JSON already: a number, true, false or null. */
void json_literal(struct json *j, const char *key, const char *s);

/* "problems": what was wrong, by kind. */
void json_problems(struct json *j, const struct problems *all);

#endif
