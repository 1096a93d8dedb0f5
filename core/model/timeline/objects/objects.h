/*
 * objects: all objects of a timeline, each once, and the build-ids that the recording lists by path. Private
 * to core/model: everybody else sees struct object. The objects and what they point to live until
 * objects_free().
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_OBJECTS_OBJECTS_H
#define PERFOLIO_CORE_MODEL_TIMELINE_OBJECTS_OBJECTS_H

#include "core/base/arena.h"
#include "core/base/idmap.h"
#include "core/model/timeline/kernel_layout.h"
#include "core/model/timeline/object.h"

struct names;

struct objects {
    struct names *names; /* the owner's */
    struct arena arena;
    struct object **v; /* in order of appearance */
    size_t n, cap;
    struct idmap of; /* hash of the key -> object + 1 */
    struct env_build_id *build_ids;
    size_t nbuild_ids, cap_build_ids;
    struct idmap build_id_of; /* build_id_key() -> build id + 1 */
};

/* A row of the header's table; returns its path, interned. */
const char *objects_add_build_id(struct objects *o, const struct env_build_id *b, bool guest);

/* Whether the recording's table has a build-id of a path. */
bool objects_lists(const struct objects *o, int32_t machine, const char *path);

/* The object of a mapping. `id` is what the record itself says; without one (NULL or empty) `file` tells
   contents of one path apart, unless it is NULL too, and the build-id is the one of the header's table. */
struct object *objects_get(struct objects *o, enum object_kind kind, int32_t machine, const char *path,
                           const struct build_id *id, const struct file_id *file);

/* An object inside of another, which it is like in all but its path, and what was mapped of it. */
struct object *objects_add_part(struct objects *o, const struct object *container, const char *path,
                                const struct object_part *part);

/* A mapping of an object's code: len bytes from foff on. */
void objects_see_code(struct object *x, uint64_t foff, uint64_t len);

/* The same as what a loader mapped, at an address of a process: evidence of which file it was. */
void objects_see_segment(struct object *x, uint64_t avma, uint64_t foff, uint64_t len);

/* What is known of where a kernel lay; copied. */
void objects_set_layout(struct objects *o, const struct object *kernel, const struct kernel_layout *layout);

void objects_free(struct objects *o);

#endif
