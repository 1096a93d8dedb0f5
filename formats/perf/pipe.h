/* pipe: the records by which a pipe stream says what a file says in its header. */
#ifndef PERFOLIO_FORMATS_PERF_PIPE_H
#define PERFOLIO_FORMATS_PERF_PIPE_H

#include "formats/perf/file/perfdata.h"

/* If the record describes the capture itself (ATTR, EVENT_UPDATE, FEATURE, EVENT_TYPE, BUILD_ID, a legacy
   header record), take what it says. `type` may be changed for legacy records, see
   PERF_RECORD_LEGACY_FEATURE. */
void pipe_apply(struct perfdata *p, struct record *r);

/* Whether a record may be such, or say of events in simpleperf's recordings what others say in the header. */
bool pipe_is_applied(struct span record, uint64_t seq, enum byte_order order);

/* Give a legacy header record, seen once more after pass 1, its type of PERF_RECORD_LEGACY_FEATURE; false
   when it is none. They all stand in front of the first ATTR. */
bool pipe_rename_legacy(const struct perfdata *p, bool attrs_seen, struct record *r);

/* The end of pass 1: what legacy header records say is understood only now that the attrs are known. */
void pipe_finish(struct perfdata *p);

#endif
