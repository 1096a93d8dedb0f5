/* look: whether to go on, asked from time to time by loops that read no records but may take long. */
#ifndef PERFOLIO_CORE_MODEL_LOOK_H
#define PERFOLIO_CORE_MODEL_LOOK_H

#include "core/model/capture.h"

struct look {
    struct watch *watch; /* NULL: nobody stops the loop */
    uint32_t work;       /* since the watch was asked, in units of LOOK_EVERY */
    bool stopped;        /* the loop is to end; what it made is not used */
};

/* LOOK_EVERY: the work between two questions, about a millisecond; the others: a turn of a loop over samples, one that compares rows,
   and one that makes a row. */
enum { LOOK_EVERY = 1 << 16, LOOK_SAMPLE = 1, LOOK_COMPARISON = 8, LOOK_ROW = 64 };

/* To be called in each turn, with its work. False: the loop is to end, and so are those behind it that have the same look. */
static inline bool look_goes_on(struct look *l, uint32_t work)
{
    struct err e = { 0 };
    if (!l->watch || l->stopped || (l->work += work) < LOOK_EVERY)
        return !l->stopped;
    l->work = 0;
    l->stopped = !l->watch->goes_on(l->watch, 1, 1, &e);
    return !l->stopped;
}

#endif
