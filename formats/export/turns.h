/* turns: writes an output in parts. Several threads make parts at the same time, and their output is
   written in order. */
#ifndef PERFOLIO_FORMATS_EXPORT_TURNS_H
#define PERFOLIO_FORMATS_EXPORT_TURNS_H

#include "formats/export/exporter.h"

/* Calls make(arg, worker, part, to) for n parts, with up to `workers` threads, numbered from 0 on. If a
   thread cannot be made, fewer threads are used. make() writes its part to `to`. Parts are begun in order
   and reach `out` in order: a part whose text is larger than its sink may hold (export_sink.keeps) waits
   until all earlier parts are written. */
void turns_run_parts(unsigned workers, size_t n,
                     void (*make)(void *arg, unsigned worker, size_t part, struct export_sink *to), void *arg,
                     struct export_sink *out);

#endif
