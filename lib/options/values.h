/* values: how the values of options are read that more than one command has. */
#ifndef PERFOLIO_LIB_OPTIONS_VALUES_H
#define PERFOLIO_LIB_OPTIONS_VALUES_H

#include "lib/options/option.h"
#include "core/profile/keys/filter.h"

/* Put a copy of a value, malloc'ed, in the place of another one, or of NULL. */
void value_copy(char **to, const char *value);

/* Add a copy of a word of n bytes; or a list of words: "a,b", or one per line of a file named by file://:
   false with `e` set when that cannot be read. */
void value_words_add(struct words *w, const char *s, size_t n);
bool value_words_read(const char *arg, struct words *w, struct err *e);
void value_words_free(struct words *w);

/* Add a list of numbers and ranges of them, "1,3-5"; `option` is whose value it is. */
bool value_numbers_read(const char *option, const char *arg, struct numbers *to, struct err *e);
void value_numbers_free(struct numbers *n);

/* Seconds, with up to nine decimals that count, in [s, end) as ns; false when it is anything else. */
bool value_seconds_read(const char *s, const char *end, uint64_t *ns);

/* A --time argument, as ns of the recording's clock: "START,STOP" in seconds (either may be left out), or
   slices in percent: "10%/2", "0%-20%". Several are separated by blanks or, for percents, commas. False with
   `e` set when it cannot be understood. */
bool value_times_read(const char *arg, uint64_t first, uint64_t last, struct time_range *out, size_t max,
                      size_t *n, struct err *e);

#endif
