/* grid: fits the columns of a table into the width of the screen, and draws rows. */
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
        /* natural: the width that it needs; width: the width that it has; in screen columns */
        int natural, width;
    } * v;
    size_t n;
    size_t frame, percent; /* numbers of the columns of call trees; SIZE_MAX: there is none */
};

#define GRID_NONE ((size_t)-1)

void grid_begin(struct grid *g, pf_view *view, size_t table);
void grid_free(struct grid *g);

/* Makes columns as wide as the cells of `rows` lines, from `first` on, need; limited by the width of the screen. */
void grid_fit(struct grid *g, const struct screen *s, struct fold *f, struct fold_place first, int rows);

void grid_draw_head(const struct grid *g, struct screen *s, int y);

/* Draws a line of a fold; `chosen` is STYLE_CHOSEN or 0. */
void grid_draw_line(const struct grid *g, struct screen *s, int y, const struct fold_line *line,
                    unsigned chosen);

/* The number of the table's column with this name in JSON; GRID_NONE: there is none. */
size_t grid_column_named(pf_view *view, size_t table, const char *name);

/* The style of a percentage, with perf's limits. */
unsigned grid_heat(double percent);

#endif
