/*
 * x86_64: the facts about 64-bit x86. perf counts the registers in an order of its own, shared with i386;
 * DWARF does not share its order with i386, so the two have a table each.
 *
 * Not here: XMM0-15. perf gives each two of the numbers from 32 on (128 bits in two 64-bit values), which a
 * row cannot say, and no unwinding rule needs them.
 *
 * perf: linux/arch/x86/include/uapi/asm/perf_regs.h. DWARF, stack frame: System V psABI AMD64, "DWARF
 * Register Number Mapping", "The Stack Frame". IP's 16 is the return address column.
 */
#include "arch/list.h"

// clang-format off
#define EM_X86_64 62

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    { "AX",     0,  0 }, { "BX",     1,  3 }, { "CX",     2,  2 }, { "DX",     3,  1 },
    { "SI",     4,  4 }, { "DI",     5,  5 }, { "BP",     6,  6 }, { "SP",     7,  7 },
    { "IP",     8, 16 }, { "FLAGS",  9, 49 }, { "CS",    10, 51 }, { "SS",    11, 52 },
    { "DS",    12, 53 }, { "ES",    13, 50 }, { "FS",    14, 54 }, { "GS",    15, 55 },
    { "R8",    16,  8 }, { "R9",    17,  9 }, { "R10",   18, 10 }, { "R11",   19, 11 },
    { "R12",   20, 12 }, { "R13",   21, 13 }, { "R14",   22, 14 }, { "R15",   23, 15 },
};

/* The psABI's slots ("Procedure Linkage Table"); binutils' slots with endbr64 (CET) and bnd (MPX)
   (bfd/elf64-x86-64.c); LLVM's retpolines (lld/ELF/Arch/X86_64.cpp); and mold's slots (src/arch-x86-64.cc). */
static const struct arch_plt_slot plt[] = { /* columns: size, code, base, from, parts */
    { 16, "ff 25 ........ 68 ........ e9 ........",             PLT_PC,  6, { DISP32(2) } },
    {  8, "ff 25 ........ 66 90",                               PLT_PC,  6, { DISP32(2) } },
    { 16, "f3 0f 1e fa ff 25 ........ 66 0f 1f 44 00 00",       PLT_PC, 10, { DISP32(6) } },
    { 16, "f3 0f 1e fa f2 ff 25 ........ 0f 1f 44 00 00",       PLT_PC, 11, { DISP32(7) } },
    {  8, "f2 ff 25 ........ 90",                               PLT_PC,  7, { DISP32(3) } },
    { 16, "f3 0f 1e fa 41 bb ........ ff 25 ........",          PLT_PC, 16, { DISP32(12) } },
    { 32, "4c 8b 1d ........ e8 ........ e9 ........ 68 ........ e9 ........", PLT_PC, 7, { DISP32(3) } },
    { 16, "4c 8b 1d ........ e9 ........ cc cc cc cc",          PLT_PC,  7, { DISP32(3) } },
};

/* R_X86_64_64, _32 and _32S: psABI, "Relocation Types". */
static const struct arch_reloc relocs[] = { /* columns: type, size, does */
    { 1, 8, RELOC_SETS }, { 10, 4, RELOC_SETS }, { 11, 4, RELOC_SETS }, { 0 },
};

/* Mnemonics as GNU as and LLVM print them, in AT&T and in Intel syntax. */
const struct arch_flow arch_flow_x86[] = { /* columns: kind, pattern */
    { FLOW_RETURN, "ret*" }, { FLOW_RETURN, "iret*" }, { FLOW_RETURN, "lret*" }, { FLOW_RETURN, "sysret*" },
    { FLOW_RETURN, "sysexit*" }, { FLOW_RETURN, "rsm" }, { FLOW_RETURN, "uiret" },
    { FLOW_CALL, "call*" }, { FLOW_CALL, "lcall*" },
    { FLOW_JUMP, "jmp*" }, { FLOW_JUMP, "ljmp*" },
    { FLOW_CONDITIONAL, "j*" }, { FLOW_CONDITIONAL, "loop*" }, { FLOW_CONDITIONAL, "xbegin*" },
    { 0 },
};

const char arch_prefixes_x86[] = " lock rep repz repe repnz repne bnd notrack data16 addr32 xacquire xrelease cs ds es fs gs ss "
                                 "rex rex.W rex.R rex.X rex.B rex.WR rex.WX rex.WB rex.RX rex.RB rex.XB rex.WRB rex.WXB rex.RXB "
                                 "rex.WRX rex.WRXB ";

static const struct arch_refers refers[] = { /* how, pattern, register */
    { REFERS_PC, "*rip*", "rip" },
    { REFERS_NUMBER, "*", NULL },
    { 0 },
};

/* R_X86_64_PC32, _PLT32, _GOTPCREL, _GOTTPOFF, _GOTPCRELX, _REX_GOTPCRELX: psABI, "Relocation Types". */
static const uint8_t relative[] = { 2, 4, 9, 22, 41, 42, 0 };

static const struct arch_code code = {
    .engines  = { ENGINE_CAPSTONE, ENGINE_LLVM, ENGINE_OBJDUMP },
    .isas     = {
        { .pc_ahead = ARCH_PC_NEXT, .capstone = CAPSTONE_X86, .capstone_mode = CAPSTONE_64,
          .probe = { { 0x8d, 0x04, 0x85 }, 7, "4" } }, /* leal (, %rax, 4), %eax */
    },
    .gnu      = "x86_64-linux-gnu",
    .llvm     = "X86", .triple = "x86_64",
    .prefixes = arch_prefixes_x86,
    .flow     = arch_flow_x86, .relative = relative,
    .refers   = refers,
};

/* kernel_start: with five-level paging, whose kernel half begins lowest (linux/Documentation/arch/x86/x86_64/mm.rst);
   with four levels it is 0xffff800000000000 and nothing is mapped between the two. kernel_text: the default of
   CONFIG_PHYSICAL_START behind __START_KERNEL_map (linux/arch/x86/Kconfig, asm/page_64_types.h). kernel_slide: the
   least CONFIG_PHYSICAL_ALIGN (the same). marks_cut: perf's access_mem() answers 0 for what lies outside of the dump,
   and of all architectures libunwind takes a return address of 0 for one on this one only (src/x86_64/Gstep.c). */
const struct arch arch_x86_64 = {
    .code           = &code,
    .name           = "x86_64",
    .aliases        = (const char *const[]){ "amd64", "x86", NULL },
    .machine        = EM_X86_64,
    .bits           = 64,
    .order          = ORDER_LITTLE,
    .regs           = regs, .nregs = COUNT(regs),
    .insn_align     = 1,
    .pc             = "IP", .sp = "SP", .fp = "BP",
    .kernel_start   = UINT64_C(0xff00000000000000),
    .kernel_text    = UINT64_C(0xffffffff81000000),
    .kernel_slide   = 0x200000,
    .page_sizes     = { 4096 },
    .fp_frame       = { .usable = true, .fp_at = 0, .ra_at = 8, .cfa_at = 16 },
    .marks_cut      = true,
    .compat         = &arch_i386,
    .addr_mask      = UINT64_MAX,
    .plt            = plt, .nplt = COUNT(plt), .irelative = 37,
    .relocs         = relocs,
    .abis           = { ABI_x86_64, ABI_x32 }, .uapi = UAPI_x86,
    .generic_ioctls = true, .perf_names_ioctls = true,
};
// clang-format on
