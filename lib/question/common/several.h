/*
 * several: merges the same message about several files into one line, which begins with "a.data and 4 more:" and ends with the
 * count of each.
 */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_SEVERAL_H
#define PERFOLIO_LIB_QUESTION_COMMON_SEVERAL_H

#include "lib/question/common/common.h"

/* The files with one message; zero-initialise. */
struct several {
    const char *first; /* borrowed */
    uint64_t sum;
    size_t n;
    struct text each; /* "13, 12, 13" */
};

/* Adds a file with its count; a count of 0 is ignored. */
void several_add(struct several *s, const char *name, uint64_t count);

/* Adds the names of the files to `out`: "a.data", "a.data and 4 more". */
void several_names(const struct several *s, struct text *out);

/* Adds the count of each file to `out`: " (in each: 13, 12, 13)"; nothing if there is one file. */
void several_each(const struct several *s, struct text *out);
void several_free(struct several *s);

#endif
