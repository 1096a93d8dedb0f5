/* The options of perfolio report. */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_OPTIONS_H
#define PERFOLIO_LIB_QUESTION_REPORT_OPTIONS_H

#include <regex.h>

#include "lib/options/filters.h"
#include "lib/question/report/graph.h"
#include "lib/question/report/layout.h"
#include "lib/question/common/common.h"
#include "lib/options/stack_options.h"
#include "core/profile/count/count.h"

struct report_opts {
    struct common_opts common;
    struct layout_opts layout;
    struct trace_keys *trace_keys;
    struct layout columns; /* made of `layout` when the capture is open */
    struct count_opts count;
    int children; /* 1, 0; -1: if there are call chains */
    int branches; /* rows are branches: 1, 0; -1: if some were recorded */
    enum { GROUP_NO, GROUP_USUAL, GROUP_ASKED } group; /* events of a group side by side */
    bool hierarchy, header, header_only, full, stats, tasks, mmaps, quiet;
    char *separator;                      /* -t; NULL: columns */
    unsigned widths[FIELDS_MAX], nwidths; /* -w: per column; 0: as wide as its cells */
    double percent_limit;
    bool percent_of_shown; /* --percentage relative */
    unsigned group_index;
    struct graph_opts graph;
    bool graph_asked, keys_asked; /* the latter: --sort=help */
    bool trees;                   /* call graphs are shown below rows */
    bool history;                 /* --branch-history */
    int inlines;                  /* enum count_inlines */
    bool inverted;                /* -G: callers first */
    bool hide_unresolved, exclude_other;
    regex_t *parent, *root; /* -p, --ignore-callees; NULL: not asked for */
    char *symbol_filter;
    bool nanoseconds, full_paths, raw_trace;
    bool threads;           /* --threads, */
    int pretty;             /* a word of PRETTY */
    struct filters filters; /* of count.filter */
    struct switch_opts switched;
    struct event_switch_turns turns; /* count.filter's */
};

/* Runs the command. Returns the exit status. */
int report_run(const void *opts, struct outlet *out, struct outlet *err);

#endif
