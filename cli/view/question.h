/*
 * question: a question about a capture as the words of a command line: a command with its options, and the filters that
 * the user added, the newest last. A filter replaces older filters with the same option; they take effect again when it
 * is removed.
 */
#ifndef PERFOLIO_CLI_VIEW_QUESTION_H
#define PERFOLIO_CLI_VIEW_QUESTION_H

#include "core/base/text.h"
#include "lib/options/values.h"

struct question_filter {
    const char *option; /* "--comms" */
    const char *noun;   /* the name on the screen: "command" */
    char *value;
    char *word; /* option and value as one word, of options that add up; NULL: they are two */
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

/* Sets the value of an option of the base; adds the option if it is missing. NULL removes the option. */
void question_set(struct question *q, const char *option, const char *value);

/* question_flag(): adds an option without a value to the base, or removes it if `on` is false. question_has(): whether
   the base has the option. */
void question_flag(struct question *q, const char *option, bool on);
bool question_has(const struct question *q, const char *option);

/* The value of an option of the base; NULL: the base does not have it. */
const char *question_value(const struct question *q, const char *option);

void question_filter(struct question *q, const char *option, const char *noun, const char *value);
/* Adds a filter whose option and value are one word, "--focus=f" (value "": the option alone). It replaces no older one. */
void question_filter_word(struct question *q, const char *option, const char *noun, const char *value);
/* Adds a filter of another question; or all of them. */
void question_take_filter(struct question *q, const struct question_filter *f);
void question_take_filters(struct question *q, const struct question *from);
/* Whether a filter has no effect, because a newer one with the same option replaces it. */
bool question_is_replaced(const struct question *q, size_t filter);
void question_unfilter(struct question *q, size_t filter);

/* All words of a question, ended by a NULL. The caller frees the array; the words belong to the question. */
const char **question_words(const struct question *q, size_t *n);

/* Adds a word for a shell, in quotation marks if needed. */
void question_add_quoted(struct text *to, const char *word);

#endif
