/* jitdump: code that a program made, with its names: jit-PID.dump (linux,
   tools/perf/Documentation/jitdump-specification.txt). */
#ifndef PERFOLIO_FORMATS_PERF_JITDUMP_H
#define PERFOLIO_FORMATS_PERF_JITDUMP_H

#include "core/resolve/insn.h"
#include "core/resolve/symtab.h"

/* Functions at the addresses where they ran. Of a place that was used again the latest has it there; what was there before has a
   place of its own in the table, with its code and lines, and when it was there says symtab.replaced, in ns of CLOCK_MONOTONIC.
   Where the times are those of a counter of the CPU, the latest is taken for all times. Records that are cut off end the
   reading. */
extern const struct symbol_reader jitdump_reader;

/* The code that is in a dump, where it ran: the pieces are in the order of their addresses and do not overlap; of a
   place that was used again the latest is there, or nothing if the dump lacks it, and the others where the table has them. */
struct jitdump_code {
    struct code_piece *v; /* malloc'ed; their bytes are the dump's */
    size_t n;
};

/* Read it. False with `e` set, and nothing to free: it is no jitdump, or its machine is unknown. */
bool jitdump_code(struct span bytes, struct jitdump_code *out, struct err *e);

#endif
