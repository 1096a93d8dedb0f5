/*
 * common: the options that all commands share, and sessions opened with them. These functions print errors themselves.
 */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_COMMON_H
#define PERFOLIO_LIB_QUESTION_COMMON_COMMON_H

#include "lib/options/command.h"
#include "lib/options/values.h"
#include "lib/session/session.h"

/* When text has colours: as the terminal has them, always, or never. */
enum common_color { COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

/* The common options; the options struct of every command begins with them. */
struct captures;
struct common_opts {
    const char *input; /* the input's path; `input` and `subject` are words of the command line */
    struct input
        /* the opened `input`, if the command opened it; the command owns it, except for the file, which a session
           takes over. NULL: the session opens the input */
        *opened;
    const char *subject; /* the subject (struct command); NULL: none */
    /* index of the subject among the words that the command allows (subject_at()) */
    int view;
    /* inputs: all captures that are named, in order; for commands that take one capture only `input` */
    struct words objects, inputs;
    /* --before and --after: the runs of the two sides of a comparison; labels are looked up in the folios in `inputs` */
    struct words before, after;
    char *capture;             /* the capture of a folio, by name or number; NULL: the only one */
    struct captures *captures; /* the iteration over a folio's captures (turn.h); NULL: none */
    bool counts_running;       /* set by the command: the timeline counts running threads */
    /* used instead if not NULL: decides for each capture whether running threads are counted */
    bool (*counts_running_of)(const struct capture *);
    char *symfs, *kallsyms, *vmlinux, *debuginfod;
    char *(*demangle)(const char *name); /* as in struct symtab; NULL: names are shown mangled */
    uint64_t max_unpacked;               /* bytes; 0: not given (session.h) */
    bool demangle_kernel, isolated, verbose, help, json, no_sandbox;
    int color; /* enum common_color */
    bool full_names, no_pager;
    /* --csv, an option of the commands that have CSV_ROW in their option table */
    bool csv;
    const struct option_row **of_perf; /* the options of perf that were given and have no effect, each once */
    size_t nof_perf, cap_of_perf;
    const char *command;     /* name of the command, for messages about `of_perf` */
    const struct desk *desk; /* of the answer's outlets */
};

/* The table of the common options. */
extern const struct option_row common_rows[];

/* The row of --csv, for the option tables of commands that answer in rows. */
#define CSV_ROW OPT("csv", 0, FLAG, common.csv, NULL, "print CSV", .is_form = true)

/* A row of --color; STDIO_COLOR_ROW: the same by perf's name, in commands that have it in perf. */
#define COMMON_COLOR_WORDS "auto always never" /* in the order of enum common_color */
#define COMMON_COLOR_ROW(name, member, help)                                                                 \
    OPT(name, 0, CALL, member, "WHEN", help, .words = COMMON_COLOR_WORDS, .loose = true,                     \
        .is_value = common_is_color_word, .take = common_take_color)
#define STDIO_COLOR_ROW COMMON_COLOR_ROW("stdio-color", common.color, NULL)
bool common_is_color_word(const char *word);
bool common_take_color(void *target, const struct option_row *row, const char *value, struct err *e);

/* Parses a command line into a command's options; sets all members. `view`: the word that selected a view, which is
   not an operand; NULL: none. Returns -1 if the command has to be run; else the exit status, after printing help or
   an error. The caller calls options_free() in either case. */
int options_read(const struct command *c, void *opts, const char *view, int argc, const char **argv,
                 struct outlet *out, struct outlet *err);
void options_free(const struct command *c, void *opts);

/* As input_open(), but if the desk has a session with the same path, the file of this session is reused, even if the
   path now leads to another file. */
bool common_input(struct input *in, const struct common_opts *o, const char *path, struct err *e);

/* As common_input(), for an input that has to be a folio, which is open until input_close(). On failure NULL with `e`
   set, and nothing is open: ERR_FORMAT if the folio is damaged, ERR_UNSUPPORTED if the file is not a folio. */
struct folio *common_folio(struct input *in, const struct common_opts *o, const char *path, struct err *e);

/* common_open() opens a session to a depth; common_deepen() deepens an open session. Both return false after printing
   the reason to `err`; then the session is closed after common_open(), and unchanged after common_deepen(). */
bool common_open(struct session *s, const struct common_opts *o, enum session_depth depth,
                 struct outlet *err);
bool common_deepen(struct session *s, const struct common_opts *o, enum session_depth depth,
                   struct outlet *err);

/* Returns the session for a question, at least `depth` deep: the desk's session, if it has the same capture and the
   same sources of symbols, else a new one. NULL after printing the reason to `err`. common_release_session() closes
   the session if it is a new one. */
struct session *common_session(const struct common_opts *o, enum session_depth depth, struct outlet *err);
void common_release_session(struct session *s, const struct common_opts *o);

/* Deepens a session and does the work `how` in it. False with `e` set if the work failed; false with `e` unset, after
   printing the reason to `err`, if the session could not be deepened. */
bool common_run_work(struct session *s, const struct common_opts *o, const struct session_work *how,
                     struct outlet *err, struct err *e);

/* Opens a session, calls the command's work(), and closes the session. Prints errors. Returns the exit status. */
int common_run(const struct command *c, const void *opts, struct outlet *out, struct outlet *err);

/* Prints an error about a session's capture, and a likely cause. If the question iterates over the captures of a
   folio, a usage error is stored instead, and printed once for all captures that have it. */
void common_print_error(struct session *s, const struct common_opts *o, const struct err *e,
                        struct outlet *err);

/* Prints the lines below an answer: the session's problems, and the problems `more` (may be NULL). Percentages are
   relative to `samples`; 0: no percentages. */
void common_problems_show(const struct session *s, const struct problems *more, uint64_t samples,
                          struct outlet *err);

/* As common_problems_show(), for the problems `all`. `of`: the capture's name if the answer is about several
   captures, else NULL. */
void common_problems_list(const struct problems *all, const char *of, uint64_t samples, struct outlet *err);

/* Prints that no sample was counted. `filters` names options that may be the reason ("--time and --cpu"); NULL: none. */
void common_no_samples_show(const struct session *s, const char *filters, struct outlet *err);

/* As common_no_samples_show(), for a capture with the name `of` and `recorded` samples; `counted`: the result of
   session_is_perf_stat(). */
void common_no_samples_list(const char *of, uint64_t recorded, bool counted, const char *filters,
                            struct outlet *err);

#endif
