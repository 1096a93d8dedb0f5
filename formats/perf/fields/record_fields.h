/*
 * record_fields: turns the bytes of a record, by its rows of fields (rec_layout.h), into members of struct record,
 * into named values (JSON), or into a line of text. Only record_table.c has the layout of records.
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

/* True: record_fields_read() will succeed, since all fields are numbers, or texts at fixed offsets, and lie
   in the body. False: it may succeed or fail. */
bool record_fields_have_fixed_size(const struct rec_layout *l, struct span body);

/* Passes the fields of a record to the sink as members. `events` have the read_format of counters. */
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

/* Appends the fields of bytes that are not a record as text: whole lines up to the first incomplete line, and
   whole entries of lists. False: something is missing. */
bool record_bytes_text(const struct rec_layout *l, struct span body, enum byte_order order, struct text *out);

/* The values of the rows of a layout, from the struct in memory where they are kept, else from the
   record's bytes. These may end anywhere: a value that is missing is 0 or empty, and `bad` is set. Private to
   record_fields.c. */

enum { ROWS_MOST = 32 };

struct view_value {
    uint64_t number;
    struct span bytes; /* by kind of the row: a text, bytes, the entries of a list, or the bytes of a part */
    const char *word;
    bool missing; /* the bytes ended before it */
};

/* A layout over its bytes, or over a struct. */
struct view {
    const struct rec_layout *l;
    struct view *up;  /* the view that it is a part or an entry of, or NULL */
    const void *base; /* the struct that `to` is an offset in */
    uint16_t misc;
    enum byte_order order;
    uint64_t index; /* of an entry in its list */
    struct span body;
    const struct events *events; /* have the read_format of counters; NULL: there are no counters */
    struct view_value v[ROWS_MOST];
    struct attr attr; /* of REC_ATTR; size 0: it could not be read, and the rows behind it are not shown */
    size_t used;      /* bytes of the body that the rows take */
    bool bad;         /* something is missing */
    bool strict;      /* no row is kept in a struct, and text ends where something is missing */
    bool is_struct;   /* values are read when they are asked for */
};

/* Fill a view in place, as it is large: of a record, of a struct in memory, or of other bytes (strict). Views borrow all
   that they are given. */
void record_view(struct view *w, const struct rec_layout *l, const struct record *r);
void record_view_struct(struct view *w, const struct rec_layout *l, const void *base, enum byte_order order);
void record_view_bytes(struct view *w, const struct rec_layout *l, struct span body, enum byte_order order);

/* Fills the view of a part of `up`, or of entry `index` of a list in it. */
void record_view_nested(struct view *w, struct view *up, const struct rec_layout *l, struct span body,
                        uint64_t index);

/* The value of row i. */
const struct view_value *record_view_value(struct view *w, size_t i);

/* The layout of a record part that is selected by a number (rec_part.is). */
const struct rec_layout *record_view_part_layout(const struct rec_field *f, uint64_t number);

#endif
