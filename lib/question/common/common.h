/*
 * common: the options that every command shares, and sessions that are opened as they say: what goes wrong is printed here.
 */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_COMMON_H
#define PERFOLIO_LIB_QUESTION_COMMON_COMMON_H

#include "lib/options/command.h"
#include "lib/options/values.h"
#include "lib/session/session.h"

/* Options that every command takes: what the options of each begin with. */
struct captures;
struct common_opts {
    const char *input;    /* a word of the command line, as is `subject` */
    struct input *opened; /* ... where the command has opened it itself, which keeps it; a session takes its
                             file over. NULL: a session opens what it needs */
    const char *subject;  /* what it is asked about (struct command); NULL: nothing */
    int view;             /* ... of commands that know the words for it: which of them */
    struct words objects, inputs; /* inputs: of a command that takes several, in order; else the one */
    struct words before,
        after;     /* runs of two sides, of commands that compare these: then inputs are what has them */
    char *capture; /* which one of a folio; NULL: the only one */
    struct captures *captures; /* of a command that is run for each; whose turn it is (turn.h) */
    bool counts_running;       /* set by the command: its timeline keeps how many threads ran */
    bool (*counts_running_of)(const struct capture *); /* ... or whether it does of this one; may be NULL */
    char *symfs, *kallsyms, *vmlinux, *debuginfod;
    char *(*demangle)(
        const char *name); /* how names are shown, as in struct symtab; NULL: as the linker has them */
    bool demangle_kernel, isolated, verbose, help, json;
    bool csv;                          /* of commands that answer in rows: CSV_ROW */
    const struct option_row **of_perf; /* options that do nothing here, each once */
    size_t nof_perf, cap_of_perf;
    const char *command;     /* that they were given to */
    const struct desk *desk; /* of the outlets of the answer */
};

/* The options of every command, for struct common_opts. */
extern const struct option_row common_rows[];

/* A row for the table of a command that answers in rows. */
#define CSV_ROW OPT("csv", 0, FLAG, common.csv, NULL, "the answer as CSV", .is_form = true)

/* Read a command line into the options of a command, all of which are set; to be freed with options_free() in
   either case. `view`: the word that named a view, and is no more than that; NULL: none did. Returns -1 to go on, else the exit status (help was asked for, or a mistake was shown). */
int options_read(const struct command *c, void *opts, const char *view, int argc, const char **argv,
                 struct outlet *out, struct outlet *err);
void options_free(const struct command *c, void *opts);

/* Open an input: where it is what lies open at the desk, that, whatever its path leads to by now. As input_open(). */
bool common_input(struct input *in, const struct common_opts *o, const char *path, struct err *e);

/* The same of what has to be a folio, until input_close(). NULL with `e` set, and nothing to close; of what begins as a folio, and is
   damaged, it is ERR_FORMAT, of what is none ERR_UNSUPPORTED. */
struct folio *common_folio(struct input *in, const struct common_opts *o, const char *path, struct err *e);

/* Open a session as deep as that; and go deeper. False, once the reason is printed to `err`, and then nothing is open, or all that
   was. */
bool common_open(struct session *s, const struct common_opts *o, enum session_depth depth,
                 struct outlet *err);
bool common_deepen(struct session *s, const struct common_opts *o, enum session_depth depth,
                   struct outlet *err);

/* The session that a question is asked in, as deep as that: the one that lies open at its desk, where that is of the same capture and
   sources, else a new one. NULL, once the reason is printed to `err`. common_leave() closes it if it is new. */
struct session *common_session(const struct common_opts *o, enum session_depth depth, struct outlet *err);
void common_leave(struct session *s, const struct common_opts *o);

/* Have work done in a session that is deepened for it. False with `e` set, or, where that is not, once the reason is printed to
   `err`. */
bool common_once(struct session *s, const struct common_opts *o, const struct session_work *how,
                 struct outlet *err, struct err *e);

/* Open a session, have a command's work done in that and close it. What goes wrong is reported; the exit status. */
int common_run(const struct command *c, const void *opts, struct outlet *out, struct outlet *err);

/* Report what went wrong with its capture, and what may be behind it: at the end, once for all captures of a folio, where
   it is that the question makes no sense for them. */
void common_failed(struct session *s, const struct common_opts *o, const struct err *e, struct outlet *err);

/* Show the lines under a result: its problems and `more` (may be NULL) in words; `samples`, where it is not 0, are what shares
   are of. */
void common_problems_show(const struct session *s, const struct problems *more, uint64_t samples,
                          struct outlet *err);

/* Shows a line about a capture, "perfolio: OF: LINE"; `of`: NULL where there is but one. */
void common_line_show(const char *of, const char *line, struct outlet *err);

/* The same lines of problems that were kept; `of`: their capture, where there are several, else NULL. */
void common_problems_list(const struct problems *all, const char *of, uint64_t samples, struct outlet *err);

/* Report that a result is of no sample; `filters` ("--time and --cpu"), or NULL, may be the reason. */
void common_no_samples_show(const struct session *s, const char *filters, struct outlet *err);

/* The same of a capture that is called `of`, with so many samples recorded; `counted`: see session_is_counted(). */
void common_no_samples_list(const char *of, uint64_t recorded, bool counted, const char *filters,
                            struct outlet *err);

#endif
