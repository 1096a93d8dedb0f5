/* desk: the program's environment variables and terminal as a struct desk, and its standard streams as outlets. */
#ifndef PERFOLIO_CLI_DESK_H
#define PERFOLIO_CLI_DESK_H

#include "cli/cage/cage.h"
#include "cli/pager.h"
#include "cli/progress.h"
#include "lib/view/outlet.h"

/* The program's standard output and standard error. desk_streams_close() ends them, when all is written, and returns
   the exit status of the program. */
struct desk_streams {
    struct pager pager;
    struct progress progress;
    bool keeps_rights; /* it has given up those that it does not need, or needs all of them later */
};
void desk_streams_init(struct desk_streams *s);
int desk_streams_close(struct desk_streams *s, int status);

/* The desk of this program. */
struct desk desk_of_program(struct desk_streams *s);

/* Outlets of standard output and standard error, which the pager gets (cli/pager.h). If both streams are one file,
   printing a message flushes standard output first, so that the message comes after the answer. If they are different
   files, standard output is not flushed: if it is a closed pipe (| head), messages must still be printed. */
struct outlet desk_out(const struct desk *d, struct desk_streams *s);
struct outlet desk_err(const struct desk *d, struct desk_streams *s);

#endif
