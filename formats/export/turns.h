/* turns: an output in parts, which several threads make and write one behind the other. */
#ifndef PERFOLIO_FORMATS_EXPORT_TURNS_H
#define PERFOLIO_FORMATS_EXPORT_TURNS_H

#include "formats/export/exporter.h"

/* Have make(arg, worker, part, to) put all of n parts into `to`, by up to so many workers, which have numbers from 0 on; one
   that cannot be had is done without. They begin with parts in order, and write what is more than a sink keeps when it is
   their turn. */
void turns_share(unsigned workers, size_t n,
                 void (*make)(void *arg, unsigned worker, size_t part, struct export_sink *to), void *arg,
                 struct export_sink *out);

#endif
