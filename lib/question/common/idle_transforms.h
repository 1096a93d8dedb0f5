/* idle_transforms: names in options that change stacks (core/profile/places/transforms.h) which no stack has. */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_IDLE_TRANSFORMS_H
#define PERFOLIO_LIB_QUESTION_COMMON_IDLE_TRANSFORMS_H

#include "core/profile/places/transforms.h"
#include "lib/view/outlet.h"

/* Prints a line for each transform whose bit is not set in `matched` (struct transforms) once samples were counted. */
void idle_transforms_show(const struct transforms *t, uint32_t matched, struct outlet *err);

#endif
