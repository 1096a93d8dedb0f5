/* disassembler: which program or library takes code apart. */
#ifndef PERFOLIO_FORMATS_DISASM_DISASSEMBLER_H
#define PERFOLIO_FORMATS_DISASM_DISASSEMBLER_H

#include "core/resolve/insn.h"

/* What can take code of an architecture apart (may be NULL: nothing can but raw words); never NULL. */
struct disassembler *disassembler_open(const struct arch *arch, const struct disassembler_opts *o);

#endif
