/* jitdump: code that a program made, with its names: jit-PID.dump (linux,
   tools/perf/Documentation/jitdump-specification.txt). */
#ifndef PERFOLIO_FORMATS_PERF_JITDUMP_H
#define PERFOLIO_FORMATS_PERF_JITDUMP_H

#include "core/resolve/symtab.h"

/* Functions at the addresses where they ran. A place that was used again has all the names it had, and the
   latest one is taken for all times. Records that are cut off end the reading. */
extern const struct symbol_reader jitdump_reader;

#endif
