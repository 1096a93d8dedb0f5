/*
 * conversion: one conversion of a print format, "%-16s", and what it makes of a number or a text (C11,
 * 7.21.6.1, as the kernel's lib/vsprintf.c has it). Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_EXPR_CONVERSION_H
#define PERFOLIO_FORMATS_TRACEPOINT_EXPR_CONVERSION_H

#include <stdbool.h>

#include "core/base/text.h"

struct conversion {
    char letter;                                   /* d, u, o, x, X, c, s or p */
    uint8_t bytes;                                 /* of numbers: how much of the value is printed */
    uint16_t width;                                /* in characters, below 1000 */
    int16_t precision;                             /* below 1000; -1: none */
    bool zeros, left, prefix, plus, blank;         /* the flags 0 - # + and the blank */
    bool width_is_argument, precision_is_argument; /* in front of the value */
    bool plain; /* no flag, width or precision; the letter is none of o, X, c */
};

/* Read a conversion behind its "%", for a kernel whose long has so many bytes. False: it is none that the
   kernel has. What follows a p is left. */
bool conversion_read(const char **format, unsigned long_size, struct conversion *c);

/* Add a number: by d, u, o, x or X, or the character that it is by c. */
void conversion_number(const struct conversion *c, uint64_t v, struct text *out);

/* Add a text, its control characters as \xNN. */
void conversion_text(const struct conversion *c, const char *s, size_t n, struct text *out);

#endif
