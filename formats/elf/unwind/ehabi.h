/*
 * ehabi: compiles the unwind tables of 32-bit ARM, .ARM.exidx and .ARM.extab (Exception Handling ABI for the Arm Architecture,
 * IHI 0038, sections 6, 7 and 10), into rules. The tables are made for exceptions: they hold at calls, but not in the first and
 * last instructions of a function. At the very first instruction, where nothing was pushed yet, the rule is known all the same.
 */
#ifndef PERFOLIO_FORMATS_ELF_UNWIND_EHABI_H
#define PERFOLIO_FORMATS_ELF_UNWIND_EHABI_H

#include "core/resolve/frames.h"
#include "formats/elf/read/image.h"

struct ehabi {
    const struct image *image;
    struct span index; /* .ARM.exidx */
    uint64_t svma;     /* svma of the section */
};

/* Open the tables of a file, which must outlive them. False: it has none. */
bool ehabi_open(struct ehabi *t, const struct image *m);

/* Compile the rule at `svma`; its range is in svma; free() it. NULL: *why says why there is none. */
struct unwind_rule *ehabi_rule(const struct ehabi *t, uint64_t svma, enum unwind_stop *why);

#endif
