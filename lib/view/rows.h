/*
 * rows: what every command answers: facts, lists, and tables of typed cells, given in the order in which
 * they stand in the answer. Sinks write them: text in columns or with a separator, CSV, JSON. They know no
 * command, and a command knows no sink: what each form of an answer has is a property of columns, tables and sections.
 *
 * Nothing is kept but the line under way: a table may have millions of rows. The name of each fact, list and
 * column is a member of the JSON (docs/json.md) and a heading of the CSV. Texts may hold any bytes.
 */
#ifndef PERFOLIO_LIB_VIEW_ROWS_H
#define PERFOLIO_LIB_VIEW_ROWS_H

#include <stddef.h>

#include "lib/view/json.h"
#include "core/base/text.h"

enum rows_format {
    ROWS_TEXT,
    ROWS_CSV,
    ROWS_JSON,
    ROWS_JSON_LINES, /* of streams: every row is a line of JSON, as is what was wrong at the end; it is
                        ROWS_JSON, too */
};

struct rows_column {
    const char *name;   /* NULL: of the text alone, as are repeated columns */
    const char *header; /* in text; NULL: the column is not there; without any, text has no such rows */
    size_t width;       /* in text, in bytes; 0: as wide as each cell */
    const char *before; /* each cell in text; NULL: the table's gap, in front of the first nothing */
    const char *after;  /* each cell in text, such as its unit; NULL: nothing */
    void (*show)(const struct value *v, struct text *out); /* as text; NULL: as its type is written */
    enum value_type type;
    bool right;     /* numbers */
    bool turned;    /* its header stands at the other side */
    bool narrow;    /* what is wider than the column is cut */
    bool whole;     /* separators inside of its cells stay */
    bool says;      /* only in text, which says so what the column in front of it is */
    const char *of; /* in JSON columns of this name are an object; in CSV it stands in front of theirs ... */
    unsigned at;    /* ... or element `at` of an array of objects, from 1 on: it is not there where a row has
                       none of its cells (VALUE_NONE) */
};

/* A column that text has not. */
#define ROWS_UNSEEN(member, kind)                                                                            \
    {                                                                                                        \
        .name = member, .type = VALUE_##kind                                                                 \
    }

struct rows_table {
    const char *name; /* of its rows */
    const struct rows_column *columns;
    size_t n;
    const char *front, *gap; /* of lines and between columns in text; NULL: nothing, a blank */
    const char *heading;     /* in front of headers instead, under which are dots; NULL: there are none */
    bool plain;              /* separators inside of headers stay */
    bool besides;            /* CSV, which is of one thing, has it not */
};

/* Define a table of these columns. */
#define ROWS_TABLE(table, of_rows, ...)                                                                      \
    static const struct rows_column table##_columns[] = { __VA_ARGS__ };                                     \
    static const struct rows_table table = { .name = of_rows,                                                \
                                             .columns = table##_columns,                                     \
                                             .n = COUNT(table##_columns) }

enum { ROWS_KEYS = 8, ROWS_TABLES = 4 };

/* What answers about several captures share: in CSV they are one table, whose first column is the capture, in JSON members of one
   document. */
struct rows_several {
    const char *capture; /* whose turn it is */
    struct text headed;  /* CSV: what stands above, between two answers */
    bool is_document;
    struct json json; /* the document, between two answers; depth 0: it is not begun */
    bool answered;    /* whether the turn has an answer */
};

/* An answer under way. */
struct rows {
    const struct rows_sink *sink;
    struct outlet *out;
    const char *separator;  /* of text; NULL: columns */
    bool is_stream;         /* its rows come as records are read: whoever has enough of them may end that, */
    bool has_sums, in_sums; /* but for what they add up to, which will stand behind them; which comes now */
    struct json json;
    const struct rows_table *table;               /* the one whose rows are written */
    const struct rows_table *around[ROWS_TABLES]; /* it, and those in whose rows it stands */
    unsigned ntables, inside; /* how many; and of how many rows what is inside is written */
    struct text headed;       /* CSV: the name and the headings of the table whose rows stand above */
    bool is_headed;           /* and whether those of the one under way are written */
    struct rows_key {
        const char *name;
        char *text; /* as a field of CSV */
        unsigned depth;
    } keys[ROWS_KEYS]; /* CSV: what the rows under way are of */
    unsigned nkeys, depth;
    struct text line;             /* under way */
    struct rows_several *several; /* NULL: it is about one capture */
};

/* Rows that are made when they are asked for, which who keeps an answer does. Those of the table have the numbers from 0 on, those that
   stand below one of them others behind these, which they get when they are asked for. All that it is made of is held (outlet_hold()). */
struct rows_source {
    void *arg;
    size_t n; /* of the table */
    /* A value per column, whose texts last until the next row. */
    void (*row)(void *arg, size_t row, struct value *cells);
    /* How many stand below a row, the first of them, and behind that the others; NULL: none ever does. */
    size_t (*below)(void *arg, size_t row, size_t *first);
    /* The row that one stands below, which is behind those of the table. */
    size_t (*above)(void *arg, size_t row);
    /* How many have numbers. */
    size_t (*known)(void *arg);
};

/* What writes answers. One file each; what a sink leaves NULL it has no form of. */
struct rows_sink {
    bool is_read;  /* by people: it has notes, and of long sections the beginnings */
    bool is_whole; /* programs select from it: it has all sections, asked for or not */
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

/* Begin an answer once nothing can go wrong any more: JSON is whole or not there. `separator` (may be NULL)
   is for text; `several` outlives the answer; NULL: it is about one capture. */
void rows_begin(struct rows *r, enum rows_format format, const char *separator, struct rows_several *several,
                const char *command, struct outlet *out);

/* The turn of the capture is over: one that has no answer says so in the document; and so are all. `out`: where the document goes. */
void rows_turn_end(struct rows_several *several, const char *command, struct outlet *out);
void rows_turns_end(struct rows_several *several);

/* End it. What was wrong (NULL: the answer has it) is a member of JSON alone. */
void rows_end(struct rows *r, const struct problems *all);

/* Leave a stream without an end, after an error. */
void rows_abandon(struct rows *r);

/* Whether the answer has a section: one that is asked for, and each one where programs select. */
bool rows_has(const struct rows *r, bool asked);

/* How many rows of a section are in the answer, where `most` tell people enough: else all, SIZE_MAX. */
size_t rows_most(const struct rows *r, size_t most);

/* Whether the answer has what was wrong; else it is said beside it. */
bool rows_has_problems(const struct rows *r);

/* Whether anybody reads notes (rows_print()): elsewhere making them is work in vain. */
bool rows_is_read(const struct rows *r);

/* A line, or part of one, that only text has: titles, headings, blank lines, sums. */
void rows_print(struct rows *r, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* What only text has, as it is, which is emptied. */
void rows_put(struct rows *r, struct text *said);

/* Such a line with a name in front, "  NAME      VALUE"; `value` is taken as it is and emptied. */
void rows_line(struct rows *r, const char *name, struct text *value);

/* What was wrong with one of several that the answer is about: of JSON alone. */
void rows_problems(struct rows *r, const struct problems *all);

/* Containers of facts, tables and each other; `name` is NULL for what is in a list. */
void rows_object(struct rows *r, const char *name);
void rows_list(struct rows *r, const char *name);
void rows_close(struct rows *r);

/* A fact that text does not say. */
void rows_fact(struct rows *r, const char *name, struct value v);

/* A fact that text says, too, as a line or part of one with the value in the place of its "%s", which may have a width:
   "Freed: %16s bytes\n". What is unknown it does not say; nor has it one of which `line` is NULL. With a `text` of its own it is
   said so, even where it is unknown; NULL: as its type is written. */
void rows_say(struct rows *r, const char *name, struct value v, const char *line);
void rows_say_as(struct rows *r, const char *name, struct value v, const char *text, const char *line);

/* A fact that text says only where `said`. */
static inline void rows_say_if(struct rows *r, const char *name, struct value v, bool said, const char *line)
{
    if (!said)
        line = NULL;
    rows_say(r, name, v, line);
}

/* A fact that tells tables of one list apart: a column of CSV, up to the end of its object. */
void rows_of(struct rows *r, const char *name, struct value v);

/* A table, which has to outlive it: its rows, a value per column, and its end. */
void rows_table(struct rows *r, const struct rows_table *t);
void rows_row(struct rows *r, const struct value *cells);
#define ROWS_ROW(r, ...) rows_row(r, (const struct value[]){ __VA_ARGS__ })
void rows_table_end(struct rows *r);

/* Whether rows may be a source's; then have them be so, instead of giving them one by one. */
bool rows_pulled(const struct rows *r);
void rows_source(struct rows *r, const struct rows_source *s);

/* A row that also has the facts and tables that come up to rows_row_end(), which CSV has no form of. */
void rows_row_begin(struct rows *r, const struct value *cells);
#define ROWS_ROW_BEGIN(r, ...) rows_row_begin(r, (const struct value[]){ __VA_ARGS__ })
void rows_row_end(struct rows *r);

/* Blanks behind the `n` bytes of a cell, up to its width. */
static inline void text_pad(struct text *t, size_t n, size_t width)
{
    if (n < width)
        text_char(t, ' ', width - n);
}

/* A value, or unknown where there is none. */
static inline struct value value_if(bool is_known, struct value v)
{
    if (is_known)
        return v;
    return value_unknown();
}

/* A text, or unknown where there is none; what it is not known of may be anything. */
static inline struct value value_text_if(bool is_known, const char *s)
{
    if (is_known)
        return value_text(s);
    return value_unknown();
}

/* The line with the columns' headers, in text. */
void rows_headings(struct rows *r, const struct rows_table *t);

/* A value as its type is written in text; ns as ms, an address in 16 digits, one as it is, without its 0x. */
void rows_text(const struct value *v, struct text *out);
void rows_show_ms(const struct value *v, struct text *out);
void rows_show_address(const struct value *v, struct text *out);
void rows_show_bare(const struct value *v, struct text *out);

#endif
