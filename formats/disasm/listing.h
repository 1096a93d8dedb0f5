/*
 * listing: makes rows of instructions from the text of a disassembler. The kind of an instruction comes from the
 * architecture's patterns; the target of a jump and the address of data come from the operands. Also makes rows of
 * bytes that are not instructions.
 */
#ifndef PERFOLIO_FORMATS_DISASM_LISTING_H
#define PERFOLIO_FORMATS_DISASM_LISTING_H

#include "arch/arch.h"
#include "core/base/arena.h"
#include "core/resolve/insn.h"

/* Finds the data addresses to which instructions refer, from their operands and the architecture's
   patterns. If two instructions form an address, and the first one puts the upper part into a register,
   the reference is that of the second. */

/* The state after the instructions so far: registers that hold the upper part of an address. */
struct refers {
    struct {
        char name[8];
        uint64_t value;
    } upper[8];
    size_t n;
    /* number of bytes that the last instruction loads from its address (struct arch_load); 0: unknown */
    uint8_t loads;
    bool skip_numbers; /* a plain number is not an address (Intel's syntax) */
};

/* Find the address to which an instruction refers; `whole` is its mnemonic with its operands. It must be
   called for all instructions of a piece in order, since it tracks registers. False: the instruction
   refers to no address. */
bool refers_find_address(struct refers *r, const struct arch *a, const struct arch_isa *isa, uint64_t addr,
                         uint32_t length, const char *whole, const char *operands, uint64_t *to);

/* Find the target of a jump through a register with the upper part of an address, and the number next to
   the register in the operands. */
bool refers_find_jump_target(const struct refers *r, const char *operands, uint64_t *to);

/* A disassembler's text of one instruction. */
struct listing_text {
    /* a jump's number is a distance from its own address, or with ARCH_PC_NEXT from its end */
    bool is_relative;
    char mnemonic[64]; /* with prefixes before it */
    char operands[256];
};

struct listing {
    const struct arch *arch;
    const struct arch_isa *isa; /* instruction set of the instructions that are added next */
    struct names mnemonics;
    struct arena operands;
    struct refers refers;
    struct insns *out;
};

/* A mask with the bits of an architecture's addresses. */
static inline uint64_t listing_mask(const struct arch *a)
{
    if (a->bits == 32)
        return UINT32_MAX;
    return UINT64_MAX;
}

/* Split a disassembler's text into the mnemonic, with prefixes, and the operands. */
void listing_split(const struct arch *a, const char *text, size_t n, struct listing_text *t);

/* Add a row for an instruction with its bytes; writes its target into the operands. */
void listing_add(struct listing *r, uint64_t addr, struct span code, struct listing_text *t);

/* Add rows for bytes that are not instructions, one per unit of the instruction set. */
void listing_add_unknown(struct listing *r, uint64_t addr, struct span bytes);

/* How many bytes to skip if the bytes do not begin with an instruction: at least 1 of n > 0. */
size_t listing_unit(const struct listing *r, struct span bytes);

/* Add bytes that are data: aligned words, and smaller units at the ends. */
void listing_add_data(struct listing *r, uint64_t addr, struct span bytes);

/* Begin a piece of code, whose rows go to `out`. */
void listing_begin(struct listing *r, const struct arch_isa *isa, struct insns *out);

void listing_free(struct listing *r);

#endif
