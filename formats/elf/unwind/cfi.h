/* cfi: call frame information (.eh_frame) of ELF files in memory. */
#ifndef PERFOLIO_FORMATS_ELF_UNWIND_CFI_H
#define PERFOLIO_FORMATS_ELF_UNWIND_CFI_H

#include "core/resolve/frames.h"

extern const struct frame_reader cfi_reader;

#endif
