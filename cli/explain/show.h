/*
 * show: what the command was asked, and what its two answers, a file each, have in common: address.c says
 * why an address has the name it has, symbol.c where the symbols of a name are. Both answer as text or, with
 * --json, as JSON, and return the exit status: 2 when there is nothing of the kind in the capture.
 */
#ifndef PERFOLIO_CLI_EXPLAIN_SHOW_H
#define PERFOLIO_CLI_EXPLAIN_SHOW_H

#include "cli/session/session.h"

struct explain {
    struct common_opts common;
    struct session session;
    const char *about; /* common.subject */
    uint64_t avma;     /* what `about` says when it is an address */
    int pid;           /* -1: all, and the kernel */
    char *time;        /* as given; NULL: the end of the recording */
    struct when when;  /* that moment */
};

int explain_address(const struct explain *x, FILE *out, FILE *err);
int explain_symbol(const struct explain *x, FILE *out, FILE *err);

/* Whether `about` is OBJECT+0xADDR of an object that something maps there: if so, avma, pid and perhaps when
 * are of the first that does. */
bool explain_offset(struct explain *x);

/* "  NAME      VALUE" and an end of line; `value` is taken as it is and emptied. */
void explain_line(FILE *out, const char *name, struct text *value);

/* A symbol's name as reports show it, harmless to a terminal. */
void explain_name(const struct explain *x, const struct symbol *s, struct text *out);

/* "0x8c8-0x98c, global" */
void explain_range(const struct symbol *s, struct text *out);

/* The lines "object" and "table" of an object, or the members of those names. */
void explain_object(const struct object *o, FILE *out);
void explain_table(const struct explain *x, const struct object *o, FILE *out);
struct json;
void explain_object_json(const struct explain *x, const struct object *o, struct json *j);

/* The members of a symbol: its names, its range and its binding. */
void explain_symbol_json(const struct explain *x, const struct symbol *s, struct json *j);

#endif
