/*
 * objdump: a program of binutils (or one that takes its options) that is run for code that is at hand: it gets an ELF
 * file that holds nothing but the pieces, a section each, and what it prints is read as a stranger's.
 */
#ifndef PERFOLIO_FORMATS_DISASM_OBJDUMP_H
#define PERFOLIO_FORMATS_DISASM_OBJDUMP_H

#include "core/base/text.h"
#include "formats/disasm/listing.h"

/* The program for code of an architecture: `named`, a path or what PATH leads to, or where that is NULL the one
   for it, else objdump, should it know the architecture. The caller frees it; NULL, with `e` set if one was named: none
   is there. */
char *objdump_find(const struct surroundings *around, const struct arch *a, const char *named, struct err *e);

/* Take pieces of code apart, all in one run. Those with no bytes or with data in them are left out. */
bool objdump_run(const struct surroundings *around, const char *program, const char *options,
                 struct listing *r, const struct code_piece *pieces, size_t n, struct insns *out,
                 struct err *e);

/* Read what it prints of pieces, into *out[i], which are empty: all bytes are covered, whatever it is. */
void objdump_read(struct listing *r, const struct text *printed, const struct code_piece *pieces, size_t n,
                  struct insns *const *out);

#endif
