/* perf_map: what a program that makes code says of it, in /tmp/perf-PID.map (linux,
   tools/perf/Documentation/jit-interface.txt). */
#ifndef PERFOLIO_FORMATS_TEXT_PERF_MAP_H
#define PERFOLIO_FORMATS_TEXT_PERF_MAP_H

#include "core/resolve/symtab.h"

/* Addresses as mapped. Such a file says nothing of when: code that was made in the place of other code, later
   in the run, has both names, and the one that was written last is taken. */
extern const struct symbol_reader perf_map_reader;

#endif
