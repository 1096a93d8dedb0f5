#include "cli/output/key_json.h"

#include <stdlib.h>
#include <string.h>

/* What is written comes from the text of the column, so that it is what the table says. */

static void put_dso(struct json *j, const char *key, const char *text, unsigned digits)
{
    (void)digits;
    json_text(j, key, strcmp(text, "[unknown]") ? text : NULL);
}

/* "[.] main" or, where nothing has a name, "[.] 0x000012f4" with as many digits as an address has. */
static void put_symbol(struct json *j, const char *key, const char *text, unsigned digits)
{
    const char level[] = { text[1], 0 }, *name = text + 4;
    const char *number = name + (strncmp(name, "0x", 2) ? 0 : 2);
    bool address = strlen(number) == digits && strspn(number, "0123456789abcdef") == digits;
    bool nameless = address || !strcmp(name, "[unknown]"); /* the latter of several addresses (compare.h) */
    json_text(j, key, nameless ? NULL : name);
    if (address)
        json_hex(j, "address", strtoull(number, NULL, 16));
    else
        json_text(j, "address", NULL);
    json_text(j, "level", level);
}

/* The same of an end of a branch, of which there are two. */
static void put_end(struct json *j, const char *key, const char *text, unsigned digits)
{
    json_object_line(j, key);
    put_symbol(j, "symbol", text, digits);
    json_end(j);
}

/* "-": the CPU did not tell. */
static void put_cycles(struct json *j, const char *key, const char *text, unsigned digits)
{
    (void)digits;
    if (strcmp(text, "-") != 0)
        json_signed(j, key, strtoll(text, NULL, 10));
    else
        json_text(j, key, NULL);
}

/* Y, T and A are yes, N and . are no; "N/A": the CPU did not tell. */
static void put_answer(struct json *j, const char *key, const char *text, unsigned digits)
{
    (void)digits;
    if (strcmp(text, "N/A") != 0)
        json_bool(j, key, strchr("YTA", *text));
    else
        json_text(j, key, NULL);
}

/* "    178:wl-dyn" */
static void put_task(struct json *j, const char *key, const char *text, unsigned digits)
{
    char *colon;
    (void)digits;
    json_object_line(j, key);
    json_signed(j, "tid", strtoll(text, &colon, 10));
    json_text(j, "comm", *colon ? colon + 1 : NULL);
    json_end(j);
}

static void put_number(struct json *j, const char *key, const char *text, unsigned digits)
{
    (void)digits;
    json_signed(j, key, strtoll(text, NULL, 10));
}

static void put_source(struct json *j, const char *key, const char *text, unsigned digits)
{
    (void)digits;
    json_text(j, key, *text && strcmp(text, "??:0") != 0 ? text : NULL);
}

static void put_parent(struct json *j, const char *key, const char *text, unsigned digits)
{
    (void)digits;
    json_text(j, key, strcmp(text, "[other]") != 0 ? text : NULL);
}

static void put_trace(struct json *j, const char *key, const char *text, unsigned digits)
{
    (void)digits;
    json_text(j, key, strcmp(text, "N/A") != 0 ? text : NULL);
}

/* A column of the table that says nothing. */
static void put_nothing(struct json *j, const char *key, const char *text, unsigned digits)
{
    (void)j;
    (void)key;
    (void)text;
    (void)digits;
}

/* Keys whose column says more than a name. */
static const struct {
    const char *key;
    void (*put)(struct json *j, const char *key, const char *text, unsigned digits);
} shapes[] = {
    { "pid", put_task },           { "tid", put_task },          { "dso", put_dso },
    { "symbol", put_symbol },      { "cpu", put_number },        { "socket", put_number },
    { "parallelism", put_number }, { "srcline", put_source },    { "srcfile", put_source },
    { "parent", put_parent },      { "trace", put_trace },       { "ipc_null", put_nothing },
    { "dso_from", put_dso },       { "dso_to", put_dso },        { "symbol_from", put_end },
    { "symbol_to", put_end },      { "mispredict", put_answer }, { "in_tx", put_answer },
    { "abort", put_answer },       { "cycles", put_cycles },     { "srcline_from", put_source },
    { "srcline_to", put_source },  { "addr_from", put_end },     { "addr_to", put_end },
};

void key_json(struct json *j, const struct key *key, const char *text, unsigned addr_digits)
{
    for (size_t i = 0; i < COUNT(shapes); i++)
        if (!strcmp(shapes[i].key, key->name)) {
            shapes[i].put(j, key->name, text, addr_digits);
            return;
        }
    json_text(j, key->name, text);
}
