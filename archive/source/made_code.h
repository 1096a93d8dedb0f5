/*
 * made_code: finds the files in which a recorded process described the code that it generated (JIT code), for
 * a recording that was made on this machine. The files are the perf map of the process, /tmp/perf-PID.map,
 * and the jitdumps that it mapped during the recording. If the process still runs, the files are looked up in
 * its mount namespace, by its pid in its pid namespace; otherwise in our file system. A file names its
 * process only by pid, and pids are reused, so times must fit:
 *
 *   a process that has the pid now   must have begun before the recording ended, else it is another process
 *   a file                           must not have been written before the recorded process began, nor after
 *                                    another process got its pid
 *
 * The start of a recorded process is computed in two ways: from the boot time, since the recording's clock
 * starts with the machine; and backwards from the time at which the capture was last written, which is the
 * recording's end. The earlier result is used, since either may be too late: the capture may be a copy, or
 * the machine may have been restarted.
 */
#ifndef PERFOLIO_ARCHIVE_SOURCE_MADE_CODE_H
#define PERFOLIO_ARCHIVE_SOURCE_MADE_CODE_H

#include "archive/source/processes.h"
#include "archive/source/sources.h"

/* The data that is needed to find the files; all borrowed. */
struct made_code {
    const struct processes *processes;
    const struct live_recording *recording;
    struct names *origins;
    const struct object *const *expected;
    size_t nexpected;
};

/* Opens the i-th file for a WANT_PERF_MAP. UNUSABLE (for i = 0 only): files exist, but none is from the recorded
 * process; `e` says why. */
enum answer made_code_open(const struct made_code *m, const struct want *w, unsigned i, struct blob *out,
                           struct err *e);

#endif
