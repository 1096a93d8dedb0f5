/*
 * explain_show: the private header of perfolio explain: its options, and functions for both of its results.
 * address.c explains why an address has its name; symbol.c shows where the symbols with a name are.
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
    uint64_t avma;     /* the address, if `about` is one */
    int pid;           /* -1: all processes and the kernel */
    char *time;        /* as the user gave it; NULL: the end of the recording */
    struct when when;  /* the moment that `time` gives */
};

/* The most rows of a table that text shows: `usual`, or all with -v. */
static inline size_t explain_most(const struct explain *x, size_t usual)
{
    return x->common.verbose ? SIZE_MAX : usual;
}

int explain_address(const struct explain *x, struct outlet *out, struct outlet *err);
int explain_symbol(const struct explain *x, struct outlet *out, struct outlet *err);

/* Adds the name of a symbol as reports show it, without control characters. */
void explain_name(const struct explain *x, const struct symbol *s, struct text *out);

/* Adds the range and the binding of a symbol: "0x8c8-0x98c, global". */
void explain_range(const struct symbol *s, struct text *out);

/* explain_object(): shows an object. explain_table(): shows from which symbol table its names come. */
void explain_object(const struct object *o, struct rows *r);
void explain_table(const struct explain *x, const struct object *o, struct rows *r);

/* Shows the instruction at a place in a symbol, with the three instructions before and after it. */
struct place;
void explain_code(const struct explain *x, const struct place *p, struct rows *r);

/* Shows the members of a symbol: its names, its range and its binding. */
void explain_symbol_members(const struct explain *x, const struct symbol *s, struct rows *r);

/* Adds a row about a process that maps the object; the last column is the mapping. */
enum { HOLDER_COLUMNS = 5 };
extern const struct rows_column explain_holder_columns[HOLDER_COLUMNS];
extern const struct rows_table explain_holders; /* lacks the last column */
void explain_holder(const struct explain *x, const struct holder *h, int32_t machine, struct when when,
                    struct rows *r);

/* Adds the computation of a place's address in the symbol table's address space from the avma: the equations of
   resolver.c with the actual numbers. */
void explain_arithmetic(const struct place *p, uint64_t avma, struct text *out);

/* The next symbol, from index *i on, that also covers the address but starts earlier than the chosen one; NULL: no
   more. */
const struct symbol *explain_next_covering(const struct place *p, size_t *i);

/* The next symbol, from index *i on, that has the same start as the chosen symbol and lost against it.
   Each name comes once. NULL: no more. */
const struct symbol *explain_next_loser(const struct place *p, size_t *i);

/* Adds the rules of symtab.c by which this symbol was chosen. */
void explain_rule(const struct place *p, struct text *out);

/* Appends why an address has no name: the symbols before and after it. */
void explain_gap(const struct explain *x, const struct place *p, struct text *out);

#endif
