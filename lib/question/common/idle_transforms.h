/* idle_transforms: reports names in the options that change stacks (core/profile/places/transforms.h) that match
   nothing in any stack. */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_IDLE_TRANSFORMS_H
#define PERFOLIO_LIB_QUESTION_COMMON_IDLE_TRANSFORMS_H

#include "core/base/problem.h"
#include "core/profile/places/transforms.h"

/* Adds a problem for each transform whose bit is not set in `matched` (struct transforms) once samples were counted.
   `sandwich`: the last transform is half of --sandwich. */
void idle_transforms_add(const struct transforms *t, uint32_t matched, bool sandwich, struct problems *p);

#endif
