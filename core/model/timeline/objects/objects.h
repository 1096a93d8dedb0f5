/*
 * objects: the objects of a timeline, and the header's build-id table. Private to core/model: other code uses
 * struct object (object.h). Objects and all data to which they point live until objects_free().
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_OBJECTS_OBJECTS_H
#define PERFOLIO_CORE_MODEL_TIMELINE_OBJECTS_OBJECTS_H

#include "core/base/arena.h"
#include "core/base/idmap.h"
#include "core/model/timeline/kernel_layout.h"
#include "core/model/timeline/object.h"

struct names;

struct objects {
    struct names *names; /* the timeline's names */
    struct arena arena;
    struct object **v; /* in order of appearance */
    size_t n, cap;
    struct idmap of; /* hash of an object's identity -> index + 1 in `v` */
    struct env_build_id *build_ids;
    size_t nbuild_ids, cap_build_ids;
    struct idmap build_id_of; /* build_id_key() -> index + 1 in `build_ids` */
};

/* Adds a row of the header's build-id table; returns its path, interned. */
const char *objects_add_build_id(struct objects *o, const struct env_build_id *b, bool guest);

/* Whether the header's table has a build-id for a path. */
bool objects_has_listed_id(const struct objects *o, int32_t machine, const char *path);

/* Finds or adds the object of a mapping. `id`: build-id of the mapping record. If it is NULL or empty, the
   header's table has the build-id, and `file` (may be NULL) distinguishes files with the same path. */
struct object *objects_get(struct objects *o, enum object_kind kind, int32_t machine, const char *path,
                           const struct build_id *id, const struct file_id *file);

/* Adds an object for an ELF file inside the file of `container`. It differs from `container` only in its
   path and its mapped ranges. */
struct object *objects_add_part(struct objects *o, const struct object *container, const char *path,
                                const struct object_part *part);

/* Notes that `len` bytes at file offset `foff` were mapped as code. */
void objects_note_code(struct object *x, uint64_t foff, uint64_t len);

/* Notes an executable mapping and its address in a process as a segment. Segments are evidence of which
   file was mapped. */
void objects_note_segment(struct objects *o, struct object *x, uint64_t avma, uint64_t foff, uint64_t len);

/* Sets the layout of a kernel's object; `layout` is copied. */
void objects_set_layout(struct objects *o, const struct object *kernel, const struct kernel_layout *layout);

void objects_free(struct objects *o);

#endif
