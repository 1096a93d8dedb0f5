/*
 * report_sheet: the table of one event, or of those of a group side by side, and what its two forms share:
 * lines as they are counted (report_rows.c) and levels of them (report_hierarchy.c).
 */
#ifndef PERFOLIO_CLI_REPORT_SHEET_H
#define PERFOLIO_CLI_REPORT_SHEET_H

#include "cli/report/report.h"

struct sheet {
    const struct report_opts *o;
    const struct layout *l;
    const struct table *table;
    const struct profile *p; /* its keys and totals */
    const struct key_context *kc;
    const struct event *events;
    uint32_t first, n; /* events of the sheet */
    bool children;
    const struct report_trees *trees;
    const bool *left_out;         /* per key: its column would say the same on every line */
    size_t last;                  /* the last column that is shown */
    size_t widths[KEYS_MAX];      /* of the texts of keys, and their headers */
    uint64_t (*figures)[FIGURES]; /* of the line under way, per event */
    uint64_t *filtered;           /* per event: period of the lines that --symbol-filter hides */
    struct percent {              /* the last that was shown, by column: the next line often has the same */
        uint64_t part;
        size_t event;
        char text[32];
    } percents[FIELDS_MAX];
};

/* Whether the events have a key. */
static inline bool sheet_has(const struct sheet *t, size_t key)
{
    return key_header(t->l->keys[key], t->first);
}

/* Whether a column is shown. */
static inline bool sheet_shows(const struct sheet *t, size_t column)
{
    const struct layout_column *c = &t->l->columns[column];
    return c->number || (!t->left_out[c->key] && sheet_has(t, c->key));
}

static inline const char *sheet_header(const struct sheet *t, size_t column)
{
    const struct layout_column *c = &t->l->columns[column];
    return c->number ? c->header : key_header(t->l->keys[c->key], t->first);
}

/* How wide a column is: as wide as what stands in it, or as -w says. */
size_t sheet_width(const struct sheet *t, size_t column);

/* A share of an event's period, as lines are shown by. */
double sheet_percent(const struct sheet *t, size_t event, uint64_t period);

/* What a line weighs: with its callees, if these count. */
static inline uint64_t sheet_weight(const struct sheet *t, const uint64_t *figures)
{
    return figures[t->children ? FIGURE_CHILDREN : FIGURE_PERIOD];
}

/* Between columns: the separator, or two blanks, which also stand (as "# " in headings) in front of the
 * first. */
void sheet_gap(const struct sheet *t, bool first, const char *front, struct text *line);

/* Add a column of numbers: t->figures. */
void sheet_number(struct sheet *t, size_t column, struct text *line);

/* The tree of a row, which is the leader's where there are several. */
void sheet_tree(struct sheet *t, uint32_t row, struct text *out);

/* --hierarchy: lines, which are in the order of their keys, under the sums of those that have the same keys.
 */
void sheet_hierarchy(struct sheet *t, const uint32_t *lines, size_t nlines, FILE *out);

#endif
