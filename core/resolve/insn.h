/*
 * insn: instructions and disassemblers. core declares the interface, formats/disasm implements it. Addresses
 * are those of the ELF headers (svma). For code without a file they are runtime addresses. Disassemblers
 * treat them as numbers.
 */
#ifndef PERFOLIO_CORE_RESOLVE_INSN_H
#define PERFOLIO_CORE_RESOLVE_INSN_H

#include <stdlib.h>

#include "arch/arch.h"
#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/file/surroundings.h"
#include "core/base/text.h"

enum insn_kind {
    INSN_PLAIN,
    INSN_CALL, /* returns to the next instruction */
    INSN_JUMP, /* never continues at the next instruction */
    /* may continue at the next instruction: a branch, a loop, or a conditional return (which has no target) */
    INSN_CONDITIONAL,
    INSN_RETURN,  /* from a function, an interrupt, a system call */
    INSN_DATA,    /* a constant between the code */
    INSN_UNKNOWN, /* bytes that this disassembler does not know */
};

struct insn {
    uint64_t addr;
    uint32_t length; /* bytes, never 0 */
    enum insn_kind kind;
    bool has_target; /* a call or jump whose target is in the code */
    bool has_refers; /* an operand is an address of data, absolute or relative to the program counter */
    bool has_delay;  /* has a delay slot: the next instruction runs first */
    uint64_t target, refers;
    /* The symbol whose address a loader writes into the instruction, "counters+0x18"
       (core/annotate/links.c); NULL: none. */
    const char *link;
    const char *mnemonic; /* NUL-terminated; for data a directive such as ".word" */
    /* "": none. A blank follows each comma. Numbers are as the disassembler prints them, but a branch
       target is always 0x and hexadecimal digits. */
    const char *operands;
};

static inline bool insn_is_branch(const struct insn *i)
{
    return i->kind == INSN_CALL || i->kind == INSN_JUMP || i->kind == INSN_CONDITIONAL;
}

/* Code to disassemble, with one instruction set throughout. */
struct code_piece {
    const struct arch *arch;
    struct span bytes;
    uint64_t addr; /* of the first byte */
    char mark;     /* letter of the mapping symbol that marks the code ("$t": 't'); 0: none */
};

/* The instructions of a code_piece, by address and without gaps. */
struct insns {
    struct insn *v; /* malloc'ed */
    size_t n, cap;
};

static inline void insns_free(struct insns *i)
{
    free(i->v);
    *i = (struct insns){ 0 };
}

struct disassembler_opts {
    /* path of objdump; NULL: search it in surroundings.path; "": do not use objdump */
    const char *objdump;
    const char *options; /* option -M of objdump: "intel", "att", "no-aliases"...; NULL: none */
    struct surroundings surroundings;
};

/* A disassembler for one architecture; the simplest one prints raw words. */
struct disassembler {
    struct text name;    /* "capstone 4.0.2", "LLVM 14", "objdump", "raw words" */
    struct text missing; /* for raw words: what to install to get instructions; else empty */

    /* Disassembles n pieces in one call, because a disassembler may have to run a program. out[i] covers all bytes of
       pieces[i]; texts live as long as `d`. False with `e` set and an empty `out`: a system call failed. Bytes that are
       not instructions are no failure. */
    bool (*take)(struct disassembler *d, const struct code_piece *pieces, size_t n, struct insns *out,
                 struct err *e);
    void (*close)(struct disassembler *d);
};

#endif
