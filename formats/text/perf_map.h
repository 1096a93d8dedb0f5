/* perf_map: reads /tmp/perf-PID.map, in which a program with a JIT compiler lists its code (linux,
   tools/perf/Documentation/jit-interface.txt). */
#ifndef PERFOLIO_FORMATS_TEXT_PERF_MAP_H
#define PERFOLIO_FORMATS_TEXT_PERF_MAP_H

#include "core/resolve/symtab.h"

/* Addresses are avma. The file does not say when code was made: of code that was made at one address in
   turn, the name that was written last counts. */
extern const struct symbol_reader perf_map_reader;

#endif
