/*
 * off_cpu: a session whose samples are waits: what is counted then is time off the CPU, by the stack with which the
 * thread left it. Waits come from the samples of perf record --off-cpu, else from context switches.
 */
#ifndef PERFOLIO_LIB_SESSION_OFF_CPU_H
#define PERFOLIO_LIB_SESSION_OFF_CPU_H

#include "core/replay/tracks.h"
#include "lib/columns/waits.h"
#include "lib/session/session.h"

struct session_waits {
    atomic_uint users; /* the last one frees them */
    enum wait_weight weight;
    struct capture *recorded; /* the session's capture */
    struct capture capture;   /* a copy of it, whose only event is the time off the CPU */
    struct event event;
    struct sample_columns columns;
    struct thread_numbers threads;
    struct session_samples *samples; /* whose places and stacks the columns have */
    size_t open;                     /* waits without a recorded start or end, which are left out */
};

/* The waits of a session of depth SESSION_RESOLVE, which has to outlive them. A session that keeps samples keeps the
   last waits, too. NULL with `e` set: the capture does not record when threads left the CPU, or it cannot be read. */
struct session_waits *session_read_waits(struct session *s, enum wait_weight weight, struct err *e);

/* Releases waits, in any thread; NULL: does nothing. */
void session_release_waits(struct session_waits *w);

/* The option that asks for such waits, for messages. */
static inline const char *session_waits_option(const struct session_waits *w)
{
    if (w->weight == WAIT_AND_RUN)
        return "--wall-clock";
    return "--off-cpu";
}

/* Make waits the samples of the session that they were read from, or of a copy of it: session_count() counts them, and
   nothing else may read records. session_drop_waits() undoes it, and releases the waits; session_close() calls it. */
void session_take_waits(struct session *s, struct session_waits *w);
void session_drop_waits(struct session *s);

/* Counts the waits of a session that has them, as session_count(), or as tracks (tracks_read(); `every`:
   column_tracks_make()). False with `e` set:
   they do not have what the options ask for. The caller frees `out` in either case. */
bool session_count_waits(const struct session *s, const struct count_opts *o, struct profile *out,
                         struct err *e);
bool session_wait_tracks(const struct session *s, const struct count_opts *o, uint64_t every,
                         struct tracks *out, struct err *e);

#endif
