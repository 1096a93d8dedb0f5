/* perf_map: reads /tmp/perf-PID.map, in which a program with a JIT compiler lists its code (linux,
   tools/perf/Documentation/jit-interface.txt). */
#ifndef PERFOLIO_FORMATS_TEXT_PERF_MAP_H
#define PERFOLIO_FORMATS_TEXT_PERF_MAP_H

#include "core/resolve/symtab.h"

/* Addresses are avma. The file has no times: if an address was used several times, the name that was written
   last is used. */
extern const struct symbol_reader perf_map_reader;

#endif
