/*
 * merged_message: merges the same message about several files into one line, which begins with "a.data and 4 more:"
 * and ends with the count of each file.
 */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_MERGED_MESSAGE_H
#define PERFOLIO_LIB_QUESTION_COMMON_MERGED_MESSAGE_H

#include "lib/question/common/common.h"

/* The files that have the same message; zero-initialise. */
struct merged_message {
    const char *first; /* borrowed */
    uint64_t sum;
    size_t n;
    struct text each; /* "13, 12, 13" */
};

/* Adds a file with its count; a count of 0 is ignored. */
void merged_message_add(struct merged_message *s, const char *name, uint64_t count);

/* Adds the names of the files to `out`: "a.data", "a.data and 4 more". */
void merged_message_names(const struct merged_message *s, struct text *out);

/* Adds the count of each file to `out`: " (in each: 13, 12, 13)"; nothing if there is one file. */
void merged_message_counts(const struct merged_message *s, struct text *out);
void merged_message_free(struct merged_message *s);

#endif
