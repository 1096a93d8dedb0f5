/*
 * record_fields: turns the bytes of a record, by its rows of fields (rec_layout.h), into members of struct
 * record, into named values (JSON), or into a line of text. Only record_table.c has the layouts of records.
 */
#ifndef PERFOLIO_FORMATS_PERF_FIELDS_RECORD_FIELDS_H
#define PERFOLIO_FORMATS_PERF_FIELDS_RECORD_FIELDS_H

#include "formats/perf/fields/rec_layout.h"

/* Reads the stored fields into `r`. `body` is the bytes between the header and the sample_id. False: the
   fields do not fit into it. */
bool record_fields_read(const struct rec_layout *l, struct span body, struct record *r);

/* The number of bytes of `body` that the fields take, if the last one has a variable length; more bytes may follow. 0:
   the fields do not fit. */
size_t record_fields_end(const struct rec_layout *l, struct span body, enum byte_order order);

/* The number of bytes that the fields take, whatever their kinds. 0: they do not fit, or there are none. */
size_t record_fields_extent(const struct rec_layout *l, struct span body, enum byte_order order);

/* True: record_fields_read() will succeed, since all fields are numbers, or texts at fixed offsets, and
   are inside the body. False: it may succeed or fail. */
bool record_fields_have_fixed_size(const struct rec_layout *l, struct span body);

/* Passes the fields of a record to the sink as members. `events` have the read_format of counters. */
void record_fields_show(const struct rec_layout *l, const struct record *r, const struct events *events,
                        const struct value_sink *sink);

/* Appends the fields as text, with " (cut short)" at the end if not all of them fit. */
void record_fields_text(const struct rec_layout *l, const struct record *r, struct text *out);

/* Show a struct in memory; `to` of a field is then its offset in the struct. record_struct_show(): as
   members, but only fields whose `mask` has a bit of `which`. record_struct_text(): as text like
   `l->text`. `order` is the byte order of lists in the struct. */
void record_struct_show(const struct rec_layout *l, const void *base, enum byte_order order, uint64_t which,
                        const struct value_sink *sink);
void record_struct_text(const struct rec_layout *l, const void *base, enum byte_order order,
                        struct text *out);

/* Passes a read_format block (linux/perf_event.h, struct read_format) to the sink as the object `name`. */
void record_counters_show(struct span block, enum byte_order order, uint64_t format, const char *name,
                          const struct value_sink *sink);

/* Appends the fields of bytes that are not a record as text: whole lines up to the first incomplete line,
   and whole entries of lists. False: something is missing. */
bool record_bytes_text(const struct rec_layout *l, struct span body, enum byte_order order, struct text *out);

/* A view has the values of the rows of a layout. They come from the struct in memory if they are stored
   there, else from the record's bytes. The bytes may end anywhere: a missing value is 0 or empty, and
   `bad` is set. Private to record_fields.c. */

enum { ROWS_MOST = 32 };

struct view_value {
    uint64_t number;
    /* depends on the kind of the row: a text, bytes, the entries of a list, or the bytes of a part */
    struct span bytes;
    const char *word;
    bool missing; /* the bytes end before it */
};

/* A layout together with its bytes, or with a struct. */
struct view {
    const struct rec_layout *l;
    struct view *up;  /* the view that contains this part or entry, or NULL */
    const void *base; /* the struct in which `to` is an offset */
    uint16_t misc;
    enum byte_order order;
    uint64_t index; /* for an entry: its index in the list */
    struct span body;
    const struct events *events; /* have the read_format of counters; NULL: there are no counters */
    struct view_value v[ROWS_MOST];
    struct attr attr; /* for REC_ATTR; size 0: it could not be read, and the rows after it are not shown */
    size_t used;      /* bytes of the body that the rows take */
    bool bad;         /* something is missing */
    bool strict;      /* no row is stored in a struct, and text ends where a value is missing */
    bool is_struct;   /* values are read when they are needed */
};

/* Fill a view in place, since it is large: of a record, of a struct in memory, or of other bytes (strict).
   Views borrow all arguments. */
void record_view(struct view *w, const struct rec_layout *l, const struct record *r);
void record_view_struct(struct view *w, const struct rec_layout *l, const void *base, enum byte_order order);
void record_view_bytes(struct view *w, const struct rec_layout *l, struct span body, enum byte_order order);

/* Fills the view of a part of `up`, or of entry `index` of a list in it. */
void record_view_nested(struct view *w, struct view *up, const struct rec_layout *l, struct span body,
                        uint64_t index);

/* The value of row i. */
const struct view_value *record_view_value(struct view *w, size_t i);

/* The layout of a record part for a number (rec_part.is). */
const struct rec_layout *record_view_part_layout(const struct rec_field *f, uint64_t number);

#endif
