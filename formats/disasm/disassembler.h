/* disassembler: chooses the program or library that disassembles code. */
#ifndef PERFOLIO_FORMATS_DISASM_DISASSEMBLER_H
#define PERFOLIO_FORMATS_DISASM_DISASSEMBLER_H

#include "core/resolve/insn.h"

/* Open a disassembler for an architecture. `arch` NULL: the architecture is unknown, and only raw words are
   shown. Never returns NULL. */
struct disassembler *disassembler_open(const struct arch *arch, const struct disassembler_opts *o);

#endif
