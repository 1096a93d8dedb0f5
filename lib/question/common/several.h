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

/* What was wrong with a file. */
struct several_problems {
    const struct problems *all;
    const char *name;
    uint64_t samples; /* that shares are of; 0: none are shown */
};

/* Add problem i of n files in words: "a.data and 1 more: 5 records were damaged (first: at offset 7) (in each: 2, 3)".
   Shares are of the samples of all n. False when none has. */
bool several_problem_line(const struct several_problems *v, size_t n, int i, struct text *out);

/* The lines under a result: those problems in words. */
void several_problems_list(const struct several_problems *v, size_t n, struct outlet *err);

#endif
