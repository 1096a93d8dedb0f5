/*
 * id_doubt: finds recorded build-ids that do not prove which file was mapped. The header's build-id table has
 * one row for a path, and the recorder read its build-id when the recording ended. Cases:
 *
 *   several files had the path      the row is for one of them, perhaps a later one. If each was mapped in
 *                                   different segments, the segments tell them apart
 *                                   (core/resolve/files/identity.h); else nothing does
 *   another file came there later   the machine that recorded still shows it (archive/source/later_files.c)
 *   several modules have one id     the recorder gave all of them the id of the first (perf of Linux 6.17 to
 *                                   7.0-rc)
 *
 * Private to core/model.
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_OBJECTS_ID_DOUBT_H
#define PERFOLIO_CORE_MODEL_TIMELINE_OBJECTS_ID_DOUBT_H

#include "core/model/timeline/objects/objects.h"

/* Moves the object's id from build_id to doubted_id. */
void id_doubt_set(struct object *x, enum id_doubt why);

/* Moves the build-ids of all objects with a doubtful one from build_id to doubted_id. Call it once, when
   all mappings are known. */
void id_doubt_find_all(struct objects *o);

#endif
