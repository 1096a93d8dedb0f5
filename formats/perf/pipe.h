/* pipe: the records of a pipe stream that contain the data of a file's header. */
#ifndef PERFOLIO_FORMATS_PERF_PIPE_H
#define PERFOLIO_FORMATS_PERF_PIPE_H

#include "formats/perf/file/perfdata.h"

/* Takes the data of a record into the capture, if the record describes the capture itself: ATTR,
   EVENT_UPDATE, FEATURE, EVENT_TYPE, BUILD_ID, or a legacy header record, whose `type` becomes
   PERF_RECORD_LEGACY_FEATURE + bit. */
void pipe_apply(struct perfdata *p, struct record *r);

/* Whether a record may describe the capture, and so is for pipe_apply() or simpleperf_apply(). Such a
   record may change how later records are read. */
bool pipe_may_apply(struct span record, uint64_t seq, enum byte_order order);

/* Sets the type of a legacy header record to PERF_RECORD_LEGACY_FEATURE + bit. False: the record is not
   one. All legacy header records come before the first ATTR record. `attrs_seen`: the first ATTR record
   was read. */
bool pipe_rename_legacy(const struct perfdata *p, bool attrs_seen, struct record *r);

/* Whether the next record, at position `seq`, is a legacy header record: its fields are not those of its type. */
bool pipe_is_legacy(const struct perfdata *p, struct span record, uint64_t seq);

/* Reads the legacy header records. Call it at the end of pass 1, since their meaning depends on the attrs. */
void pipe_finish(struct perfdata *p);

#endif
