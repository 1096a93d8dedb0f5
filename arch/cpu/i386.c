/*
 * i386: the facts about 32-bit x86, for all of i386 to i686 in `uname -m`. perf's register numbers are those of x86_64
 * up to GS; DWARF numbers the registers in another order.
 *
 * Not here: XMM registers, for the reason given in x86_64.c.
 *
 * perf: linux/arch/x86/include/uapi/asm/perf_regs.h. DWARF, stack frame: System V psABI Intel386, "DWARF Register
 * Number Mapping", "The Stack Frame".
 */
#include "arch/list.h"

// clang-format off
#define EM_386 3

static const struct arch_reg regs[] = { /* name, perf, DWARF */
    { "AX",     0,  0 }, { "BX",     1,  3 }, { "CX",     2,  1 }, { "DX",     3,  2 },
    { "SI",     4,  6 }, { "DI",     5,  7 }, { "BP",     6,  5 }, { "SP",     7,  4 },
    { "IP",     8,  8 }, { "FLAGS",  9,  9 }, { "CS",    10, 41 }, { "SS",    11, 42 },
    { "DS",    12, 43 }, { "ES",    13, 40 }, { "FS",    14, 44 }, { "GS",    15, 45 },
};

/* The psABI's slots ("Procedure Linkage Table"): ff 25 has an absolute address, ff a3 an offset from %ebx; and
   binutils' slots with endbr32 (bfd/elf32-i386.c). sh_entsize of these sections is 4, not the size of a slot. */
static const struct arch_plt_slot plt[] = { /* columns: size, code, base, from, parts */
    { 16, "ff 25 ........ 68 ........ e9 ........",       PLT_ABSOLUTE, 0, { DISP32(2) } },
    { 16, "ff a3 ........ 68 ........ e9 ........",       PLT_GOT,      0, { DISP32(2) } },
    {  8, "ff 25 ........ 66 90",                         PLT_ABSOLUTE, 0, { DISP32(2) } },
    {  8, "ff a3 ........ 66 90",                         PLT_GOT,      0, { DISP32(2) } },
    { 16, "f3 0f 1e fb ff 25 ........ 66 0f 1f 44 00 00", PLT_ABSOLUTE, 0, { DISP32(6) } },
    { 16, "f3 0f 1e fb ff a3 ........ 66 0f 1f 44 00 00", PLT_GOT,      0, { DISP32(6) } },
};

/* R_386_32: psABI, "Relocation Types". */
static const struct arch_reloc relocs[] = { { 1, 4, RELOC_SETS }, { 0 } }; /* columns: type, size, does */

static const struct arch_refers refers[] = { /* how, pattern, register */
    { REFERS_NUMBER, "*", NULL },
    { 0 },
};

/* R_386_PC32 and _PLT32: psABI, "Relocation Types". */
static const uint8_t relative[] = { 2, 4, 0 };

static const struct arch_code code = {
    .engines  = { ENGINE_CAPSTONE, ENGINE_LLVM, ENGINE_OBJDUMP },
    .isas     = {
        { .capstone = CAPSTONE_X86, .capstone_mode = CAPSTONE_32,
          .probe = { { 0x8d, 0x04, 0x85 }, 7, "4" } }, /* leal (, %eax, 4), %eax */
    },
    .gnu      = "i686-linux-gnu",
    .llvm     = "X86", .triple = "i386",
    .prefixes = arch_prefixes_x86,
    .flow     = arch_flow_x86, .relative = relative,
    .refers   = refers,
};

/* kernel_start: PAGE_OFFSET of the default VMSPLIT_3G (linux/arch/x86/Kconfig; also 0xb0000000, 0x80000000,
   0x78000000 and 0x40000000). Under a 64-bit kernel a 32-bit process owns nearly all of the 4 GB. kernel_slide: the
   least CONFIG_PHYSICAL_ALIGN. */
const struct arch arch_i386 = {
    .code           = &code,
    .name           = "i386",
    .aliases        = (const char *const[]){ "i486", "i586", "i686", "x86", NULL },
    .machine        = EM_386,
    .bits           = 32,
    .order          = ORDER_LITTLE,
    .regs           = regs, .nregs = COUNT(regs),
    .insn_align     = 1,
    .pc             = "IP", .sp = "SP", .fp = "BP",
    .kernel_start   = 0xc0000000,
    .kernel_slide   = 0x2000,
    .page_sizes     = { 4096 },
    .fp_frame       = { .usable = true, .fp_at = 0, .ra_at = 4, .cfa_at = 8 },
    .addr_mask      = UINT32_MAX,
    .plt            = plt, .nplt = COUNT(plt), .irelative = 42,
    .relocs         = relocs,
    .abis           = { ABI_i386 }, .uapi = UAPI_x86,
    .generic_ioctls = true, .perf_names_ioctls = true,
};
// clang-format on
