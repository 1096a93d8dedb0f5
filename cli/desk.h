/* desk: what the environment of the program says to those that do not ask for it, and its standard streams as outlets. */
#ifndef PERFOLIO_CLI_DESK_H
#define PERFOLIO_CLI_DESK_H

#include "lib/view/outlet.h"

/* What outlets of this program stand on. */
struct desk desk_here(void);

/* Standard output and standard error. Where they are one file, what is said stands behind the answer that it is about; elsewhere
   the answer is not written then: a reader who goes away (| head) must not keep it from being said. */
struct outlet desk_out(const struct desk *d);
struct outlet desk_err(const struct desk *d);

#endif
