/*
 * question: a question about a capture as the words of a command line: a command with its options, and the filters that
 * were put on it, the newest last. A filter replaces older ones of its option in the words, which come back when it is
 * removed.
 */
#ifndef PERFOLIO_CLI_VIEW_QUESTION_H
#define PERFOLIO_CLI_VIEW_QUESTION_H

#include "core/base/text.h"
#include "lib/options/values.h"

struct question_filter {
    const char *option; /* "--comms" */
    const char *noun;   /* how the screen calls it: "command" */
    char *value;
};

struct question {
    struct words base; /* the command, and its options */
    struct question_filter *filters;
    size_t nfilters, cap;
};

/* The questions own copies of all words. question_of(): the words up to a NULL. */
struct question question_of(const char *const *words);
struct question question_copy(const struct question *q);
void question_free(struct question *q);

void question_add(struct question *q, const char *word);

/* Adds an option with its value to the base, or replaces its value; NULL removes the option. */
void question_set(struct question *q, const char *option, const char *value);

/* Adds an option without a value to the base; off: removes it. Returns whether it is there now. */
void question_flag(struct question *q, const char *option, bool on);
bool question_has(const struct question *q, const char *option);

/* The value of an option of the base; NULL: it is not there. */
const char *question_value(const struct question *q, const char *option);

void question_filter(struct question *q, const char *option, const char *noun, const char *value);
/* Adds all filters of another question. */
void question_take_filters(struct question *q, const struct question *from);
/* Whether a filter has no effect, as a newer one of its option is in its place. */
bool question_is_replaced(const struct question *q, size_t filter);
void question_unfilter(struct question *q, size_t filter);

/* All words, borrowed from the question; the array is the caller's, to be freed, and a NULL ends it. */
const char **question_words(const struct question *q, size_t *n);

/* Adds a word as a shell takes it: in quotation marks where it needs them. */
void question_add_quoted(struct text *to, const char *word);

#endif
