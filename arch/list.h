/*
 * list: the list of architectures, and macros that their descriptors share. Private to this folder.
 *
 * Other code finds architectures by name or ELF header, never by symbol.
 */
#ifndef PERFOLIO_ARCH_LIST_H
#define PERFOLIO_ARCH_LIST_H

#include "arch/arch.h"
#include "arch/syscalls.h"
#include "arch/uapi.h"

/* The architectures, in the order in which names are tried. If a name means several architectures and the capture does
   not tell which, the earliest is taken. Within a family the more common architecture comes first, but 32-bit mips
   precedes mips64, because `uname -m` says mips only on 32 bits. */
// clang-format off
#define ARCHES(X)                                                                                            \
    X(x86_64) X(i386)                                                                                        \
    X(arm64) X(aarch64_be) X(arm) X(armeb)                                                                   \
    X(s390x) X(s390)                                                                                         \
    X(ppc64le) X(ppc64) X(ppc)                                                                               \
    X(riscv64) X(riscv32)                                                                                    \
    X(mips) X(mipsel) X(mips64) X(mips64el)                                                                  \
    X(loongarch64)                                                                                           \
    X(parisc64) X(parisc)                                                                                    \
    X(sparc64) X(sparc)                                                                                      \
    X(alpha) X(m68k) X(sh) X(sheb) X(arc) X(csky) X(xtensa) X(xtensaeb)
// clang-format on

// clang-format off
/* Rows of registers whose names end in the numbers 0, 1, 2 and so on. `perf` (-1: none) and `dwarf` are the numbers of
   the first register; the numbers of the next ones follow. */
#define REG(name, perf, dwarf, i) { name #i, (perf) < 0 ? -1 : (perf) + (i), (dwarf) + (i) }
#define REGS_8(name, perf, dwarf)                                                                            \
    REG(name, perf, dwarf, 0), REG(name, perf, dwarf, 1), REG(name, perf, dwarf, 2), REG(name, perf, dwarf, 3), \
    REG(name, perf, dwarf, 4), REG(name, perf, dwarf, 5), REG(name, perf, dwarf, 6), REG(name, perf, dwarf, 7)
#define REGS_10(name, perf, dwarf) REGS_8(name, perf, dwarf), REG(name, perf, dwarf, 8), REG(name, perf, dwarf, 9)
// clang-format on

#define X(name) extern const struct arch arch_##name;
ARCHES(X)
#undef X

/* A part of a PLT slot that takes 4 whole bytes. */
#define DISP32(at)                                                                                           \
    {                                                                                                        \
        at, 4, 0, 32, 0, true                                                                                \
    }

/* Values of cs_arch + 1 and cs_mode. They are a part of capstone's ABI; tests/unit/disasm.c compares them with
   capstone.h. */
enum {
    CAPSTONE_ARM = 1,
    CAPSTONE_ARM64,
    CAPSTONE_MIPS,
    CAPSTONE_X86,
    CAPSTONE_PPC,
    CAPSTONE_SPARC,
    CAPSTONE_SYSZ,
    CAPSTONE_M68K = 9,
};
#define CAPSTONE_32    (1u << 2) /* x86, mips, ppc */
#define CAPSTONE_64    (1u << 3)
#define CAPSTONE_THUMB (1u << 4)
#define CAPSTONE_V8    (1u << 6) /* arm */
#define CAPSTONE_V9    (1u << 4) /* sparc */
#define CAPSTONE_040   (1u << 5) /* m68k */

extern const struct arch_flow arch_flow_x86[];
extern const char arch_prefixes_x86[];

#endif
