/*
 * formula: what a print format computes of a record's fields, as libtraceevent does it: numbers of 64 bits
 * without a sign, fields read as such, whatever their type. Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_FORMULA_H
#define PERFOLIO_FORMATS_TRACEPOINT_FORMULA_H

#include <event-parse.h>

#include "core/base/arena.h"
#include "core/base/cur.h"

struct formula;

/* Where formulas are made. */
struct formulas {
    const struct tep_event *event;
    unsigned long_size; /* of the recorded kernel, in bytes */
    enum byte_order order;
    struct arena *arena;
    size_t needs; /* bytes of a record that are read */
};

/* NULL: it is of a form that only libtraceevent knows. */
const struct formula *formula_make(struct formulas *x, const struct tep_print_arg *arg);

/* Its value in a record of at least x->needs bytes. */
uint64_t formula_value(const struct formula *e, const uint8_t *record);

/* The field of this name, or NULL. */
const struct tep_format_field *formula_field(const struct tep_event *ev, const char *name);

#endif
