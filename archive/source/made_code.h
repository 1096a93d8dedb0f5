/*
 * made_code: finds what a process of this machine wrote about the code that it generated, for a recording that was made
 * here: its perf map, /tmp/perf-PID.map, and the jitdumps that the recording saw mapped. For a running process they are
 * looked up in its own file system, by its own pid; else in ours. Pids are reused, and the files name their process by
 * pid alone, so times have to fit:
 *
 *   a process that has the pid now         began before the recording ended, or it is another one
 *   a file                                 was not written to before the recorded process began, nor after
 *                                          another one got its pid
 *
 * The start of a recorded process is computed from the recording's clock, which starts with the machine, and from its
 * distance to the recording's end, when the capture was written. The earlier one counts, as either may be too late:
 * a capture may be a copy, and the machine may have been restarted.
 */
#ifndef PERFOLIO_ARCHIVE_SOURCE_MADE_CODE_H
#define PERFOLIO_ARCHIVE_SOURCE_MADE_CODE_H

#include "archive/source/processes.h"
#include "archive/source/sources.h"

/* What is needed to find the files; all borrowed. */
struct made_code {
    const struct processes *processes;
    const struct live_recording *recording;
    struct names *origins;
    const struct object *const *expected;
    size_t nexpected;
};

/* Opens the i-th file for a WANT_PERF_MAP. UNUSABLE, for i = 0 only: there are files, but none of the recorded process,
 * as `e` says. */
enum answer made_code_open(const struct made_code *m, const struct want *w, unsigned i, struct blob *out,
                           struct err *e);

#endif
