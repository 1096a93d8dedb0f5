/*
 * record_view: the values of rows, out of a struct in memory where they are kept there, else out of the
 * record's bytes, which may end anywhere: what is not there is 0 or empty, and `bad` is set. Private to
 * record_fields.c.
 */
#ifndef PERFOLIO_FORMATS_PERF_FIELDS_RECORD_VIEW_H
#define PERFOLIO_FORMATS_PERF_FIELDS_RECORD_VIEW_H

#include "formats/perf/fields/rec_layout.h"

enum { ROWS_MOST = 32 };

struct view_value {
    uint64_t number;
    struct span bytes; /* of text and bytes, the entries of a list, what is there of a part */
    const char *word;
    bool missing; /* the bytes ended before it */
};

/* A layout over its bytes, or over a struct. */
struct view {
    const struct rec_layout *l;
    struct view *up;  /* whose part or entry it is, or NULL */
    const void *base; /* what `to` is an offset in */
    uint16_t misc;
    enum byte_order order;
    uint64_t index; /* of an entry */
    struct span body;
    const struct events *events; /* whose read_format counters have; NULL where there are none */
    struct view_value v[ROWS_MOST];
    struct attr attr; /* of REC_ATTR; with size 0: it could not be read, and what follows is not shown */
    size_t used;      /* bytes of the body */
    bool bad;         /* something is missing */
    bool strict;      /* nothing is kept, and text ends where something is missing */
    bool is_struct;   /* values are taken when they are asked for */
};

/* Views are large, and are written in place; they borrow all that they are given. Of a record; of a struct in
   memory; of bytes that are no record's, strict. */
void record_view(struct view *w, const struct rec_layout *l, const struct record *r);
void record_view_struct(struct view *w, const struct rec_layout *l, const void *base, enum byte_order order);
void record_view_bytes(struct view *w, const struct rec_layout *l, struct span body, enum byte_order order);

/* Of a part of what `up` shows, or entry `index` of a list in it. */
void record_view_in(struct view *w, struct view *up, const struct rec_layout *l, struct span body,
                    uint64_t index);

/* The value of row i. */
const struct view_value *record_view_value(struct view *w, size_t i);

/* What a part is for a number. */
const struct rec_layout *record_view_part(const struct rec_field *f, uint64_t number);

#endif
