/*
 * riscv: the facts about RISC-V with 64 and 32 bits. perf numbers equal DWARF numbers, except that perf's
 * 0 is pc and DWARF's 0 the zero register.
 *
 * perf: linux/arch/riscv/include/uapi/asm/perf_regs.h. DWARF, mapping symbols: RISC-V ELF psABI, "DWARF
 * Register Numbers", "Mapping Symbol" (what follows "$x" may be the ISA of the code: "$xrv64i2p1_m2p0").
 */
#include "arch/list.h"

// clang-format off
#define EM_RISCV 243 /* both classes */

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    { "zero", -1,  0 }, { "pc",    0, -1 }, { "ra",    1,  1 }, { "sp",    2,  2 },
    { "gp",    3,  3 }, { "tp",    4,  4 }, { "t0",    5,  5 }, { "t1",    6,  6 },
    { "t2",    7,  7 }, { "s0",    8,  8 }, { "s1",    9,  9 }, { "a0",   10, 10 },
    { "a1",   11, 11 }, { "a2",   12, 12 }, { "a3",   13, 13 }, { "a4",   14, 14 },
    { "a5",   15, 15 }, { "a6",   16, 16 }, { "a7",   17, 17 }, { "s2",   18, 18 },
    { "s3",   19, 19 }, { "s4",   20, 20 }, { "s5",   21, 21 }, { "s6",   22, 22 },
    { "s7",   23, 23 }, { "s8",   24, 24 }, { "s9",   25, 25 }, { "s10",  26, 26 },
    { "s11",  27, 27 }, { "t3",   28, 28 }, { "t4",   29, 29 }, { "t5",   30, 30 },
    { "t6",   31, 31 },
};

/* auipc t3; ld or lw t3, ...(t3); jalr t1, t3: psABI, "Procedure Linkage Table"; with Zicfilp the same after an
   lpad. */
#define AUIPC_LOAD(at) { at, 4, 12, 20, 12, true }, { at + 4, 4, 20, 12, 0, true }
static const struct arch_plt_slot plt[] = { /* columns: size, code, base, from, parts */
    { 16, ".....e17 ...e.e03 000e0367 00000013", PLT_PC, 0, { AUIPC_LOAD(0) } },
    { 16, "00000017 .....e17 ...e.e03 000e0367", PLT_PC, 4, { AUIPC_LOAD(4) } },
};

/* R_RISCV_32 and _64, _ADD8 to _ADD64 and _SUB8 to _SUB64: psABI, "Relocations". */
static const struct arch_reloc relocs[] = { /* columns: type, size, does */
    {  1, 4, RELOC_SETS },      {  2, 8, RELOC_SETS },
    { 33, 1, RELOC_ADDS },      { 34, 2, RELOC_ADDS },      { 35, 4, RELOC_ADDS },      { 36, 8, RELOC_ADDS },
    { 37, 1, RELOC_SUBTRACTS }, { 38, 2, RELOC_SUBTRACTS }, { 39, 4, RELOC_SUBTRACTS }, { 40, 8, RELOC_SUBTRACTS },
    { 0 },
};

static const struct arch_flow flow[] = { /* columns: kind, pattern */
    { FLOW_PLAIN, "bset*" }, { FLOW_PLAIN, "bclr*" }, { FLOW_PLAIN, "binv*" }, { FLOW_PLAIN, "bext*" },
    { FLOW_PLAIN, "brev*" }, { FLOW_PLAIN, "bcompress*" }, { FLOW_PLAIN, "bdecompress*" },
    { FLOW_RETURN, "ret" }, { FLOW_RETURN, "?ret" },
    { FLOW_JUMP, "j *" }, { FLOW_JUMP, "jr *" }, { FLOW_JUMP, "c.j *" }, { FLOW_JUMP, "c.jr *" },
    { FLOW_JUMP, "jal zero,*" }, { FLOW_JUMP, "jalr zero,*" }, { FLOW_JUMP, "jump *" },
    { FLOW_JUMP, "tail *" },
    { FLOW_CALL, "jal*" }, { FLOW_CALL, "c.jal*" }, { FLOW_CALL, "call *" },
    { FLOW_CONDITIONAL, "b*" }, { FLOW_CONDITIONAL, "c.b*" },
    { 0 },
};

static const struct arch_refers refers[] = { /* how, pattern, register */
    { REFERS_UPPER, "auipc *", NULL },
    { 0 },
};

/* wide: unprivileged ISA, "Base Instruction-Length Encoding". */
#define CODE                                     \
    .engines  = { ENGINE_LLVM, ENGINE_OBJDUMP }, \
    .isas     = { { .wide = { { 3, 3, 4 } } } }, \
    .llvm     = "RISCV", .features = "+m,+a,+f,+d,+c", .flow = flow, .refers = refers
static const struct arch_code code64 = { CODE, .triple = "riscv64", .gnu = "riscv64-linux-gnu", .elf_flags = 5 };
static const struct arch_code code32 = { CODE, .triple = "riscv32", .gnu = "riscv64-linux-gnu", .elf_flags = 5 };

/*
 * kernel_start: 64 bits: with Sv57, whose upper half begins lowest; with Sv39 and Sv48 the gap is unmapped
 * (linux/Documentation/arch/riscv/vm-layout.rst). 32 bits: vmalloc, where modules lie, takes the 512 MB
 * below PAGE_OFFSET 0xc0000000 (linux/arch/riscv/include/asm/pgtable.h).
 *
 * kernel_slide: PMD_SIZE (linux/arch/riscv/mm/init.c, setup_vm); 32 bits have no KASLR.
 *
 * fp_frame: psABI, "Frame Pointer Convention"; s0 is the caller's stack pointer. A leaf function may save
 * only s0.
 *
 * signal_frames: struct rt_sigframe (linux/arch/riscv/kernel/signal.c): a siginfo of 128 bytes and a ucontext with
 * the sigcontext 176 bytes in it, where pc has the place of x0.
 */
#define FACTS                                                    \
    .aliases         = (const char *const[]){ "riscv", NULL },   \
    .machine         = EM_RISCV,                                 \
    .order           = ORDER_LITTLE,                             \
    .regs            = regs, .nregs = COUNT(regs),               \
    .insn_align      = 2,                                        \
    .pc              = "pc", .sp = "sp", .fp = "s0", .ra = "ra", \
    .page_sizes      = { 4096 },                                 \
    .mapping_symbols = "xd", .mapping_tails = true,              \
    .plt             = plt, .nplt = COUNT(plt), .irelative = 58, \
    .relocs          = relocs,                                   \
    .uapi            = UAPI_riscv,                               \
    .generic_ioctls  = true

const struct arch arch_riscv64 = {
    FACTS,
    .code          = &code64,
    .name          = "riscv64",
    .bits          = 64,
    .kernel_start  = UINT64_C(0xff00000000000000),
    .kernel_slide  = 0x200000,
    .fp_frame      = { .usable = true, .fp_at = -16, .ra_at = -8, .cfa_at = 0 },
    .compat        = &arch_riscv32,
    .addr_mask     = UINT64_MAX,
    .signal_frames = { { "__vdso_rt_sigreturn", 8, 1, 31, 304, 64, 304 } },
    .abis          = { ABI_riscv64 },
};

const struct arch arch_riscv32 = {
    FACTS,
    .code         = &code32,
    .name         = "riscv32",
    .bits         = 32,
    .kernel_start = 0xa0000000,
    .fp_frame     = { .usable = true, .fp_at = -8, .ra_at = -4, .cfa_at = 0 },
    .addr_mask    = UINT32_MAX,
    .abis         = { ABI_riscv32 },
};
// clang-format on
