/* jitdump: reads jit-PID.dump files: code that a program made at run time, with names and lines (linux,
   tools/perf/Documentation/jitdump-specification.txt). */
#ifndef PERFOLIO_FORMATS_PERF_JITDUMP_H
#define PERFOLIO_FORMATS_PERF_JITDUMP_H

#include "core/resolve/insn.h"
#include "core/resolve/symtab.h"

/* Functions at the addresses where they ran. An address that was used again belongs to the latest function; those before
   it have addresses of their own in the table (SYMTAB_REPLACED), with code and lines, and symtab.replaced says when they
   were there, in ns of CLOCK_MONOTONIC. Where the dump's times are a counter of the CPU, the latest function holds for all
   times. A record that is cut off ends the reading. */
extern const struct symbol_reader jitdump_reader;

/* The code in a dump, at the addresses where it ran: pieces by address, which do not overlap. An address that was used
   again has the latest code, or none if the dump lacks that; earlier code is at the table's own addresses for it. */
struct jitdump_code {
    struct code_piece *v; /* malloc'ed; their bytes are the dump's */
    size_t n;
};

/* Reads the code of a dump. False with `e` set, and nothing to free: it is not a jitdump, or its machine is unknown. */
bool jitdump_code(struct span bytes, struct jitdump_code *out, struct err *e);

#endif
