/*
 * em: the ELF e_machine values of the architectures in this folder, under the names of their standards.
 * Private to the folder, and not <elf.h>: the tool builds where that header does not exist.
 *
 * Source: System V gABI, chapter 4, "ELF Header", e_machine, and the registry kept with it; what the registry
 * does not know says so.
 */
#ifndef PERFOLIO_ARCH_EM_H
#define PERFOLIO_ARCH_EM_H

// clang-format off
#define EM_SPARC             2
#define EM_386               3
#define EM_68K               4
#define EM_MIPS              8
#define EM_PARISC           15
#define EM_SPARC32PLUS      18 /* v9 instructions in 32-bit objects */
#define EM_PPC              20
#define EM_PPC64            21
#define EM_S390             22 /* both classes */
#define EM_ARM              40
#define EM_ALPHA_GABI       41 /* registered as EM_ALPHA; no Linux object carries it */
#define EM_SH               42
#define EM_SPARCV9          43
#define EM_X86_64           62
#define EM_ARC_COMPACT      93 /* ARC 600 and 700 */
#define EM_AARCH64         183
#define EM_ARC_COMPACT2    195 /* ARC EM and HS */
#define EM_RISCV           243 /* both classes */
#define EM_CSKY            252
#define EM_LOONGARCH       258 /* both classes */
#define EM_ALPHA        0x9026 /* unregistered; what Linux and GNU use (linux/include/uapi/linux/elf-em.h) */
// clang-format on

#endif
