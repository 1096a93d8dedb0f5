/*
 * arm: the facts about 32-bit ARM, Thumb included, in both byte orders. `uname -m` there is the
 * instruction set and a letter for the order: armv7l, armv5teb (linux/arch/arm/mm/proc-*.S; armv8l and
 * armv8b: 32 bits on arm64 kernels).
 *
 * perf: linux/arch/arm/include/uapi/asm/perf_regs.h, equal to DWARF: "DWARF for the Arm Architecture"
 * (aadwarf32), "DWARF register names". Mapping symbols: aaelf32, "Mapping symbols".
 */
#include "arch/list.h"

// clang-format off
#define EM_ARM 40

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    { "r0",   0,  0 }, { "r1",   1,  1 }, { "r2",   2,  2 }, { "r3",   3,  3 },
    { "r4",   4,  4 }, { "r5",   5,  5 }, { "r6",   6,  6 }, { "r7",   7,  7 },
    { "r8",   8,  8 }, { "r9",   9,  9 }, { "r10", 10, 10 }, { "fp",  11, 11 },
    { "ip",  12, 12 }, { "sp",  13, 13 }, { "lr",  14, 14 }, { "pc",  15, 15 },
};

/* add ip, pc; add ip, ip; ldr pc, [ip, #...]!: binutils (bfd/elf32-arm.c); the long form, with one more add; both
   forms after the `bx pc` through which Thumb code enters; and the form that LLVM writes for long distances, with the
   distance after the code (lld/ELF/Arch/ARM.cpp). */
#define ADD_ADD_LDR(at) { at, 4, 0, 8, 20, false }, { at + 4, 4, 0, 8, 12, false }, { at + 8, 4, 0, 12, 0, false }
static const struct arch_plt_slot plt[] = { /* columns: size, code, base, from, parts */
    { 12, "e28fc6.. e28cca.. e5bcf...",                     PLT_PC,  8, { ADD_ADD_LDR(0) } },
    { 16, "4778 .... e28fc6.. e28cca.. e5bcf...",           PLT_PC, 12, { ADD_ADD_LDR(4) } },
    { 16, "e28fc2.. e28cc6.. e28cca.. e5bcf...",            PLT_PC,  8, { { 0, 4, 0, 8, 28, false }, ADD_ADD_LDR(4) } },
    { 20, "4778 .... e28fc2.. e28cc6.. e28cca.. e5bcf...",  PLT_PC, 12, { { 4, 4, 0, 8, 28, false }, ADD_ADD_LDR(8) } },
    { 16, "e59fc004 e08cc00f e59cf000 ........",            PLT_PC, 12, { DISP32(12) } },
};

/* R_ARM_ABS32: aaelf32, "Static Data relocations". */
static const struct arch_reloc relocs[] = { { 2, 4, RELOC_SETS }, { 0 } }; /* columns: type, size, does */

/* perf 6.1 has no table for arm and uses libaudit's table, in which one name lacks its leading underscore. */
static const struct arch_perf_call perf_calls[] = { { .name = "_llseek", .perf = "llseek" }, { 0 } };

/* Patterns allow for conditions (a suffix of two letters) and for the width suffix of Thumb code. `bxeq lr` is a
   return that may continue at the next instruction, so it is conditional. */
static const struct arch_flow flow[] = { /* columns: kind, pattern */
    { FLOW_PLAIN, "bic*" }, { FLOW_PLAIN, "bf*" }, { FLOW_PLAIN, "bkpt*" },
    { FLOW_RETURN, "bx lr" },
    { FLOW_CONDITIONAL, "bx?? *" },
    { FLOW_JUMP, "bx *" }, { FLOW_JUMP, "bxj *" }, { FLOW_JUMP, "bxns *" },
    { FLOW_CALL, "bl *" }, { FLOW_CALL, "blx *" }, { FLOW_CALL, "bl?? *" }, { FLOW_CALL, "blx?? *" },
    { FLOW_CALL, "blxns *" },
    { FLOW_JUMP, "b *" }, { FLOW_JUMP, "b.? *" }, { FLOW_JUMP, "tbb *" }, { FLOW_JUMP, "tbh *" },
    { FLOW_CONDITIONAL, "b?? *" }, { FLOW_CONDITIONAL, "b??.? *" }, { FLOW_CONDITIONAL, "cbz *" },
    { FLOW_CONDITIONAL, "cbnz *" },
    { FLOW_RETURN, "pop *pc}*" }, { FLOW_RETURN, "pop.w *pc}*" }, { FLOW_RETURN, "ldm *pc}*" },
    { FLOW_RETURN, "ldm.w *pc}*" }, { FLOW_RETURN, "ldmfd *pc}*" }, { FLOW_RETURN, "ldmia *pc}*" },
    { FLOW_RETURN, "ldmia.w *pc}*" }, { FLOW_RETURN, "ldmib *pc}*" }, { FLOW_RETURN, "ldmdb *pc}*" },
    { FLOW_RETURN, "ldmdb.w *pc}*" }, { FLOW_RETURN, "ldmda *pc}*" },
    { FLOW_CONDITIONAL | FLOW_INDIRECT, "pop*pc}*" }, { FLOW_CONDITIONAL | FLOW_INDIRECT, "ldm*pc}*" },
    { FLOW_RETURN, "ldr pc, [sp], *" }, { FLOW_RETURN, "ldr.w pc, [sp], *" }, { FLOW_RETURN, "mov pc, lr" },
    { FLOW_RETURN, "movs pc, lr" }, { FLOW_RETURN, "subs pc, lr*" }, { FLOW_RETURN, "rfe*" },
    { FLOW_RETURN, "eret*" },
    { FLOW_JUMP | FLOW_INDIRECT, "ldr pc, *" }, { FLOW_JUMP | FLOW_INDIRECT, "ldr.w pc, *" },
    { FLOW_JUMP | FLOW_INDIRECT, "mov pc, *" },
    { FLOW_JUMP | FLOW_INDIRECT, "add pc, *" }, { FLOW_JUMP | FLOW_INDIRECT, "sub pc, *" },
    { FLOW_CONDITIONAL | FLOW_INDIRECT, "ldr?? pc, *" }, { FLOW_CONDITIONAL | FLOW_INDIRECT, "mov?? pc, *" },
    { FLOW_CONDITIONAL | FLOW_INDIRECT, "add?? pc, *" }, { FLOW_CONDITIONAL | FLOW_INDIRECT, "sub?? pc, *" },
    { 0 },
};

static const struct arch_refers refers[] = { /* how, pattern, register */
    { REFERS_PC, "ldr*", "pc" },
    { REFERS_PC, "vldr*", "pc" },
    { REFERS_PC, "add*", "pc" },
    { REFERS_PC, "pld*", "pc" },
    { REFERS_OFFSET, "adr*", "pc" },
    { 0 },
};

/* R_ARM_PC24, _THM_CALL, _PLT32, _CALL, _JUMP24, _THM_JUMP24, _THM_JUMP19: aaelf32, "Static Arm relocations". */
static const uint8_t relative[] = { 1, 10, 27, 28, 29, 30, 51, 0 };

static const struct arch_load loads[] = { /* bytes, pattern: DDI 0406, A8.8 */
    { 8, "ldrd*" }, { 2, "ldrh*" }, { 2, "ldrsh*" },  { 1, "ldrb*" },
    { 1, "ldrsb*" }, { 4, "ldr*" },  { 8, "vldr* d*" }, { 4, "vldr*" },
    { 0, NULL },
};

/* wide: DDI 0406, A6.1. elf_flags: EABI 5, and BE8 where data is big-endian. */
#define CODE                                                                                                 \
    .engines  = { ENGINE_CAPSTONE, ENGINE_OBJDUMP },                                                         \
    .isas     = {                                                                                            \
        { .mark = 't', .pc_ahead = 4, .pc_align = 4, .capstone = CAPSTONE_ARM,                               \
          .capstone_mode = CAPSTONE_THUMB | CAPSTONE_V8, .wide = { { 0xffff, 0xe800, 4 } } },                \
        { .unit = 4, .pc_ahead = 8, .pc_align = 4, .capstone = CAPSTONE_ARM, .capstone_mode = CAPSTONE_V8 }, \
    },                                                                                                       \
    .gnu      = "arm-linux-gnueabihf",                                                                       \
    .flow     = flow,                                                                                        \
    .refers   = refers, .relative = relative,                                                                \
    .loads    = loads
static const struct arch_code code = { CODE, .elf_flags = 0x05000000 };
static const struct arch_code code_big = { CODE, .elf_flags = 0x05800000 };

/*
 * little_code: BE8, the only big-endian form since ARMv6, has little-endian code (aaelf32, EF_ARM_BE8 in
 * e_flags); without the flag code is big-endian like the data (BE32).
 *
 * kernel_start: modules begin 16 MB below PAGE_OFFSET, and user space ends there
 * (linux/Documentation/arch/arm/memory.rst); PAGE_OFFSET is that of the default VMSPLIT_3G (also 0xb0000000,
 * 0x80000000 and 0x40000000).
 *
 * fp_frame: unusable, because compilers disagree. The saved {fp, lr} lie at fp-4 and fp (GCC, ARM code), at
 * fp and fp+4 (Clang) or at fp-12 and fp-4 (-mapcs-frame), and Thumb code uses r7.
 *
 * addr_mask: bit 0 says that the code returned to is Thumb (aaelf32, "Symbol Values").
 *
 * function_bits: aaelf32, "Symbol Values". ehabi: "Exception Handling ABI for the Arm Architecture" (IHI 0038).
 */
#define FACTS                                                    \
    .machine         = EM_ARM,                                   \
    .bits            = 32,                                       \
    .little_code     = true,                                     \
    .regs            = regs, .nregs = COUNT(regs),               \
    .insn_align      = 2,                                        \
    .pc              = "pc", .sp = "sp", .fp = "fp", .ra = "lr", \
    .kernel_start    = 0xbf000000,                               \
    .page_sizes      = { 4096 },                                 \
    .addr_mask       = 0xfffffffe,                               \
    .mapping_symbols = "atd",                                    \
    .plt             = plt, .nplt = COUNT(plt), .irelative = 160,\
    .relocs          = relocs,                                   \
    .function_bits   = 1,                                        \
    .ehabi           = true,                                     \
    .abis            = { ABI_arm }, .uapi = UAPI_arm,            \
    .generic_ioctls  = true,                                     \
    .perf_calls      = perf_calls

const struct arch arch_arm = {
    FACTS,
    .code    = &code,
    .name    = "arm",
    .aliases = (const char *const[]){
        "armv4l", "armv4tl", "armv5l", "armv5tl", "armv5tel", "armv5tejl", "armv6l", "armv7l", "armv7ml",
        "armv8l", "armel", "armhf", "sa110", NULL
    },
    .order   = ORDER_LITTLE,
};

const struct arch arch_armeb = {
    FACTS,
    .code    = &code_big,
    .name    = "armeb",
    .aliases = (const char *const[]){
        "armv4b", "armv4tb", "armv5b", "armv5tb", "armv5teb", "armv5tejb", "armv6b", "armv7b", "armv7mb",
        "armv8b", "arm", NULL
    },
    .order   = ORDER_BIG,
};
// clang-format on
