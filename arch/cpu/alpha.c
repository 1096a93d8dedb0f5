/*
 * alpha: the facts about DEC Alpha.
 *
 * perf has no sample registers for Alpha. DWARF: the integer registers are 0-31 ("Tru64 UNIX Calling
 * Standard for Alpha Systems", "Register Conventions"), and 64 is the return address column of signal
 * frames, which is the pc.
 */
#include "arch/list.h"

// clang-format off
#define EM_ALPHA      0x9026 /* unregistered; what Linux and GNU use (linux/include/uapi/linux/elf-em.h) */
#define EM_ALPHA_GABI 41 /* registered as EM_ALPHA; no Linux object carries it */

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    { "v0",   -1,  0 }, { "t0",   -1,  1 }, { "t1",   -1,  2 }, { "t2",   -1,  3 },
    { "t3",   -1,  4 }, { "t4",   -1,  5 }, { "t5",   -1,  6 }, { "t6",   -1,  7 },
    { "t7",   -1,  8 }, { "s0",   -1,  9 }, { "s1",   -1, 10 }, { "s2",   -1, 11 },
    { "s3",   -1, 12 }, { "s4",   -1, 13 }, { "s5",   -1, 14 }, { "fp",   -1, 15 },
    { "a0",   -1, 16 }, { "a1",   -1, 17 }, { "a2",   -1, 18 }, { "a3",   -1, 19 },
    { "a4",   -1, 20 }, { "a5",   -1, 21 }, { "t8",   -1, 22 }, { "t9",   -1, 23 },
    { "t10",  -1, 24 }, { "t11",  -1, 25 }, { "ra",   -1, 26 }, { "t12",  -1, 27 },
    { "at",   -1, 28 }, { "gp",   -1, 29 }, { "sp",   -1, 30 }, { "zero", -1, 31 },
    { "pc",   -1, 64 },
};

/* R_ALPHA_REFLONG and _REFQUAD: linux/arch/alpha/include/asm/elf.h. */
static const struct arch_reloc relocs[] = { { 1, 4, RELOC_SETS }, { 2, 8, RELOC_SETS }, { 0 } }; /* columns: type, size, does */

static const struct arch_flow flow[] = { /* columns: kind, pattern */
    { FLOW_PLAIN, "bis*" }, { FLOW_PLAIN, "bic*" },
    { FLOW_RETURN, "ret*" }, { FLOW_RETURN, "rti*" }, { FLOW_RETURN, "rei*" },
    { FLOW_CALL | FLOW_INDIRECT, "jsr*" }, { FLOW_CALL, "bsr *" },
    { FLOW_JUMP, "br *" }, { FLOW_JUMP | FLOW_INDIRECT, "jmp*" }, { FLOW_JUMP | FLOW_INDIRECT, "jcr*" },
    { FLOW_CONDITIONAL, "b*" }, { FLOW_CONDITIONAL, "fb*" },
    { 0 },
};

static const struct arch_code code = {
    .engines  = { ENGINE_OBJDUMP },
    .isas     = {
        { 0 },
    },
    .gnu      = "alpha-linux-gnu",
    .flow     = flow,
};

/*
 * kernel_start: PAGE_OFFSET of kernels with a 48-bit KSEG, the lower one of the two possible values
 * (linux/arch/alpha/include/asm/page.h).
 *
 * fp_frame: by the calling standard, functions save registers relative to sp; procedure descriptors say where.
 *
 * local_labels: binutils, bfd/elf64-alpha.c, elf64_alpha_is_local_label_name.
 */
const struct arch arch_alpha = {
    .code         = &code,
    .name         = "alpha",
    .aliases      = (const char *const[]){ NULL },
    .machine      = EM_ALPHA, .machine2 = EM_ALPHA_GABI,
    .bits         = 64,
    .order        = ORDER_LITTLE,
    .regs         = regs, .nregs = COUNT(regs),
    .insn_align   = 4,
    .pc           = "pc", .sp = "sp", .fp = "fp", .ra = "ra",
    .kernel_start = UINT64_C(0xffff800000000000),
    .page_sizes   = { 8192 },
    .local_labels = "$",
    .addr_mask    = UINT64_MAX,
    .relocs       = relocs,
    .abis         = { ABI_alpha }, .uapi = UAPI_alpha,
};
// clang-format on
