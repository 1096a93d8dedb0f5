/*
 * cfi_table: the entries of .eh_frame (LSB Core, "Exception Frames") or .debug_frame (DWARF 5, 6.4.1): which
 * function an address is in, and the programs that say how to leave it (cfi_program.c). What is opened does
 * not change: any thread may ask.
 *
 * Not through libdw: that reads past the end of a damaged entry (dwarf_next_cfi of elfutils 0.188, letters of
 * an augmentation), takes memory by the number of a register in the file, up to 2 GiB, and is for one thread.
 */
#ifndef PERFOLIO_FORMATS_ELF_UNWIND_CFI_TABLE_H
#define PERFOLIO_FORMATS_ELF_UNWIND_CFI_TABLE_H

#include "core/resolve/frames.h"
#include "formats/elf/read/range_index.h"
#include "formats/elf/read/image.h"

struct cfi_table {
    struct span bytes; /* the section, */
    uint64_t svma;     /* where it is loaded, and so what pointers in it count from */
    bool eh;           /* .eh_frame */
    enum byte_order order;
    uint8_t word;                   /* bytes of an address */
    struct range_index range_index; /* of functions, by the offsets of their entries */
};

/* What a CIE says for the functions that share it. */
struct cfi_common {
    uint64_t code_factor;
    int64_t data_factor;
    uint64_t ra;      /* the return address' register */
    uint8_t pointers; /* how addresses are written (LSB Core, "DWARF Exception Header Encoding") */
    bool augmented;   /* FDEs have more bytes before their program */
    bool signal_frame;
    struct span program;
};

/* A function: an FDE with its CIE. */
struct cfi_entry {
    uint64_t start, end; /* svma */
    struct cfi_common common;
    struct span program;
};

/* Index a section whose bytes stay; entries that are damaged are left out. False when there are none. */
bool cfi_table_open(struct cfi_table *t, const struct image *m, struct span bytes, uint64_t svma, bool eh);
bool cfi_table_find(const struct cfi_table *t, uint64_t svma, struct cfi_entry *e);
void cfi_table_close(struct cfi_table *t);

/* The rule at `svma`, which lies in `e`, for the caller to free(); its range is one of svma, too: runs the programs
   (DWARF 5, 6.4.2) up to the address, and compiles the row of the table that holds there (cfi_program.c). Of other
   registers than `a` has, and the return address, nothing is known. NULL: the programs are damaged, or use what we
   do not know. */
struct unwind_rule *cfi_rule(const struct cfi_table *t, const struct cfi_entry *e, uint64_t svma,
                             const struct arch *a);

/* An address as `encoding` says it is written; `c` stands in the section. c->bad: it cannot be read. */
uint64_t cfi_pointer(const struct cfi_table *t, struct cur *c, uint8_t encoding);

#endif
