/*
 * counts_write: writes samples that read counters (PERF_SAMPLE_READ) if samples between them are left out. A counter
 * grows from sample to sample, and the growth is the weight of the sample. So the counters that are written are the
 * sums of the growths of the samples that are written, from 0 on.
 */
#ifndef PERFOLIO_FORMATS_PERF_WRITE_COUNTS_WRITE_H
#define PERFOLIO_FORMATS_PERF_WRITE_COUNTS_WRITE_H

#include "core/base/text.h"
#include "core/profile/keys/reads.h"

/* Zero-initialise. */
struct counts_written {
    struct reads seen; /* of all samples */
    uint64_t *totals;  /* of the samples that were written, by the index of the counter in `seen` */
    size_t n, cap;
};

/* Takes the next sample of the capture, whose record is `bytes`. If it is `kept`, its record is appended to `out`. */
void counts_write_sample(struct counts_written *w, const struct sample *s, const struct events *es,
                         struct span bytes, bool kept, struct text *out);

/* Like the function above, but appends only the sample's read_format block. */
void counts_write_block(struct counts_written *w, const struct sample *s, const struct events *es, bool kept,
                        struct text *block);

void counts_written_free(struct counts_written *w);

#endif
