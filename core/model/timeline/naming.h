/*
 * naming: what the name in a mapping record says about the thing that is mapped, and what reports call it.
 * These are perf's conventions (util/map.c, util/dso.c, util/dsos.c), in one place.
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_NAMING_H
#define PERFOLIO_CORE_MODEL_TIMELINE_NAMING_H

#include "core/model/timeline/object.h"

enum { OBJECT_NAME_MAX = 4096 };

/* If a kernel-mode mapping's name is that of the kernel itself ("[kernel.kallsyms]_text"), what follows the
   bracket: the reference symbol, or "". Else NULL: a module. */
const char *naming_kernel_suffix(const char *name);

/* Whether a kernel-mode path names a module rather than the kernel. */
bool naming_is_module_path(const char *path);

/* The kind of a user-mode mapping; `has_id`: a build-id was recorded of it. *path is set to the name perf gives
 * it, in `buf` when it is not `name` itself. */
enum object_kind naming_kind_of(const char *name, uint32_t flags, uint32_t prot, int32_t pid, bool has_id,
                                const char **path, char buf[OBJECT_NAME_MAX]);

/* What reports print: the last part of a path, "[ext4]" for a module, "[JIT] tid 67" for a perf map. May
 * point into `path` or `buf`. */
const char *naming_short_name(enum object_kind kind, const char *path, char buf[OBJECT_NAME_MAX]);

/* Such a name without what is another number in every recording: "[JIT]". */
const char *naming_lasting_name(const char *short_name);

#endif
