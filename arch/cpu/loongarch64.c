/*
 * loongarch64: the facts about 64-bit LoongArch. perf numbers equal DWARF numbers, except that perf's 0 is
 * the pc and DWARF's 0 the zero register.
 *
 * perf: linux/arch/loongarch/include/uapi/asm/perf_regs.h, names as perf 6.3 and later print them. DWARF:
 * LoongArch ELF psABI, "DWARF register numbers".
 */
#include "arch/list.h"

// clang-format off
#define EM_LOONGARCH 258 /* both classes */

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    { "PC",    0, -1 }, { "%r0",  -1,  0 }, { "%r1",   1,  1 }, { "%r2",   2,  2 },
    { "%r3",   3,  3 }, { "%r4",   4,  4 }, { "%r5",   5,  5 }, { "%r6",   6,  6 },
    { "%r7",   7,  7 }, { "%r8",   8,  8 }, { "%r9",   9,  9 },
    REGS_10("%r1", 10, 10), REGS_10("%r2", 20, 20),
    { "%r30", 30, 30 }, { "%r31", 31, 31 },
};

/* pcaddu12i $t3; ld.d $t3, $t3, ...; jirl $t1, $t3, 0: psABI, "Procedure Linkage Table"; binutils
   (bfd/elfnn-loongarch.c). */
static const struct arch_plt_slot plt[] = { /* columns: size, code, base, from, parts */
    { 16, "1......f 28....ef 4c0001ed", PLT_PC, 0, { { 0, 4, 5, 20, 12, true }, { 4, 4, 10, 12, 0, true } } },
};

/* R_LARCH_32 and _64, _ADD8 to _ADD64 and _SUB8 to _SUB64 without those of 24 bits: psABI, "Relocations". */
static const struct arch_reloc relocs[] = { /* columns: type, size, does */
    {  1, 4, RELOC_SETS },      {  2, 8, RELOC_SETS },
    { 47, 1, RELOC_ADDS },      { 48, 2, RELOC_ADDS },      { 50, 4, RELOC_ADDS },      { 51, 8, RELOC_ADDS },
    { 52, 1, RELOC_SUBTRACTS }, { 53, 2, RELOC_SUBTRACTS }, { 55, 4, RELOC_SUBTRACTS }, { 56, 8, RELOC_SUBTRACTS },
    { 0 },
};

static const struct arch_flow flow[] = { /* columns: kind, pattern */
    { FLOW_RETURN, "ret" }, { FLOW_RETURN, "jr $ra" }, { FLOW_RETURN, "jirl $zero, $ra, 0" },
    { FLOW_RETURN, "ertn" },
    { FLOW_JUMP, "b *" }, { FLOW_JUMP, "jr *" }, { FLOW_JUMP, "jirl $zero,*" },
    { FLOW_CALL, "bl *" }, { FLOW_CALL, "jirl *" },
    { FLOW_CONDITIONAL, "beq*" }, { FLOW_CONDITIONAL, "bne*" }, { FLOW_CONDITIONAL, "blt*" },
    { FLOW_CONDITIONAL, "bge*" }, { FLOW_CONDITIONAL, "bgt*" }, { FLOW_CONDITIONAL, "ble*" },
    { FLOW_CONDITIONAL, "bceqz *" }, { FLOW_CONDITIONAL, "bcnez *" },
    { 0 },
};

static const struct arch_refers refers[] = { /* how, pattern, register */
    { REFERS_UPPER, "pcaddu12i *", NULL },
    { REFERS_UPPER_PAGE, "pcalau12i *", NULL },
    { 0 },
};

static const struct arch_code code = {
    .engines  = { ENGINE_LLVM, ENGINE_OBJDUMP },
    .isas     = {
        { 0 },
    },
    .gnu      = "loongarch64-linux-gnu",
    .llvm     = "LoongArch", .triple = "loongarch64", .features = "+f,+d,+lsx,+lasx",
    .flow     = flow,
    .refers   = refers,
};

/*
 * kernel_start: the direct mapping windows come first (linux/Documentation/arch/loongarch/introduction.rst,
 * "XKPRANGE").
 *
 * kernel_slide: linux/arch/loongarch/kernel/relocate.c, determine_relocation_address.
 *
 * fp_frame: %r22 is the caller's stack pointer, {fp, ra} are saved right below it (as read by the kernel's
 * user-space walk, linux/arch/loongarch/kernel/perf_event.c). A leaf function may save only fp.
 *
 * signal_frames: struct rt_sigframe (linux/arch/loongarch/kernel/signal.c): a siginfo of 128 bytes and a ucontext with
 * the sigcontext 176 bytes in it, which begins with the pc.
 */
const struct arch arch_loongarch64 = {
    .code           = &code,
    .name           = "loongarch64",
    .aliases        = (const char *const[]){ "loongarch", "loong64", NULL },
    .machine        = EM_LOONGARCH,
    .bits           = 64,
    .order          = ORDER_LITTLE,
    .regs           = regs, .nregs = COUNT(regs),
    .insn_align     = 4,
    .pc             = "PC", .sp = "%r3", .fp = "%r22", .ra = "%r1",
    .kernel_start   = UINT64_C(0x8000000000000000),
    .kernel_slide   = 0x10000,
    .page_sizes     = { 4096, 16384, 65536 },
    .fp_frame       = { .usable = true, .fp_at = -16, .ra_at = -8, .cfa_at = 0 },
    .addr_mask      = UINT64_MAX,
    .plt            = plt, .nplt = COUNT(plt), .irelative = 12,
    .relocs         = relocs,
    .signal_frames  = { { "__vdso_rt_sigreturn", 8, 1, 31, 304 + 8, 64, 304 } },
    .abis           = { ABI_loongarch64 }, .uapi = UAPI_loongarch,
    .generic_ioctls = true,
};
// clang-format on
