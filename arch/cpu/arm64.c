/*
 * arm64: the facts about AArch64 in both byte orders. Only data has an order; instructions are always
 * little-endian.
 *
 * Not here: RA_SIGN_STATE (DWARF 34), which is a flag of the unwinder and no register.
 *
 * perf: linux/arch/arm64/include/uapi/asm/perf_regs.h; VG (SVE vector length in 64-bit granules) is the
 * one sampled number beyond a gap. DWARF: "DWARF for the Arm 64-bit Architecture" (aadwarf64), "DWARF
 * register names". Mapping symbols: aaelf64, "Mapping symbols".
 */
#include "arch/list.h"

// clang-format off
#define EM_AARCH64 183

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    REGS_10("x", 0, 0), REGS_10("x1", 10, 10), REGS_10("x2", 20, 20),
    { "lr",  30, 30 }, { "sp",  31, 31 }, { "pc",  32, 32 }, { "vg",  46, 46 },
};

/* adrp x16; ldr x17, [x16, #...]; add; br x17: sysvabi64, "Procedure Linkage Table"; the forms with bti c and
   autia1716 that binutils and LLVM write (bfd/elfnn-aarch64.c); and the forms without the add (mold). */
#define ADRP_LDR(at) { at, 4, 29, 2, 12, false }, { at, 4, 5, 19, 14, true }, { at + 4, 4, 10, 12, 3, false }
static const struct arch_plt_slot plt[] = { /* columns: size, code, base, from, parts */
    { 16, ".......0 f9....11 91....10 d61f0220",          PLT_PAGE, 0, { ADRP_LDR(0) } },
    { 16, ".......0 f9....11 d61f0220 d503201f",          PLT_PAGE, 0, { ADRP_LDR(0) } },
    { 24, ".......0 f9....11 91....10 d503219f d61f0220", PLT_PAGE, 0, { ADRP_LDR(0) } },
    { 24, "d503245f .......0 f9....11 91....10 d61f0220", PLT_PAGE, 4, { ADRP_LDR(4) } },
    { 24, "d503245f .......0 f9....11 91....10 d503219f d61f0220", PLT_PAGE, 4, { ADRP_LDR(4) } },
};

/* R_AARCH64_ABS64 and _ABS32: aaelf64, "Static Data relocations". */
static const struct arch_reloc relocs[] = { /* columns: type, size, does */
    { 257, 8, RELOC_SETS }, { 258, 4, RELOC_SETS }, { 0 },
};

/* PERF_BR_ARM64_* (linux/include/uapi/linux/perf_event.h). */
static const char *const branch_types[] = {
    "ARM64_FIQ", "ARM64_DEBUG_HALT", "ARM64_DEBUG_EXIT", "ARM64_DEBUG_INST", "ARM64_DEBUG_DATA",
};

/* System calls whose numbers the kernel's headers define through another name; perf 6.1's table lacks them
   (linux/tools/perf/arch/arm64/entry/syscalls/mksyscalltbl; asm-generic/unistd.h, __NR3264_*). */
static const struct arch_perf_call perf_calls[] = {
    { .name = "fcntl" },     { .name = "statfs" }, { .name = "fstatfs" },  { .name = "truncate" },
    { .name = "ftruncate" }, { .name = "lseek" },  { .name = "sendfile" }, { .name = "newfstatat" },
    { .name = "fstat" },     { .name = "mmap" },   { .name = "fadvise64" }, { 0 },
};

static const struct arch_flow flow[] = { /* columns: kind, pattern */
    { FLOW_PLAIN, "brk *" },
    { FLOW_RETURN, "ret*" }, { FLOW_RETURN, "eret*" },
    { FLOW_CALL, "bl *" }, { FLOW_CALL, "blr*" },
    { FLOW_JUMP, "b *" }, { FLOW_JUMP, "br *" }, { FLOW_JUMP, "bra*" },
    { FLOW_CONDITIONAL, "b.*" }, { FLOW_CONDITIONAL, "bc.*" }, { FLOW_CONDITIONAL, "cbz *" },
    { FLOW_CONDITIONAL, "cbnz *" }, { FLOW_CONDITIONAL, "tbz *" }, { FLOW_CONDITIONAL, "tbnz *" },
    { 0 },
};

static const struct arch_refers refers[] = { /* how, pattern, register */
    { REFERS_PAGE, "adrp *", NULL },
    { REFERS_NUMBER, "adr *", NULL },
    { REFERS_NUMBER, "ldr*", NULL },
    { REFERS_NUMBER, "prfm*", NULL },
    { 0 },
};

static const struct arch_code code = {
    .engines  = { ENGINE_CAPSTONE, ENGINE_LLVM, ENGINE_OBJDUMP },
    .isas     = {
        { .capstone = CAPSTONE_ARM64, .probe = { { 0x23, 0x79, 0x0b, 0xd5 }, 4, "c9" } }, /* sys #3, c7, c9, #1, x3 */
    },
    .gnu      = "aarch64-linux-gnu",
    .llvm     = "AArch64", .triple = "aarch64", .features = "+v8.7a,+sve2,+sme,+mte,+mops",
    .flow     = flow,
    .refers   = refers,
};

/*
 * kernel_start: with 52-bit addresses (linux/Documentation/arch/arm64/memory.rst); with 48 bits
 * 0xffff000000000000.
 *
 * kernel_slide: the least alignment to which the image is loaded, whose place within 2 MB it keeps
 * (linux/arch/arm64/include/asm/efi.h, EFI_KIMG_ALIGN).
 *
 * fp_frame: aapcs64, "The Frame Pointer": x29 points to a record {x29, lr} that may lie anywhere in the
 * frame.
 *
 * addr_mask: a signed return address carries its signature between the address bits and bit 55, and user
 * space may tag bits 56-63 (linux/Documentation/arch/arm64/pointer-authentication.rst). 48 is the common
 * address width; with 39 bits, bits 39-47 are signature too.
 *
 * signal_frames: struct rt_sigframe (linux/arch/arm64/kernel/signal.c): a siginfo of 128 bytes and a ucontext with
 * the sigcontext 176 bytes in it, where x0 follows the fault's address.
 */
#define FACTS                                                                                  \
    .code            = &code,                                                                  \
    .machine         = EM_AARCH64,                                                             \
    .bits            = 64,                                                                     \
    .little_code     = true,                                                                   \
    .regs            = regs, .nregs = COUNT(regs),                                             \
    .insn_align      = 4,                                                                      \
    .pc              = "pc", .sp = "sp", .fp = "x29", .ra = "lr",                              \
    .kernel_start    = UINT64_C(0xfff0000000000000),                                           \
    .kernel_slide    = 0x10000,                                                                \
    .page_sizes      = { 4096, 16384, 65536 },                                                 \
    .fp_frame        = { .usable = true, .fp_at = 0, .ra_at = 8, .cfa_at = ARCH_CFA_UNKNOWN }, \
    .addr_mask       = UINT64_C(0xffffffffffff),                                               \
    .mapping_symbols = "xd",                                                                   \
    .plt             = plt, .nplt = COUNT(plt), .irelative = 1032,                             \
    .relocs          = relocs,                                                                 \
    .signal_frames   = { { "__kernel_rt_sigreturn", 8, 0, 31, 304 + 8, 32, 304 + 8 * 33 } },   \
    .signed_ra       = true,                                                                   \
    .branch_types    = branch_types,                                                           \
    .abis            = { ABI_arm64 }, .uapi = UAPI_arm64,                                      \
    .generic_ioctls  = true,                                                                   \
    .perf_calls      = perf_calls

const struct arch arch_arm64 = {
    FACTS,
    .name    = "arm64",
    .aliases = (const char *const[]){ "aarch64", NULL },
    .order   = ORDER_LITTLE,
    .compat  = &arch_arm,
};

const struct arch arch_aarch64_be = {
    FACTS,
    .name    = "aarch64_be",
    .aliases = (const char *const[]){ "arm64_be", "arm64", NULL },
    .order   = ORDER_BIG,
    .compat  = &arch_armeb,
};
// clang-format on
