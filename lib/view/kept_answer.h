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
    uint64_t most; /* rows of a table, and objects of a stream; 0: all */
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

/* Cell of a row, which is one of them or was found below one (kept_rows.h); VALUE_NONE: it has none there. Its texts last until a
   cell of another row of the table is asked for. */
struct value kept_answer_cell(struct kept_table *t, size_t row, size_t column);

/* The column of the i-th of the cells that a row has; as many as there are: it has no more. */
size_t kept_answer_column(struct kept_table *t, size_t row, size_t i);
void kept_answer_free(struct kept_answer *k);

#endif
