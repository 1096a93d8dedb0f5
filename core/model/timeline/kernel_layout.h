/*
 * kernel_layout: where the recorded kernel lay, and whether a file that may hold its symbols agrees. Listings never, and
 * kernels in many captures do not, have a build-id; but two different kernels hardly ever agree in all of this.
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
    const char *ref_symbol; /* the reference symbol, "_text" or "_stext": the first that the recorder found */
    uint64_t ref_avma;      /* its address when it ran; 0: unknown, and nothing below can be compared */
    uint64_t end;           /* avma behind the code, or behind the data; 0: the recorder guessed */
    bool maybe_data;        /* `end` may be behind the data */
    uint64_t slide;         /* a boot moves the kernel by multiples of this; 0: it never moves */
    uint8_t bits;           /* width that its addresses need, 32 or 64; 0: unknown */
    uint16_t machine;       /* ELF e_machine; 0: unknown */
    uint16_t machine2;
};

/* The symbols of a kernel file that mark where the kernel begins and ends. */
enum kernel_mark { MARK_TEXT, MARK_STEXT, MARK_ETEXT, MARK_EDATA, MARKS };
struct kernel_marks {
    bool has[MARKS];
    uint64_t addr[MARKS];
    /* Where the last symbol ends by perf's rules; 0: unknown. Recorders that read symbols first write this as the end
       (map__fixup_end). */
    uint64_t last_end;
    uint8_t bits;     /* 0: the file does not say */
    uint16_t machine; /* 0: the file does not say */
};

/* Notes a symbol if it is a mark; the first of each name counts. `n`: length of the name. */
void kernel_marks_see(struct kernel_marks *m, const char *name, size_t n, uint64_t addr);

/* The layout that a kernel's mapping shows. `others`: all n mappings of its space, which show whether its end is a guess;
   `env`: the recorded machine; NULL: unknown (guests). */
struct kernel_layout kernel_layout_of(const struct map *kernel, const struct map *others, size_t n,
                                      const struct env *env);

/* Whether a file with these marks may be that kernel's. False: `why` says what contradicts, with numbers. */
bool kernel_layout_may_match(const struct kernel_layout *l, const struct kernel_marks *m, struct err *why);

/* Whether the file has the reference symbol at the recorded address: where boots move the kernel, it is of the same boot. */
bool kernel_layout_is_same_boot(const struct kernel_layout *l, const struct kernel_marks *m);

#endif
