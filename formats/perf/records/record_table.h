/*
 * record_table: the one list of record types: the name and the fields of each. To add a record type, add a row
 * with its fields and, if other code needs the fields, a member of struct record.
 */
#ifndef PERFOLIO_FORMATS_PERF_RECORDS_RECORD_TABLE_H
#define PERFOLIO_FORMATS_PERF_RECORDS_RECORD_TABLE_H

#include "core/model/capture.h"
#include "formats/perf/fields/rec_layout.h"

enum {
    REC_TRAILER = 1, /* ends with a sample_id if the events require it (attr.sample_id_all) */
    REC_KEPT = 2,    /* fields are stored in struct record; a record that is too short for them is damaged */
    /* the size in its header may be too large: the sample_id comes after the fields, padded to 8
       (records.c) */
    REC_GROWS = 4,
};

/* Kinds of EVENT_UPDATE. */
enum { UPDATE_UNIT, UPDATE_SCALE, UPDATE_NAME, UPDATE_CPUS };

struct rec_desc {
    uint32_t type;
    const char *name;                /* as perf prints it (perf_event__name) */
    const struct rec_layout *fields; /* NULL: none */
    /* Reads fields that rows cannot describe; NULL: there are none. `whole`: all rows could be read.
       False: the record is damaged. */
    bool (*mend)(struct span body, struct record *r, bool whole);
    unsigned flags;
};

enum { REC_UNKNOWN = RECORD_KINDS - 1 };

/* record_desc_of(): the row of a type; NULL: unknown. record_kind_of(): the kind of a type, which is the
   index of its row, or REC_UNKNOWN. Records are counted by kind. record_desc_at(): the row of a kind;
   NULL: none. */
const struct rec_desc *record_desc_of(uint32_t type);
size_t record_kind_of(uint32_t type);
const struct rec_desc *record_desc_at(size_t kind);

/* Whether no known recorder writes such a header: its type is unknown, or it is a record of the kernel
   whose size is not a multiple of 8 (linux/perf_event.h). Samples are checked by their fields instead
   (sample.c). A strange record is not damage by itself, since later recorders have more types, and other
   programs may write records of any type. */
bool record_is_strange(uint32_t type, size_t size);

/* The layout of records whose type has no row: their bytes. */
extern const struct rec_layout rec_unknown;

#endif
