/* dump_timeline: the recorded machine as it was understood, for `perfolio dump --stage timeline`. */
#ifndef PERFOLIO_CLI_DUMP_TIMELINE_H
#define PERFOLIO_CLI_DUMP_TIMELINE_H

#include "core/base/text.h"
#include "core/model/timeline/timeline.h"

/* A line per thread with its names over time; then a line per address space, each followed by its maps. Each
   line goes to `line` without its newline. */
void dump_timeline(const struct timeline *t, void (*line)(void *arg, const struct text *text), void *arg);

#endif
