/*
 * record_fields: turns the bytes of a record, by its rows of fields (rec_layout.h), into members of struct record, into
 * named values (JSON), or into a line of text. The fields of a record stand once, in record_table.c; nothing else knows
 * where they are.
 */
#ifndef PERFOLIO_FORMATS_PERF_FIELDS_RECORD_FIELDS_H
#define PERFOLIO_FORMATS_PERF_FIELDS_RECORD_FIELDS_H

#include "formats/perf/fields/rec_layout.h"

/* Reads the fields that are kept into `r`. `body` is what stands between the header and the sample_id. False: the
   fields do not fit into it. */
bool record_fields_read(const struct rec_layout *l, struct span body, struct record *r);

/* How many bytes of `body` the fields take, the last of which has a variable length; more bytes may follow. 0: the
   fields do not fit. */
size_t record_fields_end(const struct rec_layout *l, struct span body, enum byte_order order);

/* Whether record_fields_read() surely succeeds: all fields are numbers, or texts at fixed offsets, and are there. False:
   only reading tells. */
bool record_fields_plain(const struct rec_layout *l, struct span body);

/* Hands the fields of a record over as members. `events` have the read_format of counters. */
void record_fields_show(const struct rec_layout *l, const struct record *r, const struct events *events,
                        const struct value_sink *sink);

/* Appends the fields as text, with " (cut short)" behind it when not all of them fit. */
void record_fields_text(const struct rec_layout *l, const struct record *r, struct text *out);

/* The same for the fields of a struct in memory, `to` being their offset in it: as members those whose `mask` has a bit
   of `which`, as text as in `l->text`. `order` is the byte order of the lists among them. */
void record_struct_show(const struct rec_layout *l, const void *base, enum byte_order order, uint64_t which,
                        const struct value_sink *sink);
void record_struct_text(const struct rec_layout *l, const void *base, enum byte_order order,
                        struct text *out);

/* Hands a read_format block (linux/perf_event.h, struct read_format) over as the object `name`. */
void record_counters_show(struct span block, enum byte_order order, uint64_t format, const char *name,
                          const struct value_sink *sink);

/* Appends fields of other bytes than a record as text: whole lines up to the first that lacks something, and whole
   entries of lists. False: something is missing. */
bool record_bytes_text(const struct rec_layout *l, struct span body, enum byte_order order, struct text *out);

#endif
