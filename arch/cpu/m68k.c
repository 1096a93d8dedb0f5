/*
 * m68k: the facts about the Motorola 68000 family and ColdFire. There is no link register: a call pushes its return
 * address.
 *
 * perf has no sample registers for m68k. DWARF: System V psABI Motorola 68000 and GCC: d0-d7, a0-a7, then from 16 the
 * floating-point registers; 24 is the pc and the return address column.
 */
#include "arch/list.h"

// clang-format off
#define EM_68K 4

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    REGS_8("d", -1, 0), REGS_8("a", -1, 8),
    { "pc", -1, 24 },
};

/* jmp ([%pc, ...]): binutils (bfd/elf32-m68k.c), for the 68020 and later. */
static const struct arch_plt_slot plt[] = { /* columns: size, code, base, from, parts */
    { 20, "4efb 0171 ........ 2f3c ........ 60ff ........", PLT_PC, 2, { DISP32(4) } },
};

/* R_68K_32: psABI, "Relocation Types". */
static const struct arch_reloc relocs[] = { { 1, 4, RELOC_SETS }, { 0 } }; /* columns: type, size, does */

static const struct arch_flow flow[] = { /* columns: kind, pattern */
    { FLOW_PLAIN, "bchg*" }, { FLOW_PLAIN, "bclr*" }, { FLOW_PLAIN, "bset*" }, { FLOW_PLAIN, "btst*" },
    { FLOW_PLAIN, "bf*" }, { FLOW_PLAIN, "bkpt*" },
    { FLOW_RETURN, "rt*" },
    { FLOW_CALL, "bsr*" }, { FLOW_CALL, "jsr*" }, { FLOW_CALL, "jbsr*" },
    { FLOW_JUMP, "bra*" }, { FLOW_JUMP, "jmp*" }, { FLOW_JUMP, "jra*" },
    { FLOW_CONDITIONAL, "b*" }, { FLOW_CONDITIONAL, "db*" }, { FLOW_CONDITIONAL, "fb*" },
    { FLOW_CONDITIONAL, "fdb*" }, { FLOW_CONDITIONAL, "j*" },
    { 0 },
};

static const struct arch_refers refers[] = { /* how, pattern, register */
    { REFERS_BESIDE, "*pc*", "pc" },
    { 0 },
};

/* engines: capstone 4 decodes 32-bit branches with a wrong length, so it comes second. */
static const struct arch_code code = {
    .engines  = { ENGINE_OBJDUMP, ENGINE_CAPSTONE },
    .isas     = {
        { .capstone = CAPSTONE_M68K, .capstone_mode = CAPSTONE_040,
          .probe = { { 0x4a, 0x78, 0x12, 0x34 }, 4, "1234" } }, /* tst.w $1234.w */
    },
    .gnu      = "m68k-linux-gnu",
    .flow     = flow,
    .refers   = refers,
};

/*
 * kernel_start: with the classic MMUs, supervisor and user code have separate address spaces (function codes).
 *
 * fp_frame: `link a6` pushes a6 and points a6 to it (M68000 Family Programmer's Reference Manual, LINK).
 */
const struct arch arch_m68k = {
    .code           = &code,
    .name           = "m68k",
    .aliases        = (const char *const[]){ NULL },
    .machine        = EM_68K,
    .bits           = 32,
    .order          = ORDER_BIG,
    .regs           = regs, .nregs = COUNT(regs),
    .insn_align     = 2,
    .pc             = "pc", .sp = "a7", .fp = "a6",
    .page_sizes     = { 4096, 8192 },
    .fp_frame       = { .usable = true, .fp_at = 0, .ra_at = 4, .cfa_at = 8 },
    .addr_mask      = UINT32_MAX,
    .plt            = plt, .nplt = COUNT(plt),
    .relocs         = relocs,
    .abis           = { ABI_m68k }, .uapi = UAPI_m68k,
    .generic_ioctls = true,
};
// clang-format on
