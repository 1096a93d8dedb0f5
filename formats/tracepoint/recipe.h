/*
 * recipe: a print format made ready for millions of records. libtraceevent has parsed it and can print what
 * it says, field by field through printf; a recipe says the same of the forms that nearly all formats are
 * made of, and there is none of a format that has another one. Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_RECIPE_H
#define PERFOLIO_FORMATS_TRACEPOINT_RECIPE_H

#include <event-parse.h>

#include "core/model/trace.h"

struct recipe;

/* Of an event that the guard calls pretty, of a kernel whose long has so many bytes. NULL: libtraceevent has
   to print it. */
struct recipe *recipe_make(const struct tep_event *ev, unsigned long_size, enum byte_order order);

/* Add the text of a record. False when there is more to this one than a recipe can say; `out` is then as it
 * was. */
bool recipe_print(const struct recipe *r, struct span raw, const struct trace_names *names, struct text *out);

void recipe_free(struct recipe *r);

#endif
