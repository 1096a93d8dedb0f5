/* cfi: how to go from a frame to its caller's, at an address of a file (DWARF 5, 6.4; the LSB's .eh_frame), of x86-64. */
#ifndef PERFOLIO_BENCH_LIMITS_CFI_H
#define PERFOLIO_BENCH_LIMITS_CFI_H

#include "read/capture.h"

enum { CFI_REGISTERS = 17, CFI_SP = 7, CFI_RETURN = 16 }; /* as DWARF numbers them */
enum cfi_how { CFI_SAME, CFI_UNDEFINED, CFI_OFFSET, CFI_REGISTER, CFI_EXPRESSION, CFI_VALUE };

struct cfi_expression {
    const uint8_t *p;
    size_t n;
};

struct cfi_rule {
    bool found;
    uint8_t cfa_register;
    int64_t cfa_offset;
    struct cfi_expression cfa; /* n: 0: it is a register and an offset */
    struct cfi_cell {
        uint8_t how, from;
        int32_t offset;
        struct cfi_expression expression;
    } cells[CFI_REGISTERS];
};

/* A file's tables; hdr NULL: it has none. */
struct cfi_tables {
    const uint8_t *file, *hdr;
    size_t size, hdr_size;
    uint64_t hdr_avma; /* where .eh_frame_hdr lies, as linked */
    int64_t to_offset; /* from an address as linked to an offset in the file: of .eh_frame and its header */
};

/* Of an ELF file that is mapped. */
struct cfi_tables cfi_tables_of(const uint8_t *file, size_t size);

/* The rule at an address as linked. */
struct cfi_rule cfi_rule_at(const struct cfi_tables *t, uint64_t address);

#endif
