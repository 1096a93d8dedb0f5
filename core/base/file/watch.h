/* watch: lets a caller stop work that takes long; look: asks it in loops that read no records. */
#ifndef PERFOLIO_CORE_BASE_FILE_WATCH_H
#define PERFOLIO_CORE_BASE_FILE_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/err.h"

/* Lets the caller stop reading. Each thread that reads records calls goes_on() from time to time, after
   `done` of `all` bytes. False with `e` set: reading stops. Once goes_on() returned false, it must always
   return false. */
struct watch {
    bool (*goes_on)(struct watch *w, uint64_t done, uint64_t all, struct err *e);
};

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
