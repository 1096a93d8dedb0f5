/* pipe: the records in which a pipe stream has what a file has in its header. */
#ifndef PERFOLIO_FORMATS_PERF_PIPE_H
#define PERFOLIO_FORMATS_PERF_PIPE_H

#include "formats/perf/file/perfdata.h"

/* Takes what a record says if it describes the capture itself: ATTR, EVENT_UPDATE, FEATURE, EVENT_TYPE, BUILD_ID, or a
   legacy header record, whose `type` becomes PERF_RECORD_LEGACY_FEATURE + bit. */
void pipe_apply(struct perfdata *p, struct record *r);

/* Whether a record may describe the capture, for pipe_apply() or simpleperf_apply(): how others are read may depend on
   it. */
bool pipe_may_apply(struct span record, uint64_t seq, enum byte_order order);

/* Gives a legacy header record its type, PERF_RECORD_LEGACY_FEATURE + bit; false: it is not one. All of them stand in
   front of the first ATTR record; `attrs_seen`: that was met. */
bool pipe_rename_legacy(const struct perfdata *p, bool attrs_seen, struct record *r);

/* Reads the legacy header records at the end of pass 1: their meaning depends on the attrs. */
void pipe_finish(struct perfdata *p);

#endif
