/*
 * listing: makes rows of instructions from the text of a disassembler: their kind by the architecture's patterns, where they
 * lead and what data they refer to by their operands. Also makes rows of bytes that are no instructions.
 */
#ifndef PERFOLIO_FORMATS_DISASM_LISTING_H
#define PERFOLIO_FORMATS_DISASM_LISTING_H

#include "core/base/arena.h"
#include "core/resolve/insn.h"
#include "formats/disasm/refers.h"

/* A disassembler's text of one instruction. */
struct listing_text {
    bool is_relative; /* a jump's number is a distance from its own address, with ARCH_PC_NEXT from its end */
    char mnemonic[64]; /* with its prefixes in front */
    char operands[256];
};

struct listing {
    const struct arch *arch;
    const struct arch_isa *isa; /* of the instructions to come */
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

/* Add the instruction of these bytes; writes its target into the operands. */
void listing_add(struct listing *r, uint64_t addr, struct span code, struct listing_text *t);

/* Add bytes that are no instruction, in units of the instruction set. */
void listing_add_unknown(struct listing *r, uint64_t addr, struct span bytes);

/* How many bytes to skip where they begin with no instruction: at least 1 of n > 0. */
size_t listing_unit(const struct listing *r, struct span bytes);

/* Add bytes that are data: aligned words, and smaller units at the ends. */
void listing_add_data(struct listing *r, uint64_t addr, struct span bytes);

/* Begin a piece of code, whose rows go to `out`. */
void listing_begin(struct listing *r, const struct arch_isa *isa, struct insns *out);

void listing_free(struct listing *r);

#endif
