/* needs: what a command needs of the system, by its options, as a cage. */
#ifndef PERFOLIO_CLI_CAGE_NEEDS_H
#define PERFOLIO_CLI_CAGE_NEEDS_H

#include "cli/cage/cage.h"
#include "lib/question/common/common.h"

/* Fills `out` with what a command with these options needs; the caller calls cage_free(). */
void needs_find(const struct command *c, const struct common_opts *o, struct cage *out);

#endif
