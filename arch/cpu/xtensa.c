/*
 * xtensa: the facts about Tensilica's Xtensa in both byte orders. `uname -m` says xtensa and hides the order.
 *
 * Not here: PLT slots, whose word is found by a literal that has an address of its own.
 *
 * perf has no sample registers for Xtensa. DWARF: a0-a15 are 0-15, those of the current window
 * (linux/tools/perf/arch/xtensa/include/dwarf-regs-table.h).
 */
#include "arch/list.h"

// clang-format off
#define EM_XTENSA     94
#define EM_XTENSA_OLD 0xabc7 /* from before the registration (linux/arch/xtensa/include/asm/elf.h) */

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    REGS_10("a", -1, 0),
    { "a10", -1, 10 }, { "a11", -1, 11 }, { "a12", -1, 12 }, { "a13", -1, 13 },
    { "a14", -1, 14 }, { "a15", -1, 15 }, { "pc",  -1, -1 },
};

/* R_XTENSA_32: a part of the addend is in the relocated field (linux/arch/xtensa/kernel/module.c). R_XTENSA_DIFF* are
   left out, since the assembler has already written their values. */
static const struct arch_reloc relocs[] = { { 1, 4, RELOC_ADDS }, { 0 } }; /* columns: type, size, does */

static const struct arch_flow flow[] = { /* columns: kind, pattern */
    { FLOW_PLAIN, "break*" },
    { FLOW_RETURN, "ret*" }, { FLOW_RETURN, "rf*" },
    { FLOW_CALL, "call*" },
    { FLOW_JUMP, "j *" }, { FLOW_JUMP, "jx *" }, { FLOW_JUMP, "j.l *" },
    { FLOW_CONDITIONAL, "b*" }, { FLOW_CONDITIONAL, "loop*" },
    { 0 },
};

static const struct arch_refers refers[] = { /* how, pattern, register */
    { REFERS_NUMBER, "l32r *", NULL },
    { 0 },
};

static const struct arch_code code = {
    .engines  = { ENGINE_OBJDUMP },
    .isas     = {
        { 0 },
    },
    .gnu      = "xtensa-linux-gnu",
    .flow     = flow,
    .refers   = refers,
};

/*
 * kernel_start: the page table comes first, user space ends at 0x40000000 (linux/Documentation/xtensa/mmu.rst).
 *
 * fp_frame: a7 is a frame pointer of windowed code (a15 of code without windows), and nothing is saved relative to
 * it: windows are spilled below the callee's stack pointer, once others need their registers
 * (linux/arch/xtensa/kernel/stacktrace.c).
 *
 * addr_mask: the top two bits of a return address say by how much the call moved the window
 * (linux/arch/xtensa/include/asm/processor.h, MAKE_PC_FROM_RA).
 */
#define FACTS                                                   \
    .code         = &code,                                      \
    .machine      = EM_XTENSA, .machine2 = EM_XTENSA_OLD,       \
    .bits         = 32,                                         \
    .regs         = regs, .nregs = COUNT(regs),                 \
    .insn_align   = 1,                                          \
    .pc           = "pc", .sp = "a1", .fp = "a7", .ra = "a0",   \
    .kernel_start = 0x80000000,                                 \
    .page_sizes   = { 4096 },                                   \
    .addr_mask    = 0x3fffffff,                                 \
    .relocs       = relocs,                                     \
    .abis         = { ABI_xtensa }, .uapi = UAPI_xtensa

const struct arch arch_xtensa = {
    FACTS,
    .name       = "xtensa",
    .aliases    = (const char *const[]){ NULL },
    .order      = ORDER_LITTLE,
};

const struct arch arch_xtensaeb = {
    FACTS,
    .name       = "xtensaeb",
    .aliases    = (const char *const[]){ "xtensa", NULL },
    .order      = ORDER_BIG,
};
// clang-format on
