/*
 * arch: facts about CPU architectures, one const descriptor per architecture and one list of them (arch.c).
 *
 * A fact about the profiled machine comes from here, from the capture or from an option, never from the
 * machine that reads. Descriptors are data: whoever needs behaviour reads a field. No other file may hold a
 * list of architectures.
 */
#ifndef PERFOLIO_ARCH_ARCH_H
#define PERFOLIO_ARCH_ARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum order { ORDER_LITTLE, ORDER_BIG };

/* A register: its name as perf prints it, its number in PERF_SAMPLE_REGS_* (linux/arch/X/include/uapi/asm/
   perf_regs.h) and in DWARF (the architecture's psABI). -1: it has no number there. */
struct arch_reg {
    const char *name;
    int16_t perf;
    int16_t dwarf;
};

struct arch {
    const char *name;              /* our name: what `uname -m` prints there                                  */
    const char *aliases[10];       /* every other spelling (uname -m variants, perf's short name); NULL ends  */
    uint16_t machine;              /* ELF e_machine (gabi, "ELF Header")                                       */
    uint8_t bits;                  /* ELF class: 32 or 64                                                      */
    enum order order;
    const struct arch_reg *regs;   /* nregs rows                                                               */
    uint8_t nregs;
    const char *pc, *sp, *fp, *ra; /* roles, as names in regs; NULL: the architecture has no such register     */
    uint64_t kernel_start;         /* lowest address of the kernel's half; 0: user and kernel spaces overlap   */
    uint32_t page_sizes[5];        /* bytes, smallest first; 0 ends                                            */
    struct {                       /* where a frame that keeps a frame pointer saves its caller's state:       */
        bool usable;               /* false: no frame-pointer walk is possible by layout alone                 */
        int16_t fp_at, ra_at;      /* bytes from the frame pointer to the saved fp and the return address      */
        int16_t cfa_at;            /* bytes from the frame pointer to the caller's stack pointer               */
    } fp_frame;
    uint8_t insn_align;            /* every instruction starts at a multiple of this                           */
    bool stack_grows_up;           /* parisc                                                                   */
    uint64_t addr_mask;            /* bits of a return address that are address; others are flags (s390 bit 31)*/
    const char *mapping_symbols;   /* second letters of "$x"-like symbols that mark code and data; NULL: none  */
    uint32_t r_jump_slot;          /* relocation type of a PLT slot (psABI); 0: none                           */
};

/* Every architecture, in the order in which aliases are tried; *n receives the count. */
const struct arch *const *arch_all(size_t *n);

/* The architecture that `name` spells (HEADER_ARCH, `uname -m`, perf's short names), or NULL. Where one spelling
   serves several (mips, sh, arm...), `bits` (0: unknown) and `order` of the capture choose. */
const struct arch *arch_by_name(const char *name, unsigned bits, enum order order);

/* The architecture of an ELF header, or NULL. */
const struct arch *arch_by_elf(uint16_t machine, unsigned bits, enum order order);

/* Rows of the register table by number or name; NULL when there is none. */
const struct arch_reg *arch_reg_by_perf(const struct arch *a, int perf);
const struct arch_reg *arch_reg_by_dwarf(const struct arch *a, int dwarf);
const struct arch_reg *arch_reg_by_name(const struct arch *a, const char *name);

#endif
