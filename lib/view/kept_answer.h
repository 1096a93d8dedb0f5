/*
 * kept_answer: an answer in memory, for random access: facts with their names, and tables with their rows. An answer
 * may be a stream of objects (script, dump): these become the rows of one table, which gets a column for each member
 * that occurs. If a row is dropped because there are too many, facts inside of it are dropped, too.
 */
#ifndef PERFOLIO_LIB_VIEW_KEPT_ANSWER_H
#define PERFOLIO_LIB_VIEW_KEPT_ANSWER_H

#include "core/base/arena.h"
#include "core/base/file/watch.h"
#include "lib/view/rows.h"

struct kept_fact {
    const char *name; /* its path in the answer, with indexes of lists: "events.0.samples" */
    struct value value;
    const char *text; /* text that is shown instead of the value; NULL: the value is shown by rows_text() */
};

/* A cell of a row of a stream. Such a row has cells only of some columns, in the order in which they were written. */
struct kept_cell {
    uint32_t column;
    struct value value;
};

struct kept_row {
    union {
        const struct value *cells;     /* one per column */
        const struct kept_cell *found; /* in the table of a stream: nfound cells */
    };
    uint32_t nfound;
};

struct kept_table {
    const char *name; /* its path in the answer, like a fact's */
    const struct rows_column *columns;
    size_t ncolumns;
    struct kept_row *rows;
    size_t nrows, cap_rows;
    bool is_stream;
    struct rows_source source; /* computes the rows on demand; source.row NULL: they are in `rows` */
    struct value *made;        /* the cells of the row that was computed last */
    size_t made_row;           /* 1 + the number of this row; 0: none */
    size_t *order;             /* row numbers in sorted order; NULL: the order of arrival */
    struct kept_order {
        bool sorted, descending;
        size_t column;
    } by;
};

struct kept_answer {
    /* the most rows that are kept of a table, and the most objects of a stream, not counting its sums; 0: all */
    uint64_t most;
    bool more;        /* the stream had more than `most` objects */
    struct look look; /* a stopped answer keeps no more rows */
    struct kept_fact *facts;
    struct kept_table *tables;
    size_t nfacts, ntables;
    struct problems problems;
    struct text text; /* plain text that the command wrote beside facts and tables */
    /* ---- while the answer is being written ---- */
    size_t cap_facts, cap_tables;
    struct arena arena;
    struct text path;
    struct kept_level {
        size_t path; /* length of `path` before the name of this level was added */
        size_t next; /* of a list: the next index */
    } levels[JSON_DEPTH];
    unsigned nlevels;
    unsigned left_out; /* the level of the open row, if this row is dropped; 0: none */
    /* per open table: 1 + its number; 0: the table is inside of a row and is dropped */
    size_t open[ROWS_TABLES];
    unsigned nopen;
    size_t stream;          /* 1 + the number of the stream's table; 0: none yet */
    struct kept_cell *line; /* cells of the stream's open row */
    size_t nline, cap_line;
    bool in_line;
    struct rows_column *found; /* columns of the stream */
    size_t nfound, cap_found;
    struct names found_names;
};

/* An outlet that stores its answer in `k`, which is zero except for `most`. */
struct outlet kept_answer_outlet(struct kept_answer *k, const struct desk *desk);

/* A cell of a row, which may be a child row; VALUE_NONE: the row has no such cell. The text of the value is valid
   until a cell of another row of this table is requested. */
struct value kept_answer_cell(struct kept_table *t, size_t row, size_t column);

/* The column of a row's i-th cell; t->ncolumns: the row has at most i cells. */
size_t kept_answer_column(struct kept_table *t, size_t row, size_t i);
void kept_answer_free(struct kept_answer *k);

/* ---- kept_rows.c: rows sorted by a column, and child rows. The number of a row is its index in the order of
   arrival; sorting does not change it. ---- */

#define KEPT_TOP SIZE_MAX /* stands for the table: the parent of its rows */

/* Whether a row of that number exists. */
bool kept_rows_has(const struct kept_table *t, size_t row);

/* For asserts: whether n rows of a table exist and have the parent `above`. */
bool kept_rows_are_below(const struct kept_table *t, size_t above, const uint64_t *rows, size_t n);

/* kept_rows_parent(): the parent of a row; KEPT_TOP: none. kept_rows_children(): the number of a row's children. */
size_t kept_rows_parent(const struct kept_table *t, size_t row);
size_t kept_rows_children(struct kept_table *t, size_t row);

/* Writes the numbers of up to n children of `above`, in sorted order, from the child with index `from` on. Returns
   how many it wrote. */
size_t kept_rows_list(struct kept_table *t, size_t above, size_t from, size_t n, uint64_t *rows);

/* Sorts the rows of the table, and the children of each row, by a column: numbers by value, texts by bytes, unknown
   values last. `by` NULL: restores the order of arrival, which it also does if `look` stops it. */
void kept_rows_sort(struct kept_table *t, const struct kept_order *by, struct look *look);

/* The index in sorted order, from `from` on, of the first row with a name (text, symbol, task or source line) whose
   shown text contains `text`; t->nrows: none, or `look` stops the search. */
size_t kept_rows_find(struct kept_table *t, const char *text, size_t from, struct look *look);

/* Adds a cell as text shows it. */
void kept_rows_print_cell(struct kept_table *t, size_t row, size_t column, struct text *out);

#endif
