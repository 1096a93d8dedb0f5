/*
 * opened: a file, or a capture of a folio, that is open for questions. Answers are views of the library or, for answers
 * that are read as text, what the command prints.
 */
#ifndef PERFOLIO_CLI_VIEW_OPENED_H
#define PERFOLIO_CLI_VIEW_OPENED_H

#include "cli/view/question.h"
#include "include/perfolio.h"
#include "lib/question/common/common.h"

/* Called from time to time while a question is answered; another result than 0 cancels it. */
struct opened_watch {
    int (*progress)(void *arg, uint64_t done, uint64_t all);
    void *arg;
};

struct opened {
    pf_file *file;                     /* NULL: it was not opened yet */
    char *path, *capture;              /* capture NULL: the only one */
    const struct common_opts *options; /* of the command: where symbols are */
};

/* A capture that will be opened; copies the names. */
struct opened opened_named(const char *path, const char *capture, const struct common_opts *options);

/* Opens the capture if it is not open. False with `e` set: it cannot be read. */
bool opened_open(struct opened *o, const struct opened_watch *watch, pf_error *e);
void opened_close(struct opened *o);

/* Asks a question. At most `most` rows of each table, 0: all. NULL with `e` set: it cannot be answered, or was
   cancelled. The caller calls pf_view_free(). */
pf_view *opened_ask(const struct opened *o, const struct question *q, uint64_t most, pf_error *e);

/* The same, as text: what the command prints to `out`, and its messages to `said`. Returns the exit status; 1 also if
   memory ran out, with the reason in `said`. */
int opened_print(const struct opened *o, const struct question *q, struct text *out, struct text *said);

/* Adds the command line that prints the answer, for a shell. */
void opened_add_command(const struct opened *o, const struct question *q, struct text *to);

/* The time of the first and of the last sample (ns), as info has it. False: there are none, or they have one time. */
bool opened_time(const struct opened *o, uint64_t *first, uint64_t *last);

/* Adds the names of the captures in the folio that the file is. */
void opened_names(const struct opened *o, struct words *names);

#endif
