/*
 * records: the one list of record types (record_table.c), what each is called and which fields it has, and what is
 * done with records by it. To add a record type, add a row and its fields (and, for what others need, a member to
 * struct record).
 */
#ifndef PERFOLIO_FORMATS_PERF_RECORDS_RECORDS_H
#define PERFOLIO_FORMATS_PERF_RECORDS_RECORDS_H

#include "formats/perf/fields/rec_layout.h"
#include "formats/perf/file/perfdata.h"

enum {
    REC_TRAILER = 1, /* ends with a sample_id when the events ask for one (attr.sample_id_all) */
    REC_KEPT = 2, /* its fields are kept in struct record, and a record that does not hold them is damaged */
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

/* The fields of a type that has no row: its bytes. */
extern const struct rec_layout rec_unknown;

/* Decode a whole record (header included). False when its body is not what its type says; `r` is then not to
   be used beyond type, misc, at and bytes. `file_at` is the offset shown to people, `seq` the place in the
   capture. */
bool record_read(const struct perfdata *p, struct span bytes, uint64_t file_at, uint64_t seq,
                 struct record *r);

/* Decode a whole PERF_RECORD_SAMPLE (sample.c). `s` is zeroed before its first use and then handed back as it is: what
   the sample before left in it need not be found, or cleared, again. False when it belongs to no event
   (PROBLEM_UNKNOWN_EVENT) or is damaged (PROBLEM_BAD_RECORD), counted in `problems`. */
bool record_sample(const struct perfdata *p, struct span bytes, uint64_t at, uint64_t seq, struct sample *s,
                   struct problems *problems);

/* The time of a sample alone, ns; 0 when it has none. */
uint64_t record_sample_time(const struct perfdata *p, struct span bytes);

/* The name of its type, "UNKNOWN_40" of one that is not known. */
void record_name(const struct record *r, struct text *out);

/* Its fields as text, without a newline; nothing when its type has none. */
void record_details(const struct record *r, struct text *out);

/* Both, as `perfolio dump` prints a record. */
void record_show(const struct record *r, struct text *out);

/* Its fields as members; of a type without a table "bytes", if it has any. */
void record_members(const struct record *r, const struct events *events, const struct rec_sink *sink);

#endif
