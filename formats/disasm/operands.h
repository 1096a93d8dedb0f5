/*
 * operands: splits and parses the operands of an instruction as disassemblers print them. A blank follows each
 * comma (operands_tidy()); a text in brackets is one operand.
 */
#ifndef PERFOLIO_FORMATS_DISASM_OPERANDS_H
#define PERFOLIO_FORMATS_DISASM_OPERANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An operand: a part of the text, borrowed. */
struct operand {
    const char *s;
    size_t n;
};

/* the largest number of operands; further ones are left out */
enum { OPERANDS_MOST = 8 };

/* Split operands; returns how many there are. */
size_t operands_split(const char *text, struct operand v[OPERANDS_MOST]);

/* Parse an operand that is a number, as disassemblers write it: 12, -0x1f, #0x10, $16, for m68k also $1f
   and $1f.l. False: it is not just a number. */
bool operands_is_number(struct operand o, uint64_t *v);

/* Parse a number at `*s`, and move *s to its end. False: there is none. The form $1f is not read. */
bool operands_parse_number(const char **s, uint64_t *v);

/* Copy a text to `to`, of `size` bytes, with one blank after each comma, no blanks at the ends, and no
   control characters. Text that does not fit is cut off. */
void operands_tidy(const char *text, size_t n, char *to, size_t size);

/* Replace an operand of `text`, an array of `size` bytes, by 0xVALUE. */
void operands_replace(char *text, size_t size, struct operand o, uint64_t value);

/* Whether a text matches a pattern (struct arch_flow): * matches any characters, ? one character. */
bool operands_match(const char *pattern, const char *text);

#endif
