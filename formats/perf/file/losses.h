/*
 * losses: counts what LOST and LOST_SAMPLES records report, each loss once. When a buffer is full, the kernel
 * counts twice: for the buffer, which a LOST record reports as soon as there is room again, and,
 * since 6.0, for the event (PERF_FORMAT_LOST), which perf record reads when it ends and writes as
 * LOST_SAMPLES. The second count is never smaller: it includes losses after the last LOST record, and
 * samples that some CPUs drop without a buffer. LOST_SAMPLES records of the kernel itself are samples that never
 * reached a buffer (PEBS). (kernel/events/ring_buffer.c, __perf_output_begin(); tools/perf/builtin-record.c,
 * record__read_lost_samples(); arch/x86/events/intel/ds.c)
 */
#ifndef PERFOLIO_FORMATS_PERF_FILE_LOSSES_H
#define PERFOLIO_FORMATS_PERF_FILE_LOSSES_H

#include "core/model/capture.h"
#include "core/model/record.h"

struct losses {
    struct losses_sum {
        uint64_t n, first_at; /* lost samples, and the offset of the first record */
    } counted, unsure; /* written by perf record when it ended; by it or by the kernel, unknown which */
};

/* Takes a LOST or LOST_SAMPLES record. `l` starts as zeros and has to get all such records of a capture. */
void losses_see(struct losses *l, struct capture *c, const struct record *r);

/* After the last record: counts what no LOST record reported among the capture's problems. */
void losses_finish(const struct losses *l, struct capture *c);

#endif
