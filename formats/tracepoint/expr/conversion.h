/*
 * conversion: one conversion of a print format, such as "%-16s", and how it prints a number or a text (C11,
 * 7.21.6.1, with the extensions of the kernel's lib/vsprintf.c). Private to formats/tracepoint.
 */
#ifndef PERFOLIO_FORMATS_TRACEPOINT_EXPR_CONVERSION_H
#define PERFOLIO_FORMATS_TRACEPOINT_EXPR_CONVERSION_H

#include <stdbool.h>

#include "core/base/text.h"

struct conversion {
    char letter;                                   /* d, u, o, x, X, c, s or p */
    uint8_t bytes;                                 /* of a number: its low bytes, which are printed */
    uint16_t width;                                /* in characters, below 1000 */
    int16_t precision;                             /* below 1000; -1: none */
    bool zeros, left, prefix, plus, blank;         /* the flags 0 - # + and the blank */
    bool width_is_argument, precision_is_argument; /* '*': an argument in front of the value */
    bool plain; /* no flag, width or precision, and the letter is d, u, x, s or p */
};

/* Reads the conversion at *format, behind its "%", and moves *format behind it; letters behind %p are left.
   `long_size` is the bytes of the recorded kernel's long. False: the kernel has no such conversion. */
bool conversion_read(const char **format, unsigned long_size, struct conversion *c);

/* Appends a number: its digits for d, u, o, x and X, the character of that number for c. */
void conversion_number(const struct conversion *c, uint64_t v, struct text *out);

/* Appends a text of n bytes, control characters as \xNN. */
void conversion_text(const struct conversion *c, const char *s, size_t n, struct text *out);

#endif
