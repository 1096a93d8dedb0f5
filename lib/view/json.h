/*
 * json: a writer of JSON, which adds commas, line ends and indentation. Texts may have any bytes. There is no parser
 * and no tree in memory. docs/json.md describes the documents of the commands. Without an outlet, the JSON stays in
 * `text`, from where the caller takes it.
 */
#ifndef PERFOLIO_LIB_VIEW_JSON_H
#define PERFOLIO_LIB_VIEW_JSON_H

#include <stdbool.h>

#include "core/base/problem.h"
#include "core/base/text.h"
#include "core/base/value.h"
#include "lib/view/outlet.h"

enum { JSON_DEPTH = 32 };
/* The version of the JSON of answers. It is increased when a change would break scripts that read the JSON. */
enum { JSON_SHAPE = 2 };

struct json {
    struct outlet *out; /* NULL: the JSON stays in `text` */
    struct text text;   /* JSON that is not written yet; empty after the end of a document */
    unsigned depth;
    unsigned line; /* depth of the container that is written on one line; 0: none */
    char close[JSON_DEPTH];
    bool any[JSON_DEPTH]; /* per depth: the open container is not empty */
};

/* Open a container; `key` is NULL in an array and at the top. json_object_line() writes an object, and all in it, on
   one line. */
void json_object(struct json *j, const char *key);
void json_array(struct json *j, const char *key);
void json_object_line(struct json *j, const char *key);
void json_end(struct json *j);

/* Begins the object of an answer, with JSON_SHAPE and the command. */
void json_answer(struct json *j, const char *key, const char *command);

/* Frees the writer; unwritten JSON is dropped. */
void json_free(struct json *j);

/* Writes a value by its type (docs/json.md): VALUE_UNKNOWN as null, VALUE_NONE not at all. Addresses and bit
   masks are text, "0x1f", because readers that have only doubles would round them. Times (ns) are text, too:
   "111.999692123" seconds. Control characters are escaped; bytes that are not UTF-8 become U+FFFD. */
void json_value(struct json *j, const char *key, struct value v);

/* Writes the member "problems": an array with one object per kind. */
void json_problems(struct json *j, const struct problems *all);

#endif
