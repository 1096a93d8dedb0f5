/*
 * kept_answer: an answer that is kept, for whoever looks at it in any order: its facts by their names, its tables with their rows. Of a
 * stream the objects are the rows of a table whose columns are found as they come. What stands in a row that is not kept is not, either.
 */
#ifndef PERFOLIO_LIB_VIEW_KEPT_ANSWER_H
#define PERFOLIO_LIB_VIEW_KEPT_ANSWER_H

#include "core/base/arena.h"
#include "lib/view/rows.h"

struct kept_fact {
    const char *name; /* with those of what it is in, and the places of lists: "events.0.samples" */
    struct value value;
    const char *text; /* of its own; NULL: as its type is written */
};

/* A cell of a row that has not all of them: of a stream, in the order in which they came. */
struct kept_cell {
    uint32_t column;
    struct value value;
};

struct kept_row {
    union {
        const struct value *cells;     /* one a column */
        const struct kept_cell *found; /* of a stream: nfound of them */
    };
    uint32_t nfound;
};

struct kept_table {
    const char *name; /* as of facts */
    const struct rows_column *columns;
    size_t ncolumns;
    struct kept_row *rows;
    size_t nrows, cap_rows;
    bool is_stream;
    struct rows_source
        source; /* of rows that are not kept, but made when they are looked at; row NULL: they are kept */
    struct value *made; /* the cells of the one that was made last, by number + 1; 0: none was */
    size_t made_row;
    size_t *order; /* its rows as they are sorted; NULL: as they came */
    struct kept_order {
        bool sorted, descending;
        size_t column;
    } by;
};

struct kept_answer {
    uint64_t most; /* rows of a table, and objects of a stream but for what they add up to; 0: all */
    bool more;     /* the stream has more than these, which are not kept */
    struct kept_fact *facts;
    struct kept_table *tables;
    size_t nfacts, ntables;
    struct problems problems;
    struct text text; /* what stands beside answers */
    /* ---- while the answer is under way ---- */
    size_t cap_facts, cap_tables;
    struct arena arena;
    struct text path;
    struct kept_level {
        size_t path; /* how long the path is without it */
        size_t next; /* of a list: the place of what comes next */
        bool is_list;
    } levels[JSON_DEPTH];
    unsigned nlevels;
    unsigned left_out;        /* the level of a row that is not kept, which is under way; 0: there is none */
    size_t open[ROWS_TABLES]; /* tables whose rows are under way, by number + 1; 0: one in such a row */
    unsigned nopen;
    size_t stream;          /* the table of the stream by number + 1; 0: none yet */
    struct kept_cell *line; /* of the stream, under way */
    size_t nline, cap_line;
    bool in_line;
    struct rows_column *found; /* columns of the stream */
    size_t nfound, cap_found;
    struct names found_names;
};

/* An outlet that has answers kept, in what is zero at first but for `most`. */
struct outlet kept_answer_outlet(struct kept_answer *k, const struct desk *desk);

/* Cell of a row, which is one of them or was found below one; VALUE_NONE: it has none there. Its texts last until a
   cell of another row of the table is asked for. */
struct value kept_answer_cell(struct kept_table *t, size_t row, size_t column);

/* The column of the i-th of the cells that a row has; as many as there are: it has no more. */
size_t kept_answer_column(struct kept_table *t, size_t row, size_t i);
void kept_answer_free(struct kept_answer *k);

/* ---- kept_rows.c: rows as somebody looks at them: sorted by a column, with those that stand below others. A row has a number, which
   is its place as it came, whatever they are sorted by. ---- */

#define KEPT_TOP SIZE_MAX /* no row: what stands below it are those of the table */

/* Whether there is a row of that number. */
bool kept_rows_has(const struct kept_table *t, size_t row);

/* The row that one stands below, KEPT_TOP: none; and how many stand below it. */
size_t kept_rows_above(const struct kept_table *t, size_t row);
size_t kept_rows_below(struct kept_table *t, size_t row);

/* The numbers of up to n of the rows below one, or KEPT_TOP, from a place on, in their order: how many these are. */
size_t kept_rows_list(struct kept_table *t, size_t above, size_t from, size_t n, uint64_t *rows);

/* Have rows, and those below each, in the order of a column: numbers by how large they are, texts by their bytes, what is not known
   behind all others. NULL: as they came. */
void kept_rows_sort(struct kept_table *t, const struct kept_order *by);

/* The first place from one on where a cell that is a name, as it is shown, has a text in it; as many as there are rows: none has. */
size_t kept_rows_find(struct kept_table *t, const char *text, size_t from);

/* How a cell is shown. */
void kept_rows_show(struct kept_table *t, size_t row, size_t column, struct text *out);

#endif
