/*
 * account: what became of the bytes and records of a capture. Each byte of its files is counted once, as kept, left out
 * or lost; so is each byte of the records that were decompressed.
 */
#ifndef PERFOLIO_FORMATS_PERF_SALVAGE_ACCOUNT_H
#define PERFOLIO_FORMATS_PERF_SALVAGE_ACCOUNT_H

#include "core/model/capture.h"

enum salvage_fate {
    SALVAGE_KEPT,
    SALVAGE_LEFT_OUT, /* it describes how the records were stored, which changes */
    SALVAGE_LOST,
    SALVAGE_FATES
};

/* Bytes in a row that are lost for one reason. */
struct salvage_loss {
    uint32_t file; /* number of the file in a directory + 1, as in data.N; 0: the only file, or `data` */
    bool unpacked; /* offset and bytes are of decompressed records */
    uint64_t at, n;
    const char *what; /* the record, or the part of the file, that is lost */
    const char *why;
    uint64_t after,
        before; /* times of the last record before it and of the first record after it, ns; 0: there is none */
};

enum { SALVAGE_LOSSES = 1000 }; /* losses that are listed */

/* Zero-initialise. */
struct salvage_account {
    uint64_t bytes[SALVAGE_FATES], unpacked[SALVAGE_FATES];
    uint64_t
        records[RECORD_KINDS]
               [SALVAGE_FATES]; /* by kind (record_table.h); of lost bytes those that can be told apart */
    uint64_t mended;            /* records that are kept with another size than they had */
    struct salvage_loss *losses;
    size_t n, cap;
    uint64_t unlisted; /* number of losses that are not listed */
    uint64_t last;     /* time of the last record; 0: none yet */
    size_t open;       /* number of losses before which the first ones have their time `before` */
};

void account_free(struct salvage_account *a);

/* Counts lost bytes. Texts are not copied. A loss that continues the last one for the same reason is added to it. */
void account_lose(struct salvage_account *a, const struct salvage_loss *loss);

/* Notes the time of a record that is kept, ns; 0: it has none. */
void account_see_time(struct salvage_account *a, uint64_t time);

#endif
