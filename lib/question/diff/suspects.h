/*
 * suspects: functions that are gone beside new ones of like cost, which are not guessed to be one: perhaps one was renamed, and
 * what limits say of either is not what became of it.
 */
#ifndef PERFOLIO_LIB_QUESTION_DIFF_SUSPECTS_H
#define PERFOLIO_LIB_QUESTION_DIFF_SUSPECTS_H

#include "lib/question/diff/gate.h"

struct suspects {
    struct suspect {
        const struct judged_row *gone, *now;
    } * v; /* what cost most first */
    size_t n;
};

/* Of the event that limits are about. Freed with suspects_free(). */
struct suspects suspects_find(const struct gate *g);
void suspects_free(struct suspects *s);

/* "perhaps renamed: fib in server is gone, and fibonacci is new and costs 1.02 times as much". In `out`. */
void suspects_text(const struct suspect *s, struct text *out);

/* Those lines, and a list of them. */
void suspects_put(const struct gate *g, struct rows *r);

#endif
