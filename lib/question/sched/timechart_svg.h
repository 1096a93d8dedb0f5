/* timechart_svg: draws the picture of a schedule. */
#ifndef PERFOLIO_LIB_QUESTION_SCHED_TIMECHART_SVG_H
#define PERFOLIO_LIB_QUESTION_SCHED_TIMECHART_SVG_H

#include "core/base/file/output.h"
#include "core/base/text.h"
#include "core/replay/sched/chart.h"

/* What there is to the left of the pixels, and around them; pixels that a run needs to be named. */
enum { SVG_LEFT = 190, SVG_RIGHT = 10, SVG_NAMED = 24 };

/* Add a whole SVG document, row by row; `title`: the capture's name. */
bool timechart_svg_draw(const struct chart *c, const char *title, struct output *to, struct err *e);

/* "12.345 ms": a duration, in the unit that suits it. */
void timechart_svg_duration(struct text *t, uint64_t ns);

#endif
