/* elf_core: code that ran somewhere as an ELF core file of one segment, which is what those who read code read. */
#ifndef PERFOLIO_FORMATS_ELF_WRITE_ELF_CORE_H
#define PERFOLIO_FORMATS_ELF_WRITE_ELF_CORE_H

#include "arch/arch.h"
#include "core/base/cur.h"
#include "core/base/text.h"

/* Make one in `out`, which has to be empty: `code` of a machine, which began at `avma`. */
void elf_core_put(const struct arch *a, uint64_t avma, struct span code, struct text *out);

#endif
