/*
 * operands: the operands of an instruction as disassemblers print them, taken apart. Of all of them a blank
 * follows each comma (operands_tidy); what stands in brackets is one operand.
 */
#ifndef PERFOLIO_FORMATS_DISASM_OPERANDS_H
#define PERFOLIO_FORMATS_DISASM_OPERANDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Some characters of a text. */
struct operand {
    const char *s;
    size_t n;
};

/* What instructions have at most: of more the last are left out. */
enum { OPERANDS_MOST = 8 };

/* The operands; how many there are. */
size_t operands_split(const char *text, struct operand v[OPERANDS_MOST]);

/* Whether the whole operand is a number, as disassemblers write them: 12, -0x1f, #0x10, $16, of m68k also $1f and
   $1f.l. */
bool operands_number(struct operand o, uint64_t *v);

/* A number at `*s`, which is moved behind it; false: there is none. Not of the form $1f. */
bool operands_read(const char **s, uint64_t *v);

/* Copy a text to `to`, of `size` bytes: one blank behind each comma, no others at the ends, no control
   characters; what does not fit is cut off. */
void operands_tidy(const char *text, size_t n, char *to, size_t size);

/* Put 0xVALUE in the place of an operand of `text`, which is an array of `size` bytes. */
void operands_put(char *text, size_t size, struct operand o, uint64_t value);

/* Whether a text fits a pattern of struct arch_flow. */
bool operands_fit(const char *pattern, const char *text);

#endif
