/*
 * rows: the interface by which every command writes its answer: facts, lists, and tables of typed cells, in order. A
 * sink writes them as text, CSV or JSON. Commands do not depend on the format: the properties of columns, tables and
 * sections say what each format shows.
 *
 * A table may have millions of rows, so only the current line is in memory. The names of facts, lists and columns are
 * members of the JSON (docs/json.md) and headings of the CSV. Texts may have any bytes.
 */
#ifndef PERFOLIO_LIB_VIEW_ROWS_H
#define PERFOLIO_LIB_VIEW_ROWS_H

#include <stddef.h>

#include "lib/view/json.h"
#include "core/base/text.h"
#include "core/model/timeline/object.h"

enum rows_format {
    ROWS_TEXT,
    ROWS_CSV,
    ROWS_JSON,
    ROWS_JSON_LINES, /* JSON of a stream: a line for every row, and one for the problems at the end */
};

struct rows_column {
    const char *name; /* name of the JSON member; NULL: the column is in text only */
    const char
        /* header in text; NULL: text omits the column; a table without headers has no rows in text */
        *header;
    size_t width; /* width in text, bytes; 0: each cell has the width of its own text */
    const char
        *before;       /* written before each cell in text; NULL: the table's gap, or nothing for the first */
    const char *after; /* written after each cell in text, such as a unit; NULL: nothing */
    void (*show)(const struct value *v, struct text *out); /* writes a cell in text; NULL: rows_text() */
    enum value_type type;
    bool right;  /* cells are aligned to the right */
    bool turned; /* the header is aligned to the side opposite to the cells */
    bool narrow; /* cells wider than the column are cut */
    bool whole;  /* separator characters inside of cells are kept */
    bool says;   /* text only: the column gives the value of the previous column in words */
    /* JSON puts the columns with the same `of` into an object of this name; CSV prefixes their names with it */
    const char *of;
    enum style_role role; /* what the percentages in the column are about, for colours in text */
    /* if not 0: JSON puts the column into element `at` (counted from 1) of an array of objects named `of`; an element
       whose cells are all VALUE_NONE is omitted from a row */
    unsigned at;
};

/* A column that text omits. */
#define ROWS_UNSEEN(member, kind)                                                                            \
    {                                                                                                        \
        .name = member, .type = VALUE_##kind                                                                 \
    }

struct rows_table {
    const char *name; /* name of the array of rows in JSON */
    const struct rows_column *columns;
    size_t n;
    /* in text: front is printed before each line (NULL: nothing), gap between columns (NULL: a blank) */
    const char *front, *gap;
    /* in text: printed instead of `front` before the line of headers, which is underlined with dots; NULL: no dots */
    const char *heading;
    bool plain;   /* separator characters inside of headers are kept */
    bool besides; /* CSV omits the table */
};

/* Defines a static table with these columns. */
#define ROWS_TABLE(table, of_rows, ...)                                                                      \
    static const struct rows_column table##_columns[] = { __VA_ARGS__ };                                     \
    static const struct rows_table table = { .name = of_rows,                                                \
                                             .columns = table##_columns,                                     \
                                             .n = COUNT(table##_columns) }

enum { ROWS_KEYS = 8, ROWS_TABLES = 4 };

/* The state that answers about several captures share: in CSV they form one table, whose first column is the capture;
   in JSON they are members of one document. */
struct rows_several {
    const char *capture; /* the current capture */
    struct text headed;  /* CSV: the headings written last */
    bool is_document;
    struct json json; /* the state of the document between two answers; depth 0: not begun */
    bool answered;    /* the current capture has an answer */
};

/* An answer that is being written. */
struct rows {
    const struct rows_sink *sink;
    struct outlet *out;
    const char *separator; /* printed between the cells of text; NULL: cells are padded to columns */
    bool
        /* rows are written while records are read, so that a consumer that has enough rows may stop reading */
        is_stream;
    /* has_sums: sums follow the stream, so that all records have to be read; in_sums: the sums are being written */
    bool has_sums, in_sums;
    struct json json;
    const struct rows_table *table;               /* the innermost open table */
    const struct rows_table *around[ROWS_TABLES]; /* the open tables, outermost first */
    unsigned ntables, inside; /* number of open tables, and of open rows (rows_row_begin()) */
    struct text headed;       /* CSV: the name and headings written last */
    bool is_headed;           /* CSV: the headings of `table` are written */
    struct rows_key {
        const char *name;
        char *text; /* the fact as a field of CSV */
        unsigned depth;
    } keys[ROWS_KEYS]; /* CSV: facts that are columns before the table's (rows_add_table_label()) */
    unsigned nkeys, depth;
    struct text line; /* the current line */
    struct rows_fitted {
        const struct rows_table *table; /* the table that `widths` belongs to; NULL: none */
        size_t *widths;                 /* of its columns */
    } fitted;                           /* text on a screen: column widths that make the rows fit */
    struct rows_several *several;       /* NULL: the answer is about one capture */
};

/* Rows that are computed on demand, for answers that are kept in memory (kept_answer.h). The rows of the table are
   numbered from 0 on; child rows get higher numbers at the first call of below() for their parent. Everything that
   the callbacks need is handed over by outlet_own_part(). */
struct rows_source {
    void *arg;
    size_t n; /* number of rows of the table, not counting child rows */
    /* Fills in one value per column. The texts of the values are valid until the next call. */
    void (*row)(void *arg, size_t row, struct value *cells);
    /* Returns how many children a row has, and sets *first to the number of the first; the others follow. The pointer
       is NULL if no row has children. */
    size_t (*below)(void *arg, size_t row, size_t *first);
    /* Returns the parent of a child row. */
    size_t (*above)(void *arg, size_t row);
    /* Returns how many rows have numbers so far, children included. */
    size_t (*known)(void *arg);
};

/* A writer of answers in one format. Each format is in a file of its own. If a function is NULL, the format omits that
   part. */
struct rows_sink {
    /* the format is for people: it has notes, and may show only the first rows of long sections */
    bool is_read;
    bool is_whole; /* the format is for programs: it has all sections, whether or not options ask for them */
    void (*begin)(struct rows *r, const char *command);
    void (*end)(struct rows *r, const struct problems *all);
    void (*open)(struct rows *r, const char *name, bool list);
    void (*close)(struct rows *r);
    void (*fact)(struct rows *r, const char *name, const struct value *v, bool key);
    void (*say)(struct rows *r, const char *name, const struct value *v, const char *text,
                const char *line); /* NULL: fact() is called instead */
    void (*table)(struct rows *r);
    void (*problems)(struct rows *r, const struct problems *all);
    void (*row)(struct rows *r, const struct value *cells, bool more);
    void (*row_end)(struct rows *r);
    void (*table_end)(struct rows *r);
    /* NULL: the command writes each row by row() */
    void (*source)(struct rows *r, const struct rows_source *s);
};

extern const struct rows_sink sink_text, sink_csv, sink_json, sink_json_lines;

/* Begins an answer. To be called only when nothing can fail any more, so that the JSON is complete or absent.
   `separator` (may be NULL) is for text. `several` has to outlive the answer; NULL: the answer is about one capture. */
void rows_begin(struct rows *r, enum rows_format format, const char *separator, struct rows_several *several,
                const char *command, struct outlet *out);

/* Call after the answer about each of several captures. rows_turn_end(): ends the answer about one capture; if
   there was no answer, the JSON document in `out` still gets an object for the capture. rows_turns_end(): ends the
   document. */
void rows_turn_end(struct rows_several *several, const char *command, struct outlet *out);
void rows_turns_end(struct rows_several *several);

/* Ends an answer. JSON gets the problems as a member (`all` NULL: they were added before); other formats omit them. */
void rows_end(struct rows *r, const struct problems *all);

/* Drops a stream after an error, without its end. */
void rows_abandon(struct rows *r);

/* Whether the answer includes a section: JSON includes all, other formats those that were asked for. */
bool rows_includes(const struct rows *r, bool asked);

/* The largest number of rows that a section may have: `most` if people read the answer, else SIZE_MAX. */
size_t rows_limit(const struct rows *r, size_t most);

/* Whether the answer includes the problems; if not, the command prints them to the outlet of messages. */
bool rows_includes_problems(const struct rows *r);

/* Whether rows_print() writes anything; callers use it to skip expensive text. */
bool rows_prints_text(const struct rows *r);

/* Prints titles, headings, blank lines and sums, in text only. */
void rows_print(struct rows *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Writes `said` to text only, unformatted, and empties it. */
void rows_print_raw(struct rows *r, struct text *said);

/* Writes the line "  NAME      VALUE" to text only, and empties `value`. */
void rows_line(struct rows *r, const char *name, struct text *value);

/* Adds the problems of one of several inputs, to JSON only. */
void rows_problems(struct rows *r, const struct problems *all);

/* Open an object or a list; rows_close() closes the one that was opened last. `name` is NULL inside of a list. */
void rows_object(struct rows *r, const char *name);
void rows_list(struct rows *r, const char *name);
void rows_close(struct rows *r);

/* Adds a fact; text omits it. */
void rows_fact(struct rows *r, const char *name, struct value v);

/* Adds a fact. Text shows `line` with the value in place of its "%s", which may have a width: "Freed: %16s bytes\n".
   Text omits unknown values, and facts whose `line` is NULL. rows_add_fact_with_text() shows `text` instead of the
   value, even if the value is unknown. */
void rows_say(struct rows *r, const char *name, struct value v, const char *line);
void rows_add_fact_with_text(struct rows *r, const char *name, struct value v, const char *text,
                             const char *line);

/* Like rows_say(), but text omits the fact if `said` is false. */
static inline void rows_say_if(struct rows *r, const char *name, struct value v, bool said, const char *line)
{
    if (!said)
        line = NULL;
    rows_say(r, name, v, line);
}

/* Adds a fact that tells the tables of a list apart. In CSV it is a column in all rows until its object is closed. */
void rows_add_table_label(struct rows *r, const char *name, struct value v);

/* rows_table() begins a table; `t` has to be valid until rows_table_end(). rows_row() adds a row, with one value per
   column. */
void rows_table(struct rows *r, const struct rows_table *t);
void rows_row(struct rows *r, const struct value *cells);
#define ROWS_ROW(r, ...) rows_row(r, (const struct value[]){ __VA_ARGS__ })
void rows_table_end(struct rows *r);

/* rows_can_pull(): whether the sink requests rows from a source. If so, the command calls rows_pull_from() with a
   source instead of rows_row(). */
bool rows_can_pull(const struct rows *r);
void rows_pull_from(struct rows *r, const struct rows_source *s);

/* Begins a row that contains facts and tables: those that are added before rows_row_end(). CSV omits them. */
void rows_row_begin(struct rows *r, const struct value *cells);
#define ROWS_ROW_BEGIN(r, ...) rows_row_begin(r, (const struct value[]){ __VA_ARGS__ })
void rows_row_end(struct rows *r);

/* Adds blanks after a cell of n bytes, up to the column's width. */
static inline void text_pad(struct text *t, size_t n, size_t width)
{
    if (n < width)
        text_char(t, ' ', width - n);
}

/* The value if it is known, else value_unknown(). */
static inline struct value value_if(bool is_known, struct value v)
{
    if (is_known)
        return v;
    return value_unknown();
}

/* The text if it is known, else value_unknown(); `s` is not read if it is unknown. */
static inline struct value value_text_if(bool is_known, const char *s)
{
    if (is_known)
        return value_text(s);
    return value_unknown();
}

/* The build-id as text, in `hex`; value_unknown() if there is none. */
static inline struct value value_build_id(const struct build_id *id, char hex[BUILD_ID_HEX])
{
    return value_text_unless_empty(object_build_id_text(id, hex));
}

/* Writes the line of column headers, to text only. */
void rows_headings(struct rows *r, const struct rows_table *t);

/* Write a value to text: rows_text() by its type; rows_show_ms() ns as ms; rows_show_address() an address in 16
   hexadecimal digits; rows_show_bare() in hexadecimal without "0x". */
void rows_text(const struct value *v, struct text *out);
void rows_show_ms(const struct value *v, struct text *out);
void rows_show_address(const struct value *v, struct text *out);
void rows_show_bare(const struct value *v, struct text *out);

#endif
