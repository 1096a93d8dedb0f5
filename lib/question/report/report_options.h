/* The options of perfolio report. */
#ifndef PERFOLIO_LIB_QUESTION_REPORT_OPTIONS_H
#define PERFOLIO_LIB_QUESTION_REPORT_OPTIONS_H

#include <regex.h>

#include "lib/options/filters.h"
#include "lib/question/report/graph.h"
#include "lib/question/report/layout.h"
#include "lib/question/common/common.h"
#include "lib/options/stack_options.h"
#include "lib/options/transform_options.h"
#include "lib/options/off_cpu_option.h"
#include "core/profile/count/count.h"

struct report_opts {
    struct common_opts common;
    struct layout_opts layout;
    struct trace_keys *trace_keys;
    struct layout columns; /* made from `layout` by layout_make(), after the capture was opened */
    struct count_opts count;
    int children; /* 1: yes; 0: no; -1: yes if there are call chains */
    int branches; /* whether rows are branches: 1: yes; 0: no; -1: yes if branches were recorded */
    /* show events of a group side by side: no, by default, or as requested */
    enum { GROUP_NO, GROUP_USUAL, GROUP_ASKED } group;
    bool hierarchy, header, header_only, full, stats, tasks, mmaps, quiet;
    char *separator;                      /* -t; NULL: cells are padded to columns */
    unsigned widths[FIELDS_MAX], nwidths; /* -w: the width of each column; 0: the width of its widest cell */
    double percent_limit;
    bool percent_of_shown; /* --percentage relative */
    unsigned group_index;
    struct graph_opts graph;
    bool graph_given, graph_asked; /* -g was given; it was given with a value */
    bool keys_asked;               /* --sort=help */
    bool trees;                    /* call graphs are shown below rows */
    bool history;                  /* --branch-history */
    int inlines;                   /* enum count_inlines */
    int off_cpu;                   /* --off-cpu, --wall-clock: 1 + enum wait_weight; 0: samples are counted */
    bool inverted;                 /* -G: callers first */
    bool invert;                   /* --invert: callees first, and callers are not counted in rows */
    bool hide_unresolved, exclude_other;
    regex_t *parent, *root; /* -p, --ignore-callees; NULL: not given */
    char *symbol_filter;
    regex_t *symbol_regex; /* of a --symbol-filter between slashes; NULL: it is a text */
    char *sandwich;        /* --sandwich: a function */
    const char *only;      /* rows of other functions are left out; NULL: they are not */
    bool nanoseconds, full_paths, raw_trace;
    bool threads;           /* --threads, */
    int pretty;             /* --pretty: index of the word */
    struct filters filters; /* the options from which count.filter is completed */
    struct switch_opts switched;
    struct event_switch_turns turns; /* used by count.filter */
};

/* Runs the command. Returns the exit status. */
int report_run(const void *opts, struct outlet *out, struct outlet *err);

#endif
