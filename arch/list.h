/*
 * list: the one list of architectures, and what their descriptors share; private to this folder.
 *
 * Nobody outside the folder includes this: an architecture is found by name or ELF header, never by symbol.
 */
#ifndef PERFOLIO_ARCH_LIST_H
#define PERFOLIO_ARCH_LIST_H

#include "arch/arch.h"
#include "arch/syscalls.h"
#include "arch/uapi.h"

/* In the order in which they are tried. Where a spelling serves several and the capture says nothing that
   tells them apart, the earlier row is meant: the more common one today, except that `uname -m` says mips
   only on 32 bits. */
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

#define X(name) extern const struct arch arch_##name;
ARCHES(X)
#undef X

/* A field of a PLT slot that is all of 4 bytes. */
#define DISP32(at)                                                                                           \
    {                                                                                                        \
        at, 4, 0, 32, 0, true                                                                                \
    }

/* cs_arch + 1 and cs_mode of capstone.h, whose numbers are its ABI; tests/unit/disasm.c holds them to it. */
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
