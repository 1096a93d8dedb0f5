/* time_ranges: what --time and its like say, as ns of the recording's clock. */
#ifndef PERFOLIO_CLI_OPTIONS_TIME_RANGES_H
#define PERFOLIO_CLI_OPTIONS_TIME_RANGES_H

#include "core/profile/keys/filter.h"

/* Seconds, with up to nine decimals that count, in [s, end) as ns; false when it is anything else. */
bool time_ranges_seconds_read(const char *s, const char *end, uint64_t *ns);

/* A --time argument: "START,STOP" in seconds (either may be left out), or slices in percent: "10%/2",
   "0%-20%". Several are separated by blanks or, for percents, commas. False with `e` set when it cannot be
   understood. */
bool time_ranges_read(const char *arg, uint64_t first, uint64_t last, struct time_range *out, size_t max,
                      size_t *n, struct err *e);

#endif
