/*
 * engine: a disassembler library that decodes one instruction per call: capstone or LLVM. One engine is
 * opened for each instruction set.
 */
#ifndef PERFOLIO_FORMATS_DISASM_ENGINE_H
#define PERFOLIO_FORMATS_DISASM_ENGINE_H

#include "formats/disasm/listing.h"

struct engine {
    char name[32]; /* name of the library, with its version */
    /* Decode the instruction at the beginning of the bytes, at address `addr`. Returns its length; 0: the
       bytes are not an instruction. */
    size_t (*one)(struct engine *g, struct span bytes, uint64_t addr, struct listing_text *t);
    void (*close)(struct engine *g);
};

/* Open an engine. NULL: the library does not know this instruction set, or is not on this machine. `options`
   as in struct disassembler_opts. A capstone that prints wrong numbers on this host is not opened: `why` gets
   a sentence that says so. */
struct engine *engine_capstone(const struct arch *a, const struct arch_isa *isa, const char *options,
                               struct text *why);
struct engine *engine_llvm(const struct arch *a, const struct arch_isa *isa, const char *options);

/* Whether this program can load LLVM. A static program cannot, even if LLVM is installed. */
bool engine_llvm_can(void);

/* Whether comma-separated options contain a word. */
bool engine_option(const char *options, const char *word);

#endif
