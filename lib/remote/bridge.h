/*
 * bridge: the library for a program that sends words and reads JSON, such as a page over WebAssembly or a socket. A
 * request is a list of words; the answer is one JSON object on one line. The bridge keeps files and views open between
 * requests, under numbers. It computes nothing that perfolio.h does not answer, and knows neither carrier nor page.
 *
 *   open PATH [--objects=PATH]... [--capture=NAME] [--symfs=PATH] [--kallsyms=PATH] [--vmlinux=PATH] [--home=PATH] [--isolated]
 *                                     { "file": 1, "events": ["cycles"], "samples": 1000 }
 *   close FILE                        {}                        and its views
 *   ask FILE MOST WORD...             { "view": 1, "status", "said", "text", "cut", "facts", "tables" }; MOST: as in pf_ask()
 *   rows VIEW TABLE PARENT FROM N     { "rows": [{ "row", "parent", "children", "depth", "cells": [[column, text, value], ...] }] }
 *                                     PARENT and parent: a row, or top
 *   row VIEW TABLE ROW                { "rows": [...] }         that row, or none
 *   sort VIEW TABLE COLUMN up|down    {}                        COLUMN none: the original order
 *   find VIEW TABLE FROM TEXT         { "place": 3 }, or null
 *   flame VIEW TABLE PARENT LEAST DEPTH
 *                                     { "texts", "nodes", "cut" }: the rows below PARENT whose period is at least LEAST, down to
 *                                     DEPTH levels: flame.h
 *   free VIEW                         {}
 *   problems FILE                     { "problems": [{ "sentence", "count" }] }
 *   note VALUE                        { "place", "function", "offset", "file", "line", "from", "to", "text" }: what --note=VALUE
 *                                     is about (docs/pack.md), null what it does not have
 *   options QUESTION                  { "options": [{ "name", "letter", "argument", "help" }] }
 *
 * A request that fails is answered with { "error": "...", "kind": 1, "at": 0 } (pf_error). Values are those of docs/json.md, with a
 * symbol as its name and a task as its command. Numbers above 2^53 lose digits in readers that have doubles; `text` has them all.
 */
#ifndef PERFOLIO_LIB_REMOTE_BRIDGE_H
#define PERFOLIO_LIB_REMOTE_BRIDGE_H

#include <stdbool.h>
#include <stddef.h>

struct bridge;

enum {
    BRIDGE_FILES = 16,        /* most open files */
    BRIDGE_VIEWS = 64,        /* most open views */
    BRIDGE_ROWS = 1000,       /* most rows of an answer */
    BRIDGE_TEXT_MAX = 1 << 20 /* most bytes of a view's text in an answer; `cut` says that there are more */
};

/* Returns NULL if out of memory. */
struct bridge *bridge_new(void);
void bridge_free(struct bridge *b);

/* Lets requests to files that are opened from now on be cancelled: while one reads records, counts, sorts or searches, it calls goes_on(arg) in its own
   thread. False: the request fails, with PF_CANCELLED as its kind. */
void bridge_watch(struct bridge *b, bool (*goes_on)(void *arg), void *arg);

/* Answers a request of n words. The answer is valid until the next request; `length` receives its bytes, and may be NULL. */
const char *bridge_answer(struct bridge *b, const char *const *words, size_t n, size_t *length);

/* Like bridge_answer(), for callers without arrays of pointers: `words` has `bytes` bytes; each word ends with a
   NUL. */
const char *bridge_request(struct bridge *b, const char *words, size_t bytes);

#endif
