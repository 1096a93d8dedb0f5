/* header_show: what the header of a capture says and where its parts stand, for `perfolio dump`. */
#ifndef PERFOLIO_FORMATS_PERF_FEATURES_HEADER_SHOW_H
#define PERFOLIO_FORMATS_PERF_FEATURES_HEADER_SHOW_H

#include "core/base/text.h"
#include "core/model/capture.h"

/* Lines, each with its newline: the container, its sections, a line per event and per feature that is there.
   Of a pipe stream, which says these things in records, what they stated once it has been walked. */
void header_show(const struct capture *c, struct text *out);

#endif
