/* track: the samples of one event in one thread, in order of time. */
#ifndef PERFOLIO_CORE_REPLAY_TRACK_H
#define PERFOLIO_CORE_REPLAY_TRACK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct track_sample {
    uint64_t time, period; /* time: ns; period: of the event */
    /* number of its call path (struct tracks); PATH_OUTSIDE: no call path */
    uint32_t path;
    /* number of the block of records that contains it; of samples with equal times, the one in the lower block comes
       first */
    uint32_t block;
};

/* The samples of an event in a thread. */
struct track {
    uint32_t event;
    int32_t pid, tid;
    const char *comm;  /* name of the thread at its last sample; NULL: not recorded */
    uint64_t named;    /* time of the sample that `comm` comes from */
    uint64_t named_at; /* when.seq of the sample that `comm` comes from */
    struct track_sample *v;
    size_t n, cap;
};

/* Remember the thread's name at a sample (NULL: no name) with this time and when.seq `at`. The name from
   the latest sample is kept. */
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
