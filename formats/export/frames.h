/* frames: the frames of paths by what is written of them: names, objects, places and lines. In an order in which workers
   have no part. For stacks.c alone. */
#ifndef PERFOLIO_FORMATS_EXPORT_FRAMES_H
#define PERFOLIO_FORMATS_EXPORT_FRAMES_H

#include "formats/export/exporter.h"

enum { FRAME_NONE = UINT32_MAX }; /* of a frame that is none (PERF_CONTEXT_MAX and beyond) */

/* Frames into x->frames; per frame of all the paths, which are several, its number there, and behind the last one that
   of a frame of which nothing is known. malloc'ed. */
uint32_t *frames_of_paths(struct export *x, const struct paths *p, size_t npaths,
                          const struct export_naming *n);

#endif
