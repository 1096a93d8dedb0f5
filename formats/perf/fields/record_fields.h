/*
 * record_fields: what is done with rows of fields (rec_layout.h): bytes become members of struct record, values
 * by name (JSON), a line of text. A record's fields stand once, in record_table.c; nothing else knows where in
 * a record something stands.
 */
#ifndef PERFOLIO_FORMATS_PERF_FIELDS_RECORD_FIELDS_H
#define PERFOLIO_FORMATS_PERF_FIELDS_RECORD_FIELDS_H

#include "formats/perf/fields/rec_layout.h"

/* Read those fields of a record that are kept. False when they do not fit into `body`, which is what stands
   between the header and the sample_id. */
bool record_fields_read(const struct rec_layout *l, struct span body, struct record *r);

/* How many bytes the fields take, of which the last is of variable length; what follows them in `body` does not matter. 0: they do
   not fit. */
size_t record_fields_end(const struct rec_layout *l, struct span body, enum byte_order order);

/* Whether record_fields_read() is sure to read them: numbers, and texts at places of their own, that are all there. False: it has to be
   tried. */
bool record_fields_plain(const struct rec_layout *l, struct span body);

/* Hand over the fields of a record as members. `events`: whose read_format counters have. */
void record_fields_show(const struct rec_layout *l, const struct record *r, const struct events *events,
                        const struct value_sink *sink);

/* Add them as text; "(cut short)" behind it when not all of them fit. */
void record_fields_text(const struct rec_layout *l, const struct record *r, struct text *out);

/* Fields of a struct in memory instead, in which `to` is their offset: as members those whose `mask` has a
   bit of `which`, as text as `l->text` has them. `order` is that of the lists among them. */
void record_struct_show(const struct rec_layout *l, const void *base, enum byte_order order, uint64_t which,
                        const struct value_sink *sink);
void record_struct_text(const struct rec_layout *l, const void *base, enum byte_order order,
                        struct text *out);

/* A read_format block (linux/perf_event.h, struct read_format) as the object `name`. */
void record_counters_show(struct span block, enum byte_order order, uint64_t format, const char *name,
                          const struct value_sink *sink);

/* Fields that are no record's, as text: lines up to the first in which something is missing, and entries of
   lists up to such a one. False when something is. */
bool record_bytes_text(const struct rec_layout *l, struct span body, enum byte_order order, struct text *out);

#endif
