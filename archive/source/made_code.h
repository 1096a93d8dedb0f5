/*
 * made_code: what a process of this machine says of the code it made, for a recording that was made here: its
 * perf map, /tmp/perf-PID.map, and the jitdumps that the recording saw mapped. A process that still runs is
 * asked in its own tree, by its own number; else ours has what it left. The numbers of processes come round,
 * and neither file says whose it is but for that number, so it has to be as old as the process:
 *
 *   a process that has the number now      began before the recording ended, or it is another one
 *   a file                                 was not written to before the recorded process began, nor after
 *                                          another one got its number
 *
 * When a process began is known by the recording's clock, which starts with the machine, or by the distance to
 * the recording's end, when its file was written; the earlier of the two is believed, for either may be late:
 * a capture may be a copy, and a machine may have been started again.
 */
#ifndef PERFOLIO_ARCHIVE_SOURCE_MADE_CODE_H
#define PERFOLIO_ARCHIVE_SOURCE_MADE_CODE_H

#include "archive/source/processes.h"
#include "archive/source/sources.h"

struct made_code { /* who asks, and what is known; borrowed */
    const struct processes *processes;
    const struct live_recording *recording;
    struct names *origins;
    const struct object *const *expected;
    size_t nexpected;
};

/* The i-th file for a WANT_PERF_MAP. UNUSABLE, for i = 0 alone: there are some, and none is of the recorded
 * process, says `e`. */
enum answer made_code_open(const struct made_code *m, const struct want *w, unsigned i, struct blob *out,
                           struct err *e);

#endif
