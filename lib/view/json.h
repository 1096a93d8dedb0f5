/*
 * json: a writer of JSON. Commas, line ends and indentation take care of themselves; text out of files may
 * hold any bytes. Not a reader, and no tree in memory: what is written is gone. docs/json.md says which
 * shapes the commands give their answers. Where nothing is written to, the text is the caller's to take.
 */
#ifndef PERFOLIO_LIB_VIEW_JSON_H
#define PERFOLIO_LIB_VIEW_JSON_H

#include <stdbool.h>

#include "core/base/problem.h"
#include "core/base/text.h"
#include "core/base/value.h"
#include "lib/view/outlet.h"

enum { JSON_DEPTH = 32 };
enum { JSON_SHAPE = 2 /* of answers: grows when a script that read the old one would fail on the new */ };

struct json {
    struct outlet *out; /* NULL: nothing is written */
    struct text text;   /* not yet written: something up to the end of a document, and nothing behind it */
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

/* Begin the object that an answer is, with its shape and its command. */
void json_answer(struct json *j, const char *key, const char *command);

/* What is not written is gone. */
void json_free(struct json *j);

/* A value as its type is written (docs/json.md): unknown is null, nothing where there is none. Addresses and bit
   masks, which readers that know only doubles would round, are text: "0x1f". So are times: ns, written as
   "111.999692123" seconds. In text control characters are escaped, bytes that are no UTF-8 become U+FFFD. */
void json_value(struct json *j, const char *key, struct value v);

/* "problems": what was wrong, by kind. */
void json_problems(struct json *j, const struct problems *all);

#endif
