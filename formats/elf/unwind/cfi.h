/* cfi: unwind rules from the call frame information of ELF files in memory. */
#ifndef PERFOLIO_FORMATS_ELF_UNWIND_CFI_H
#define PERFOLIO_FORMATS_ELF_UNWIND_CFI_H

#include "core/resolve/frames.h"
#include "formats/elf/read/image.h"

/* Opens .eh_frame and .debug_frame, ARM's tables, and the known signal functions of the vdso. */
extern const struct frame_reader cfi_reader;

/* Compiles the unwind tables of 32-bit ARM, .ARM.exidx and .ARM.extab (Exception Handling ABI for the Arm
   Architecture, IHI 0038, sections 6, 7 and 10), into rules. The tables are made for exceptions: their
   rules are valid at calls, but not in the first and last instructions of a function. Only at the very
   first instruction the rule is known, since nothing was pushed yet. */

struct ehabi {
    const struct image *image;
    struct span index; /* .ARM.exidx */
    uint64_t svma;     /* svma of the section */
};

/* Open the tables of a file, which must outlive them. False: it has no such tables. */
bool ehabi_open(struct ehabi *t, const struct image *m);

/* Compile the rule at `svma`; its range is in svma; free() it. NULL: *why receives the reason. */
struct unwind_rule *ehabi_rule(const struct ehabi *t, uint64_t svma, enum unwind_stop *why);

/* Unwind rules for the frame that the kernel makes for a signal handler, if no unwind table describes it.
   The handler returns into a function of the vdso that is known by its name. All registers of the
   interrupted code are on the stack, at offsets that the kernel's ABI fixes. */

struct sigreturn {
    const struct arch *arch;
    struct sigreturn_at {
        const struct arch_signal_frame *frame; /* NULL: this element is free */
        uint64_t svma;
    } v[2];
};

/* Find the signal functions of a file: at most two; none if it is not a vdso of a known architecture. */
void sigreturn_open(struct sigreturn *s, const struct image *m);

/* The rule at `svma`, with a range in svma; free() it. NULL: the address is not in such a function. */
struct unwind_rule *sigreturn_rule(const struct sigreturn *s, uint64_t svma);

#endif
