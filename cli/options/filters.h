/*
 * filters: the options that choose samples, the same for every command that has them: --comms, --dsos,
 * --symbols, --pid, --tid, --cpu and --time.
 */
#ifndef PERFOLIO_CLI_OPTIONS_FILTERS_H
#define PERFOLIO_CLI_OPTIONS_FILTERS_H

#include <popt.h>

#include "core/model/capture.h"
#include "core/profile/keys/filter.h"

enum { FILTER_TIMES = 64 };

/* What was asked for; --time holds percents of the recording, so it is read once that is open. */
struct filters {
    struct filter *filter; /* the caller's; what is in it is freed with this */
    struct time_range times[FILTER_TIMES];
    char *time;
    bool relative; /* its seconds are counted from the first sample */
};

/* Values of the options, out of the way of those of the commands. */
enum {
    OPT_FILTER_COMMS = 8001,
    OPT_FILTER_DSOS,
    OPT_FILTER_SYMBOLS,
    OPT_FILTER_PIDS,
    OPT_FILTER_TIDS,
    OPT_FILTER_CPUS,
    OPT_FILTER_SOCKETS, /* report's alone */
    OPT_FILTER_RUNNING, /* report's alone */
    OPT_FILTER_RANGE,   /* script's alone */
    OPT_FILTER_TIME
};

/* Rows for a command's table of options; perf diff has other letters (0: none) for two of them. */
#define FILTER_OPTIONS FILTER_OPTIONS_WITH('c', 'd', 'C')
#define FILTER_OPTIONS_WITH(COMMS, DSOS, CPUS)                                                               \
    { "comms", COMMS, POPT_ARG_STRING, NULL, OPT_FILTER_COMMS, "only these commands", "NAME,..." },          \
        { "dsos", DSOS, POPT_ARG_STRING, NULL, OPT_FILTER_DSOS, "only these objects", "NAME,..." },          \
        { "symbols", 'S', POPT_ARG_STRING, NULL, OPT_FILTER_SYMBOLS, "only these symbols", "NAME,..." },     \
        { "pid", 0, POPT_ARG_STRING, NULL, OPT_FILTER_PIDS, "only these processes", "PID,..." },             \
        { "pids", 0, POPT_ARG_STRING | POPT_ARGFLAG_DOC_HIDDEN, NULL, OPT_FILTER_PIDS, NULL, NULL },         \
        { "tid", 0, POPT_ARG_STRING, NULL, OPT_FILTER_TIDS, "only these threads", "TID,..." },               \
        { "tids", 0, POPT_ARG_STRING | POPT_ARGFLAG_DOC_HIDDEN, NULL, OPT_FILTER_TIDS, NULL, NULL },         \
        { "cpu", CPUS, POPT_ARG_STRING, NULL, OPT_FILTER_CPUS, "only these CPUs", "1,3-5" },                 \
    {                                                                                                        \
        "time", 0, POPT_ARG_STRING, NULL, OPT_FILTER_TIME,                                                   \
            "only samples in START,STOP (seconds), in N%/M or in A%-B%", "RANGE"                             \
    }

/* Take one of these options. False with `e` set when its value cannot be understood; other options are left
 * alone. */
bool filters_take(struct filters *f, int option, const char *value, struct err *e);

/* Hold them against a capture. False with `e` set when it cannot answer them. */
bool filters_plan(struct filters *f, const struct capture *c, struct err *e);

/* The one name that they let through of what a key shows, which says nothing then; NULL: there may be
 * several. */
const char *filters_only(const struct filter *f, const struct key *k);

void filters_free(struct filters *f);

/* What --percentage says: whether shares are of what they show. False with `e` set when it says neither. */
bool filters_percentage_read(const char *value, bool *of_shown, struct err *e);

/* Add a list of words: "a,b", or one per line of a file named by file://. False with `e` set when that cannot
 * be read. */
bool filters_words_read(const char *arg, struct words *w, struct err *e);
void filters_words_free(struct words *w);

#endif
