/*
 * debug_files: how to get the debug files of an object, by what the recording says of its machine: the
 * release of its kernel shows the distribution. Sentences and commands for a person; nothing is asked over a
 * network, so nothing says whether the place still has the file.
 */
#ifndef PERFOLIO_CLI_DOCTOR_DEBUG_FILES_H
#define PERFOLIO_CLI_DOCTOR_DEBUG_FILES_H

#include "core/base/text.h"
#include "core/model/env.h"
#include "core/model/timeline/object.h"

/* The distribution of the recorded machine, or NULL when its kernel's release does not show it. */
const char *debug_files_distribution(const struct env *env);

/* The i-th way to get names for an object, added to `out`; false behind the last one. */
bool debug_files_way(const struct env *env, const struct object *o, size_t i, struct text *out);

#endif
