/*
 * arch: facts about CPU architectures: one const descriptor for each, and one list of them (list.c).
 *
 * A fact about the recorded machine comes from here, from the capture or from an option, never from the machine on
 * which the program runs. Descriptors are data: code reads their fields. No other file may hold a list of
 * architectures.
 */
#ifndef PERFOLIO_ARCH_ARCH_H
#define PERFOLIO_ARCH_ARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number of elements of an array. It is defined in this header because every folder may include arch. */
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Marks a parameter that a function does not use, but has because a function pointer type requires it. */
#define UNUSED __attribute__((unused))

/* Marks a function for rare cases. It is not inlined, so that the common path need not save registers for it. */
#define SELDOM static __attribute__((noinline, cold))

enum byte_order { ORDER_LITTLE, ORDER_BIG };

/* A register: its name as perf prints it (if perf has no table: the assembler's name without a prefix), its number in
   PERF_SAMPLE_REGS_* (linux/arch/X/include/uapi/asm/perf_regs.h), and its number in DWARF call frame information (the
   psABI of the architecture). A number of -1 means that the register has none. The tables contain the registers that
   integer code and unwinding use. They contain floating-point and vector registers only if perf samples such a
   register as one 64-bit value. */
struct arch_reg {
    const char *name;
    int16_t perf;
    int16_t dwarf;
};

/* A bit field in an instruction that holds a part of a number: bits [low, low + bits) of the `size` (2 or 4) bytes at
   offset `at`, read in the byte order of instructions. The field shifted left by `shift` is added to the number. */
struct arch_bits {
    uint8_t at, size, low, bits, shift;
    bool is_signed;
};

/* The base address to which the number in a PLT slot is added. */
enum arch_plt_base {
    PLT_ABSOLUTE, /* 0 */
    PLT_PC,       /* the slot's address plus `from` */
    PLT_PAGE,     /* the slot's address plus `from`, rounded down to a multiple of 4096 */
    PLT_GOT,      /* the value of DT_PLTGOT, which the code has in a register */
};

/* One form of PLT slots. The code of a slot jumps through a word of the global offset table (GOT), and the word's
   relocation names the symbol. The address of the word is the base plus the sum of all parts, which are read from the
   code. On sparc the loader writes the slot itself, and the computed address is the slot's. */
struct arch_plt_slot {
    uint8_t size; /* bytes of a slot; it may be longer than `code` */
    const char *
        code; /* hexadecimal digits in groups; each group is a number in the byte order of instructions; "." stands for any digit */
    uint8_t base; /* enum arch_plt_base */
    uint8_t from;
    struct arch_bits part[4]; /* size 0 ends */
};

/* What a relocation of a debug section does to `size` bytes: it sets them to the symbol's address. On architectures
   whose linkers shorten code there are also relocations that add the symbol's address or subtract it. */
enum arch_reloc_does { RELOC_SETS, RELOC_ADDS, RELOC_SUBTRACTS };
struct arch_reloc {
    /* r_type of the psABI; 0 ends (type 0 is on every architecture a relocation that does nothing) */
    uint16_t type;
    uint8_t size;
    uint8_t does; /* enum arch_reloc_does */
};

/* The stack frame that the kernel makes for a signal handler. It contains the registers of the interrupted code, one
   word each; offsets count from the stack pointer. */
struct arch_signal_frame {
    const char *symbol;  /* function of the vdso that the handler returns to */
    uint8_t size;        /* bytes of the function `symbol` */
    uint8_t first, last; /* DWARF numbers of the registers in the frame */
    int16_t at;          /* byte offset of register 0, even if the frame does not contain register 0 */
    /* DWARF number of the program counter. If DWARF defines no number for it, an unused number, as in libgcc
       (DWARF_ALT_FRAME_RETURN_COLUMN). */
    uint8_t pc;
    int16_t pc_at;
};

/* A system call whose name in perf 6.1 differs from its name in the folder tables. */
struct arch_perf_call {
    const char *name;
    const char *perf; /* its name in perf; NULL: perf's table lacks it */
    /* name of the kernel's function, if perf prints that name; NULL: the same as the name of the call */
    const char *entry;
};

/* How an instruction changes control flow. FLOW_DELAYED and FLOW_INDIRECT may be added: FLOW_DELAYED says that the
   instruction has a delay slot, FLOW_INDIRECT that a number among its operands is not its target. */
enum arch_flow_kind {
    FLOW_PLAIN,
    FLOW_CALL,
    FLOW_JUMP,
    FLOW_CONDITIONAL, /* may continue at the next instruction: branches, loops, conditional returns */
    FLOW_RETURN,
    FLOW_DELAYED = 8,
    FLOW_INDIRECT = 16
};

/* The kind of instructions whose text, as disassemblers print it, matches a pattern: "*" matches any characters, "?"
   one character. A pattern with a blank is compared with mnemonic and operands (a blank follows each comma); a pattern
   without a blank is compared with the mnemonic alone. The first matching row decides. An instruction that no row
   matches is plain. */
struct arch_flow {
    uint8_t kind;        /* enum arch_flow_kind */
    const char *pattern; /* NULL ends */
};

/* A branch whose target disassemblers print wrong, and the bit field that contains the distance to the target. */
struct arch_distance {
    const char *pattern; /* pattern of the mnemonic, as in struct arch_flow; NULL ends */
    struct arch_bits at;
};

/* A 32-bit instruction that disassemblers do not know. */
struct arch_lacking {
    uint32_t code;
    const char *text; /* NULL ends */
};

/* How plain instructions refer to data. */
enum arch_refers_how {
    REFERS_NUMBER, /* an operand is the address */
    REFERS_PC,     /* a number beside `reg`, which is the program counter (arch_isa.pc_ahead) */
    REFERS_BESIDE, /* the number beside `reg` is the address */
    REFERS_OFFSET, /* the last operand is the distance from the instruction */
    /* The number is the upper part of an address. The instruction puts it into the register that is the first operand;
       later instructions add the lower part. */
    REFERS_PAGE,
    /* like REFERS_PAGE, but the number is a distance from this instruction, in units of 4096 bytes */
    REFERS_UPPER,
    REFERS_UPPER_PAGE, /* like REFERS_UPPER, and the lower 12 bits of the sum are cleared */
};

/* How instructions that match a pattern refer to data; the first match decides. */
struct arch_refers {
    uint8_t how;
    const char *pattern; /* as in struct arch_flow; NULL ends */
    const char *reg;
};

/* The number of bytes that an instruction with REFERS_PC loads. These bytes are data, even if a stripped file has no
   mapping symbol for them. The first match decides. */
struct arch_load {
    uint8_t bytes;
    const char *pattern; /* as in struct arch_flow; NULL ends */
};

/* Disassemblers (formats/disasm). */
enum arch_engine { ENGINE_NONE, ENGINE_CAPSTONE, ENGINE_LLVM, ENGINE_OBJDUMP };

/* An instruction set of an architecture, with its names in disassemblers. */
struct arch_isa {
    /* letter of the mapping symbols that mark code of this instruction set ("$t": 't'); 0: code without such a mark */
    char mark;
    uint8_t
        unit; /* bytes to skip if there is no valid instruction, unless `wide` gives another size; 0: insn_align */
    uint8_t
        pc_ahead; /* bytes by which the program counter is ahead of the instruction that reads it; ARCH_PC_NEXT: the instruction's length */
    /* the program counter is rounded down to a multiple of this; 0: it is not rounded */
    uint8_t pc_align;
    uint8_t capstone;       /* cs_arch (capstone.h) + 1; 0: none */
    uint32_t capstone_mode; /* cs_mode without the byte order */
    struct {                /* a test: capstone is used only if it prints `number` among the operands */
        uint8_t code[7], size;
        const char *number; /* NULL: capstone is right on all hosts */
    } probe;
    struct
    { /* an instruction whose first 16 bits, masked, are at least `least` has `size` bytes; the last match decides */
        uint16_t mask, least;
        uint8_t size; /* 0 ends */
    } wide[2];
};
#define ARCH_PC_NEXT 0xff

/* How to disassemble an architecture's code, and what its instructions do. */
struct arch_code {
    /* Values of enum arch_engine; 0 ends. The first available disassembler is used; the ones after it decode
       instructions that it does not know. */
    uint8_t engines[3];
    struct arch_isa isas[2]; /* the last one has mark 0 */
    /* name of the architecture's backend in LLVM's functions; NULL: LLVM is not used */
    const char *llvm;
    const char *triple; /* LLVM's triple, CPU and features: names that all versions since 14 know */
    const char *cpu;
    const char *features;
    const char *gnu;     /* triplet of binutils: TRIPLET-objdump */
    uint32_t elf_flags;  /* e_flags that make objdump decode what Linux runs */
    const char *objdump; /* option -M of objdump; NULL: none */
    /* words that may precede a mnemonic, with a blank before and after each word; NULL: none */
    const char *prefixes;
    const struct arch_flow *flow;
    /* Types of relocations whose value is relative to the address of the relocated field (S + A - P in the psABI), not
       to the instruction; 0 ends; NULL: none. */
    const uint8_t *relative;
    const struct arch_distance *distances; /* NULL: none */
    const struct arch_refers *refers;      /* NULL: unknown */
    const struct arch_load *loads;         /* NULL: unknown */
    const struct arch_lacking *lacking;    /* NULL: none */
};

/* Value of fp_frame.cfa_at if the caller's stack pointer cannot be computed from the layout of the frame. */
#define ARCH_CFA_UNKNOWN INT16_MIN

// clang-format off
struct arch {
    const char *name;              /* our name: one spelling of `uname -m` or of the GNU triplet            */
    const char *const *aliases;    /* all other spellings (uname -m variants, perf's short name); NULL ends */
    uint16_t machine;              /* ELF e_machine (gabi, "ELF Header", and the registry kept with it)     */
    uint16_t machine2;             /* a second e_machine with the same facts (sparc v8+, ARCv2...); 0: none */
    uint8_t bits;                  /* ELF class: 32 or 64                                                   */
    enum byte_order order;         /* of data                                                               */
    bool little_code;              /* instructions are always little-endian (arm64, ARM's BE8)               */
    const struct arch_reg *regs;   /* nregs rows                                                            */
    uint8_t nregs;
    const char *pc, *sp, *fp, *ra; /* names in regs of the registers with these roles; NULL: there is none    */
    uint64_t kernel_start;         /* lowest address of the kernel's half in usual configurations; 0: user  */
                                   /* and kernel spaces overlap. 32-bit kernels may be configured otherwise: */
                                   /* the record's cpumode and the capture's kernel maps take precedence    */
    uint64_t kernel_text;          /* where the kernel's _text and _stext lie unless it moved itself at    */
                                   /* random (KASLR); 0: the address depends on the kernel's version or     */
                                   /* configuration, or the kernel never moves itself                       */
    uint32_t kernel_slide;         /* bytes: a boot may move the kernel by multiples of this (KASLR, or to  */
                                   /* where it was loaded); 0: it always runs where it was linked to        */
    uint32_t page_sizes[6];        /* bytes, smallest first; 0 ends                                         */
    struct {                       /* where a frame that keeps a frame pointer saves its caller's state:    */
        bool usable;               /* false: no frame-pointer walk is possible by layout alone              */
        int16_t fp_at, ra_at;      /* bytes from the frame pointer to the saved fp and the return address   */
        int16_t cfa_at;            /* bytes from the frame pointer to the caller's stack pointer            */
    } fp_frame;
    int16_t sp_at;                 /* bytes from the canonical frame address of call frame information to   */
                                   /* the caller's stack pointer, where the information does not say        */
    uint8_t ra_skip;               /* bytes from a saved return address to where execution continues (sparc) */
    bool marks_cut;                /* perf ends a call chain that the dump cuts off with the address -1     */
    bool chain_has_link;           /* the second entry of a user-mode call chain is the value of the link   */
                                   /* register, even if that is not the return address                      */
    const struct arch *compat;     /* the 32-bit architecture whose programs its kernels run; NULL: none    */
    uint8_t insn_align;            /* every instruction begins at a multiple of this                        */
    bool stack_grows_up;           /* parisc                                                                */
    uint64_t addr_mask;            /* the bits of a user-space return address that belong to the address     */
                                   /* (s390 bit 31, ARM's Thumb bit, arm64 pointer authentication)          */
    const char *mapping_symbols;   /* letters of mapping symbols ("$x") for code and data; NULL: none       */
    bool mapping_tails;            /* a suffix may follow the letter, such as an ISA string (riscv)         */
    const char *local_labels;      /* prefix of local labels beside ".L"; NULL: none                          */
    const struct arch_plt_slot *plt; /* nplt forms of slots, the first match counts; NULL if .plt contains     */
    uint8_t nplt;                  /* addresses, or code from which the GOT word cannot be computed         */
    uint16_t irelative;            /* the relocation whose value the function at its addend returns         */
                                   /* (R_*_IRELATIVE of the psABI); 0: none                                 */
    const struct arch_reloc *relocs; /* relocations of debug sections; NULL: unknown, sections stay as they are */
    struct arch_signal_frame signal_frames[2]; /* symbol NULL ends; none: unknown, or in the unwind tables  */
    uint8_t function_bits;         /* bits of a function symbol that are not address bits (ARM's Thumb)     */
    bool descriptors;              /* function symbols point into .opd, at a word with the address          */
    bool ehabi;                    /* unwind tables may be those of ARM's exception handling ABI (.ARM.exidx) */
    bool register_windows;         /* DW_CFA 0x2d is DW_CFA_GNU_window_save: o0-o7 (DWARF 8-15) become i0-i7 */
                                   /* (24-31), and l0-i7 (16-31) are saved at the canonical frame address   */
    bool signed_ra;                /* DW_CFA 0x2d is DW_CFA_AARCH64_negate_ra_state, and 0x2c the same with */
                                   /* the pc: the return address carries a signature, see addr_mask         */
    uint8_t debug_frame_ra;        /* DWARF number of `ra` in .debug_frame; 0: the same as in .eh_frame     */
    const char *const *branch_types; /* PERF_BR_ARCH_1 to 5 (linux/perf_event.h); NULL: by number alone     */
    uint8_t abis[4];               /* enum syscall_abi: its tables of system calls; 0 ends                  */
    uint8_t uapi;                  /* enum uapi: its column of constants                                    */
    bool generic_ioctls;           /* ioctl commands are laid out as in linux/asm-generic/ioctl.h           */
    bool perf_names_ioctls;        /* perf 6.1 names ioctl commands (builtin-trace.c, syscall_fmts[])       */
    const struct arch_perf_call *perf_calls; /* name NULL ends; NULL: none                                  */
    const struct arch_code *code;  /* how to disassemble its instructions                                   */
};
// clang-format on

/* The byte order of instructions, or of their 2-byte parts. */
static inline enum byte_order arch_insn_order(const struct arch *a)
{
    return a->little_code ? ORDER_LITTLE : a->order;
}

/* All architectures, in the order in which aliases are tried; *n of them. */
const struct arch *const *arch_all(size_t *n);

/* Finds an architecture by name (HEADER_ARCH, `uname -m`, perf's short names); NULL: unknown. If several architectures
   have the name (mips, sh, arm...), the capture's `order` chooses, then `bits` (0: unknown), then the architecture for
   which it is not an alias. If only one architecture has the name, `bits` and `order` do not matter: the capture may
   have been rewritten on another host. */
const struct arch *arch_by_name(const char *name, unsigned bits, enum byte_order order);

/* Finds an architecture by ELF header; NULL: unknown. ELF class 32 with an e_machine that is always 64-bit means short
   pointers (x32, arm64 ilp32); the result is the 64-bit architecture. */
const struct arch *arch_by_elf(uint16_t machine, unsigned bits, enum byte_order order);

/* Finds a register by perf's number or by name; NULL: none. */
const struct arch_reg *arch_reg_by_perf(const struct arch *a, int perf);
const struct arch_reg *arch_reg_by_name(const struct arch *a, const char *name);

#endif
