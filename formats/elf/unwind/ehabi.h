/*
 * ehabi: the unwind tables of 32-bit ARM, .ARM.exidx and .ARM.extab (Exception Handling ABI for the Arm
 * Architecture, IHI 0038, sections 6, 7 and 10), compiled into rules. They are made for exceptions: they hold
 * at calls, and in the first and last instructions of a function they do not; of these the very first one is
 * known, for there nothing has been done.
 */
#ifndef PERFOLIO_FORMATS_ELF_UNWIND_EHABI_H
#define PERFOLIO_FORMATS_ELF_UNWIND_EHABI_H

#include "core/resolve/frames.h"
#include "formats/elf/read/image.h"

struct ehabi {
    const struct image *image;
    struct span index; /* .ARM.exidx */
    uint64_t svma;     /* where it is loaded */
};

/* False when the file, which must stay, has none. */
bool ehabi_open(struct ehabi *t, const struct image *m);

/* The rule at `svma`, for the caller to free(); its range is one of svma, too. NULL: `why`. */
struct unwind_rule *ehabi_rule(const struct ehabi *t, uint64_t svma, enum unwind_stop *why);

#endif
