/*
 * perfolio.h: captures and folios as data.
 *
 * Only one thread at a time may use a file. Several files may be open, each used by another thread. What a function
 * returns belongs to the file and is valid until pf_close(), unless the function's comment says otherwise. The
 * library prints nothing and reads no environment variables. It reports failures as errors, or counts them as
 * problems (pf_problem()). A call that runs out of memory fails with PF_MEMORY; after that, the file can only be
 * closed. A call without an error argument then returns the same as if it had found nothing. Texts are UTF-8 if the
 * recorded texts are. Addresses have 64 bits; times are nanoseconds of the recording's clock.
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
    PF_FORMAT,      /* the file is malformed */
    PF_UNSUPPORTED, /* the format is known, but this library cannot read it */
    PF_USAGE,       /* the request makes no sense */
    PF_MEMORY,      /* out of memory; the file can only be closed then */
    PF_CANCELLED,   /* pf_options.progress cancelled the call */
} pf_error_kind;

/* Why a call failed. Set it to zeros before the call. The size of this struct will not change. */
typedef struct pf_error {
    pf_error_kind kind;
    uint64_t at; /* the file offset that the message is about; 0: none */
    char message[320];
} pf_error;

/* How to open a file. Zeros are the defaults; only `size` has to be set. */
typedef struct pf_options {
    size_t size;         /* sizeof(pf_options); members unknown to an older library have to be zero */
    const char *capture; /* name or number of the capture in a folio; NULL: the folio's only capture */
    /* paths to search for symbols, as for --objects; a NULL ends the list; NULL: none */
    const char *const *objects;
    /* as the command line's options of the same names; NULL: not given */
    const char *symfs, *kallsyms, *vmlinux;
    const char *home;      /* the folder whose .debug is a build-id cache; NULL: no cache */
    const char *temporary; /* folder for temporary files, needed to unpack files; NULL: /tmp */
    int isolated;          /* use no files of this machine except those named here */
    int mangled;           /* do not demangle names */
    /* A callback, called from time to time while a call of the library reads records, in the thread and the locale of
       that call: `done` of `all` bytes are read. If it returns another value than 0, the call fails with
       PF_CANCELLED. The callback must not use the file, and must return (no longjmp()). NULL: no callback. `arg` is
       passed to it and has to be valid until pf_close(). */
    int (*progress)(void *arg, uint64_t done, uint64_t all);
    void *arg;
    unsigned threads; /* threads that read records; 0: as many as are useful */
    /* Samples are kept in memory between questions if the file has at most this many; they take 32 bytes each, plus
       some shared data. If the file has more samples, each question reads it again. 0: 2^23, or more if half of the machine's
       memory is enough to read them, which takes 100 bytes each. */
    uint64_t max_samples;
} pf_options;

/* The version: "0.1.0". */
PF_API const char *pf_version(void);

/* Opens a capture or a folio; "-": standard input. `o` may be NULL; the options are needed during this call only.
   Returns NULL and sets `e` if the file cannot be read. */
PF_API pf_file *pf_open(const char *path, const pf_options *o, pf_error *e);
PF_API void pf_close(pf_file *f);

/* The number of recorded events; and the name of an event, counted from 0: NULL if there is no such event. */
PF_API size_t pf_events(const pf_file *f);
PF_API const char *pf_event_name(const pf_file *f, size_t event);

/* Samples in order of time, as arrays of n elements. Threads, places (addresses with their symbols) and stacks are
   given by number; the functions named below look a number up. Number 0: none. */
typedef struct pf_samples {
    size_t n;
    const uint64_t *time;                   /* ns; of a sample without a time: the latest time before it */
    const uint64_t *weight;                 /* the sample's period */
    const uint32_t *thread, *place, *stack; /* for pf_thread_of(), pf_place_of(), pf_stack_of() */
    const uint16_t *cpu;                    /* UINT16_MAX: not recorded, or too large */
    const uint16_t *event;                  /* for pf_event_name() */
    size_t threads, places, stacks;         /* the numbers of threads, places and stacks are below these */
} pf_samples;

enum { PF_STACKS = 1 /* read call chains, too */ };

/* Reads all samples; `how`: 0 or PF_STACKS. Without PF_STACKS, the result has call chains only if an earlier question
   left them in memory. Returns NULL and sets `e` on failure; after PF_CANCELLED the function may be called again. The
   result, and everything that is looked up in it, is valid until pf_samples_free(), which has to be called before
   pf_close(). */
PF_API pf_samples *pf_samples_read(pf_file *f, unsigned how, pf_error *e);
PF_API void pf_samples_free(pf_samples *s);

typedef struct pf_thread {
    int32_t pid, tid;
    const char *command; /* the thread's name at the time of the sample; NULL: not recorded */
} pf_thread;

typedef struct pf_place {
    const char *symbol; /* NULL: no symbol covers the address */
    /* the name of the program, library, kernel or module; NULL: the address is in no object */
    const char *object;
    const char *path; /* path of the object */
    /* as the object's symbol table has it; without an object: the virtual address in the process */
    uint64_t address;
    uint64_t offset; /* offset of the address in the symbol */
} pf_place;

typedef struct pf_stack {
    /* parent: the number of the caller's stack, 0 if there is no caller; place: the innermost frame */
    uint32_t parent, place;
} pf_stack;

/* Look up a number. Return 1; or 0, with *out all zeros, if there is no such number. `size` is sizeof(*out); members
   that an older library does not know are set to zero. */
PF_API int pf_thread_of(const pf_samples *s, uint32_t thread, pf_thread *out, size_t size);
PF_API int pf_place_of(pf_samples *s, uint32_t place, pf_place *out, size_t size);
PF_API int pf_stack_of(const pf_samples *s, uint32_t stack, pf_stack *out, size_t size);

/* A source line. A place in inlined code has several: the first is that of the innermost inlined function, the last
   that of the function that contains the code. */
typedef struct pf_line {
    const char *function; /* as reports show it; NULL: unknown */
    const char *file;     /* NULL: unknown */
    uint32_t line;        /* 0: unknown */
} pf_line;

/* Slices: stretches of time in which a thread ran or waited, sorted by start, as arrays of n elements. Slices whose
   start or end was not recorded are left out. A wait begins when the thread leaves a CPU or, if that was not
   recorded, when it is woken up. */
typedef struct pf_slices {
    size_t n;
    const uint64_t *start, *length; /* ns */
    const uint64_t *delay; /* ns; of a wait: how long the thread was runnable at its end; of a run: 0 */
    /* for pf_thread_of(), with the name when it left the CPU; idle tasks (tid 0) have runs only */
    const uint32_t *thread;
    const uint32_t *waker; /* the thread whose wakeup ended the wait; 0: no wakeup, or not recorded */
    const uint32_t *stack; /* the stack when the thread left the CPU; 0: not recorded, or not read */
    const uint16_t *cpu;   /* the CPU that it ran on or, for a wait, left; UINT16_MAX: not recorded */
    const uint8_t *ran;    /* 1: it ran; 0: it waited */
    /* letter of the state when it left the CPU (as sched timehist --state); 0: idle task, or unknown */
    const char *state;
} pf_slices;

/* Reads the slices of the capture that the samples `s` are from. Threads without samples are added to `s`. Returns
   NULL and sets `e` on failure; PF_USAGE: the capture does not record which threads ran. Valid until
   pf_samples_free(). */
PF_API const pf_slices *pf_slices_read(pf_samples *s, pf_error *e);

/* Markers: samples of tracepoints with the text of their fields, in order of time, as arrays of n elements. */
typedef struct pf_markers {
    size_t n;
    const uint64_t *time;                  /* ns */
    const uint32_t *thread, *stack, *text; /* for pf_thread_of(), pf_stack_of(), pf_text_of() */
    const uint16_t *cpu, *event;           /* as in pf_samples */
    size_t texts;                          /* the numbers in `text` are below this */
} pf_markers;

/* Reads the markers of the capture that the samples `s` are from. A sample is left out, and counted as a problem, if
   the capture does not describe its tracepoint. Returns NULL and sets `e` on failure. Valid until pf_samples_free(). */
PF_API const pf_markers *pf_markers_read(pf_samples *s, pf_error *e);

/* The text of a marker by its number, as `perfolio script` shows it; NULL: there is no such number. */
PF_API const char *pf_text_of(const pf_samples *s, uint32_t text);

/* Writes the source lines of a place to `out`, at most `max`, each of `size` bytes (sizeof(pf_line)). Returns their
   number; 0: unknown. Their texts are valid until the next call of this function. */
PF_API size_t pf_lines_of(pf_samples *s, uint32_t place, pf_line *out, size_t size, size_t max);

/* ---- questions ---- */

/* pf_question_of(): the i-th question that pf_ask() answers. pf_option_of(): the i-th option of a question; options
   that all questions share come last. Both return 0 if there are no more. */
typedef struct pf_question {
    const char *name, *help;
} pf_question;
PF_API int pf_question_of(size_t i, pf_question *out, size_t size);

typedef struct pf_option {
    const char *name;     /* without dashes */
    char letter;          /* the short option; 0: none */
    const char *argument; /* the name of the option's argument; NULL: the option takes none */
    const char *help;     /* %s stands for the words that the option accepts */
} pf_option;
PF_API int pf_option_of(const char *question, size_t i, pf_option *out, size_t size);

typedef struct pf_view pf_view;

/* Asks a question, given as n words of a command line, the first of which is the command: { "report", "--sort",
   "comm,sym" }. The question is about this file, and uses the sources of symbols that the file was opened with,
   unless the words name other ones; { "diff", OLD } compares this file with OLD. Commands that write files (pack,
   timechart, -o) write them. `most`: the most rows of each table; 0: all. Returns NULL and sets `e` on failure. The
   view, which holds the answer, is valid until pf_view_free(), which has to be called before pf_close(). */
PF_API pf_view *pf_ask(pf_file *f, const char *const *words, size_t n, uint64_t most, pf_error *e);
PF_API void pf_view_free(pf_view *v);

/* pf_view_status(): the exit status of the command: 0, or 2 if the answer is "no" (a diff over its threshold).
   pf_view_said(): messages and problems, one per line. pf_view_text(): the answer of a command that writes plain
   text, without facts and tables (a folded export). */
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
    PF_SYMBOL,  /* name: the symbol, count: the offset in it; or name: NULL, count: the address */
    PF_TASK,    /* number: the tid; name: the command */
    PF_SOURCE,  /* name: a file; count: the line, 0 if there is none */
} pf_type;

typedef struct pf_value {
    pf_type type;
    /* as the command line shows it; valid until the next call for this view; NULL: nothing */
    const char *text;
    const char *name; /* valid as long as `text` */
    uint64_t count;
    int64_t number;
    double share;
} pf_value;

/* Facts: the values of an answer outside its tables. The name of a fact is its path in the JSON document, with names
   of members and indexes of lists: "events.0.samples". */
PF_API size_t pf_facts(const pf_view *v);
PF_API const char *pf_fact_name(const pf_view *v, size_t i);
PF_API int pf_fact_of(pf_view *v, size_t i, pf_value *out, size_t size);

typedef struct pf_table {
    const char *name; /* named like facts: "events.0.rows"; of a command that prints lines: "lines" */
    size_t columns;
    uint64_t rows;
    int more; /* the answer may have more rows than the `most` of pf_ask() */
} pf_table;

typedef struct pf_column {
    const char *name;  /* as in docs/json.md; NULL: not in JSON */
    const char *label; /* its heading in text; NULL: not in text */
    const char *of;    /* the name of the JSON object that this column is a member of; NULL: none */
    unsigned at;       /* 1 + the index of its object in a list of objects; 0: it is in no list */
    pf_type type;      /* type of its cells, which may also be PF_NOTHING */
    int right;         /* right-aligned */
} pf_column;

PF_API size_t pf_tables(const pf_view *v);
PF_API int pf_table_of(const pf_view *v, size_t table, pf_table *out, size_t size);
PF_API int pf_column_of(const pf_view *v, size_t table, size_t column, pf_column *out, size_t size);

/* Rows have numbers. The rows of the table itself are numbered from 0 on. A row may have child rows, such as the
   frames of a call tree in report -g; these get higher numbers when they are first asked for. Rows of reports are
   computed when they are first asked for. */
#define PF_TOP ((uint64_t)-1) /* stands for the table itself: the parent of its rows */

/* Writes the numbers of up to n child rows of the row `parent`, from the child with index `from` on, to `rows`.
   Returns how many it wrote. */
PF_API size_t pf_rows(pf_view *v, size_t table, uint64_t parent, uint64_t from, size_t n, uint64_t *rows);

typedef struct pf_row {
    uint64_t parent;   /* PF_TOP: this is a row of the table itself */
    uint64_t children; /* number of its child rows */
    unsigned depth;    /* number of its ancestors */
} pf_row;

PF_API int pf_row_of(pf_view *v, size_t table, uint64_t row, pf_row *out, size_t size);

/* Sorts the rows of a table, and the child rows of each row, by a column; unknown values come last. The column
   PF_UNSORTED restores the original order. Returns 0 if there is no such column, or if pf_options.progress cancelled it, which
   restores the original order, too. */
#define PF_UNSORTED ((size_t)-1)
PF_API int pf_sort(pf_view *v, size_t table, size_t column, int descending);

/* Finds the first row of the table itself, from index `from` on, with a name that contains `text`. Sets *place to its
   index. Returns 0 if there is none, or if pf_options.progress cancelled it. */
PF_API int pf_find(pf_view *v, size_t table, const char *text, uint64_t from, uint64_t *place);

/* Copies a cell of a row to *out. Returns 0 if the row has no such cell. */
PF_API int pf_cell_of(pf_view *v, size_t table, uint64_t row, size_t column, pf_value *out, size_t size);

/* Copies the i-th of the cells that a row has to *out, and sets *column to its column. For answers with many columns
   of which each row has few (script, dump). Returns 0 if there are no more. */
PF_API int pf_nth_cell(pf_view *v, size_t table, uint64_t row, size_t i, size_t *column, pf_value *out,
                       size_t size);

/* ---- problems ---- */

/* The i-th kind of problem that was met so far, as a sentence that is valid until the next call; *n receives how
   often it occurred. NULL: there are no more. */
PF_API const char *pf_problem(pf_file *f, size_t i, uint64_t *n);

#ifdef __cplusplus
}
#endif
#endif
