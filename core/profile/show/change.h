/* change: what became of a line of several captures (compare.h), as a number, and the order that gives. */
#ifndef PERFOLIO_CORE_PROFILE_SHOW_CHANGE_H
#define PERFOLIO_CORE_PROFILE_SHOW_CHANGE_H

#include "core/profile/show/compare.h"

enum change_kind {
    CHANGE_DELTA,     /* of shares, in percent points       */
    CHANGE_DELTA_ABS, /* the same, whether up or down       */
    CHANGE_RATIO,     /* of periods, new by old             */
    CHANGE_WDIFF      /* new * w2 - old * w1, of periods    */
};

struct change_opts {
    enum change_kind kind;
    int64_t w1, w2;
    uint32_t order;     /* the file whose changes order lines before all else; 0: the baseline's order does */
    bool of_shown;      /* shares are of what filters let through */
    bool baseline_only; /* only lines that the baseline and another file have */
};

/* One event of what was joined and settled. */
struct changes {
    const struct comparison *c;
    const struct change_opts *o;
    uint32_t event;
};

/* The period that a file's shares are of. */
uint64_t change_total(const struct changes *h, uint32_t file);

/* The period and the share, in percent, of a line in a file; 0 where the file has no such row, or nothing at
 * all. */
uint64_t change_period(const struct changes *h, const uint32_t *line, uint32_t file);
double change_percent(const struct changes *h, const uint32_t *line, uint32_t file);

/* From the baseline to a file: percent points; how many times as much, where nothing counts as a period of 1;
   and the weighted difference. */
double change_delta(const struct changes *h, const uint32_t *line, uint32_t file);
double change_ratio(const struct changes *h, const uint32_t *line, uint32_t file);
int64_t change_wdiff(const struct changes *h, const uint32_t *line, uint32_t file);

/* The lines of the event, a row (or NO_ROW) per file each, in perf's order: lines that the file has that is
   ordered by, those that changed most first; then by the share in the baseline, by the other files, by the
   keys. malloc'ed, NULL where no file has a sample; n receives the count. */
uint32_t *change_lines(const struct changes *h, size_t *n);

#endif
