/* cfi: unwind rules from the call frame information of ELF files in memory. */
#ifndef PERFOLIO_FORMATS_ELF_UNWIND_CFI_H
#define PERFOLIO_FORMATS_ELF_UNWIND_CFI_H

#include "core/resolve/frames.h"

/* Opens .eh_frame and .debug_frame, ARM's tables, and the known signal functions of the vdso. */
extern const struct frame_reader cfi_reader;

#endif
