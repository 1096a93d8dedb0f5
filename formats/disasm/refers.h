/*
 * refers: the data that instructions refer to, out of their operands, by the patterns of their architecture. An address
 * that two instructions make up, the first of which puts its upper part into a register, is known at the second.
 */
#ifndef PERFOLIO_FORMATS_DISASM_REFERS_H
#define PERFOLIO_FORMATS_DISASM_REFERS_H

#include "arch/arch.h"

/* Registers that hold the upper part of an address. */
struct refers {
    struct {
        char name[8];
        uint64_t value;
    } upper[8];
    size_t n;
    uint8_t
        loads; /* bytes that the last instruction loads from where it refers to (struct arch_load); 0: unknown */
    bool skip_numbers; /* in Intel's syntax a number alone is no address */
};

/* The address that a plain instruction refers to: `whole` is its mnemonic with its operands. Registers are followed: all
   instructions of a run are shown, in order. */
bool refers_of(struct refers *r, const struct arch *a, const struct arch_isa *isa, uint64_t addr,
               uint32_t length, const char *whole, const char *operands, uint64_t *to);

/* The same of a register with an upper part and the number beside it, of a jump. */
bool refers_from_upper(const struct refers *r, const char *operands, uint64_t *to);

#endif
