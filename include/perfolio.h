/*
 * perfolio.h: captures and folios as data.
 *
 * A file may be used by one thread at a time; several files may be open at once, each in its own thread. What a function
 * returns belongs to the file and is valid until pf_close(), unless its comment says otherwise. The library prints nothing
 * and reads no environment: failures are errors, or problems that are counted. A call that runs out of memory fails with
 * PF_MEMORY, and the file can only be closed then; a call without an error argument answers as if there were nothing.
 * Texts are UTF-8 if the recorded ones are. Addresses have 64 bits; times are nanoseconds of the recording's clock.
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
    PF_MEMORY,      /* out of memory; the file can only be closed then */
    PF_CANCELLED,   /* pf_options.progress stopped it */
} pf_error_kind;

/* Why a call failed; all zeros before the call. The struct will not grow. */
typedef struct pf_error {
    pf_error_kind kind;
    uint64_t at; /* the file offset that the message is about; 0: none */
    char message[320];
} pf_error;

/* How to open a file; zeros are the defaults, except for `size`. */
typedef struct pf_options {
    size_t size;         /* sizeof(pf_options). Members that this library does not know have to be zero */
    const char *capture; /* the capture in a folio, by name or number; NULL: its only one */
    const char *const *objects; /* places of symbols, as for --objects, ended by NULL; NULL: none */
    const char *symfs, *kallsyms, *vmlinux; /* as the options of these names; NULL: not given */
    const char *home;                       /* the folder whose .debug is a build-id cache; NULL: no cache */
    const char *temporary; /* the folder of temporary files, for files that have to be unpacked; NULL: /tmp */
    int isolated;          /* use no file of this machine but those named */
    int mangled;           /* do not demangle names */
    /* Called now and then while a call reads records, in its thread and locale: `done` of `all` bytes are read. Not 0: the
       call fails with PF_CANCELLED. It must not use the file, and must return. NULL: none. `arg` has to be valid until
       pf_close(). */
    int (*progress)(void *arg, uint64_t done, uint64_t all);
    void *arg;
    unsigned threads; /* threads that read records; 0: as many as are useful */
    /* The most samples of a file that questions keep in memory for later ones, at 32 bytes each and some shared data. With
       more samples each question reads the file again. 0: 2^23. */
    uint64_t max_samples;
} pf_options;

/* The version: "0.1.0". */
PF_API const char *pf_version(void);

/* Opens a capture or a folio; "-": standard input. `o` may be NULL, and what it points to is needed during the call only.
   NULL with `e` set: it cannot be read. */
PF_API pf_file *pf_open(const char *path, const pf_options *o, pf_error *e);
PF_API void pf_close(pf_file *f);

/* The number of recorded events, and their names; NULL: there is no such event. */
PF_API size_t pf_events(const pf_file *f);
PF_API const char *pf_event_name(const pf_file *f, size_t event);

/* Samples in order of time, as arrays of n elements. Numbers refer to dictionaries; 0: none. */
typedef struct pf_samples {
    size_t n;
    const uint64_t *time;                   /* if not recorded, the latest time before it */
    const uint64_t *weight;                 /* the sample's period */
    const uint32_t *thread, *place, *stack; /* for pf_thread_of(), pf_place_of(), pf_stack_of() */
    const uint16_t *cpu;                    /* UINT16_MAX: not recorded, or too large */
    const uint16_t *event;                  /* for pf_event_name() */
    size_t threads, places, stacks;         /* sizes of the dictionaries: numbers are below these */
} pf_samples;

enum { PF_STACKS = 1 /* read call chains, too */ };

/* Reads all samples; `how`: 0 or PF_STACKS. Call chains may be there without it where questions keep them. NULL with `e` set;
   after PF_CANCELLED it may be called again. The result and what is looked up in it are valid until pf_samples_free(), which
   has to come before pf_close(). */
PF_API pf_samples *pf_samples_read(pf_file *f, unsigned how, pf_error *e);
PF_API void pf_samples_free(pf_samples *s);

typedef struct pf_thread {
    int32_t pid, tid;
    const char *command; /* its name at that time; NULL: not recorded */
} pf_thread;

typedef struct pf_place {
    const char *symbol; /* NULL: no symbol covers the address */
    const char *object; /* the name of the program, library, kernel...; NULL: in no object */
    const char *path;   /* path of the object */
    uint64_t address;   /* in the address space of the object's symbols; without an object, as mapped */
    uint64_t offset;    /* offset in the symbol */
} pf_place;

typedef struct pf_stack {
    uint32_t parent, place; /* parent: number of the caller's stack; 0: no caller */
} pf_stack;

/* Looks a number up. 0, with *out all zeros: there is none. `size` is sizeof(*out); members that this library does not know
   are set to zero. */
PF_API int pf_thread_of(const pf_samples *s, uint32_t thread, pf_thread *out, size_t size);
PF_API int pf_place_of(pf_samples *s, uint32_t place, pf_place *out, size_t size);
PF_API int pf_stack_of(const pf_samples *s, uint32_t stack, pf_stack *out, size_t size);

/* A source line. Of several lines of a place the first is the innermost inlined call, the last is the function that contains
   it. */
typedef struct pf_line {
    const char *function; /* as reports show it; NULL: unknown */
    const char *file;     /* NULL: unknown */
    uint32_t line;        /* 0: unknown */
} pf_line;

/* Stretches of time in which threads ran, or waited, in the order of their starts, as arrays of n elements. Only those whose start
   and end were recorded: a wait begins where its thread left a CPU, or, where that was not recorded, at its wakeup. */
typedef struct pf_slices {
    size_t n;
    const uint64_t *start, *length; /* ns */
    const uint64_t *delay;  /* of a wait: how much of its end the thread was ready for, ns; of a run: 0 */
    const uint32_t *thread; /* for pf_thread_of(), by its name when it left; idle tasks (tid 0) do not wait */
    const uint32_t *waker;  /* who ended a wait by a wakeup; 0: nobody, or it was not recorded */
    const uint32_t *stack;  /* with which the thread left the CPU; 0: not recorded, or not read */
    const uint16_t *cpu;    /* where it ran, or which it left; UINT16_MAX: not recorded */
    const uint8_t *ran;     /* 1: it ran; 0: it waited */
    const char *state;      /* letter (sched timehist --state) when it left the CPU; 0: idle, or unknown */
} pf_slices;

/* Reads the slices of the capture that samples are of, which get more threads by it. NULL with `e` set; PF_USAGE: it does not
   record who ran. Valid until pf_samples_free(). */
PF_API const pf_slices *pf_slices_read(pf_samples *s, pf_error *e);

/* Samples of tracepoints with the text of their fields, in order of time, as arrays of n elements. */
typedef struct pf_markers {
    size_t n;
    const uint64_t *time;                  /* ns */
    const uint32_t *thread, *stack, *text; /* for pf_thread_of(), pf_stack_of(), pf_text_of() */
    const uint16_t *cpu, *event;           /* as of samples */
    size_t texts;                          /* numbers of texts are below this */
} pf_markers;

/* Reads the markers of the capture that samples are of. A sample whose tracepoint it does not describe is none, and a problem. NULL
   with `e` set. Valid until pf_samples_free(). */
PF_API const pf_markers *pf_markers_read(pf_samples *s, pf_error *e);

/* A text of markers, as `script` shows it; NULL: there is none. */
PF_API const char *pf_text_of(const pf_samples *s, uint32_t text);

/* Writes the source lines of a place, at most `max`, each of `size` bytes (sizeof(pf_line)), and returns how many; 0:
   unknown. Texts are valid until the next call. */
PF_API size_t pf_lines_of(pf_samples *s, uint32_t place, pf_line *out, size_t size, size_t max);

/* ---- questions ---- */

/* The i-th question that can be asked; then its i-th option, those of all questions last. 0: no more. */
typedef struct pf_question {
    const char *name, *help;
} pf_question;
PF_API int pf_question_of(size_t i, pf_question *out, size_t size);

typedef struct pf_option {
    const char *name;     /* without dashes */
    char letter;          /* its letter; 0: none */
    const char *argument; /* the name of its argument; NULL: it takes none */
    const char *help;     /* %s stands for the words it accepts */
} pf_option;
PF_API int pf_option_of(const char *question, size_t i, pf_option *out, size_t size);

typedef struct pf_view pf_view;

/* Asks a question in n words of the command line, the first of which names it: { "report", "--sort", "comm,sym" }. It is
   asked of this file with its sources, unless others are named; { "diff", OLD } compares this file with OLD. Questions that
   write files (pack, timechart, -o) do so. `most`: rows of a table; 0: all. NULL with `e` set. The view is valid until
   pf_view_free(), which has to come before pf_close(). */
PF_API pf_view *pf_ask(pf_file *f, const char *const *words, size_t n, uint64_t most, pf_error *e);
PF_API void pf_view_free(pf_view *v);

/* pf_view_status(): 0, or 2 if the answer is "no" (diff over its threshold). pf_view_said(): messages and problems, in
   lines. pf_view_text(): the answer if it is text alone (a folded export). */
PF_API int pf_view_status(const pf_view *v);
PF_API const char *pf_view_said(pf_view *v);
PF_API const char *pf_view_text(pf_view *v);

typedef enum pf_type {
    PF_NOTHING, /* not recorded, or unknown */
    PF_TEXT,    /* name */
    PF_COUNT,   /* count */
    PF_NUMBER,  /* number */
    PF_HEX,     /* count: an address or a mask */
    PF_PERCENT, /* share, in percent */
    PF_DECIMAL, /* share */
    PF_TIME,    /* count: ns */
    PF_YES_NO,  /* count: 1 or 0 */
    PF_SYMBOL,  /* name, with count the offset in it; or name NULL, with count the address */
    PF_TASK,    /* number: the tid; name: the command */
    PF_SOURCE,  /* name: a file; count: the line; 0: none */
} pf_type;

typedef struct pf_value {
    pf_type type;
    const char *text; /* as the command line shows it, until the next call for this view; NULL: nothing */
    const char *name; /* valid as long */
    uint64_t count;
    int64_t number;
    double share;
} pf_value;

/* Facts: values outside tables. Their names are prefixed by those of enclosing objects and by places in lists:
   "events.0.samples". */
PF_API size_t pf_facts(const pf_view *v);
PF_API const char *pf_fact_name(const pf_view *v, size_t i);
PF_API int pf_fact_of(pf_view *v, size_t i, pf_value *out, size_t size);

typedef struct pf_table {
    const char *name; /* named like facts: "events.0.rows"; for output in lines "lines" */
    size_t columns;
    uint64_t rows;
    int more; /* there may be more rows than `most` */
} pf_table;

typedef struct pf_column {
    const char *name;  /* as in docs/json.md; NULL: not in JSON */
    const char *label; /* its heading in text; NULL: not in text */
    const char *of;    /* the object it is a member of; NULL: none */
    unsigned at;       /* or 1 + its index in a list */
    pf_type type;      /* type of its cells, which may also be PF_NOTHING */
    int right;         /* right-aligned */
} pf_column;

PF_API size_t pf_tables(const pf_view *v);
PF_API int pf_table_of(const pf_view *v, size_t table, pf_table *out, size_t size);
PF_API int pf_column_of(const pf_view *v, size_t table, size_t column, pf_column *out, size_t size);

/* Rows are numbered: those of a table from 0 on; rows below others (frames of a call tree below a row of report -g) get
   further numbers when they are first asked for. Rows of reports are made when they are looked at. */
#define PF_TOP ((uint64_t)-1) /* stands for the table itself: the parent of its rows */

/* Writes the numbers of up to n rows below a row, from index `from` on, and returns how many. */
PF_API size_t pf_rows(pf_view *v, size_t table, uint64_t parent, uint64_t from, size_t n, uint64_t *rows);

typedef struct pf_row {
    uint64_t parent;   /* PF_TOP: a row of the table itself */
    uint64_t children; /* number of rows directly below it */
    unsigned depth;    /* number of rows above it */
} pf_row;

PF_API int pf_row_of(pf_view *v, size_t table, uint64_t row, pf_row *out, size_t size);

/* Sorts the rows of a table, and the rows below each, by a column; unknown values come last. PF_UNSORTED restores the
   original order. 0: no such column. */
#define PF_UNSORTED ((size_t)-1)
PF_API int pf_sort(pf_view *v, size_t table, size_t column, int descending);

/* Finds the first row of a table, from index `from` on, with a name that contains `text`; *place receives its index. 0:
   none. */
PF_API int pf_find(pf_view *v, size_t table, const char *text, uint64_t from, uint64_t *place);

/* A cell of a row; 0: the row lacks it. */
PF_API int pf_cell_of(pf_view *v, size_t table, uint64_t row, size_t column, pf_value *out, size_t size);

/* The i-th existing cell of a row, and its column: rows of a stream have few cells of many columns. 0: no more. */
PF_API int pf_nth_cell(pf_view *v, size_t table, uint64_t row, size_t i, size_t *column, pf_value *out,
                       size_t size);

/* ---- problems ---- */

/* The i-th kind of problem so far, as a sentence that is valid until the next call, and in *n how often; NULL: no more. */
PF_API const char *pf_problem(pf_file *f, size_t i, uint64_t *n);

#ifdef __cplusplus
}
#endif
#endif
