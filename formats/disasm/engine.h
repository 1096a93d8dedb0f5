/*
 * engine: a disassembler that is asked for one instruction after the other: capstone, LLVM's library. One of each
 * for every set of instructions.
 */
#ifndef PERFOLIO_FORMATS_DISASM_ENGINE_H
#define PERFOLIO_FORMATS_DISASM_ENGINE_H

#include "formats/disasm/listing.h"

struct engine {
    char name[32]; /* and its version */
    /* The instruction that the bytes begin with, whose address is given: how many of them it has; 0: it is none. */
    size_t (*one)(struct engine *g, struct span bytes, uint64_t addr, struct listing_text *t);
    void (*close)(struct engine *g);
};

/* NULL: it cannot take this code apart, or is not on this machine. `options` as in struct disassembler_opts. */
struct engine *engine_capstone(const struct arch *a, const struct arch_isa *isa, const char *options);
struct engine *engine_llvm(const struct arch *a, const struct arch_isa *isa, const char *options);

/* Whether options, words with commas between them, have this one. */
bool engine_option(const char *options, const char *word);

#endif
