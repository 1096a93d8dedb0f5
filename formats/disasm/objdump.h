/*
 * objdump: runs objdump of binutils (or a program with the same options) on pieces of code. The program gets
 * an ELF file with one section per piece and nothing else. Its output is treated as hostile.
 */
#ifndef PERFOLIO_FORMATS_DISASM_OBJDUMP_H
#define PERFOLIO_FORMATS_DISASM_OBJDUMP_H

#include "core/base/text.h"
#include "formats/disasm/listing.h"
#include "core/resolve/insn.h"

/* Find an objdump for an architecture. `named`: a path or a name on PATH. `named` NULL: the cross objdump
   of the architecture, else plain objdump if it knows the architecture. Returns the path, which the caller
   frees. NULL: none was found; `e` is set if `named` is not NULL. */
char *objdump_find(const struct surroundings *around, const struct arch *a, const char *named, struct err *e);

/* Disassemble pieces of code, in one run of the program for up to 60,000. Pieces without bytes or with data are left out. */
bool objdump_run(const struct surroundings *around, const char *program, const char *options,
                 struct listing *r, const struct code_piece *pieces, size_t n, struct insns *out,
                 struct err *e);

/* Parse the program's output into *out[i], which must be empty. The rows cover all bytes of each piece, even
   if the output is wrong. */
void objdump_read(struct listing *r, const struct text *printed, const struct code_piece *pieces, size_t n,
                  struct insns *const *out);

/* Writes the ELF file that objdump reads (gabi, "ELF Header", "Sections", "Symbol Table"). */

/* Append a file with n pieces of code to `to`, which must be empty. Piece I is section I + 1, with the
   name pI. */
void objdump_elf_put(const struct arch *a, const struct code_piece *pieces, size_t n, struct text *to);

#endif
