/*
 * opened: a file, or a capture of a folio, that is open for questions. An answer is a view of the library or, if it is
 * read as text, the output of the command.
 */
#ifndef PERFOLIO_CLI_VIEW_OPENED_H
#define PERFOLIO_CLI_VIEW_OPENED_H

#include "cli/view/notes.h"
#include "cli/view/question.h"
#include "include/perfolio.h"
#include "lib/question/common/common.h"

/* progress() is called from time to time while a question is answered; if it does not return 0, the question is
   cancelled. */
struct opened_watch {
    int (*progress)(void *arg, uint64_t done, uint64_t all);
    void *arg;
};

struct opened {
    pf_file *file;                     /* NULL: it was not opened yet */
    char *path, *capture;              /* capture NULL: the file's only capture */
    const struct common_opts *options; /* options of the command, which name the sources of symbols */
    struct notes notes;                /* of opened_notes() */
    bool has_notes;                    /* they were read */
};

/* A capture that will be opened; copies the names. */
struct opened opened_named(const char *path, const char *capture, const struct common_opts *options);

/* Opens the capture if it is not open. False with `e` set: it cannot be read. */
bool opened_open(struct opened *o, const struct opened_watch *watch, pf_error *e);
void opened_close(struct opened *o);

/* Asks a question. `most`: the most rows of each table; 0: all. NULL with `e` set: it cannot be answered, or was
   cancelled. The caller calls pf_view_free(). */
pf_view *opened_ask(const struct opened *o, const struct question *q, uint64_t most, pf_error *e);

/* Asks a question whose answer is text: `out` receives the command's output, `said` its messages. Returns the exit
   status; 1 also if memory ran out, with the reason in `said`. */
int opened_print(const struct opened *o, const struct question *q, struct text *out, struct text *said);

/* Adds the problems of an answer, each with what to do, and its other messages. v NULL: the answer is text, which has its
   messages; those of the file so far. */
void opened_add_problems(const struct opened *o, const pf_view *v, struct text *to);

/* Adds the command line that prints the answer, for a shell. */
void opened_add_command(const struct opened *o, const struct question *q, struct text *to);

/* The times of the first and of the last sample (ns), as `info` prints them. False: there are no samples, or all have
   one time. */
bool opened_time(const struct opened *o, uint64_t *first, uint64_t *last);

/* What people wrote about the capture; empty if it is in no folio. */
const struct notes *opened_notes(struct opened *o);

/* Adds the names of the captures in the file, if it is a folio. */
void opened_names(const struct opened *o, struct words *names);

#endif
