/* filters: the options that choose samples, the same for every command: --comms, --dsos, --symbols, --pid,
 * --tid, --cpu and --time. */
#ifndef PERFOLIO_LIB_OPTIONS_FILTERS_H
#define PERFOLIO_LIB_OPTIONS_FILTERS_H

#include "lib/options/values.h"
#include "core/model/capture.h"

enum { FILTER_TIMES = 64 };

/* The option --time as given. It may contain percentages of the recording, so it is parsed once the capture is open. */
struct filters {
    struct time_range times[FILTER_TIMES];
    char *time;
    bool relative; /* the seconds in `time` are relative to the first sample */
};

/* The rows of these options, for a command's option table. `filter` and `times` are members of the command's options;
   a letter of 0 means no short option. */
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

/* take() and drop() of the options --symbols and --addr-range. `target`: of filter_symbols_*() a struct filter; of
   filter_range_take() its member address_range. */
void filter_symbols_drop(void *target);
bool filter_symbols_take(void *target, const struct option_row *row, const char *value, struct err *e);
bool filter_range_take(void *target, const struct option_row *row, const char *value, struct err *e);

/* take() of --percentage, with the words "relative" and "absolute". `target` is a bool: whether shares are relative
   to the samples that filters let through. */
bool filters_percentage_take(void *target, const struct option_row *row, const char *value, struct err *e);

/* Completes the filter for a capture: parses --time. False with `e` set: the value of --time is malformed, or --cpu
   is given and no event records CPUs. */
bool filters_resolve(struct filters *f, struct filter *filter, const struct capture *c, struct err *e);

/* The options --switch-on, --switch-off and --show-on-off-events: events that start and stop the counting of samples. */
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

/* Finds the events of --switch-on and --switch-off. False with `e` set: the capture does not have such an event. */
bool filters_find_switch_events(const struct switch_opts *o, const struct events *es, struct event_switch *w,
                                struct err *e);

/* If the filters let through only one name for the column of a key: that name; else NULL. */
const char *filters_only(const struct filter *f, const struct key *k);

/* The first range of --time, in ns; a member that is 0: the range has no such bound. */
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
