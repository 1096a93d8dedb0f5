/*
 * records: the one list of record types: how each is read, what it is called, how it is shown. To add a
 * record type, add a row (and a member to struct record).
 */
#ifndef PERFOLIO_FORMATS_PERF_RECORDS_H
#define PERFOLIO_FORMATS_PERF_RECORDS_H

#include "core/base/text.h"
#include "formats/perf/perfdata.h"

enum {
    REC_TRAILER = 1, /* ends with a sample_id when the events ask for one (attr.sample_id_all) */
};

struct rec_desc {
    uint32_t type;
    const char *name;                                       /* as perf prints it (perf_event__name) */
    void (*read)(struct cur *c, struct record *r);          /* NULL: the header is all we need      */
    void (*show)(const struct record *r, struct text *out); /* NULL: there is nothing but the name */
    unsigned flags;
};

enum { REC_UNKNOWN = RECORD_KINDS - 1 };

/* The row of a type, or NULL for a type that is not known; its number among the rows (REC_UNKNOWN when not
   known), by which records are counted; the row of such a number. */
const struct rec_desc *record_desc_of(uint32_t type);
size_t record_kind_of(uint32_t type);
const struct rec_desc *record_desc_at(size_t kind);

/* Decode a whole record (header included). False when its body is not what its type says; `r` is then not to
   be used beyond type, misc, at and bytes. `file_at` is the offset shown to people, `seq` the place in the
   capture. */
bool record_read(const struct perfdata *p, struct span bytes, uint64_t file_at, uint64_t seq,
                 struct record *r);

/* One line for a record, without a newline, as `perfolio dump` prints it. */
void record_show(const struct record *r, struct text *out);

#endif
