/*
 * several: what files of one side of a comparison say alike is one line that begins with "a.data and 4 more:" and ends with
 * what each counted.
 */
#ifndef PERFOLIO_LIB_QUESTION_COMMON_SEVERAL_H
#define PERFOLIO_LIB_QUESTION_COMMON_SEVERAL_H

#include "lib/question/common/common.h"

/* Files that say it, zero at first. */
struct several {
    const char *first; /* borrowed */
    uint64_t sum;
    size_t n;
    struct text each; /* "13, 12, 13" */
};

/* Add a file that counted so many; nothing if it counted none. */
void several_add(struct several *s, const char *name, uint64_t count);

/* Add who says it: "a.data", "a.data and 4 more". */
void several_names(const struct several *s, struct text *out);

/* Add what each of several counted, in their order: " (in each: 13, 12, 13)"; of one file nothing. */
void several_each(const struct several *s, struct text *out);
void several_free(struct several *s);

#endif
