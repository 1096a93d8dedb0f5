/*
 * kept_answer: an answer in memory, for random access: facts by their names, tables with their rows. The objects of a stream become
 * the rows of one table, whose columns are collected as they appear. Facts inside of a row that is dropped are dropped, too.
 */
#ifndef PERFOLIO_LIB_VIEW_KEPT_ANSWER_H
#define PERFOLIO_LIB_VIEW_KEPT_ANSWER_H

#include "core/base/arena.h"
#include "lib/view/rows.h"

struct kept_fact {
    const char *name; /* a path with the indices of lists: "events.0.samples" */
    struct value value;
    const char *text; /* shown instead of the value; NULL: rows_text() */
};

/* A cell of a stream's row, which has some of the columns, in the order of arrival. */
struct kept_cell {
    uint32_t column;
    struct value value;
};

struct kept_row {
    union {
        const struct value *cells;     /* one per column */
        const struct kept_cell *found; /* of a stream: nfound cells */
    };
    uint32_t nfound;
};

struct kept_table {
    const char *name; /* a path, as of facts */
    const struct rows_column *columns;
    size_t ncolumns;
    struct kept_row *rows;
    size_t nrows, cap_rows;
    bool is_stream;
    struct rows_source source; /* computes the rows on demand; source.row NULL: they are in `rows` */
    struct value *made;        /* the cells of the row computed last */
    size_t made_row;           /* its number + 1; 0: none */
    size_t *order;             /* row numbers in sorted order; NULL: the order of arrival */
    struct kept_order {
        bool sorted, descending;
        size_t column;
    } by;
};

struct kept_answer {
    uint64_t most; /* rows kept of a table, and objects of a stream but for its sums; 0: all */
    bool more;     /* the stream had more than `most` objects */
    struct kept_fact *facts;
    struct kept_table *tables;
    size_t nfacts, ntables;
    struct problems problems;
    struct text text; /* the messages beside the answer */
    /* ---- while the answer is being written ---- */
    size_t cap_facts, cap_tables;
    struct arena arena;
    struct text path;
    struct kept_level {
        size_t path; /* length of `path` outside of this level */
        size_t next; /* of a list: the next index */
    } levels[JSON_DEPTH];
    unsigned nlevels;
    unsigned left_out;        /* level of the open row that is dropped; 0: none */
    size_t open[ROWS_TABLES]; /* the open tables: number + 1; 0: a table inside of a row, which is dropped */
    unsigned nopen;
    size_t stream;          /* number + 1 of the stream's table; 0: none yet */
    struct kept_cell *line; /* cells of the stream's open row */
    size_t nline, cap_line;
    bool in_line;
    struct rows_column *found; /* columns of the stream */
    size_t nfound, cap_found;
    struct names found_names;
};

/* An outlet that stores its answer in `k`, which is zero except for `most`. */
struct outlet kept_answer_outlet(struct kept_answer *k, const struct desk *desk);

/* A cell of a row of the table, or of a child row; VALUE_NONE: the row has no such cell. Its text lasts until a cell of another
   row of this table is asked for. */
struct value kept_answer_cell(struct kept_table *t, size_t row, size_t column);

/* The column of a row's i-th cell; t->ncolumns: the row has at most i cells. */
size_t kept_answer_column(struct kept_table *t, size_t row, size_t i);
void kept_answer_free(struct kept_answer *k);

/* ---- kept_rows.c: rows sorted by a column, and child rows. A row's number is its place in the order of arrival; sorting does
   not change it. ---- */

#define KEPT_TOP SIZE_MAX /* stands for the table: the parent of its rows */

/* Whether a row of that number exists. */
bool kept_rows_has(const struct kept_table *t, size_t row);

/* For asserts: whether n rows of a table exist and have the parent `above`. */
bool kept_rows_are_below(const struct kept_table *t, size_t above, const uint64_t *rows, size_t n);

/* A row's parent (KEPT_TOP: none), and how many children a row has. */
size_t kept_rows_parent(const struct kept_table *t, size_t row);
size_t kept_rows_children(struct kept_table *t, size_t row);

/* Writes the numbers of up to n children of `above`, in sorted order, from place `from` on. Returns how many. */
size_t kept_rows_list(struct kept_table *t, size_t above, size_t from, size_t n, uint64_t *rows);

/* Sorts rows, and the children of each, by a column: numbers by value, texts by bytes, unknown values last. NULL: the order of
   arrival. */
void kept_rows_sort(struct kept_table *t, const struct kept_order *by);

/* The first place, in sorted order from `from` on, of a row with a name (text, symbol, task or source line) that contains `text`
   as shown; t->nrows: none. */
size_t kept_rows_find(struct kept_table *t, const char *text, size_t from);

/* Adds a cell as text shows it. */
void kept_rows_print_cell(struct kept_table *t, size_t row, size_t column, struct text *out);

#endif
