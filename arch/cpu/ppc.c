/*
 * ppc: the facts about PowerPC: 64 bits in both orders, 32 bits big-endian. One register table. From mmcr0
 * on the sampled "registers" are performance-monitor state (interrupt samples of newer kernels only).
 *
 * perf: linux/arch/powerpc/include/uapi/asm/perf_regs.h. DWARF: 64-Bit ELF V2 ABI, "DWARF Definition"; GCC
 * writes the same numbers to .eh_frame on 32 bits, although the 32-bit supplement says link 108, ctr 109,
 * xer 101, which .debug_frame and .debug_info there may hold.
 */
#include "arch/list.h"

// clang-format off
#define EM_PPC64 21
#define EM_PPC   20

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    REGS_10("r", 0, 0), REGS_10("r1", 10, 10), REGS_10("r2", 20, 20),
    { "r30",     30, 30 }, { "r31",     31, 31 }, { "nip",     32, -1 }, { "msr",     33, -1 },
    { "orig_r3", 34, -1 }, { "ctr",     35, 66 }, { "link",    36, 65 }, { "xer",     37, 76 },
    { "ccr",     38, -1 }, { "softe",   39, -1 }, { "trap",    40, -1 }, { "dar",     41, -1 },
    { "dsisr",   42, -1 }, { "sier",    43, -1 }, { "mmcra",   44, -1 }, { "mmcr0",   45, -1 },
    { "mmcr1",   46, -1 }, { "mmcr2",   47, -1 }, { "mmcr3",   48, -1 }, { "sier2",   49, -1 },
    { "sier3",   50, -1 }, { "pmc1",    51, -1 }, { "pmc2",    52, -1 }, { "pmc3",    53, -1 },
    { "pmc4",    54, -1 }, { "pmc5",    55, -1 }, { "pmc6",    56, -1 }, { "sdar",    57, -1 },
    { "siar",    58, -1 },
};

/* R_PPC64_ADDR32 and _ADDR64: 64-Bit ELF V2 ABI, "Relocation Types"; R_PPC_ADDR32: the 32-bit supplement. */
static const struct arch_reloc relocs64[] = { /* columns: type, size, does */
    { 1, 4, RELOC_SETS }, { 38, 8, RELOC_SETS }, { 0 },
};
static const struct arch_reloc relocs32[] = { { 1, 4, RELOC_SETS }, { 0 } };

/* The suffixes +, - and a of branches stand for hints and absolute targets. `beqlr` may continue at the next
   instruction, so it is conditional. */
static const struct arch_flow flow[] = { /* columns: kind, pattern */
    { FLOW_PLAIN, "bper*" }, { FLOW_PLAIN, "brd *" }, { FLOW_PLAIN, "brw *" }, { FLOW_PLAIN, "brh *" },
    { FLOW_PLAIN, "brinc *" }, { FLOW_PLAIN, "bcd*" },
    { FLOW_CALL, "bl *" }, { FLOW_CALL, "bla *" }, { FLOW_CALL, "bcl *" }, { FLOW_CALL, "b*lrl*" },
    { FLOW_CALL, "b*ctrl*" }, { FLOW_CALL, "b*l *" }, { FLOW_CALL, "b*l? *" },
    { FLOW_RETURN, "blr" }, { FLOW_RETURN, "rf*" }, { FLOW_RETURN, "hrf*" },
    { FLOW_JUMP, "b *" }, { FLOW_JUMP, "ba *" }, { FLOW_JUMP, "bctr" },
    { FLOW_CONDITIONAL | FLOW_INDIRECT, "bclr*" }, { FLOW_CONDITIONAL | FLOW_INDIRECT, "bcctr*" },
    { FLOW_CONDITIONAL | FLOW_INDIRECT, "bctar*" }, { FLOW_CONDITIONAL, "b*" },
    { 0 },
};

/* capstone 4 does not print the target of a branch whose distance is 0. */
static const struct arch_distance distances[] = { { "b??", { 0, 4, 2, 14, 2, true } }, { 0 } };

/* The system call of Linux since 5.9 (Power ISA 3.0, "scv"), which LLVM 15 does not know. */
static const struct arch_lacking lacking[] = { { 0x44000001, "scv 0" }, { 0 } };

#define CODE                                                      \
    .engines  = { ENGINE_CAPSTONE, ENGINE_LLVM, ENGINE_OBJDUMP }, \
    .llvm     = "PowerPC", .cpu = "pwr10",                        \
    .flow     = flow, .distances = distances, .lacking = lacking
static const struct arch_code code_ppc64le = {
    CODE, .gnu = "powerpc64le-linux-gnu", .triple = "powerpc64le", .elf_flags = 2,
    .isas = { { .capstone = CAPSTONE_PPC, .capstone_mode = CAPSTONE_64 } },
};
static const struct arch_code code_ppc64 = {
    CODE, .gnu = "powerpc64-linux-gnu", .triple = "powerpc64", .elf_flags = 1,
    .isas = { { .capstone = CAPSTONE_PPC, .capstone_mode = CAPSTONE_64 } },
};
static const struct arch_code code_ppc = {
    CODE, .gnu = "powerpc-linux-gnu", .triple = "powerpc", .elf_flags = 0,
    .isas = { { .capstone = CAPSTONE_PPC, .capstone_mode = CAPSTONE_32 } },
};

/*
 * kernel_start: the linear mapping, PAGE_OFFSET (linux/arch/powerpc/Kconfig). On 32 bits modules may lie up
 * to 256 MB below it, where other configurations have user stacks.
 *
 * kernel_slide: 32 bits (linux/Documentation/arch/powerpc/kaslr-booke32.rst); 64 bits run where they were loaded to
 * (linux/arch/powerpc/Kconfig, RELOCATABLE), at multiples of 16 KB or more.
 *
 * fp_frame: every frame starts with the back chain, at 0(r1), but the return address is saved in the
 * *caller's* frame (16(r1) on 64 bits, 4(r1) on 32) and only by functions that call: another layout.
 *
 * chain_has_link: linux/arch/powerpc/perf/callchain_64.c and callchain_32.c, perf_callchain_user_64, _32.
 *
 * descriptors: 64-bit PowerPC ELF ABI 3.3.3; ELF V2 has none, but a file of either order may be of either ABI.
 */
#define FACTS                                                       \
    .regs           = regs, .nregs = COUNT(regs),                   \
    .insn_align     = 4,                                            \
    .pc             = "nip", .sp = "r1", .fp = "r31", .ra = "link", \
    .kernel_slide   = 0x4000,                                       \
    .chain_has_link = true,                                         \
    .uapi           = UAPI_powerpc

const struct arch arch_ppc64le = {
    FACTS,
    .code         = &code_ppc64le,
    .name         = "ppc64le",
    .aliases      = (const char *const[]){ "powerpc64le", "ppc64el", "powerpc", NULL },
    .machine      = EM_PPC64,
    .bits         = 64,
    .order        = ORDER_LITTLE,
    .kernel_start = UINT64_C(0xc000000000000000),
    .page_sizes   = { 4096, 65536 },
    .addr_mask    = UINT64_MAX,
    .relocs       = relocs64,
    .descriptors  = true,
    .abis         = { ABI_ppc64 },
};

const struct arch arch_ppc64 = {
    FACTS,
    .code         = &code_ppc64,
    .name         = "ppc64",
    .aliases      = (const char *const[]){ "powerpc64", "powerpc", NULL },
    .machine      = EM_PPC64,
    .bits         = 64,
    .order        = ORDER_BIG,
    .kernel_start = UINT64_C(0xc000000000000000),
    .page_sizes   = { 4096, 65536 },
    .compat       = &arch_ppc,
    .addr_mask    = UINT64_MAX,
    .relocs       = relocs64,
    .descriptors  = true,
    .abis         = { ABI_ppc64 },
};

const struct arch arch_ppc = {
    FACTS,
    .code           = &code_ppc,
    .name           = "ppc",
    .aliases        = (const char *const[]){ "powerpc", NULL },
    .machine        = EM_PPC,
    .bits           = 32,
    .order          = ORDER_BIG,
    .kernel_start   = 0xc0000000,
    .page_sizes     = { 4096, 16384, 65536, 262144 },
    .addr_mask      = UINT32_MAX,
    .relocs         = relocs32,
    .debug_frame_ra = 108,
    .abis           = { ABI_ppc },
};
// clang-format on
