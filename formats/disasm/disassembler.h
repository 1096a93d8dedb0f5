/* disassembler: chooses the program or library that disassembles code. */
#ifndef PERFOLIO_FORMATS_DISASM_DISASSEMBLER_H
#define PERFOLIO_FORMATS_DISASM_DISASSEMBLER_H

#include "core/resolve/insn.h"

/* Open a disassembler for an architecture; NULL: unknown, only raw words are shown. Never returns NULL. */
struct disassembler *disassembler_open(const struct arch *arch, const struct disassembler_opts *o);

#endif
