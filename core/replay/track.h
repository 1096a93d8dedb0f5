/* track: the samples of an event in a thread, in order of time. */
#ifndef PERFOLIO_CORE_REPLAY_TRACK_H
#define PERFOLIO_CORE_REPLAY_TRACK_H

#include <stddef.h>
#include <stdint.h>

struct track_sample {
    uint64_t time, period; /* ns; of the event */
    uint32_t path;         /* of struct tracks; PATH_OUTSIDE: the sample has no place at all */
    uint32_t slice;        /* of the capture, that it is of */
};

/* An event's samples in a thread. */
struct track {
    uint32_t event;
    int32_t pid, tid;
    const char *comm; /* what the thread was called at the last of them; NULL: not recorded */
    uint32_t named;   /* the slice of that one */
    struct track_sample *v;
    size_t n, cap;
};

#endif
