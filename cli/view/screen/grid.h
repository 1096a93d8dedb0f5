/* grid: the columns of a table, fitted into the width of the screen, and its rows drawn in them. */
#ifndef PERFOLIO_CLI_VIEW_GRID_H
#define PERFOLIO_CLI_VIEW_GRID_H

#include "cli/view/screen/fold.h"
#include "cli/view/screen/screen.h"

struct grid {
    pf_view *view;
    size_t table;
    struct grid_column {
        size_t at;         /* number of the column in the table */
        const char *label; /* heading */
        bool right;
        int natural, width; /* columns of the screen that it needs, and has */
    } * v;
    size_t n;
    size_t frame, percent; /* columns of call trees; SIZE_MAX: none */
};

#define GRID_NONE ((size_t)-1)

void grid_begin(struct grid *g, pf_view *view, size_t table);
void grid_free(struct grid *g);

/* Makes columns as wide as the cells of `rows` lines from `first` on need, within the width of the screen. */
void grid_fit(struct grid *g, const struct screen *s, struct fold *f, struct fold_place first, int rows);

void grid_draw_head(const struct grid *g, struct screen *s, int y);

/* Draws a line of a fold; `chosen` is STYLE_CHOSEN or 0. */
void grid_draw_line(const struct grid *g, struct screen *s, int y, const struct fold_line *line,
                    unsigned chosen);

/* The number of the table's column that the JSON calls so; GRID_NONE: there is none. */
size_t grid_column_named(pf_view *view, size_t table, const char *name);

/* The style of a share in percent, as perf colours it. */
unsigned grid_heat(double percent);

#endif
