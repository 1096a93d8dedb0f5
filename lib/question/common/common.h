/*
 * common: the options that all commands share, and sessions opened with them. These functions print errors themselves.
 */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_COMMON_H
#define PERFOLIO_LIB_QUESTION_COMMON_COMMON_H

#include "lib/options/command.h"
#include "lib/options/values.h"
#include "lib/session/session.h"

/* The common options; the options struct of every command begins with them. */
struct captures;
struct common_opts {
    const char *input; /* a word of the command line, as is `subject` */
    struct input
        *opened; /* `input`, if the command opened it and keeps it; a session takes over its file. NULL: the
                             session opens the input */
    const char *subject;          /* the subject (struct command); NULL: none */
    int view;                     /* index of the subject among the command's words */
    struct words objects, inputs; /* inputs: all captures named, in order; of other commands just `input` */
    struct words before, after;   /* runs of the two sides of a comparison, which are looked up in `inputs` */
    char *capture;                /* the capture of a folio, by name or number; NULL: the only one */
    struct captures *captures;    /* the iteration over a folio's captures (turn.h); NULL: none */
    bool counts_running;          /* set by the command: the timeline counts running threads */
    bool (*counts_running_of)(const struct capture *); /* ... or for which captures it does; may be NULL */
    char *symfs, *kallsyms, *vmlinux, *debuginfod;
    char *(*demangle)(const char *name); /* as in struct symtab; NULL: names are shown mangled */
    bool demangle_kernel, isolated, verbose, help, json;
    bool csv;                          /* of commands with CSV_ROW */
    const struct option_row **of_perf; /* the given options of perf that do nothing here, each once */
    size_t nof_perf, cap_of_perf;
    const char *command;     /* to which those were given */
    const struct desk *desk; /* of the answer's outlets */
};

/* The table of the common options. */
extern const struct option_row common_rows[];

/* The row of --csv, for the tables of commands that answer in rows. */
#define CSV_ROW OPT("csv", 0, FLAG, common.csv, NULL, "print CSV", .is_form = true)

/* Parses a command line into a command's options, all of which are set. `view`: the word that selected a view, which is no
   operand; NULL: none. Returns -1 to go on, else the exit status, after printing help or an error. The caller calls
   options_free() in either case. */
int options_read(const struct command *c, void *opts, const char *view, int argc, const char **argv,
                 struct outlet *out, struct outlet *err);
void options_free(const struct command *c, void *opts);

/* As input_open(), but reuses the file of the desk's session if that has the same path, even if the path now leads elsewhere. */
bool common_input(struct input *in, const struct common_opts *o, const char *path, struct err *e);

/* As common_input(), for a folio, which is open until input_close(). NULL with `e` set and nothing to close: ERR_FORMAT for a
   damaged folio, ERR_UNSUPPORTED for what is not one. */
struct folio *common_folio(struct input *in, const struct common_opts *o, const char *path, struct err *e);

/* Opens a session to a depth; common_deepen() deepens an open one. False after printing the reason to `err`; then the session is
   closed, or, by common_deepen(), still open as it was. */
bool common_open(struct session *s, const struct common_opts *o, enum session_depth depth,
                 struct outlet *err);
bool common_deepen(struct session *s, const struct common_opts *o, enum session_depth depth,
                   struct outlet *err);

/* The session for a question, at least `depth` deep: the desk's, if its capture and symbol sources are the same, else a new one.
   NULL after printing the reason to `err`. common_release_session() closes a new session. */
struct session *common_session(const struct common_opts *o, enum session_depth depth, struct outlet *err);
void common_release_session(struct session *s, const struct common_opts *o);

/* Deepens a session and does some work in it. False with `e` set, or, with `e` unset, after printing the reason to `err`. */
bool common_run_work(struct session *s, const struct common_opts *o, const struct session_work *how,
                     struct outlet *err, struct err *e);

/* Opens a session, calls the command's work() and closes it. Prints errors. Returns the exit status. */
int common_run(const struct command *c, const void *opts, struct outlet *out, struct outlet *err);

/* Prints an error about a session's capture, and a likely cause. A usage error is printed later, once for all captures of a folio
   that have it. */
void common_print_error(struct session *s, const struct common_opts *o, const struct err *e,
                        struct outlet *err);

/* Prints the lines under a result: the session's problems and `more` (may be NULL). Shares refer to `samples`; 0: no shares. */
void common_problems_show(const struct session *s, const struct problems *more, uint64_t samples,
                          struct outlet *err);

/* As common_problems_show(), of stored problems; `of`: the capture's name if there are several, else NULL. */
void common_problems_list(const struct problems *all, const char *of, uint64_t samples, struct outlet *err);

/* Prints that no sample was counted; `filters` ("--time and --cpu"; may be NULL) may be the reason. */
void common_no_samples_show(const struct session *s, const char *filters, struct outlet *err);

/* The same about a capture named `of` with `recorded` samples; `counted`: see session_is_perf_stat(). */
void common_no_samples_list(const char *of, uint64_t recorded, bool counted, const char *filters,
                            struct outlet *err);

#endif
