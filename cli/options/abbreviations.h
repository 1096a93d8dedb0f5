/* abbreviations: long options may be cut as long as only one is meant, as perf takes them (--comm for
 * --comms). */
#ifndef PERFOLIO_CLI_OPTIONS_ABBREVIATIONS_H
#define PERFOLIO_CLI_OPTIONS_ABBREVIATIONS_H

#include <popt.h>
#include <stddef.h>

#include "core/base/arena.h"

/* The names of the options that a word, "--sy" or "--sy=...", may be short for, up to a NULL: one alone when
   it is written out. The array is malloc'ed, its texts are the tables'. */
const char **abbreviations_of(const char *word, const struct poptOption *const *tables, size_t ntables);

/* The words of a command line with its options written out; what could mean several, or none, stays as it is.
   `last` is asked about what the tables have nothing for. The array is malloc'ed, its texts are those of
   `argv` or live in `texts`. Tables have no tables in them. */
const char **abbreviations_expand(int argc, const char *const *argv, const struct poptOption *const *tables,
                                  size_t ntables, const struct poptOption *last, struct arena *texts);

/* The option of that long name, or NULL. */
const struct poptOption *abbreviations_option(const char *name, const struct poptOption *const *tables,
                                              size_t ntables);

#endif
