/*
 * cfi_table: the entries of .eh_frame (LSB Core, "Exception Frames") or .debug_frame (DWARF 5, 6.4.1): which
 * function covers an address, and the programs that describe its frame (cfi_program.c). An open table does
 * not change, so several threads may use it.
 *
 * libdw is not used. It reads past the end of a damaged entry (dwarf_next_cfi of elfutils 0.188, letters of
 * an augmentation). It allocates memory by a register number from the file, up to 2 GiB. And only one thread
 * may use it.
 */
#ifndef PERFOLIO_FORMATS_ELF_UNWIND_CFI_TABLE_H
#define PERFOLIO_FORMATS_ELF_UNWIND_CFI_TABLE_H

#include "core/resolve/frames.h"
#include "formats/elf/read/range_index.h"
#include "formats/elf/read/image.h"

struct cfi_table {
    struct span bytes; /* the section */
    uint64_t svma;     /* svma of the section, to which pointers in it are relative */
    bool eh;           /* .eh_frame; false: .debug_frame */
    enum byte_order order;
    uint8_t word;                   /* size of an address in bytes */
    struct range_index range_index; /* addresses of functions -> offsets of their entries */
};

/* A CIE: data that several functions share. */
struct cfi_common {
    uint64_t code_factor;
    int64_t data_factor;
    uint64_t ra;      /* register of the return address */
    uint8_t pointers; /* encoding of addresses (LSB Core, "DWARF Exception Header Encoding") */
    bool augmented;   /* FDEs have augmentation data before their program */
    bool signal_frame;
    struct span program;
};

/* A function: an FDE and its CIE. */
struct cfi_entry {
    uint64_t start, end; /* svma */
    struct cfi_common common;
    struct span program;
};

/* Index the entries of a section, whose bytes must outlive the table; damaged entries are left out. False:
   there are none. cfi_table_find() reads the entry that covers an svma; false: none does. */
bool cfi_table_open(struct cfi_table *t, const struct image *m, struct span bytes, uint64_t svma, bool eh);
bool cfi_table_find(const struct cfi_table *t, uint64_t svma, struct cfi_entry *e);
void cfi_table_close(struct cfi_table *t);

/* Compile the rule at `svma`, which `e` covers. This runs the programs (DWARF 5, 6.4.2) up to the address
   and takes the row of the address (cfi_program.c). The rule's range is in svma; free() it. It has the
   registers of `a` and the return address. NULL: the programs are damaged, or use unknown instructions. */
struct unwind_rule *cfi_rule(const struct cfi_table *t, const struct cfi_entry *e, uint64_t svma,
                             const struct arch *a);

/* Read an encoded address at `c`, which is a position in the section. c->bad is set if it cannot be read. */
uint64_t cfi_pointer(const struct cfi_table *t, struct cur *c, uint8_t encoding);

#endif
