/*
 * cfi_program: runs the programs of call frame information (DWARF 5, 6.4.2) up to an address, and compiles
 * the row of the table that holds there into a rule.
 */
#ifndef PERFOLIO_FORMATS_ELF_UNWIND_CFI_PROGRAM_H
#define PERFOLIO_FORMATS_ELF_UNWIND_CFI_PROGRAM_H

#include "core/resolve/frames.h"
#include "formats/elf/unwind/cfi_table.h"

/* The rule at `svma`, which lies in `e`, for the caller to free(); its range is one of svma, too. Of other
   registers than `a` has, and the return address, nothing is known. NULL: the programs are damaged, or use
   what we do not know. */
struct unwind_rule *cfi_rule(const struct cfi_table *t, const struct cfi_entry *e, uint64_t svma,
                             const struct arch *a);

#endif
