/* part_events: what is to be known of the event that a part of an export has. */
#ifndef PERFOLIO_LIB_QUESTION_EXPORT_PART_EVENTS_H
#define PERFOLIO_LIB_QUESTION_EXPORT_PART_EVENTS_H

#include "lib/question/export/parts.h"

/* Add what is not there, and what stands for more than one, of a part that messages call `of` (NULL: nothing), in lines. */
void part_events_add(const struct part *p, const struct export_opts *o, const char *of, struct text *out);

#endif
