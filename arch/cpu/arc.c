/*
 * arc: the facts about Synopsys ARC as Linux runs it: ARCompact (ARC 700) and ARCv2 (HS), little-endian.
 *
 * perf has no sample registers for ARC. DWARF: r0-r31 are 0-31, 60 is lp_count (DesignWare ARC ABI, "DWARF
 * Register Number Mapping").
 */
#include "arch/list.h"

// clang-format off
#define EM_ARC_COMPACT  93 /* ARC 600 and 700 */
#define EM_ARC_COMPACT2 195 /* ARC EM and HS */

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    REGS_10("r", -1, 0), REGS_10("r1", -1, 10),
    { "r20",      -1, 20 }, { "r21",      -1, 21 }, { "r22",      -1, 22 }, { "r23",      -1, 23 },
    { "r24",      -1, 24 }, { "r25",      -1, 25 }, { "gp",       -1, 26 }, { "fp",       -1, 27 },
    { "sp",       -1, 28 }, { "ilink",    -1, 29 }, { "r30",      -1, 30 }, { "blink",    -1, 31 },
    { "lp_count", -1, 60 }, { "pc",       -1, -1 },
};

/* ld r12, [pcl, ...]; j [r12]: DesignWare ARC ABI; binutils (bfd/arc-plt.def). Of a long immediate, the upper half
   comes first. */
static const struct arch_plt_slot plt[] = { /* columns: size, code, base, from, parts */
    { 16, "2730 7f8c .... .... 2021 0300 240a 1fc0", PLT_PC, 0, { { 4, 2, 0, 16, 16, false }, { 6, 2, 0, 16, 0, false } } },
    { 12, "2730 7f8c .... .... 7c20 74ef",           PLT_PC, 0, { { 4, 2, 0, 16, 16, false }, { 6, 2, 0, 16, 0, false } } },
};

/* R_ARC_32: DesignWare ARC ABI, "Relocation Types". */
static const struct arch_reloc relocs[] = { { 4, 4, RELOC_SETS }, { 0 } }; /* columns: type, size, does */

static const struct arch_flow flow[] = { /* columns: kind, pattern */
    { FLOW_PLAIN, "bclr*" }, { FLOW_PLAIN, "bset*" }, { FLOW_PLAIN, "bmsk*" }, { FLOW_PLAIN, "bxor*" },
    { FLOW_PLAIN, "btst*" }, { FLOW_PLAIN, "bic*" }, { FLOW_PLAIN, "brk*" },
    { FLOW_RETURN | FLOW_DELAYED, "j.d [blink]" }, { FLOW_RETURN | FLOW_DELAYED, "j_s.d [blink]" },
    { FLOW_RETURN, "j [blink]" }, { FLOW_RETURN, "j_s [blink]" }, { FLOW_RETURN, "rtie*" },
    { FLOW_RETURN, "leave_s*" },
    { FLOW_CALL | FLOW_DELAYED, "bl.d *" }, { FLOW_CALL | FLOW_DELAYED, "jl.d *" },
    { FLOW_CALL | FLOW_DELAYED, "jl_s.d *" },
    { FLOW_CALL, "bl *" }, { FLOW_CALL, "bl_s *" }, { FLOW_CALL, "jl*" }, { FLOW_CALL, "bl.*" },
    { FLOW_CALL, "bi *" }, { FLOW_CALL, "bih *" },
    { FLOW_JUMP | FLOW_DELAYED, "b.d *" }, { FLOW_JUMP | FLOW_DELAYED, "j.d *" },
    { FLOW_JUMP | FLOW_DELAYED, "j_s.d *" },
    { FLOW_JUMP, "b *" }, { FLOW_JUMP, "b_s *" }, { FLOW_JUMP, "j *" }, { FLOW_JUMP, "j_s *" },
    { FLOW_CONDITIONAL | FLOW_DELAYED, "b*.d *" },
    { FLOW_CONDITIONAL, "b*" }, { FLOW_CONDITIONAL, "j*" }, { FLOW_CONDITIONAL, "dbnz*" },
    { 0 },
};

static const struct arch_refers refers[] = { /* how, pattern, register */
    { REFERS_PC, "*pcl*", "pcl" },
    { 0 },
};

/* elf_flags: E_ARC_MACH_ARCHS, the machine that e_machine 93 alone does not tell; for ARC 700 the value is 3. */
static const struct arch_code code = {
    .engines  = { ENGINE_LLVM, ENGINE_OBJDUMP },
    .isas     = {
        { .pc_align = 4 },
    },
    .gnu      = "arc-linux-gnu",
    .llvm     = "ARC", .triple = "arc",
    .elf_flags = 3,
    .flow     = flow,
    .refers   = refers,
};

/*
 * kernel_start: vmalloc and modules lie in the 256 MB below PAGE_OFFSET 0x80000000, user space ends at
 * 0x60000000 (linux/arch/arc/include/asm/processor.h, the memory map).
 *
 * fp_frame: fp points to the saved fp, but callee-saved registers may lie between it and the saved blink.
 */
const struct arch arch_arc = {
    .code           = &code,
    .name           = "arc",
    .aliases        = (const char *const[]){ NULL },
    .machine        = EM_ARC_COMPACT, .machine2 = EM_ARC_COMPACT2,
    .bits           = 32,
    .order          = ORDER_LITTLE,
    .regs           = regs, .nregs = COUNT(regs),
    .insn_align     = 2,
    .pc             = "pc", .sp = "sp", .fp = "fp", .ra = "blink",
    .kernel_start   = 0x70000000,
    .page_sizes     = { 4096, 8192, 16384 },
    .addr_mask      = UINT32_MAX,
    .plt            = plt, .nplt = COUNT(plt),
    .relocs         = relocs,
    .abis           = { ABI_arc }, .uapi = UAPI_arc,
    .generic_ioctls = true,
};
// clang-format on
