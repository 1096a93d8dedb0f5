/*
 * kernel_layout: the addresses of the recorded kernel in memory, and whether a file that may have its symbols fits
 * them. Listings have no build-id, and in many captures the kernel has none either. But two different kernels hardly
 * ever have the same layout.
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_KERNEL_LAYOUT_H
#define PERFOLIO_CORE_MODEL_TIMELINE_KERNEL_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"

struct env;
struct map;

/* The layout of one kernel, from the recording. */
struct kernel_layout {
    /* name of the reference symbol: "_text" or "_stext", whichever the recorder found first */
    const char *ref_symbol;
    /* runtime address of the reference symbol; 0: unknown, and then the members below cannot be compared */
    uint64_t ref_avma;
    uint64_t end;     /* avma of the end of the code, or of the data; 0: the recorder guessed it */
    bool maybe_data;  /* `end` may be the end of the data, not of the code */
    uint64_t slide;   /* each boot moves the kernel by a multiple of this; 0: the kernel never moves */
    uint8_t bits;     /* width that its addresses need, 32 or 64; 0: unknown */
    uint16_t machine; /* ELF e_machine; 0: unknown */
    uint16_t machine2;
};

/* The symbols that mark where the kernel begins and ends. */
enum kernel_mark { MARK_TEXT, MARK_STEXT, MARK_ETEXT, MARK_EDATA, MARKS };
struct kernel_marks {
    bool has[MARKS];
    uint64_t addr[MARKS];
    /* The end of the last symbol by perf's rules; 0: unknown. Recorders that read symbols before they write the
       kernel's mapping use this end (map__fixup_end). */
    uint64_t last_end;
    uint8_t bits;     /* 0: unknown */
    uint16_t machine; /* 0: unknown */
};

/* Notes a symbol if it is one of the marks; the first symbol with each name is used. `n`: length of the name. */
void kernel_marks_see(struct kernel_marks *m, const char *name, size_t n, uint64_t addr);

/* The layout of a kernel, from its mapping. `others`: the n mappings of the kernel's space, which show
   whether the recorded end is a guess. `env`: the recorded machine; NULL: unknown (guests). */
struct kernel_layout kernel_layout_of(const struct map *kernel, const struct map *others, size_t n,
                                      const struct env *env);

/* Whether a file with the marks `m` may be of the kernel with the layout `l`. False: `why` describes the contradiction,
   with numbers. */
bool kernel_layout_may_match(const struct kernel_layout *l, const struct kernel_marks *m, struct err *why);

/* Whether the reference symbol of a file is at the recorded address. If each boot moves the kernel, the
   file is then of the recorded boot. */
bool kernel_layout_is_same_boot(const struct kernel_layout *l, const struct kernel_marks *m);

#endif
