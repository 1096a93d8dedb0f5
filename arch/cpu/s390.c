/*
 * s390: the facts about z/Architecture (s390x) and its 31-bit ancestor (s390). One register table: only
 * the widths differ. DWARF interleaves the floating-point registers (f0 f2 f4 f6 f1 f3 ...), perf does
 * not.
 *
 * perf: linux/arch/s390/include/uapi/asm/perf_regs.h. DWARF: s390x ELF ABI Supplement, "DWARF Register
 * Mapping"; MASK and PC are the two halves of the PSW.
 */
#include "arch/list.h"

// clang-format off
#define EM_S390 22 /* both classes */

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    REGS_10("R", 0, 0),
    { "R10",  10, 10 }, { "R11",  11, 11 }, { "R12",  12, 12 }, { "R13",  13, 13 },
    { "R14",  14, 14 }, { "R15",  15, 15 }, { "FP0",  16, 16 }, { "FP1",  17, 20 },
    { "FP2",  18, 17 }, { "FP3",  19, 21 }, { "FP4",  20, 18 }, { "FP5",  21, 22 },
    { "FP6",  22, 19 }, { "FP7",  23, 23 }, { "FP8",  24, 24 }, { "FP9",  25, 28 },
    { "FP10", 26, 25 }, { "FP11", 27, 29 }, { "FP12", 28, 26 }, { "FP13", 29, 30 },
    { "FP14", 30, 27 }, { "FP15", 31, 31 }, { "MASK", 32, 64 }, { "PC",   33, 65 },
};

/* larl %r1; lg %r1, 0(%r1); br %r1: ABI supplement, "Procedure Linkage Table". */
static const struct arch_plt_slot plt[] = { /* columns: size, code, base, from, parts */
    { 32, "c010 ........ e310 1000 0004 07f1", PLT_PC, 0, { { 2, 4, 0, 32, 1, true } } },
};

/* The slot loads its word at an offset from %r12, or at an address that is stored after its code: 31-bit supplement,
   "Procedure Linkage Table"; binutils (bfd/elf32-s390.c). */
static const struct arch_plt_slot plt31[] = { /* columns: size, code, base, from, parts */
    { 32, "5810 c... 07f1 0000 0000 0000 0d10", PLT_GOT,      0, { { 2, 2, 0, 12, 0, false } } },
    { 32, "a718 .... 5811 c000 07f1",      PLT_GOT,      0, { { 2, 2, 0, 16, 0, true } } },
    { 32, "0d10 5810 1016 5811 c000 07f1", PLT_GOT,      0, { DISP32(24) } },
    { 32, "0d10 5810 1016 5810 1000 07f1", PLT_ABSOLUTE, 0, { DISP32(24) } },
};

/* R_390_32 and R_390_64: ABI supplement, "Relocation Types". */
static const struct arch_reloc relocs[] = { { 4, 4, RELOC_SETS }, { 22, 8, RELOC_SETS }, { 0 } }; /* columns: type, size, does */

/* The tracepoint of mmap has another name, which perf 6.1 knows on s390 alone (perf, builtin-trace.c, syscall_fmts[]). */
static const struct arch_perf_call perf_calls[] = { { "mmap", .perf = "mmap", .entry = "old_mmap" }, { 0 } };

static const struct arch_flow flow[] = { /* columns: kind, pattern */
    { FLOW_PLAIN, "bcr *" }, { FLOW_PLAIN, "basr *, %r0" }, { FLOW_PLAIN, "balr *, %r0" },
    { FLOW_PLAIN, "bsa*" }, { FLOW_PLAIN, "bsg*" }, { FLOW_PLAIN, "bpp *" }, { FLOW_PLAIN, "bprp *" },
    { FLOW_PLAIN, "j*nop*" }, { FLOW_PLAIN, "brcl 0,*" }, { FLOW_PLAIN, "brc 0,*" }, { FLOW_PLAIN, "b*nop*" },
    { FLOW_RETURN, "br %r14" }, { FLOW_RETURN, "lpsw*" }, { FLOW_RETURN, "pr" },
    { FLOW_CALL, "brasl *" }, { FLOW_CALL, "bras %r14,*" }, { FLOW_CALL, "basr *" }, { FLOW_CALL, "bas *" },
    { FLOW_CALL, "bal *" }, { FLOW_CALL, "balr *" }, { FLOW_CALL, "bassm *" }, { FLOW_CALL, "jas*" },
    { FLOW_JUMP, "br *" }, { FLOW_JUMP, "b *" }, { FLOW_JUMP, "bi *" }, { FLOW_JUMP, "bras *" },
    { FLOW_JUMP, "j *" }, { FLOW_JUMP, "jlu *" }, { FLOW_JUMP, "jg *" }, { FLOW_JUMP, "bsm *" },
    { FLOW_CONDITIONAL, "j*" }, { FLOW_CONDITIONAL, "c*j*" }, { FLOW_CONDITIONAL, "crb*" },
    { FLOW_CONDITIONAL, "cgrb*" }, { FLOW_CONDITIONAL, "clrb*" }, { FLOW_CONDITIONAL, "clgrb*" },
    { FLOW_CONDITIONAL, "cib*" }, { FLOW_CONDITIONAL, "cgib*" }, { FLOW_CONDITIONAL, "clib*" },
    { FLOW_CONDITIONAL, "clgib*" }, { FLOW_CONDITIONAL, "b*" },
    { 0 },
};

/* Branches whose targets capstone 4 prints wrong: it adds the address of the instruction twice. */
static const struct arch_distance distances[] = {
    { "brxh*", { 2, 2, 0, 16, 1, true } }, { "brxl*", { 2, 2, 0, 16, 1, true } }, { 0 },
};

static const struct arch_refers refers[] = { /* how, pattern, register */
    { REFERS_NUMBER, "larl *", NULL },
    { REFERS_NUMBER, "*rl *", NULL },
    { 0 },
};

/* wide: Principles of Operation, "Instruction Formats". A bras whose first operand is not %r14 jumps over a literal
   pool. */
/* R_390_PC32, _PC16, _PC16DBL, _PLT16DBL, _PC32DBL, _PLT32DBL, _GOTENT: ABI supplement, "Relocation Types". */
static const uint8_t relative[] = { 5, 16, 17, 18, 19, 20, 26, 0 };

static const struct arch_code code = {
    .engines  = { ENGINE_CAPSTONE, ENGINE_LLVM, ENGINE_OBJDUMP },
    .isas     = {
        { .capstone = CAPSTONE_SYSZ, .wide = { { 0xffff, 0x4000, 4 }, { 0xffff, 0xc000, 6 } } },
    },
    .gnu      = "s390x-linux-gnu",
    .llvm     = "SystemZ", .triple = "s390x", .cpu = "arch13",
    .flow     = flow, .distances = distances, .relative = relative,
    .refers   = refers,
};

/*
 * kernel_start: the kernel has an address space of its own (linux/Documentation/arch/s390/mm.rst).
 *
 * kernel_slide: a page; newer kernels align to more (linux/arch/s390/boot/startup.c).
 *
 * fp_frame: R11 is a frame pointer by custom and nothing is saved relative to it. -mbackchain keeps a chain
 * at 0(R15) instead, which is another layout.
 *
 * sp_at: the canonical frame address is the caller's stack pointer plus the area that it has for callees to save
 * registers in (s390x ELF ABI Supplement, "The Stack Frame"; GCC, STACK_POINTER_OFFSET).
 *
 * addr_mask: in a 31-bit address the top bit is the addressing mode (Principles of Operation, "Addressing
 * Modes").
 *
 * signal_frames: struct rt_sigframe and struct sigframe (linux/arch/s390/kernel/signal.c): 160 bytes of the caller's
 * frame come first, then in the one an instruction, a siginfo and what a ucontext begins with, in the other a struct
 * sigcontext of 16 bytes; then the PSW, mask and address, and the registers.
 */
#define FACTS                                                      \
    .code           = &code,                                       \
    .machine        = EM_S390,                                     \
    .order          = ORDER_BIG,                                   \
    .regs           = regs, .nregs = COUNT(regs),                  \
    .insn_align     = 2,                                           \
    .pc             = "PC", .sp = "R15", .fp = "R11", .ra = "R14", \
    .page_sizes     = { 4096 },                                    \
    .irelative      = 61,                                          \
    .relocs         = relocs,                                      \
    .uapi           = UAPI_s390,                                   \
    .generic_ioctls = true,                                        \
    .perf_calls     = perf_calls

const struct arch arch_s390x = {
    FACTS,
    .name          = "s390x",
    .aliases       = (const char *const[]){ "s390", NULL },
    .bits          = 64,
    .kernel_slide  = 4096,
    .sp_at         = -160,
    .compat        = &arch_s390,
    .addr_mask     = UINT64_MAX,
    .plt           = plt, .nplt = COUNT(plt),
    .signal_frames = { { "__kernel_rt_sigreturn", 2, 0, 15, 336 + 16, 65, 336 + 8 },
                       { "__kernel_sigreturn",    2, 0, 15, 176 + 16, 65, 176 + 8 } },
    .abis          = { ABI_s390x },
};

const struct arch arch_s390 = {
    FACTS,
    .name      = "s390",
    .aliases   = (const char *const[]){ NULL },
    .bits      = 32,
    .sp_at     = -96,
    .addr_mask = 0x7fffffff,
    .plt       = plt31, .nplt = COUNT(plt31),
    .abis      = { ABI_s390 },
};
// clang-format on
