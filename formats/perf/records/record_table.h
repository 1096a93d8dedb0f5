/*
 * record_table: the one list of record types: the name and the fields of each. To add a record type, add a row and its
 * fields and, if others need them, a member of struct record.
 */
#ifndef PERFOLIO_FORMATS_PERF_RECORDS_RECORD_TABLE_H
#define PERFOLIO_FORMATS_PERF_RECORDS_RECORD_TABLE_H

#include "core/model/capture.h"
#include "formats/perf/fields/rec_layout.h"

enum {
    REC_TRAILER = 1, /* ends with a sample_id when the events ask for one (attr.sample_id_all) */
    REC_KEPT = 2,    /* fields are kept in struct record; a record that does not hold them is damaged */
    REC_GROWS =
        4, /* its header may count too much: the sample_id follows the fields, padded to 8 (records.c) */
};

/* Kinds of EVENT_UPDATE. */
enum { UPDATE_UNIT, UPDATE_SCALE, UPDATE_NAME, UPDATE_CPUS };

struct rec_desc {
    uint32_t type;
    const char *name;                /* as perf prints it (perf_event__name) */
    const struct rec_layout *fields; /* NULL: none */
    /* Reads what rows cannot describe, or NULL. `whole`: all rows could be read. Returns whether the record is sound. */
    bool (*mend)(struct span body, struct record *r, bool whole);
    unsigned flags;
};

enum { REC_UNKNOWN = RECORD_KINDS - 1 };

/* The row of a type, NULL: unknown. The kind of a type is the index of its row, REC_UNKNOWN: unknown; records are counted
   by kind. The row of a kind, NULL: none. */
const struct rec_desc *record_desc_of(uint32_t type);
size_t record_kind_of(uint32_t type);
const struct rec_desc *record_desc_at(size_t kind);

/* Whether no known recorder writes such a header: its type is unknown, or it is a record of the kernel whose size is not a
   multiple of 8 (linux/perf_event.h). Samples are checked by their fields instead (sample.c). Not damage by itself: later
   recorders have more types, and other programs write what they like. */
bool record_is_strange(uint32_t type, size_t size);

/* The fields of a record whose type has no row: its bytes. */
extern const struct rec_layout rec_unknown;

#endif
