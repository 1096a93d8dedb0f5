/*
 * id_doubt: which of the recorded build-ids prove nothing. A header's table has one row per path, read when the
 * recording ended:
 *
 *   several files had the path        the row is of one of them, and of a later one perhaps. Where all of them were
 *                                     mapped in other segments the segment tells (core/resolve/files/identity.h); else
 *                                     nothing does
 *   another file lay there then       as the machine that recorded still shows (archive/source/later_files.c)
 *   several modules have one id       the recorder gave all of them that of the first (perf of Linux 6.17 to 7.0-rc)
 *
 * Private to core/model.
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_OBJECTS_ID_DOUBT_H
#define PERFOLIO_CORE_MODEL_TIMELINE_OBJECTS_ID_DOUBT_H

#include "core/model/timeline/objects/objects.h"

/* Move an id from build_id to doubted_id. */
void id_doubt_of(struct object *x, enum id_doubt why);

/* Once all mappings are known: what is in doubt moves from build_id to doubted_id. */
void id_doubt_judge(struct objects *o);

#endif
