/*
 * sparc: the facts about SPARC with 32 and 64 bits. The registers are those of the current window: o7
 * holds the address of the call (the return address is 8 further), and a function with a window of its own
 * finds it in i7.
 *
 * perf has no sample registers for SPARC. DWARF: SPARC psABI (GCC's and GDB's order g, o, l, i); the pc
 * has a number in debuggers only, and another one for each class.
 */
#include "arch/list.h"

// clang-format off
#define EM_SPARCV9     43
#define EM_SPARC       2
#define EM_SPARC32PLUS 18 /* v9 instructions in 32-bit objects */

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    REGS_8("g", -1, 0), REGS_8("o", -1, 8), REGS_8("l", -1, 16), REGS_8("i", -1, 24),
    { "pc", -1, -1 },
};

/* The loader writes the code of a slot: SPARC Compliance Definition, "Procedure Linkage Table". On 64 bits only the
   first 32768 slots have this form. */
static const struct arch_plt_slot plt64[] = { /* columns: size, code, base, from, parts */
    { 32, "03...... 306..... 01000000 01000000 01000000 01000000 01000000 01000000", PLT_PC, 0, { { 0 } } },
};
static const struct arch_plt_slot plt32[] = { /* columns: size, code, base, from, parts */
    { 12, "03...... 30...... 01000000", PLT_PC, 0, { { 0 } } },
};

/* R_SPARC_32 and _UA32, and for 64 bits _64 and _UA64: SPARC Compliance Definition, "Relocation Types"; UA:
   unaligned. */
static const struct arch_reloc relocs[] = { /* columns: type, size, does */
    { 3, 4, RELOC_SETS }, { 23, 4, RELOC_SETS }, { 32, 8, RELOC_SETS }, { 54, 8, RELOC_SETS }, { 0 },
};

/* A branch with ",a" skips its delay slot if it is not taken; `ba,a` always skips it. */
static const struct arch_flow flow[] = { /* columns: kind, pattern */
    { FLOW_PLAIN, "bshuffle*" }, { FLOW_PLAIN, "bmask*" }, { FLOW_PLAIN, "bn *" }, { FLOW_PLAIN, "bn,*" },
    { FLOW_RETURN | FLOW_DELAYED, "ret" }, { FLOW_RETURN | FLOW_DELAYED, "retl" },
    { FLOW_RETURN | FLOW_DELAYED, "rett *" }, { FLOW_RETURN | FLOW_DELAYED, "return *" },
    { FLOW_RETURN | FLOW_DELAYED, "jmp %i7*" }, { FLOW_RETURN | FLOW_DELAYED, "jmp %o7*" },
    { FLOW_RETURN | FLOW_DELAYED, "jmpl %i7*, %g0" }, { FLOW_RETURN | FLOW_DELAYED, "jmpl %o7*, %g0" },
    { FLOW_RETURN, "done" }, { FLOW_RETURN, "retry" },
    { FLOW_CALL | FLOW_DELAYED, "call *" },
    { FLOW_JUMP | FLOW_DELAYED, "jmp *" }, { FLOW_JUMP | FLOW_DELAYED, "jmpl *, %g0" },
    { FLOW_CALL | FLOW_DELAYED, "jmpl *" },
    { FLOW_JUMP, "ba,a*" }, { FLOW_JUMP, "b,a*" },
    { FLOW_JUMP | FLOW_DELAYED, "ba *" }, { FLOW_JUMP | FLOW_DELAYED, "b *" },
    { FLOW_JUMP | FLOW_DELAYED, "ba,*" }, { FLOW_JUMP | FLOW_DELAYED, "b,*" },
    { FLOW_CONDITIONAL | FLOW_DELAYED, "b*" }, { FLOW_CONDITIONAL | FLOW_DELAYED, "fb*" },
    { FLOW_CONDITIONAL | FLOW_DELAYED, "cb*" },
    { FLOW_CONDITIONAL, "cwb*" }, { FLOW_CONDITIONAL, "cxb*" },
    { 0 },
};

static const struct arch_code code_sparc64 = {
    .engines  = { ENGINE_CAPSTONE, ENGINE_OBJDUMP },
    .isas     = { { .capstone = CAPSTONE_SPARC, .capstone_mode = CAPSTONE_V9 } },
    .gnu      = "sparc64-linux-gnu",
    .flow     = flow,
};
static const struct arch_code code_sparc = {
    .engines  = { ENGINE_CAPSTONE, ENGINE_OBJDUMP },
    .isas     = { { .capstone = CAPSTONE_SPARC } },
    .gnu      = "sparc64-linux-gnu",
    .flow     = flow,
};

/*
 * kernel_start: 64 bits: the kernel has a context of its own; 32 bits: PAGE_OFFSET
 * (linux/arch/sparc/include/asm/page_32.h).
 *
 * fp_frame: windows are saved as a whole at the *stack* pointer, plus a bias of 2047 on 64 bits, and only
 * once they have been flushed: another layout.
 *
 * register_windows: SPARC psABI, "Register Usage"; GCC writes DW_CFA_GNU_window_save where a function begins one.
 */
#define FACTS                                                     \
    .order            = ORDER_BIG,                                \
    .regs             = regs, .nregs = COUNT(regs),               \
    .insn_align       = 4,                                        \
    .pc               = "pc", .sp = "o6", .fp = "i6", .ra = "o7", \
    .ra_skip          = 8,                                        \
    .irelative        = 248, /* R_SPARC_JMP_IREL: of slots */      \
    .relocs           = relocs,                                   \
    .register_windows = true,                                     \
    .uapi             = UAPI_sparc

const struct arch arch_sparc64 = {
    FACTS,
    .code         = &code_sparc64,
    .name         = "sparc64",
    .aliases      = (const char *const[]){ "sparcv9", "sun4u", "sun4v", "sparc", NULL },
    .machine      = EM_SPARCV9,
    .bits         = 64,
    .page_sizes   = { 8192 },
    .sp_at        = -2047,
    .compat       = &arch_sparc,
    .addr_mask    = UINT64_MAX,
    .plt          = plt64, .nplt = COUNT(plt64),
    .abis         = { ABI_sparc64 },
};

const struct arch arch_sparc = {
    FACTS,
    .code         = &code_sparc,
    .name         = "sparc",
    .aliases      = (const char *const[]){ "sparcv8", "sparc32", NULL },
    .machine      = EM_SPARC, .machine2 = EM_SPARC32PLUS,
    .bits         = 32,
    .kernel_start = 0xf0000000,
    .page_sizes   = { 4096 },
    .addr_mask    = UINT32_MAX,
    .plt          = plt32, .nplt = COUNT(plt32),
    .abis         = { ABI_sparc },
};
// clang-format on
