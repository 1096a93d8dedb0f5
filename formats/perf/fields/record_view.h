/*
 * record_view: the values of the rows of a layout, from the struct in memory where they are kept, else from the
 * record's bytes. These may end anywhere: a value that is missing is 0 or empty, and `bad` is set. Private to
 * record_fields.c.
 */
#ifndef PERFOLIO_FORMATS_PERF_FIELDS_RECORD_VIEW_H
#define PERFOLIO_FORMATS_PERF_FIELDS_RECORD_VIEW_H

#include "formats/perf/fields/rec_layout.h"

enum { ROWS_MOST = 32 };

struct view_value {
    uint64_t number;
    struct span bytes; /* a text, the bytes, the entries of a list, or the bytes of a part */
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
void record_view_in(struct view *w, struct view *up, const struct rec_layout *l, struct span body,
                    uint64_t index);

/* The value of row i. */
const struct view_value *record_view_value(struct view *w, size_t i);

/* The layout of a part for a number. */
const struct rec_layout *record_view_part(const struct rec_field *f, uint64_t number);

#endif
