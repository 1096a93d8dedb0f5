/*
 * screen: how a person sees an answer: its colours, and the width that rows have to fit. All zeros: as in a file,
 * without colours, at full width.
 */
#ifndef PERFOLIO_LIB_VIEW_SCREEN_H
#define PERFOLIO_LIB_VIEW_SCREEN_H

#include "core/base/text.h"

struct screen {
    unsigned columns; /* rows are fitted to this width; 0: they are not fitted */
    bool colors;
    /* which answers a pager shows */
    enum screen_pages { PAGES_LONG /* those longer than the screen */, PAGES_ALL, PAGES_NONE } pages;
};

enum screen_color { COLOR_PLAIN, COLOR_RED, COLOR_GREEN, COLOR_YELLOW, COLOR_BLUE, COLOR_MAGENTA };

/* What the percentages in a text are about. */
enum screen_role {
    ROLE_NONE,
    ROLE_SHARE,  /* of all samples: red where there are many, green where there are some */
    ROLE_CHANGE, /* red: it grew; green: it shrank */
};

/* The colour of a share of all samples, in percent; of a change. */
enum screen_color screen_heat(double percent);
enum screen_color screen_change(double percent);

/* Colours the text from `from` to its end, unless the screen has no colours. */
void screen_paint(const struct screen *s, struct text *t, size_t from, enum screen_color color);

/* Colours each percentage ("12.34%") in the text from `from` to its end. */
void screen_paint_percents(const struct screen *s, struct text *t, size_t from, enum screen_role role);

/* Adds a name at the end of a line, shortened if the line would not fit. Where the name would get fewer columns than
   SCREEN_NAME_LEAST, an address too, the line does not fit. */
enum { SCREEN_NAME_LEAST = 20 };
void screen_add_name(const struct screen *s, struct text *line, const char *name);

#endif
