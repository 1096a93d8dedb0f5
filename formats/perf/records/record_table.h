/*
 * record_table: the one list of record types: what each is called and which fields it has. To add a record type, add a
 * row and its fields (and, for what others need, a member to struct record).
 */
#ifndef PERFOLIO_FORMATS_PERF_RECORDS_RECORD_TABLE_H
#define PERFOLIO_FORMATS_PERF_RECORDS_RECORD_TABLE_H

#include "core/model/capture.h"
#include "formats/perf/fields/rec_layout.h"

enum {
    REC_TRAILER = 1, /* ends with a sample_id when the events ask for one (attr.sample_id_all) */
    REC_KEPT = 2, /* its fields are kept in struct record, and a record that does not hold them is damaged */
    REC_GROWS =
        4, /* its header may count more than it has: the sample_id follows its fields, padded to 8 (records.c) */
};

/* What EVENT_UPDATE updates. */
enum { UPDATE_UNIT, UPDATE_SCALE, UPDATE_NAME, UPDATE_CPUS };

struct rec_desc {
    uint32_t type;
    const char *name;                /* as perf prints it (perf_event__name) */
    const struct rec_layout *fields; /* NULL: it has none */
    /* What rows cannot say, or NULL. `whole`: all rows could be read; so is what is returned. */
    bool (*mend)(struct span body, struct record *r, bool whole);
    unsigned flags;
};

enum { REC_UNKNOWN = RECORD_KINDS - 1 };

/* The row of a type, or NULL for a type that is not known; its number among the rows (REC_UNKNOWN when not
   known), by which records are counted; the row of such a number. */
const struct rec_desc *record_desc_of(uint32_t type);
size_t record_kind_of(uint32_t type);
const struct rec_desc *record_desc_at(size_t kind);

/* Whether no known recorder writes such a header: its type is unknown, or of the kernel, whose sizes are multiples of 8
   (linux/perf_event.h). What samples hold is compared with their size (sample.c). This alone is no damage: later recorders have
   more types, and strangers write what they like. */
bool record_is_strange(uint32_t type, size_t size);

/* The fields of a type that has no row: its bytes. */
extern const struct rec_layout rec_unknown;

#endif
