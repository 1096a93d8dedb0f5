/* timechart_svg: draws a schedule as SVG. */
#ifndef PERFOLIO_LIB_QUESTION_SCHED_TIMECHART_SVG_H
#define PERFOLIO_LIB_QUESTION_SCHED_TIMECHART_SVG_H

#include "core/base/file/output.h"
#include "core/base/text.h"
#include "core/replay/sched/chart.h"

/* Margins left and right of the chart, and the least width of a run that gets a name; in pixels. */
enum { SVG_LEFT = 190, SVG_RIGHT = 10, SVG_NAMED = 24 };

/* Writes a complete SVG document; `title`: the capture's name. False with `e` set if it cannot be written. */
bool timechart_svg_draw(const struct chart *c, const char *title, struct output *to, struct err *e);

/* Adds a duration (ns) in a suitable unit: "12.345 ms". */
void timechart_svg_duration(struct text *t, uint64_t ns);

#endif
