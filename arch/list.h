/*
 * list: what the descriptors share with arch.c, private to this folder. It declares every descriptor; the
 * order in which they are tried, and so the one list, is in arch.c.
 *
 * Nobody outside the folder includes this: an architecture is found by name or ELF header, never by symbol.
 */
#ifndef PERFOLIO_ARCH_LIST_H
#define PERFOLIO_ARCH_LIST_H

#include "arch/arch.h"
#include "arch/syscalls.h"
#include "arch/uapi.h"

/* A field that is all of 4 bytes. */
#define DISP32(at)                                                                                           \
    {                                                                                                        \
        at, 4, 0, 32, 0, true                                                                                \
    }

extern const struct arch arch_x86_64;
extern const struct arch arch_i386;
extern const struct arch arch_arm64;
extern const struct arch arch_aarch64_be;
extern const struct arch arch_arm;
extern const struct arch arch_armeb;
extern const struct arch arch_s390x;
extern const struct arch arch_s390;
extern const struct arch arch_ppc64le;
extern const struct arch arch_ppc64;
extern const struct arch arch_ppc;
extern const struct arch arch_riscv64;
extern const struct arch arch_riscv32;
extern const struct arch arch_mips64;
extern const struct arch arch_mips64el;
extern const struct arch arch_mips;
extern const struct arch arch_mipsel;
extern const struct arch arch_loongarch64;
extern const struct arch arch_parisc64;
extern const struct arch arch_parisc;
extern const struct arch arch_sparc64;
extern const struct arch arch_sparc;
extern const struct arch arch_alpha;
extern const struct arch arch_m68k;
extern const struct arch arch_sh;
extern const struct arch arch_sheb;
extern const struct arch arch_arc;
extern const struct arch arch_csky;

#endif
