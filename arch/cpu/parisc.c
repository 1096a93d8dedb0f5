/*
 * parisc: the facts about PA-RISC with 32 and 64 bits. A 64-bit kernel (parisc64) runs 32-bit user space.
 * The stack grows up: a caller's frame lies below its callee's.
 *
 * Not here: shift and floating-point registers, which DWARF numbers differently for the two classes. perf
 * has no sample registers for PA-RISC. DWARF: r0-r31 are 0-31, as in GCC.
 */
#include "arch/list.h"

// clang-format off
#define EM_PARISC 15

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    REGS_10("r", -1, 0), REGS_10("r1", -1, 10), REGS_10("r2", -1, 20),
    { "r30", -1, 30 }, { "r31", -1, 31 }, { "pc",  -1, -1 },
};

/* R_PARISC_DIR32 and, of 64 bits, _DIR64: "Processor-Specific ELF Supplement for PA-RISC", "Relocations". */
static const struct arch_reloc relocs[] = { { 1, 4, RELOC_SETS }, { 80, 8, RELOC_SETS }, { 0 } }; /* columns: type, size, does */

/* A branch with ",n" skips its delay slot; a conditional branch skips it only if it is forward and taken, or backward
   and not taken. */
static const struct arch_flow flow[] = { /* columns: kind, pattern */
    { FLOW_PLAIN, "break*" },
    { FLOW_RETURN, "bv,n r0(rp)" }, { FLOW_RETURN, "bv,n *(r2)" }, { FLOW_RETURN, "be,n 0(sr?, r31)" },
    { FLOW_RETURN, "bve,n (rp)" }, { FLOW_RETURN, "bve,n (r2)" }, { FLOW_RETURN, "rfi*" },
    { FLOW_RETURN | FLOW_DELAYED, "bv r0(rp)" }, { FLOW_RETURN | FLOW_DELAYED, "bv *(r2)" },
    { FLOW_RETURN | FLOW_DELAYED, "be 0(sr?, r31)" },
    { FLOW_RETURN | FLOW_DELAYED, "bve (rp)" }, { FLOW_RETURN | FLOW_DELAYED, "bve (r2)" },
    { FLOW_JUMP, "b,l,n *, r0" }, { FLOW_JUMP | FLOW_DELAYED, "b,l *, r0" }, { FLOW_CALL, "b,l,n *" },
    { FLOW_CALL, "be,l,n *" }, { FLOW_CALL, "bve,l,n *" },
    { FLOW_CALL | FLOW_DELAYED, "b,l *" }, { FLOW_CALL | FLOW_DELAYED, "be,l *" },
    { FLOW_CALL | FLOW_DELAYED, "bve,l *" }, { FLOW_CALL | FLOW_DELAYED, "bl *" },
    { FLOW_CALL | FLOW_DELAYED, "ble *" },
    { FLOW_JUMP, "b,n *" }, { FLOW_JUMP, "bv,n *" }, { FLOW_JUMP, "be,n *" }, { FLOW_JUMP, "bve,n *" },
    { FLOW_JUMP, "blr,n *" }, { FLOW_JUMP, "b,gate,n *" },
    { FLOW_JUMP | FLOW_DELAYED, "b *" }, { FLOW_JUMP | FLOW_DELAYED, "bv *" },
    { FLOW_JUMP | FLOW_DELAYED, "be *" }, { FLOW_JUMP | FLOW_DELAYED, "bve *" },
    { FLOW_JUMP | FLOW_DELAYED, "blr *" }, { FLOW_JUMP | FLOW_DELAYED, "b,gate *" },
    { FLOW_JUMP | FLOW_DELAYED, "gate *" },
    { FLOW_CONDITIONAL | FLOW_DELAYED, "cmpb*" }, { FLOW_CONDITIONAL | FLOW_DELAYED, "cmpib*" },
    { FLOW_CONDITIONAL | FLOW_DELAYED, "comb*" }, { FLOW_CONDITIONAL | FLOW_DELAYED, "comib*" },
    { FLOW_CONDITIONAL | FLOW_DELAYED, "addb*" }, { FLOW_CONDITIONAL | FLOW_DELAYED, "addib*" },
    { FLOW_CONDITIONAL | FLOW_DELAYED, "movb*" }, { FLOW_CONDITIONAL | FLOW_DELAYED, "movib*" },
    { FLOW_CONDITIONAL | FLOW_DELAYED, "bb*" }, { FLOW_CONDITIONAL | FLOW_DELAYED, "bvb*" },
    { 0 },
};

static const struct arch_code code32 = {
    .engines = { ENGINE_OBJDUMP }, .isas = { { 0 } }, .gnu = "hppa-linux-gnu", .elf_flags = 0x0210, .flow = flow,
};
static const struct arch_code code64 = {
    .engines = { ENGINE_OBJDUMP }, .isas = { { 0 } }, .gnu = "hppa64-linux-gnu", .elf_flags = 0x0214, .flow = flow,
};

/*
 * kernel_start: kernel and user code have spaces (space registers) of their own with overlapping offsets.
 *
 * fp_frame: r3 holds the caller's stack pointer, where the old r3 is saved; the return address is in the
 * caller's frame marker, at -20 on 32 bits and -16 on 64 ("32-bit PA-RISC Run-time Architecture", "The
 * Stack"; the 64-bit one likewise). Only code compiled with a frame pointer has it.
 *
 * addr_mask: the two low bits of an instruction address are the privilege level (PA-RISC 2.0 Architecture,
 * "IAOQ").
 *
 * local_labels: binutils, bfd/elf-hppa.h, elf_hppa_is_local_label_name.
 */
#define FACTS                                                    \
    .machine        = EM_PARISC,                                 \
    .order          = ORDER_BIG,                                 \
    .regs           = regs, .nregs = COUNT(regs),                \
    .insn_align     = 4,                                         \
    .pc             = "pc", .sp = "r30", .fp = "r3", .ra = "r2", \
    .page_sizes     = { 4096, 16384, 65536 },                    \
    .local_labels   = "L$",                                      \
    .stack_grows_up = true,                                      \
    .relocs         = relocs,                                    \
    .uapi           = UAPI_parisc

const struct arch arch_parisc64 = {
    FACTS,
    .code      = &code64,
    .name      = "parisc64",
    .aliases   = (const char *const[]){ "hppa64", "parisc", NULL },
    .bits      = 64,
    .fp_frame  = { .usable = true, .fp_at = 0, .ra_at = -16, .cfa_at = 0 },
    .compat    = &arch_parisc,
    .addr_mask = ~UINT64_C(3),
    .abis      = { ABI_parisc64 },
};

const struct arch arch_parisc = {
    FACTS,
    .code      = &code32,
    .name      = "parisc",
    .aliases   = (const char *const[]){ "hppa", NULL },
    .bits      = 32,
    .fp_frame  = { .usable = true, .fp_at = 0, .ra_at = -20, .cfa_at = 0 },
    .addr_mask = 0xfffffffc,
    .abis      = { ABI_parisc },
};
// clang-format on
