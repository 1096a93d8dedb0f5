/*
 * naming: derives the kind of a mapped object, and its name in reports, from the file name of a mapping record. The
 * rules are perf's (util/map.c, util/dso.c, util/dsos.c).
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_NAMING_H
#define PERFOLIO_CORE_MODEL_TIMELINE_NAMING_H

#include "core/model/timeline/object.h"

enum { OBJECT_NAME_MAX = 4096 };

/* The text after the bracket in the name of a kernel's mapping ("[kernel.kallsyms]_text"): the reference
   symbol, or "". NULL: the mapping is a module's. */
const char *naming_kernel_suffix(const char *name);

/* Whether a kernel-mode path names a module and not the kernel. */
bool naming_is_module_path(const char *path);

/* The kind of a user-mode mapping. `has_id`: whether a build-id was recorded for it. *path receives perf's
   name for the object: `name` itself, or another name, which is written to `buf`. */
enum object_kind naming_kind_of(const char *name, uint32_t flags, uint32_t prot, int32_t pid, bool has_id,
                                const char **path, char buf[OBJECT_NAME_MAX]);

/* The name that reports print: the last part of the path, "[ext4]" for a module, "[JIT] tid 67" for a perf map. The
   result may point into `path` or `buf`. */
const char *naming_short_name(enum object_kind kind, const char *path, char buf[OBJECT_NAME_MAX]);

/* A short name without numbers that differ in every recording: "[JIT]". */
const char *naming_lasting_name(const char *short_name);

#endif
