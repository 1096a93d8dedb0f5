/*
 * show: what the command was asked, and what its two answers, a file each, have in common: address.c says
 * why an address has the name it has, symbol.c where the symbols of a name are. Both return the exit status:
 * 2 when there is nothing of the kind in the capture.
 */
#ifndef PERFOLIO_LIB_QUESTION_EXPLAIN_SHOW_H
#define PERFOLIO_LIB_QUESTION_EXPLAIN_SHOW_H

#include "lib/view/rows.h"
#include "lib/question/provenance/mapping_hits.h"
#include "lib/question/common/common.h"

struct explain {
    struct common_opts common;
    struct session *session;
    const char *about; /* common.subject */
    uint64_t avma;     /* what `about` says when it is an address */
    int pid;           /* -1: all, and the kernel */
    char *time;        /* as given; NULL: the end of the recording */
    struct when when;  /* that moment */
};

/* How many rows of a table text shows: `usual` of them, all with -v. */
static inline size_t explain_most(const struct explain *x, size_t usual)
{
    return x->common.verbose ? SIZE_MAX : usual;
}

int explain_address(const struct explain *x, struct outlet *out, struct outlet *err);
int explain_symbol(const struct explain *x, struct outlet *out, struct outlet *err);

/* A symbol's name as reports show it, harmless to a terminal. */
void explain_name(const struct explain *x, const struct symbol *s, struct text *out);

/* "0x8c8-0x98c, global" */
void explain_range(const struct symbol *s, struct text *out);

/* An object, and what its names come from. */
void explain_object(const struct object *o, struct rows *r);
void explain_table(const struct explain *x, const struct object *o, struct rows *r);

/* The instruction at a place of a symbol, with three in front and three behind. */
struct place;
void explain_code(const struct explain *x, const struct place *p, struct rows *r);

/* The members of a symbol: its names, its range and its binding. */
void explain_symbol_members(const struct explain *x, const struct symbol *s, struct rows *r);

/* Adds a row: a process that maps the object, and in the last column which mapping. */
enum { HOLDER_COLUMNS = 5 };
extern const struct rows_column explain_holder_columns[HOLDER_COLUMNS];
extern const struct rows_table explain_holders; /* without that */
void explain_holder(const struct explain *x, const struct holder *h, int32_t machine, struct when when,
                    struct rows *r);

/* How the address in the table's space came about: the equations of resolver.c with their numbers. */
void explain_arithmetic(const struct place *p, uint64_t avma, struct text *out);

/* Symbols that cover the address too, but start earlier: the next one from *i on; NULL: no more. */
const struct symbol *explain_next_covering(const struct place *p, size_t *i);

/* Symbols that gave way to the winner, each name once, and the rule. */
const struct symbol *explain_next_loser(const struct place *p, size_t *i);

/* The rules of symtab.c that made this symbol the one. */
void explain_rule(const struct place *p, struct text *out);

/* Why there is no name: what lies around the address. */
void explain_gap(const struct explain *x, const struct place *p, struct text *out);

#endif
