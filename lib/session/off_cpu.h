/*
 * off_cpu: a session whose samples are waits. It counts time off the CPU instead of samples, by the stack with which a
 * thread left the CPU. Waits are read from the samples of perf record --off-cpu or, if there are none, from context
 * switches.
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
    struct session_samples *samples; /* the samples whose places and stacks the columns refer to */
    /* number of waits that are left out because their start or end was not recorded */
    size_t open;
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
void session_use_waits(struct session *s, struct session_waits *w);
void session_drop_waits(struct session *s);

/* For a session that has waits. session_count_waits(): counts the waits, like session_count(). session_wait_tracks():
   makes tracks of them, like tracks_read() (`every`: see column_tracks_make()). False with `e` set: the waits lack
   data that the options need. The caller frees `out` in either case. */
bool session_count_waits(const struct session *s, const struct count_opts *o, struct profile *out,
                         struct err *e);
bool session_wait_tracks(const struct session *s, const struct count_opts *o, uint64_t every,
                         struct tracks *out, struct err *e);

#endif
