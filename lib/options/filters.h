/* filters: the options that choose samples, the same for every command: --comms, --dsos, --symbols, --pid,
 * --tid, --cpu and --time. */
#ifndef PERFOLIO_LIB_OPTIONS_FILTERS_H
#define PERFOLIO_LIB_OPTIONS_FILTERS_H

#include "lib/options/values.h"
#include "core/model/capture.h"

enum { FILTER_TIMES = 64 };

/* The options as given; --time may hold percents of the recording, so it is parsed when the capture is open. */
struct filters {
    struct time_range times[FILTER_TIMES];
    char *time;
    bool relative; /* seconds of `time` count from the first sample */
};

/* Rows of a command's option table: `filter` and `times` are members of its options; letter 0: none. */
// clang-format off
#define FILTER_ROWS(filter, times, comms_letter, dsos_letter, cpu_letter) \
    OPT("comms", comms_letter, WORDS, filter.comms, "NAME,...", "only these commands"), \
    OPT("dsos", dsos_letter, WORDS, filter.dsos, "NAME,...", "only these objects"), \
    OPT("symbols", 'S', CALL, filter, "NAME,...", "only these symbols", .take = filter_symbols_take, \
        .drop = filter_symbols_drop), \
    OPT("pid", 0, NUMBERS, filter.pids, "PID,...", "only these processes"), \
    OPT("pids", 0, NUMBERS, filter.pids, "PID,...", NULL), \
    OPT("tid", 0, NUMBERS, filter.tids, "TID,...", "only these threads"), \
    OPT("tids", 0, NUMBERS, filter.tids, "TID,...", NULL), \
    OPT("cpu", cpu_letter, NUMBERS, filter.cpus, "1,3-5", "only these CPUs"), \
    OPT("time", 0, TEXT, times, "RANGE", "only samples in START,STOP (seconds), in N%/M or in A%-B%")
// clang-format on

/* For the rows of --symbols, at a struct filter, and of --addr-range, at its address_range. */
void filter_symbols_drop(void *target);
bool filter_symbols_take(void *target, const struct option_row *row, const char *value, struct err *e);
bool filter_range_take(void *target, const struct option_row *row, const char *value, struct err *e);

/* take() of --percentage, "relative absolute": at a bool, whether shares are of what filters show. */
bool filters_percentage_take(void *target, const struct option_row *row, const char *value, struct err *e);

/* Completes the filter for a capture: parses --time. False with `e` set: the time is malformed, or no event has a CPU for --cpu. */
bool filters_resolve(struct filters *f, struct filter *filter, const struct capture *c, struct err *e);

/* Events that switch: --switch-on, --switch-off and --show-on-off-events. */
struct switch_opts {
    char *on, *off;
    bool shows;
};

// clang-format off
#define SWITCH_ROWS(switched) \
    OPT("switch-on", 0, TEXT, switched.on, "EVENT", "only samples after one of this event"), \
    OPT("switch-off", 0, TEXT, switched.off, "EVENT", "... and before one of this event"), \
    OPT("show-on-off-events", 0, FLAG, switched.shows, NULL, "include the samples of these two events")
// clang-format on

/* Finds the events of --switch-on and --switch-off. False with `e` set if the capture lacks one. */
bool filters_find_switch_events(const struct switch_opts *o, const struct events *es, struct event_switch *w,
                                struct err *e);

/* The only name of a key's column that the filters let through; NULL: there may be several. */
const char *filters_only(const struct filter *f, const struct key *k);

/* The first range of --time (ns); 0: no such bound. */
static inline struct time_range filters_first_range(const struct filter *filter)
{
    struct time_range r = { 0, 0 };
    if (filter->ntimes)
        r = filter->times[0];
    if (r.to == UINT64_MAX)
        r.to = 0;
    return r;
}

#endif
