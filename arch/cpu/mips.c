/*
 * mips: the facts about MIPS, 32 and 64 bits in both orders. `uname -m` says mips or mips64 and hides the
 * order, so these spellings serve the little-endian ones too. The n32 ABI is class 32 and counts as mips
 * here.
 *
 * perf: linux/arch/mips/include/uapi/asm/perf_regs.h ($26 and $27, the kernel's own, have numbers but perf
 * never asks for them). DWARF: $0-$31 are 0-31, as in GCC and GDB; the psABI supplement has no list of its
 * own.
 */
#include "arch/list.h"

// clang-format off
#define EM_MIPS 8

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    { "PC",   0, -1 }, { "$0",  -1,  0 }, { "$1",   1,  1 }, { "$2",   2,  2 },
    { "$3",   3,  3 }, { "$4",   4,  4 }, { "$5",   5,  5 }, { "$6",   6,  6 },
    { "$7",   7,  7 }, { "$8",   8,  8 }, { "$9",   9,  9 },
    REGS_10("$1", 10, 10), REGS_10("$2", 20, 20),
    { "$30", 30, 30 }, { "$31", 31, 31 },
};

/* lui $15; lw or ld $25, ...($15): MIPS non-PIC ABI extension, "PLT entry". Shared objects have lazy-binding stubs
   instead, which have no relocations. */
static const struct arch_plt_slot plt[] = { /* columns: size, code, base, from, parts */
    { 16, "3c0f.... .df9....", PLT_ABSOLUTE, 0, { { 0, 4, 0, 16, 16, true }, { 4, 4, 0, 16, 0, true } } },
};

/* R_MIPS_32: psABI supplement, "Relocation Types". R_MIPS_64 is left out, since its r_info has another layout. */
static const struct arch_reloc relocs[] = { { 2, 4, RELOC_SETS }, { 0 } }; /* columns: type, size, does */

/* All branches have a delay slot, except the compact branches of release 6. "Likely" branches execute it only if
   taken. */
static const struct arch_flow flow[] = { /* columns: kind, pattern */
    { FLOW_PLAIN, "break*" }, { FLOW_PLAIN, "bitswap*" }, { FLOW_PLAIN, "balign*" }, { FLOW_PLAIN, "bclr*" },
    { FLOW_PLAIN, "bset*" }, { FLOW_PLAIN, "bneg*" }, { FLOW_PLAIN, "bm*" }, { FLOW_PLAIN, "bsel*" },
    { FLOW_PLAIN, "bins*" },
    { FLOW_RETURN | FLOW_DELAYED, "jr $ra" }, { FLOW_RETURN | FLOW_DELAYED, "jr.hb $ra" },
    { FLOW_RETURN | FLOW_DELAYED, "jr ra" }, { FLOW_RETURN | FLOW_DELAYED, "jr.hb ra" },
    { FLOW_RETURN, "jrc ra" }, { FLOW_RETURN, "jrc $ra" }, { FLOW_RETURN, "eret*" }, { FLOW_RETURN, "deret" },
    { FLOW_CALL, "balc *" }, { FLOW_CALL, "jialc *" }, { FLOW_CALL, "jalrc*" },
    { FLOW_CALL | FLOW_DELAYED, "jal*" }, { FLOW_CALL | FLOW_DELAYED, "bal *" },
    { FLOW_CALL | FLOW_DELAYED, "b*al *" }, { FLOW_CALL | FLOW_DELAYED, "b*all *" },
    { FLOW_JUMP, "bc *" }, { FLOW_JUMP, "jic *" }, { FLOW_JUMP, "jrc *" },
    { FLOW_JUMP | FLOW_DELAYED, "j *" }, { FLOW_JUMP | FLOW_DELAYED, "jr*" },
    { FLOW_JUMP | FLOW_DELAYED, "b *" },
    { FLOW_CONDITIONAL, "beq?c *" }, { FLOW_CONDITIONAL, "bn??c *" }, { FLOW_CONDITIONAL, "b??zc *" },
    { FLOW_CONDITIONAL, "beqc *" }, { FLOW_CONDITIONAL, "bnec *" }, { FLOW_CONDITIONAL, "bltc *" },
    { FLOW_CONDITIONAL, "bgec *" }, { FLOW_CONDITIONAL, "bltuc *" }, { FLOW_CONDITIONAL, "bgeuc *" },
    { FLOW_CONDITIONAL, "bovc *" }, { FLOW_CONDITIONAL, "bnvc *" },
    { FLOW_CONDITIONAL | FLOW_DELAYED, "b*" },
    { 0 },
};

/* elf_flags: MIPS32 and MIPS64 release 2. */
#define CODE                                         \
    .engines  = { ENGINE_CAPSTONE, ENGINE_OBJDUMP }, \
    .flow     = flow
static const struct arch_code code_mips64 = {
    CODE, .gnu = "mips64-linux-gnuabi64", .elf_flags = 0x80000000,
    .isas = { { .unit = 4, .capstone = CAPSTONE_MIPS, .capstone_mode = CAPSTONE_64 } },
};
static const struct arch_code code_mips64el = {
    CODE, .gnu = "mips64el-linux-gnuabi64", .elf_flags = 0x80000000,
    .isas = { { .unit = 4, .capstone = CAPSTONE_MIPS, .capstone_mode = CAPSTONE_64 } },
};
static const struct arch_code code_mips = {
    CODE, .gnu = "mips-linux-gnu", .elf_flags = 0x70001000,
    .isas = { { .unit = 4, .capstone = CAPSTONE_MIPS, .capstone_mode = CAPSTONE_32 } },
};
static const struct arch_code code_mipsel = {
    CODE, .gnu = "mipsel-linux-gnu", .elf_flags = 0x70001000,
    .isas = { { .unit = 4, .capstone = CAPSTONE_MIPS, .capstone_mode = CAPSTONE_32 } },
};

/*
 * kernel_start: 32 bits: KSEG0; 64 bits: XKPHYS, everything above is the kernel's (MIPS64 PRA, "Virtual
 * Memory").
 *
 * kernel_slide: linux/arch/mips/kernel/relocate.c, determine_relocation_address.
 *
 * fp_frame: the ABI fixes no place for $30 and $31; a walk needs the prologue's instructions or CFI.
 *
 * local_labels: binutils, bfd/elfxx-mips.c, _bfd_mips_elf_is_local_label_name.
 *
 * addr_mask: MIPS16 and microMIPS mark return addresses with bit 0.
 */
#define FACTS                                                    \
    .machine      = EM_MIPS,                                     \
    .regs         = regs, .nregs = COUNT(regs),                  \
    .insn_align   = 2,                                           \
    .pc           = "PC", .sp = "$29", .fp = "$30", .ra = "$31", \
    .kernel_slide = 0x10000,                                     \
    .page_sizes   = { 4096, 8192, 16384, 32768, 65536 },         \
    .local_labels = "$L",                                        \
    .plt          = plt, .nplt = COUNT(plt),                     \
    .relocs       = relocs,                                      \
    .uapi         = UAPI_mips

const struct arch arch_mips64 = {
    FACTS,
    .code         = &code_mips64,
    .name         = "mips64",
    .aliases      = (const char *const[]){ "mips", NULL },
    .bits         = 64,
    .order        = ORDER_BIG,
    .kernel_start = UINT64_C(0x8000000000000000),
    .compat       = &arch_mips,
    .addr_mask    = ~UINT64_C(1),
    .abis         = { ABI_n64, ABI_n32, ABI_o32 },
};

const struct arch arch_mips64el = {
    FACTS,
    .code         = &code_mips64el,
    .name         = "mips64el",
    .aliases      = (const char *const[]){ "mips64le", "mips64", "mips", NULL },
    .bits         = 64,
    .order        = ORDER_LITTLE,
    .kernel_start = UINT64_C(0x8000000000000000),
    .compat       = &arch_mipsel,
    .addr_mask    = ~UINT64_C(1),
    .abis         = { ABI_n64, ABI_n32, ABI_o32 },
};

const struct arch arch_mips = {
    FACTS,
    .code         = &code_mips,
    .name         = "mips",
    .aliases      = (const char *const[]){ NULL },
    .bits         = 32,
    .order        = ORDER_BIG,
    .kernel_start = 0x80000000,
    .addr_mask    = 0xfffffffe,
    .abis         = { ABI_o32 },
};

const struct arch arch_mipsel = {
    FACTS,
    .code         = &code_mipsel,
    .name         = "mipsel",
    .aliases      = (const char *const[]){ "mipsle", "mips", NULL },
    .bits         = 32,
    .order        = ORDER_LITTLE,
    .kernel_start = 0x80000000,
    .addr_mask    = 0xfffffffe,
    .abis         = { ABI_o32 },
};
// clang-format on
