/*
 * refers: finds the data addresses that instructions refer to, from their operands and the architecture's patterns. If two
 * instructions make up an address, of which the first puts its upper part into a register, the second is said to refer to it.
 */
#ifndef PERFOLIO_FORMATS_DISASM_REFERS_H
#define PERFOLIO_FORMATS_DISASM_REFERS_H

#include "arch/arch.h"

/* What is known from the instructions so far: registers that hold the upper part of an address. */
struct refers {
    struct {
        char name[8];
        uint64_t value;
    } upper[8];
    size_t n;
    uint8_t loads; /* bytes that the last instruction loads from its address (struct arch_load); 0: unknown */
    bool skip_numbers; /* in Intel's syntax a plain number is no address */
};

/* Find the address that an instruction refers to; `whole` is its mnemonic with its operands. Must see all
   instructions of a piece in order, as it tracks registers. False: it refers to none. */
bool refers_of(struct refers *r, const struct arch *a, const struct arch_isa *isa, uint64_t addr,
               uint32_t length, const char *whole, const char *operands, uint64_t *to);

/* The same for a jump through a register with an upper part and the number beside it. */
bool refers_from_upper(const struct refers *r, const char *operands, uint64_t *to);

#endif
