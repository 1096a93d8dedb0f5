/* report: what the command was asked for, and the pieces it is made of, a file each. */
#ifndef PERFOLIO_CLI_REPORT_REPORT_H
#define PERFOLIO_CLI_REPORT_REPORT_H

#include <regex.h>

#include "cli/options/filters.h"
#include "cli/report/graph.h"
#include "cli/report/layout.h"
#include "cli/session/session.h"
#include "cli/options/stack_options.h"
#include "core/profile/count/count.h"
#include "core/profile/show/table.h"

struct report_opts {
    struct common_opts common;
    struct layout_opts layout;
    struct trace_keys *trace_keys;
    struct layout columns; /* what comes of it, once it is known what the capture has */
    struct count_opts count;
    int children; /* 1, 0; -1: if there are chains */
    int branches; /* rows are branches: 1, 0; -1: if there are some */
    int hierarchy, header, header_only, full, stats, tasks, mmaps, group, quiet;
    const char *separator;                /* -t; NULL: columns */
    unsigned widths[FIELDS_MAX], nwidths; /* -w: per column; 0: as it takes */
    double percent_limit;
    bool percent_of_shown; /* --percentage relative */
    unsigned group_index;
    struct graph_opts graph;
    bool graph_asked;
    int history;  /* --branch-history */
    int inlines;  /* enum count_inlines */
    int inverted; /* -G: callers first */
    int hide_unresolved, exclude_other;
    regex_t *parent, *root; /* -p, --ignore-callees; NULL: not asked for */
    char *symbol_filter;
    int nanoseconds, full_paths, raw_trace;
    struct filters filters; /* of count.filter */
};

/* Read the command line: below 0, go on; else the exit status, help or an error was written. */
int report_opts_read(struct report_opts *o, struct captures *captures, int argc, const char **argv, FILE *out,
                     FILE *err);
void report_opts_free(struct report_opts *o);

/* What parents are called: -p's, or perf's own pattern. */
const regex_t *report_parent(struct report_opts *o);

/* Whether -x leaves out a row, and whether --symbol-filter does. */
bool report_excludes(const struct report_opts *o, const struct table *t, uint32_t row);
bool report_filters(const struct report_opts *o, const struct table *t, uint32_t row, struct text *scratch);

/* The rows of every event, as perf prints them. */
void report_rows(const struct session *s, const struct report_opts *o, const struct table *table,
                 const struct key_context *kc, FILE *out);

/* The call trees of a table; zero but for what it is of where none were asked for. */
struct report_trees {
    const struct session *s;
    const struct report_opts *o;
    const struct table *table;
    struct arena names;
    struct tree_frame *frames;
    struct forest *forest; /* NULL: there are no trees */
};

/* What is given has to outlive the trees. `as_lists`: they are for graph_each(). */
void report_trees_init(struct report_trees *t, const struct session *s, const struct report_opts *o,
                       const struct table *table, const struct key_context *kc, bool as_lists);
void report_trees_free(struct report_trees *t);

/* The tree of a row, if there is anything in it to be shown, and how: until the next call. */
bool report_tree(const struct report_trees *t, uint32_t event, uint32_t row, struct graph *g,
                 struct tree *tree);

/* The same questions answered as JSON (report_json.c), problems included. */
void report_rows_json(const struct session *s, const struct report_opts *o, const struct table *table,
                      const struct key_context *kc, FILE *out);
void report_stats_json(const struct session *s, const struct profile *p, FILE *out);
void report_tasks_json(const struct session *s, bool with_maps, FILE *out);
void report_header_json(const struct session *s, bool full, FILE *out);

/* --stats: how many records of each type, and samples per event. */
void report_stats(const struct session *s, const struct profile *p, FILE *out);

/* --tasks and --mmaps: every thread under its parent, with its maps if asked. */
void report_tasks(const struct session *s, bool maps, FILE *out);

#endif
