/* walk: the two passes over the records, as core/model/capture.h promises them. */
#ifndef PERFOLIO_FORMATS_PERF_WALK_H
#define PERFOLIO_FORMATS_PERF_WALK_H

#include "formats/perf/file/perfdata.h"

extern const struct capture_ops perfdata_ops;

#endif
