/*
 * sh: the facts about SuperH, little-endian by custom and big-endian (sheb). `uname -m` is "sh", the CPU
 * family, and "eb" for big-endian (linux/arch/sh/include/asm/bugs.h).
 *
 * perf has no sample registers for SuperH. DWARF: GCC's and GDB's numbers; 18 is sr.
 */
#include "arch/list.h"

// clang-format off
#define EM_SH 42

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    REGS_10("r", -1, 0),
    { "r10",  -1, 10 }, { "r11",  -1, 11 }, { "r12",  -1, 12 }, { "r13",  -1, 13 },
    { "r14",  -1, 14 }, { "r15",  -1, 15 }, { "pc",   -1, 16 }, { "pr",   -1, 17 },
    { "gbr",  -1, 19 }, { "mach", -1, 20 }, { "macl", -1, 21 },
};

/* mov.l 1f, r0; mov.l @(r0, r12), r0; jmp @r0, or the same with an address instead of an offset: binutils
   (bfd/elf32-sh.c). */
static const struct arch_plt_slot plt[] = { /* columns: size, code, base, from, parts */
    { 28, "d004 00ce 402b 0009",      PLT_GOT,      0, { DISP32(20) } },
    { 28, "d004 6002 d102 402b 6013", PLT_ABSOLUTE, 0, { DISP32(20) } },
};

/* R_SH_DIR32: a part of the addend is in the relocated field (linux/arch/sh/kernel/module.c). */
static const struct arch_reloc relocs[] = { { 1, 4, RELOC_ADDS }, { 0 } }; /* columns: type, size, does */

static const struct arch_flow flow[] = { /* columns: kind, pattern */
    { FLOW_PLAIN, "band*" }, { FLOW_PLAIN, "bor*" }, { FLOW_PLAIN, "bxor*" }, { FLOW_PLAIN, "bclr*" },
    { FLOW_PLAIN, "bset*" }, { FLOW_PLAIN, "bst*" }, { FLOW_PLAIN, "bld*" }, { FLOW_PLAIN, "bandnot*" },
    { FLOW_PLAIN, "bornot*" },
    { FLOW_RETURN | FLOW_DELAYED, "rts" }, { FLOW_RETURN | FLOW_DELAYED, "rte" },
    { FLOW_RETURN, "rts/n" }, { FLOW_RETURN, "rtv/n*" },
    { FLOW_CALL, "jsr/n *" },
    { FLOW_CALL | FLOW_DELAYED, "bsr*" }, { FLOW_CALL | FLOW_DELAYED, "jsr *" },
    { FLOW_JUMP | FLOW_DELAYED, "bra*" }, { FLOW_JUMP | FLOW_DELAYED, "jmp *" },
    { FLOW_CONDITIONAL | FLOW_DELAYED, "bt.s *" }, { FLOW_CONDITIONAL | FLOW_DELAYED, "bf.s *" },
    { FLOW_CONDITIONAL | FLOW_DELAYED, "bt/s *" }, { FLOW_CONDITIONAL | FLOW_DELAYED, "bf/s *" },
    { FLOW_CONDITIONAL, "bt *" }, { FLOW_CONDITIONAL, "bf *" },
    { 0 },
};

static const struct arch_refers refers[] = { /* how, pattern, register */
    { REFERS_NUMBER, "mov.? *", NULL },
    { REFERS_NUMBER, "mova *", NULL },
    { 0 },
};

/* elf_flags: EF_SH4. */
static const struct arch_code code = {
    .engines  = { ENGINE_OBJDUMP },
    .isas     = {
        { 0 },
    },
    .gnu      = "sh4-linux-gnu",
    .elf_flags = 9,
    .flow     = flow,
    .refers   = refers,
};

/*
 * kernel_start: P1, the first privileged segment (SH-4 Hardware Manual, "Address Space").
 *
 * fp_frame: r14 points to the bottom of the locals; where r14 and pr were pushed depends on the frame's size.
 */
#define FACTS                                                   \
    .code         = &code,                                      \
    .machine      = EM_SH,                                      \
    .bits         = 32,                                         \
    .regs         = regs, .nregs = COUNT(regs),                 \
    .insn_align   = 2,                                          \
    .pc           = "pc", .sp = "r15", .fp = "r14", .ra = "pr", \
    .kernel_start = 0x80000000,                                 \
    .page_sizes   = { 4096, 8192, 16384, 65536 },               \
    .addr_mask    = UINT32_MAX,                                 \
    .plt          = plt, .nplt = COUNT(plt),                    \
    .relocs       = relocs,                                     \
    .abis         = { ABI_sh }, .uapi = UAPI_sh

const struct arch arch_sh = {
    FACTS,
    .name       = "sh",
    .aliases    = (const char *const[]){ "sh2", "sh2a", "sh3", "sh4", "sh4a", "sh4al-dsp", NULL },
    .order      = ORDER_LITTLE,
};

const struct arch arch_sheb = {
    FACTS,
    .name       = "sheb",
    .aliases    = (const char *const[]){
        "sh2eb", "sh2aeb", "sh3eb", "sh4eb", "sh4aeb", "sh4al-dspeb", "sh", NULL
    },
    .order      = ORDER_BIG,
};
// clang-format on
