/*
 * listing: instructions out of what a disassembler printed: their kind by the patterns of their architecture, where
 * they lead and what data they refer to by their operands; and rows of bytes that are none.
 */
#ifndef PERFOLIO_FORMATS_DISASM_LISTING_H
#define PERFOLIO_FORMATS_DISASM_LISTING_H

#include "core/base/arena.h"
#include "core/resolve/insn.h"
#include "formats/disasm/refers.h"

/* What a disassembler says of one instruction. */
struct listing_text {
    bool
        is_relative; /* the number of a jump is a distance: from its own address, with ARCH_PC_NEXT from its end */
    char mnemonic[64]; /* with the prefixes in front of it */
    char operands[256];
};

struct listing {
    const struct arch *arch;
    const struct arch_isa *isa; /* of what comes next */
    struct names mnemonics;
    struct arena operands;
    struct refers refers;
    struct insns *out;
};

/* The bits of an address of an architecture. */
static inline uint64_t listing_mask(const struct arch *a)
{
    if (a->bits == 32)
        return UINT32_MAX;
    return UINT64_MAX;
}

/* Text that disassemblers print into their own structure: a mnemonic and the rest behind blanks. */
void listing_split(const struct arch *a, const char *text, size_t n, struct listing_text *t);

/* The instruction of these bytes. */
void listing_add(struct listing *r, uint64_t addr, struct span code, struct listing_text *t);

/* Bytes that are no instruction: in units of the instruction set. */
void listing_add_unknown(struct listing *r, uint64_t addr, struct span bytes);

/* How many of the bytes are left out where they begin with no instruction: at least 1 of n > 0. */
size_t listing_unit(const struct listing *r, struct span bytes);

/* Bytes that are data: words, and less at the ends. */
void listing_add_data(struct listing *r, uint64_t addr, struct span bytes);

/* What a new piece of code begins with. */
void listing_begin(struct listing *r, const struct arch_isa *isa, struct insns *out);

void listing_free(struct listing *r);

#endif
