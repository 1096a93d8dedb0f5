/* values: parsers of option values that several commands share. */
#ifndef PERFOLIO_LIB_OPTIONS_VALUES_H
#define PERFOLIO_LIB_OPTIONS_VALUES_H

#include "lib/options/option.h"
#include "core/profile/keys/filter.h"

/* Replaces `*to`, which may be NULL, by a malloc'ed copy of a value. */
void value_copy(char **to, const char *value);

/* value_words_add() appends a copy of a word of n bytes. value_words_read() appends the words of a list: "a,b", or
   file://PATH for a file with one word per line. It returns false with `e` set if the file cannot be read. */
void value_words_add(struct words *w, const char *s, size_t n);
bool value_words_read(const char *arg, struct words *w, struct err *e);
void value_words_free(struct words *w);

/* Appends a list of numbers and ranges, "1,3-5"; `option` names the option in errors. False with `e` set if it is
   malformed. */
bool value_numbers_read(const char *option, const char *arg, struct numbers *to, struct err *e);
void value_numbers_free(struct numbers *n);

/* Parses a size in bytes (core/base/character/size.h). False with `e` set if it is malformed or 0; `option` names the option
   in errors. */
bool value_size_read(const char *option, const char *arg, uint64_t *bytes, struct err *e);

/* Parses [s, end), seconds with decimals (nine count), into ns. False if it is malformed. */
bool value_seconds_read(const char *s, const char *end, uint64_t *ns);

/* Parses a --time argument into ranges in ns of the recording's clock: "START,STOP" in seconds (either may be
   omitted), or slices of first..last in percent: "10%/2", "0%-20%". Blanks, and commas between percents, separate up
   to `max` ranges. False with `e` set if it is malformed. */
bool value_times_read(const char *arg, uint64_t first, uint64_t last, struct time_range *out, size_t max,
                      size_t *n, struct err *e);

#endif
