/* pipe: the records by which a pipe stream says what a file says in its header. */
#ifndef PERFOLIO_FORMATS_PERF_PIPE_H
#define PERFOLIO_FORMATS_PERF_PIPE_H

#include "formats/perf/perfdata.h"

/* If the record describes the capture itself (ATTR, EVENT_UPDATE, FEATURE, EVENT_TYPE, BUILD_ID, a legacy
   header record), take what it says. `type` may be changed for legacy records, see
   PERF_RECORD_LEGACY_FEATURE. */
void pipe_apply(struct perfdata *p, struct record *r);

/* The end of pass 1: what legacy header records say is understood only now that the attrs are known. */
void pipe_finish(struct perfdata *p);

#endif
