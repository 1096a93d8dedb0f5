/*
 * budget: limits the output of decompression to 64 MiB plus 64 times the compressed bytes, whatever sizes a file claims.
 * Text, code and DWARF become 3 to 20 times as long; only repeated bytes become longer. All compressed parts of a file
 * share one budget.
 */
#ifndef PERFOLIO_CORE_BASE_BUDGET_H
#define PERFOLIO_CORE_BASE_BUDGET_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/err.h"

/* The largest look-back window, in bytes, that a decompressor may allocate because a header requests it. It is the size
   that zstd accepts without --long=28 (zstd.h, ZSTD_WINDOWLOG_LIMIT_DEFAULT), and twice what xz -9 needs. _LOG: its
   binary logarithm. */
enum { BUDGET_WINDOW_LOG = 27, BUDGET_WINDOW = 1 << BUDGET_WINDOW_LOG };

struct budget {
    uint64_t packed, most, left; /* bytes: compressed input; total output allowed; output still allowed */
    bool over;                   /* a call requested more than was left */
};

/* The budget for a file with `packed` compressed bytes. */
struct budget budget_for_packed(uint64_t packed);

/* The budget for the records of a profile, which may become 256 times as long; stack dumps are not counted
   (feed_record_cost()). `most`: another limit in bytes; 0: this one. */
struct budget budget_for_records(uint64_t packed, uint64_t most);

/* The budget for the files of a capture in a folio, which may become 16,384 times as long: of stack dumps of 64 KiB that are
   nearly empty, zstd makes less than a thousandth. `most` as above. */
struct budget budget_for_files(uint64_t packed, uint64_t most);

/* Takes n bytes of output, or of work that costs as much, from the budget. False: fewer were left; the rest is taken. */
bool budget_spend(struct budget *b, uint64_t n);

/* Sets `e` to say that the budget was exceeded. Returns false. */
bool budget_set_error(const struct budget *b, struct err *e);

#endif
