/* frames: makes the frames of an export from those of paths, and orders them by name, object, place and line, which no
   number of workers changes. For stacks.c alone. */
#ifndef PERFOLIO_FORMATS_EXPORT_FRAMES_H
#define PERFOLIO_FORMATS_EXPORT_FRAMES_H

#include "formats/export/exporter.h"

enum { FRAME_NONE = UINT32_MAX }; /* for context markers, which are not frames (PERF_CONTEXT_MAX and above) */

/* Fills x->frames. Returns, malloc'ed, the index there of each frame of the npaths paths, path after path, and at the end
   that of an unknown frame for samples without any; FRAME_NONE: none is needed. */
uint32_t *frames_of_paths(struct export *x, const struct paths *p, size_t npaths,
                          const struct export_naming *n);

#endif
