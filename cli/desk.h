/* desk: the program's environment variables and terminal as a struct desk, and its standard streams as outlets. */
#ifndef PERFOLIO_CLI_DESK_H
#define PERFOLIO_CLI_DESK_H

#include "lib/view/outlet.h"

/* The desk of this program. */
struct desk desk_of_program(void);

/* Outlets of standard output and standard error. If both are one file, a message flushes standard output first, so that it
   comes after the answer; otherwise it does not: a closed pipe (| head) must not suppress messages. */
struct outlet desk_out(const struct desk *d);
struct outlet desk_err(const struct desk *d);

#endif
