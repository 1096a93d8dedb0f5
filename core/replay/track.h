/* track: the samples of an event in a thread, in order of time. */
#ifndef PERFOLIO_CORE_REPLAY_TRACK_H
#define PERFOLIO_CORE_REPLAY_TRACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct track_sample {
    uint64_t time, period; /* ns; of the event */
    uint32_t path;         /* of struct tracks; PATH_OUTSIDE: the sample has no place at all */
    uint32_t block;        /* that it was read in: of equal times those of the lower one come first */
};

/* An event's samples in a thread. */
struct track {
    uint32_t event;
    int32_t pid, tid;
    const char *comm;  /* what the thread was called at the last of them; NULL: not recorded */
    uint64_t named;    /* the time of that one, */
    uint64_t named_at; /* and where it is (when.seq) */
    struct track_sample *v;
    size_t n, cap;
};

/* One of its samples, of that time and at that place, says what the thread was called (NULL: it does not): the last one counts. */
static inline void track_name(struct track *t, const char *comm, uint64_t time, uint64_t at)
{
    const bool is_older = time < t->named || (time == t->named && at < t->named_at);
    const bool is_named = t->comm && is_older;
    if (!comm || is_named)
        return;
    t->comm = comm;
    t->named = time;
    t->named_at = at;
}

#endif
