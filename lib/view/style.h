/*
 * style: how an answer is shown on a screen: its colours, and the width that rows have to fit. All zeros: no colours
 * and no limit, as for a file.
 */
#ifndef PERFOLIO_LIB_VIEW_STYLE_H
#define PERFOLIO_LIB_VIEW_STYLE_H

#include "core/base/text.h"

struct style {
    unsigned columns; /* rows are fitted to this width; 0: they are not fitted */
    bool colors;
    /* which answers a pager shows */
    enum style_pages { PAGES_LONG /* those longer than the screen */, PAGES_ALL, PAGES_NONE } pages;
};

enum style_color { COLOR_PLAIN, COLOR_RED, COLOR_GREEN, COLOR_YELLOW, COLOR_BLUE, COLOR_MAGENTA };

/* The meaning of the percentages in a text. */
enum style_role {
    ROLE_NONE,
    ROLE_SHARE,  /* shares of all samples: large ones are red, medium ones green */
    ROLE_CHANGE, /* red: it grew; green: it shrank */
};

/* The colour of a share of all samples, in percent; of a change. */
enum style_color style_heat(double percent);
enum style_color style_change(double percent);

/* Colours the text from `from` to its end. Does nothing if the style has no colours. */
void style_paint(const struct style *s, struct text *t, size_t from, enum style_color color);

/* Colours each percentage ("12.34%") in the text from `from` to its end. */
void style_paint_percents(const struct style *s, struct text *t, size_t from, enum style_role role);

/* Adds a name at the end of a line, shortened if the line would not fit. It is not shortened below STYLE_NAME_LEAST
   columns, even if the line then does not fit. */
enum { STYLE_NAME_LEAST = 20 };
void style_add_name(const struct style *s, struct text *line, const char *name);

#endif
