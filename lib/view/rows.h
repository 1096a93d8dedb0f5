/*
 * rows: the answer of every command: facts, lists, and tables of typed cells, in the order of the answer.
 * Sinks write them as text, CSV or JSON. Sinks know no command, and commands know no sink: the properties of
 * columns, tables and sections say what each format shows.
 *
 * Only the current line is in memory: a table may have millions of rows. The name of each fact, list and
 * column is a member of the JSON (docs/json.md) and a heading of the CSV. Texts may hold any bytes.
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
    const char *name; /* of the JSON member; NULL: the column is in text only */
    const char
        *header;  /* in text; NULL: text omits the column; a table without headers has no rows in text */
    size_t width; /* in text, bytes; 0: each cell takes its own width */
    const char
        *before;       /* written before each cell in text; NULL: the table's gap, or nothing for the first */
    const char *after; /* written after each cell in text, such as a unit; NULL: nothing */
    void (*show)(const struct value *v, struct text *out); /* writes a cell in text; NULL: rows_text() */
    enum value_type type;
    bool right;     /* cells are aligned to the right */
    bool turned;    /* the header is aligned to the other side than the cells */
    bool narrow;    /* cells wider than the column are cut */
    bool whole;     /* separators inside of cells stay */
    bool says;      /* in text only: words for the value of the column before it */
    const char *of; /* JSON puts columns of one `of` into an object of this name; CSV prefixes their names */
    unsigned at;    /* ... or into element `at` (from 1 on) of an array of objects; an element without cells
                       in a row (VALUE_NONE) is omitted */
};

/* A column that text omits. */
#define ROWS_UNSEEN(member, kind)                                                                            \
    {                                                                                                        \
        .name = member, .type = VALUE_##kind                                                                 \
    }

struct rows_table {
    const char *name; /* of the array of rows in JSON */
    const struct rows_column *columns;
    size_t n;
    const char *front, *gap; /* in text: before a line and between columns; NULL: nothing, a blank */
    const char *heading;     /* replaces `front` before headers, which get dots below; NULL: no dots */
    bool plain;              /* separators inside of headers stay */
    bool besides;            /* CSV omits the table */
};

/* Defines a static table with these columns. */
#define ROWS_TABLE(table, of_rows, ...)                                                                      \
    static const struct rows_column table##_columns[] = { __VA_ARGS__ };                                     \
    static const struct rows_table table = { .name = of_rows,                                                \
                                             .columns = table##_columns,                                     \
                                             .n = COUNT(table##_columns) }

enum { ROWS_KEYS = 8, ROWS_TABLES = 4 };

/* The state that answers about several captures share: in CSV they form one table, whose first column is the capture; in JSON
   they are members of one document. */
struct rows_several {
    const char *capture; /* the current one */
    struct text headed;  /* CSV: the headings written last */
    bool is_document;
    struct json json; /* the document, between two answers; depth 0: not begun */
    bool answered;    /* the current capture has an answer */
};

/* An answer that is being written. */
struct rows {
    const struct rows_sink *sink;
    struct outlet *out;
    const char *separator; /* between the cells of text; NULL: columns */
    bool
        is_stream; /* rows are written while records are read: a reader with enough of them may stop it, ... */
    bool has_sums, in_sums; /* ... unless sums follow the stream; whether these are being written */
    struct json json;
    const struct rows_table *table;               /* the innermost open table */
    const struct rows_table *around[ROWS_TABLES]; /* the open tables, outermost first */
    unsigned ntables, inside; /* number of open tables, and of open rows (rows_row_begin()) */
    struct text headed;       /* CSV: the name and headings written last */
    bool is_headed;           /* CSV: the headings of `table` are written */
    struct rows_key {
        const char *name;
        char *text; /* as a field of CSV */
        unsigned depth;
    } keys[ROWS_KEYS]; /* CSV: columns in front of the rows (rows_add_identifying_fact()) */
    unsigned nkeys, depth;
    struct text line;             /* the current line */
    struct rows_several *several; /* NULL: the answer is about one capture */
};

/* Rows that are computed on demand, for answers that are kept. The table's rows are numbered from 0 on; child rows get higher
   numbers when `below` is first asked for them. outlet_own_part() keeps everything that the callbacks need. */
struct rows_source {
    void *arg;
    size_t n; /* rows of the table */
    /* Fills one value per column; their texts last until the next row. */
    void (*row)(void *arg, size_t row, struct value *cells);
    /* Returns the number of a row's children; they are numbered from `*first` on. NULL: no row has any. */
    size_t (*below)(void *arg, size_t row, size_t *first);
    /* Returns the parent of a child row. */
    size_t (*above)(void *arg, size_t row);
    /* Returns how many rows are numbered so far, children included. */
    size_t (*known)(void *arg);
};

/* A writer of answers, one file each. NULL: the format omits this part. */
struct rows_sink {
    bool is_read;  /* people read it: it has notes, and may show only the beginning of long sections */
    bool is_whole; /* programs read it: it has all sections, asked for or not */
    void (*begin)(struct rows *r, const char *command);
    void (*end)(struct rows *r, const struct problems *all);
    void (*open)(struct rows *r, const char *name, bool list);
    void (*close)(struct rows *r);
    void (*fact)(struct rows *r, const char *name, const struct value *v, bool key);
    void (*say)(struct rows *r, const char *name, const struct value *v, const char *text,
                const char *line); /* NULL: as a fact */
    void (*table)(struct rows *r);
    void (*problems)(struct rows *r, const struct problems *all);
    void (*row)(struct rows *r, const struct value *cells, bool more);
    void (*row_end)(struct rows *r);
    void (*table_end)(struct rows *r);
    void (*source)(struct rows *r, const struct rows_source *s); /* NULL: rows are written as they come */
};

extern const struct rows_sink sink_text, sink_csv, sink_json, sink_json_lines;

/* Begins an answer. Call it when nothing can fail any more: JSON is complete or absent. `separator` (may be NULL)
   is for text; `several` has to outlive the answer; NULL: the answer is about one capture. */
void rows_begin(struct rows *r, enum rows_format format, const char *separator, struct rows_several *several,
                const char *command, struct outlet *out);

/* Ends a capture's turn: the JSON document in `out` also lists captures without an answer. rows_turns_end() ends the document. */
void rows_turn_end(struct rows_several *several, const char *command, struct outlet *out);
void rows_turns_end(struct rows_several *several);

/* Ends an answer. JSON gets the problems as a member (NULL: it has them already); other formats omit them. */
void rows_end(struct rows *r, const struct problems *all);

/* Drops a stream after an error, without its end. */
void rows_abandon(struct rows *r);

/* Whether the answer includes a section: JSON includes all, other formats those that were asked for. */
bool rows_includes(const struct rows *r, bool asked);

/* The most rows that a section may have: `most` where people read the answer, else SIZE_MAX. */
size_t rows_limit(const struct rows *r, size_t most);

/* Whether the answer includes its problems; if not, they go to the other outlet. */
bool rows_includes_problems(const struct rows *r);

/* Whether rows_print() writes anything; callers use it to skip expensive text. */
bool rows_prints_text(const struct rows *r);

/* Prints to text only: titles, headings, blank lines, sums. */
void rows_print(struct rows *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* Writes `said` to text only, unformatted, and empties it. */
void rows_print_raw(struct rows *r, struct text *said);

/* Writes the line "  NAME      VALUE" to text only, and empties `value`. */
void rows_line(struct rows *r, const char *name, struct text *value);

/* Adds the problems of one input of several, to JSON only. */
void rows_problems(struct rows *r, const struct problems *all);

/* Open an object or a list; rows_close() closes the innermost. `name` is NULL inside of a list. */
void rows_object(struct rows *r, const char *name);
void rows_list(struct rows *r, const char *name);
void rows_close(struct rows *r);

/* Adds a fact; text omits it. */
void rows_fact(struct rows *r, const char *name, struct value v);

/* Adds a fact. Text shows `line` with the value in place of its "%s", which may have a width: "Freed: %16s bytes\n". Text
   omits unknown values, and facts whose `line` is NULL. rows_add_fact_with_text() shows `text` instead of the value, even of an unknown one. */
void rows_say(struct rows *r, const char *name, struct value v, const char *line);
void rows_add_fact_with_text(struct rows *r, const char *name, struct value v, const char *text,
                             const char *line);

/* As rows_say(); text omits the fact unless `said`. */
static inline void rows_say_if(struct rows *r, const char *name, struct value v, bool said, const char *line)
{
    if (!said)
        line = NULL;
    rows_say(r, name, v, line);
}

/* Adds a fact that distinguishes the tables of one list: CSV has it as a column, until its object is closed. */
void rows_add_identifying_fact(struct rows *r, const char *name, struct value v);

/* Begins a table, which has to outlive its rows; rows_row() adds a row, one value per column. */
void rows_table(struct rows *r, const struct rows_table *t);
void rows_row(struct rows *r, const struct value *cells);
#define ROWS_ROW(r, ...) rows_row(r, (const struct value[]){ __VA_ARGS__ })
void rows_table_end(struct rows *r);

/* Whether the sink pulls rows from a source; if so, pass it one instead of calling rows_row(). */
bool rows_can_pull(const struct rows *r);
void rows_pull_from(struct rows *r, const struct rows_source *s);

/* Begins a row that contains the facts and tables added before rows_row_end(); CSV omits these. */
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

/* The text if it is known, else value_unknown(); then `s` is not read. */
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

/* Write a value to text: by its type; ns as ms; an address in 16 hexadecimal digits; hexadecimal without "0x". */
void rows_text(const struct value *v, struct text *out);
void rows_show_ms(const struct value *v, struct text *out);
void rows_show_address(const struct value *v, struct text *out);
void rows_show_bare(const struct value *v, struct text *out);

#endif
