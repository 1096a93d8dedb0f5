/*
 * kernel_layout: what a recording shows of where its kernel lay, and whether a file that should hold that
 * kernel's symbols agrees. Neither a listing nor, in many captures, the kernel has a build-id; but two
 * kernels that are not the same hardly ever agree in all of this.
 */
#ifndef PERFOLIO_CORE_MODEL_TIMELINE_KERNEL_LAYOUT_H
#define PERFOLIO_CORE_MODEL_TIMELINE_KERNEL_LAYOUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/base/err.h"

struct env;
struct map;

/* Of one kernel, as recorded. */
struct kernel_layout {
    const char
        *ref_symbol;   /* "_text" or "_stext": the first of both that the recorder found listed as code */
    uint64_t ref_avma; /* where it ran; 0: unknown, and then nothing below can be held against anything */
    uint64_t end;      /* avma behind the code, or behind the data; 0: a guess of the recorder's */
    bool maybe_data;   /* `end` may be that of the data */
    uint64_t slide;    /* a boot moves the kernel by multiples of this; 0: by nothing */
    uint8_t bits;      /* that its addresses need, 32 or 64; 0: unknown, or fewer than its machine has */
    uint16_t machine;  /* ELF e_machine; 0: unknown */
    uint16_t machine2;
};

/* The same of a file: the symbols of the kernel itself that say where it begins and ends. */
enum kernel_mark { MARK_TEXT, MARK_STEXT, MARK_ETEXT, MARK_EDATA, MARKS };
struct kernel_marks {
    bool has[MARKS];
    uint64_t addr[MARKS];
    uint64_t
        last_end; /* where the last symbol ends, as perf has it; 0: unknown. The end of the kernel by a recorder
                          that looked symbols up before it wrote the record (map__fixup_end) */
    uint8_t bits;     /* 0: does not show */
    uint16_t machine; /* 0: does not show */
};

/* Take note of a symbol if it is one of them; the first of each name counts. `n`: length of the name. */
void kernel_marks_see(struct kernel_marks *m, const char *name, size_t n, uint64_t addr);

/* What the kernel's mapping shows. `others` are all n mappings of its space, which its end may be guessed
   from; `env` is the recorded machine's, NULL: not known (guests). */
struct kernel_layout kernel_layout_of(const struct map *kernel, const struct map *others, size_t n,
                                      const struct env *env);

/* Whether a file may hold the symbols of that kernel. False: `why` states what contradicts it, with numbers. */
bool kernel_layout_allows(const struct kernel_layout *l, const struct kernel_marks *m, struct err *why);

/* Whether the reference symbol lies where it was recorded: the file is of the very boot, where boots move the kernel. */
bool kernel_layout_is_there(const struct kernel_layout *l, const struct kernel_marks *m);

#endif
