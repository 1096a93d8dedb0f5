/*
 * insn: instructions, and what makes them of the bytes of code: core declares, formats/disasm implements. Addresses
 * are those of the ELF headers (svma), or as mapped where code has none; they are numbers to a disassembler.
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
    INSN_CALL,        /* comes back to the next one */
    INSN_JUMP,        /* never goes on to the next one */
    INSN_CONDITIONAL, /* may go on: a branch, a loop, a conditional return, which has no target */
    INSN_RETURN,      /* of a function, an interrupt, a system call */
    INSN_DATA,        /* no instruction: a constant between the code */
    INSN_UNKNOWN,     /* bytes that are no instruction to this disassembler */
};

struct insn {
    uint64_t addr;
    uint32_t length; /* bytes, never 0 */
    enum insn_kind kind;
    bool has_target; /* of calls and jumps: where they lead stands in the code */
    bool has_refers; /* an operand is the address of data: relative to the program counter, or absolute */
    bool has_delay;  /* the next instruction runs before this call, jump or return takes effect, if it does */
    uint64_t target, refers;
    const char *
        link; /* "printk", "counters+0x18": what a loader fills in here; NULL: nothing (core/annotate/links.h) */
    const char *mnemonic; /* NUL-terminated; of data a directive such as ".word" */
    const char
        *operands; /* "": none. A blank follows each comma. Numbers stand as the disassembler has them, a
                             target as 0x and hexadecimal digits */
};

static inline bool insn_is_branch(const struct insn *i)
{
    return i->kind == INSN_CALL || i->kind == INSN_JUMP || i->kind == INSN_CONDITIONAL;
}

/* A run of bytes of one kind. */
struct code_piece {
    const struct arch *arch;
    struct span bytes;
    uint64_t addr; /* of the first */
    char mark; /* the second letter of the mapping symbol that it is behind ("$t": 't'); 0: there is none */
};

/* The instructions of a piece, in the order of their addresses, without gaps. */
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
    const char
        *objdump; /* a program to be asked; NULL: what is found on the PATH of the surroundings, "": none */
    const char *options; /* its -M: "intel", "att", "no-aliases"...; NULL: none */
    struct surroundings surroundings;
};

/* What takes code of one architecture apart, be it raw words. */
struct disassembler {
    struct text name;    /* "capstone 4.0.2", "LLVM 14", "objdump", "raw words" */
    struct text missing; /* where it is raw words, what to install; empty: nothing is missing */

    /* Take pieces apart, many in one go, for a program may have to be run: out[i] is of pieces[i], all bytes are
       covered, texts live as long as `d`. False, with `e` set and nothing in out, when the machine failed; what
       cannot be read as instructions is no failure. */
    bool (*take)(struct disassembler *d, const struct code_piece *pieces, size_t n, struct insns *out,
                 struct err *e);
    void (*close)(struct disassembler *d);
};

#endif
