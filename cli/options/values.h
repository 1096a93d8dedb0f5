/* values: how the values of options are read that more than one command has. */
#ifndef PERFOLIO_CLI_OPTIONS_VALUES_H
#define PERFOLIO_CLI_OPTIONS_VALUES_H

#include "cli/options/option.h"
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

#endif
