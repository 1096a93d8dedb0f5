/* jitdump: code that a program made, with its names: jit-PID.dump (linux,
   tools/perf/Documentation/jitdump-specification.txt). */
#ifndef PERFOLIO_FORMATS_PERF_JITDUMP_H
#define PERFOLIO_FORMATS_PERF_JITDUMP_H

#include "core/resolve/insn.h"
#include "core/resolve/symtab.h"

/* Functions at the addresses where they ran. A place that was used again has all the names it had, and the
   latest one is taken for all times, and so are its lines of source. Records that are cut off end the reading. */
extern const struct symbol_reader jitdump_reader;

/* The code that is in a dump, where it ran: the pieces are in the order of their addresses and do not overlap; of a
   place that was used again the latest is there, or nothing if the dump lacks it. */
struct jitdump_code {
    struct code_piece *v; /* malloc'ed; their bytes are the dump's */
    size_t n;
};

/* Read it. False with `e` set, and nothing to free: it is no jitdump, or its machine is unknown. */
bool jitdump_code(struct span bytes, struct jitdump_code *out, struct err *e);

#endif
