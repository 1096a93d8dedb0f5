/*
 * csky: the facts about C-SKY with ABI v2 (CK807 and later), the one that has a Linux C library. perf
 * counts and names the slots of the kernel's pt_regs: regs0-9 are r4-r13, exregs0-14 are r16-r30, tls is
 * r31. For sr, orig_a0 and dcsr perf has numbers but prints "unknown".
 *
 * Not here: ABI v1 (CK610), where the same slots hold other registers.
 *
 * perf: linux/arch/csky/include/uapi/asm/perf_regs.h and ptrace.h. DWARF: C-SKY V2 CPU Applications Binary
 * Interface Standards Manual, "DWARF Register Number Mapping".
 */
#include "arch/list.h"

// clang-format off
#define EM_CSKY 252

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    { "tls",       0, 31 }, { "lr",        1, 15 }, { "pc",        2, -1 }, { "sr",        3, -1 },
    { "sp",        4, 14 }, { "orig_a0",   5, -1 }, { "a0",        6,  0 }, { "a1",        7,  1 },
    { "a2",        8,  2 }, { "a3",        9,  3 },
    REGS_10("regs", 10, 4), REGS_10("exregs", 20, 16),
    { "exregs10", 30, 26 }, { "exregs11", 31, 27 }, { "exregs12", 32, 28 }, { "exregs13", 33, 29 },
    { "exregs14", 34, 30 }, { "hi",       35, 36 }, { "lo",       36, 37 }, { "dcsr",     37, -1 },
};

/* R_CKCORE_ADDR32: the same manual, "Relocation Types"; R_CSKY_32 in linux/arch/csky/include/asm/elf.h. */
static const struct arch_reloc relocs[] = { { 1, 4, RELOC_SETS }, { 0 } }; /* columns: type, size, does */

static const struct arch_flow flow[] = { /* columns: kind, pattern */
    { FLOW_RETURN, "rts" }, { FLOW_RETURN, "rte" }, { FLOW_RETURN, "rfi" },
    { FLOW_CALL, "bsr*" }, { FLOW_CALL, "jsr*" },
    { FLOW_JUMP, "br *" }, { FLOW_JUMP, "br?? *" }, { FLOW_JUMP, "jmp*" }, { FLOW_JUMP, "jbr *" },
    { FLOW_CONDITIONAL, "bt *" }, { FLOW_CONDITIONAL, "bf *" }, { FLOW_CONDITIONAL, "bt?? *" },
    { FLOW_CONDITIONAL, "bf?? *" }, { FLOW_CONDITIONAL, "bez*" }, { FLOW_CONDITIONAL, "bnez*" },
    { FLOW_CONDITIONAL, "bhz*" }, { FLOW_CONDITIONAL, "blsz*" }, { FLOW_CONDITIONAL, "blz*" },
    { FLOW_CONDITIONAL, "bhsz*" }, { FLOW_CONDITIONAL, "jb? *" },
    { 0 },
};

static const struct arch_code code = {
    .engines  = { ENGINE_OBJDUMP },
    .isas     = {
        { 0 },
    },
    .gnu      = "csky-linux-gnuabiv2",
    .flow     = flow,
};

/*
 * kernel_start: PAGE_OFFSET (linux/arch/csky/Kconfig; 0xa0000000 exists).
 *
 * fp_frame: r8 points to {r8, lr} in code compiled with -mbacktrace
 * (linux/arch/csky/kernel/perf_callchain.c); a leaf function does not save lr.
 */
const struct arch arch_csky = {
    .code            = &code,
    .name            = "csky",
    .aliases         = (const char *const[]){ NULL },
    .machine         = EM_CSKY,
    .bits            = 32,
    .order           = ORDER_LITTLE,
    .regs            = regs, .nregs = COUNT(regs),
    .insn_align      = 2,
    .pc              = "pc", .sp = "sp", .fp = "regs4", .ra = "lr",
    .kernel_start    = 0x80000000,
    .page_sizes      = { 4096 },
    .fp_frame        = { .usable = true, .fp_at = 0, .ra_at = 4, .cfa_at = ARCH_CFA_UNKNOWN },
    .addr_mask       = UINT32_MAX,
    .mapping_symbols = "td",
    .relocs          = relocs,
    .abis            = { ABI_csky }, .uapi = UAPI_csky,
    .generic_ioctls  = true,
};
// clang-format on
