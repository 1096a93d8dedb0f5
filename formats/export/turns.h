/* turns: an output in parts, which several threads make and then write in turn. */
#ifndef PERFOLIO_FORMATS_EXPORT_TURNS_H
#define PERFOLIO_FORMATS_EXPORT_TURNS_H

#include "formats/export/exporter.h"

/* Calls make(arg, worker, part, to) for n parts, with up to `workers` threads, numbered from 0 on; threads that cannot be
   made are done without. make() writes its part to `to`. Parts are begun in order, and reach `out` in order: a part that
   is larger than a sink keeps waits for its turn. */
void turns_run_parts(unsigned workers, size_t n,
                     void (*make)(void *arg, unsigned worker, size_t part, struct export_sink *to), void *arg,
                     struct export_sink *out);

#endif
