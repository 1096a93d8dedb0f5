/*
 * salvage: reads a capture that may be damaged, and counts what became of every byte. Where the usual reader
 * (feed.h) ends at the first bytes that cannot be a record, this one searches for the next place where records begin.
 *
 *     | record | record | lost ...... | record | ...
 *                       ^ unsound     ^ several sound records in a row
 *
 * The capture is only opened, not walked. Records that describe it are applied as they are read.
 */
#ifndef PERFOLIO_FORMATS_PERF_SALVAGE_SALVAGE_H
#define PERFOLIO_FORMATS_PERF_SALVAGE_SALVAGE_H

#include "formats/perf/file/perfdata.h"
#include "formats/perf/salvage/account.h"

/* A sound record. */
struct salvage_record {
    uint32_t type;
    struct span bytes;           /* without what does not belong to it; its size field may say otherwise */
    const struct record *record; /* decoded; NULL: it is a sample, ... */
    const struct sample *sample; /* ... this one */
    const struct file *file;     /* the file of ... */
    uint64_t behind_at, behind;  /* ... the bytes that follow the record and belong to it, and their number */
};

struct salvage_visitor {
    /* Takes a record, in file order. `fate` is SALVAGE_KEPT before the call. False with `e` set: reading stops. */
    bool (*take)(void *arg, const struct salvage_record *r, enum salvage_fate *fate, struct err *e);
    void *arg;
    /* Whether bytes are tracing data that can be read to their end. */
    bool (*is_tracing)(struct span data);
};

/* Finds the features of the header where they lie if bytes before them were removed or inserted, or if the header says wrongly
   where the records end, and reads them. Those that are not sound become `bad`. Call it before salvage_read(). False with
   `e` set: the file cannot be read. */
bool salvage_find_features(struct perfdata *p, bool (*is_tracing)(struct span data), struct err *e);

/* Reads all records. Adds to `a`, which the caller zeroes before and frees. False with `e` set: a file cannot be read,
   or take() has failed. */
bool salvage_read(struct perfdata *p, const struct salvage_visitor *v, struct salvage_account *a,
                  struct err *e);

/* Counts the bytes of a file other than records: its header, attrs, and features. Features that cannot be read are lost. */
bool salvage_count_header(const struct perfdata *p, struct salvage_account *a, struct err *e);

/* Whether a feature of the header could be read, and lies where features are. */
bool salvage_has_feature(const struct perfdata *p, unsigned bit);

/* Whether a stretch has records: one of a feature may be none. */
bool salvage_has_stretch(const struct perfdata *p, const struct stretch *s);

#endif
