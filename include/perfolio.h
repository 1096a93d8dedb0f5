/*
 * perfolio.h: captures and folios as data.
 *
 * A file is for one thread at a time; several may be open at once, each in a thread of its own. What is returned belongs to the
 * file that it is of, and lives until pf_close(), unless said otherwise. Nothing is printed, and nothing is asked of the
 * environment: what goes wrong is an error, or a problem that is counted. A call for which memory cannot be had ends with an error, and
 * the file can only be closed then; a call that has no error for it answers as if there were nothing. Texts are UTF-8 where what
 * was recorded is. Addresses are 64 bits, times nanoseconds of the clock of the recording.
 */
#ifndef PERFOLIO_H
#define PERFOLIO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PF_API __attribute__((visibility("default")))

typedef struct pf_file pf_file;

typedef enum pf_error_kind {
    PF_OK,
    PF_IO,          /* the operating system refused */
    PF_FORMAT,      /* the bytes are not what their format says */
    PF_UNSUPPORTED, /* understood, but not something that can be read here */
    PF_USAGE,       /* the request makes no sense */
    PF_MEMORY,      /* there was none left; the file can only be closed then */
    PF_CANCELLED,   /* pf_options.progress said so */
} pf_error_kind;

/* Why a call failed: all zeros before. It stays as it is; what more there is to say will have a function. */
typedef struct pf_error {
    pf_error_kind kind;
    uint64_t at; /* the offset in the file that the sentence speaks of; 0: of none */
    char message[320];
} pf_error;

/* How a file is opened; all zeros but for the size will do. */
typedef struct pf_options {
    size_t size;         /* sizeof(pf_options); what a newer header has behind is refused unless it is zero */
    const char *capture; /* which one of a folio with several, by name or number; NULL: the only one */
    const char *const *objects; /* places of symbols, as --objects takes them, up to a NULL; NULL: none */
    const char *symfs, *kallsyms, *vmlinux; /* as the options of these names; NULL: not given */
    const char *home; /* the folder whose .debug is a build-id cache; NULL: none is asked */
    const char *
        temporary; /* the folder of temporary files, where a file has to be unpacked to be read; NULL: /tmp */
    int isolated;  /* take nothing from this machine but what is named */
    int mangled;   /* names as the linker has them */
    /* Called now and then while a call reads records, in the thread and the locale of that: `done` bytes of them are read, of `all`.
       Not 0: the call ends with PF_CANCELLED. It asks nothing of the file, and returns. NULL: nobody is told. `arg` has to be there
       until pf_close(). */
    int (*progress)(void *arg, uint64_t done, uint64_t all);
    void *arg;
    unsigned threads; /* that read records; 0: as many as are worth having */
    /* Samples of a file that questions keep in memory for those to come, 32 bytes each and what they have in common. Of a file with more
       each question reads anew. 0: 2^23 */
    uint64_t max_samples;
} pf_options;

/* "0.1.0" */
PF_API const char *pf_version(void);

/* Open a capture or a folio, "-" is what stands on standard input; `o` may be NULL. NULL with `e` set where it cannot be read. What the options point to is not needed
   any more afterwards. */
PF_API pf_file *pf_open(const char *path, const pf_options *o, pf_error *e);
PF_API void pf_close(pf_file *f);

/* How many events were recorded, and what each is called; NULL behind the last. */
PF_API size_t pf_events(const pf_file *f);
PF_API const char *pf_event_name(const pf_file *f, size_t event);

/* Samples as arrays of n, in order of time. What is a number of a dictionary is 0 where there is nothing. */
typedef struct pf_samples {
    size_t n;
    const uint64_t *time;                   /* where none was recorded that of the latest in front of it */
    const uint64_t *weight;                 /* the event's period */
    const uint32_t *thread, *place, *stack; /* numbers: pf_thread_of(), pf_place_of(), pf_stack_of() */
    const uint16_t *cpu;                    /* UINT16_MAX: not recorded, or not below it */
    const uint16_t *event;                  /* pf_event_name() */
    size_t threads, places, stacks;         /* numbers are below these */
} pf_samples;

enum { PF_STACKS = 1 /* call chains, too */ };

/* Have them all: those that questions keep, with call chains where these are kept, else read now. NULL with `e` set; if it was cancelled they can be read anew. They are the caller's, as what is asked of them below, until pf_samples_free(), which is before
   pf_close(). */
PF_API pf_samples *pf_samples_read(pf_file *f, unsigned how, pf_error *e);
PF_API void pf_samples_free(pf_samples *s);

typedef struct pf_thread {
    int32_t pid, tid;
    const char *command; /* what it was called then; NULL: not recorded */
} pf_thread;

typedef struct pf_place {
    const char *symbol; /* NULL: none covers it */
    const char *object; /* the name of the program, the library, the kernel...; NULL: it is in none */
    const char *path;   /* of the object */
    uint64_t address;   /* in the object as its symbols have it; in no object as mapped */
    uint64_t offset;    /* of it in the symbol */
} pf_place;

typedef struct pf_stack {
    uint32_t parent, place; /* parent: the caller's; 0: there is none */
} pf_stack;

/* What a number stands for. 0, and *out is all zeros, where it is none of the dictionary. `size` is sizeof(*out): what a newer
   header has behind, which this library does not know, is zeros. */
PF_API int pf_thread_of(const pf_samples *s, uint32_t thread, pf_thread *out, size_t size);
PF_API int pf_place_of(pf_samples *s, uint32_t place, pf_place *out, size_t size);
PF_API int pf_stack_of(const pf_samples *s, uint32_t stack, pf_stack *out, size_t size);

/* A line of source: the innermost call first, the last one is the function that was not inlined. */
typedef struct pf_line {
    const char *function; /* as it is shown; NULL: unknown */
    const char *file;     /* NULL: unknown */
    uint32_t line;        /* 0: unknown */
} pf_line;

/* The lines of a place, at most `max` of them, each of the `size` of a pf_line: how many there are; 0: its source is not known. The
   texts live until the next call. */
PF_API size_t pf_lines_of(pf_samples *s, uint32_t place, pf_line *out, size_t size, size_t max);

/* ---- questions ---- */

/* What can be asked: the i-th question, and its options, then those of every question. 0: there are no more. */
typedef struct pf_question {
    const char *name, *help;
} pf_question;
PF_API int pf_question_of(size_t i, pf_question *out, size_t size);

typedef struct pf_option {
    const char *name;     /* without the dashes */
    char letter;          /* 0: none */
    const char *argument; /* what help calls its value; NULL: it takes none */
    const char *help;     /* %s stands for the words that it takes */
} pf_option;
PF_API int pf_option_of(const char *question, size_t i, pf_option *out, size_t size);

typedef struct pf_view pf_view;

/* Ask as on the command line, in its words, of which the first is the question: { "report", "--sort", "comm,sym" }. The capture is
   that of the file, as are its sources, where no others are named; { "diff", OLD } compares it with what it was. What writes files (pack,
   timechart, -o) writes them. `most`: rows that a table has; 0: all. NULL with `e` set
   where it could not be answered. The view is the caller's until pf_view_free(), which is before pf_close(). */
PF_API pf_view *pf_ask(pf_file *f, const char *const *words, size_t n, uint64_t most, pf_error *e);
PF_API void pf_view_free(pf_view *v);

/* 0, or 2: the answer is "no" (diff over its threshold). What was said besides, in lines, and what was wrong with what it is of; and what is a text
   alone (a folded export). */
PF_API int pf_view_status(const pf_view *v);
PF_API const char *pf_view_said(pf_view *v);
PF_API const char *pf_view_text(pf_view *v);

typedef enum pf_type {
    PF_NOTHING, /* not recorded, or not known */
    PF_TEXT,    /* name */
    PF_COUNT,   /* count */
    PF_NUMBER,  /* number */
    PF_HEX,     /* count: an address, a mask */
    PF_PERCENT, /* share, of a hundred */
    PF_DECIMAL, /* share */
    PF_TIME,    /* count: ns */
    PF_YES_NO,  /* count: 1 or 0 */
    PF_SYMBOL,  /* name, and count: the offset in it; NULL and the address */
    PF_TASK,    /* number: of the thread; name: its command */
    PF_SOURCE,  /* name: a file; count: the line, 0: none */
} pf_type;

typedef struct pf_value {
    pf_type type;
    const char *text; /* as the command line shows it, until the next call for this view; NULL: nothing */
    const char *name; /* until then, too */
    uint64_t count;
    int64_t number;
    double share;
} pf_value;

/* Facts: the name of each has those of what it is in, and its place in lists, in front: "events.0.samples". */
PF_API size_t pf_facts(const pf_view *v);
PF_API const char *pf_fact_name(const pf_view *v, size_t i);
PF_API int pf_fact_of(pf_view *v, size_t i, pf_value *out, size_t size);

typedef struct pf_table {
    const char *name; /* as of facts: "events.0.rows"; of what comes as lines "lines" */
    size_t columns;
    uint64_t rows;
    int more; /* there may be more than `most` */
} pf_table;

typedef struct pf_column {
    const char *name;  /* docs/json.md; NULL: it is of text alone */
    const char *label; /* its heading in text; NULL: text has it not */
    const char *of;    /* the object that it is a member of; NULL: none */
    unsigned at;       /* ... or element `at` of a list, from 1 on */
    pf_type type;      /* of its cells, which may be PF_NOTHING, too */
    int right;         /* numbers */
} pf_column;

PF_API size_t pf_tables(const pf_view *v);
PF_API int pf_table_of(const pf_view *v, size_t table, pf_table *out, size_t size);
PF_API int pf_column_of(const pf_view *v, size_t table, size_t column, pf_column *out, size_t size);

/* Rows have numbers: those of a table from 0 on, as they come, and those that stand below others (frames of a call tree below a row of
   report -g) behind these, once they are asked for. Rows of a report are made when they are looked at. */
#define PF_TOP ((uint64_t)-1) /* no row: below it are those of the table */

/* The numbers of up to n of the rows below one, from a place on, in their order. How many. */
PF_API size_t pf_rows(pf_view *v, size_t table, uint64_t parent, uint64_t from, size_t n, uint64_t *rows);

typedef struct pf_row {
    uint64_t parent;   /* PF_TOP: none */
    uint64_t children; /* how many stand below it, */
    unsigned depth;    /* and it below how many */
} pf_row;

PF_API int pf_row_of(pf_view *v, size_t table, uint64_t row, pf_row *out, size_t size);

/* Have the rows of a table, and those below each, in the order of a column: what is not known stands last. PF_UNSORTED: as they
   came. 0: there is no such column. */
#define PF_UNSORTED ((size_t)-1)
PF_API int pf_sort(pf_view *v, size_t table, size_t column, int descending);

/* The first of a table's rows, from a place on, in which a name has these bytes. 0: there is none; else *place receives where it
   is. */
PF_API int pf_find(pf_view *v, size_t table, const char *text, uint64_t from, uint64_t *place);

/* A cell of a row; 0: this row has none there. */
PF_API int pf_cell_of(pf_view *v, size_t table, uint64_t row, size_t column, pf_value *out, size_t size);

/* The i-th of the cells that a row has, and its column: rows of a stream have few of many. 0: behind the last. */
PF_API int pf_nth_cell(pf_view *v, size_t table, uint64_t row, size_t i, size_t *column, pf_value *out,
                       size_t size);

/* ---- problems ---- */

/* What was wrong with what was read so far, in a sentence: the i-th kind, until the next call; NULL behind the last. *n receives
   how often. */
PF_API const char *pf_problem(pf_file *f, size_t i, uint64_t *n);

#ifdef __cplusplus
}
#endif
#endif
