/*
 * arch: facts about CPU architectures, one const descriptor per architecture and one list of them (list.c).
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

/* The number of elements of an array: here, for every folder may include arch. */
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* Behind a parameter that others of the function's kind need, and this one does not. */
#define UNUSED __attribute__((unused))

/* What seldom happens is called, so that what always does need not keep what it knows in memory. */
#define SELDOM static __attribute__((noinline, cold))

enum byte_order { ORDER_LITTLE, ORDER_BIG };

/* A register: its name as perf prints it (where perf has no table: the assembler's name without a prefix),
   its number in PERF_SAMPLE_REGS_* (linux/arch/X/include/uapi/asm/perf_regs.h) and in DWARF call frame
   information (the architecture's psABI). -1: it has no number there. Tables hold what integer code and
   unwinding need; floating-point and vector registers are in them only where perf samples them as one 64-bit
   value. */
struct arch_reg {
    const char *name;
    int16_t perf;
    int16_t dwarf;
};

/* Where in a piece of code a part of a number is: bits [low, low + bits) of the 2 or 4 bytes at `at`, which
   are in the order of instructions, shifted left by `shift`. */
struct arch_bits {
    uint8_t at, size, low, bits, shift;
    bool is_signed;
};

/* What the number in a slot of the procedure linkage table (PLT) is counted from. */
enum arch_plt_base {
    PLT_ABSOLUTE, /* 0 */
    PLT_PC,       /* the slot's address plus `from` */
    PLT_PAGE,     /* the same, rounded down to 4096 */
    PLT_GOT,      /* DT_PLTGOT, which a register holds */
};

/* One form of such slots: the code that jumps to where a word of the global offset table (GOT) says, and how
   the address of that word is read out of it: the base plus the sum of all fields. The relocation of the word
   has the name. Where the loader writes the slot itself (sparc) the address is the slot's. */
struct arch_plt_slot {
    uint8_t size;     /* bytes of the slot, which may be more than its code says */
    const char *code; /* hexadecimal digits, in groups that are numbers in the order of instructions; ".": any
                         digit */
    uint8_t base;     /* enum arch_plt_base */
    uint8_t from;
    struct arch_bits part[4]; /* size 0 ends */
};

/* What a relocation of a section that is not loaded does to the `size` bytes there: it sets them to where a
   symbol is, or, on architectures whose linkers shorten code, adds or subtracts that. */
enum arch_reloc_does { RELOC_SETS, RELOC_ADDS, RELOC_SUBTRACTS };
struct arch_reloc {
    uint16_t type; /* r_type of the psABI; 0 ends: it is the relocation that does nothing, everywhere */
    uint8_t size;
    uint8_t does; /* enum arch_reloc_does */
};

/* The frame that the kernel makes for the handler of a signal: where the registers of what was interrupted
   are, a word each, from the stack pointer on. */
struct arch_signal_frame {
    const char *symbol;  /* the vdso's function that the handler returns into */
    uint8_t size;        /* bytes of it */
    uint8_t first, last; /* DWARF numbers of the registers that are there */
    int16_t at;          /* bytes to that of number 0, be it there or not */
    uint8_t pc; /* of the program counter: its DWARF number or, where it has none, one of its own, as in
                   libgcc (DWARF_ALT_FRAME_RETURN_COLUMN) */
    int16_t pc_at;
};

/* A system call that perf 6.1 does not have by the name of our tables. */
struct arch_perf_call {
    const char *name;
    const char *perf;  /* its name there; NULL: its table lacks the call */
    const char *entry; /* the kernel's function, where perf takes it for the call's; NULL: named alike */
};

/* What an instruction does to the order of execution. Added are FLOW_DELAYED where the next one runs before that, and
   FLOW_INDIRECT where a number among its operands is not where it leads. */
enum arch_flow_kind {
    FLOW_PLAIN,
    FLOW_CALL,
    FLOW_JUMP,
    FLOW_CONDITIONAL, /* may go on at the next one: branches, loops, conditional returns */
    FLOW_RETURN,
    FLOW_DELAYED = 8,
    FLOW_INDIRECT = 16
};

/* Which instructions those are, as disassemblers print them: "*" is any run of characters, "?" one. A pattern with a
   blank is one of mnemonic and operands, in which a blank follows each comma; another is one of the mnemonic
   alone. The first that fits decides; where none does the instruction is plain. */
struct arch_flow {
    uint8_t kind;        /* enum arch_flow_kind */
    const char *pattern; /* NULL ends */
};

/* Where in a branch it stands how far from its own address it leads, of what a disassembler gets wrong. */
struct arch_distance {
    const char *pattern; /* of the mnemonic; NULL ends */
    struct arch_bits at;
};

/* An instruction that disassemblers lack, of 32 bits. */
struct arch_lacking {
    uint32_t code;
    const char *text; /* NULL ends */
};

/* How plain instructions refer to data. */
enum arch_refers_how {
    REFERS_NUMBER, /* an operand is the address */
    REFERS_PC,     /* a number beside `reg`, which is the program counter (struct arch_isa, pc_ahead) */
    REFERS_BESIDE, /* the number beside `reg` is the address */
    REFERS_OFFSET, /* the last operand is the distance from it */
    REFERS_PAGE, /* the number is the upper part of an address, which the first operand, a register, has from now
                       on; later instructions add to it */
    REFERS_UPPER,      /* the same, counted in 4096 bytes from this instruction */
    REFERS_UPPER_PAGE, /* the same, and the lower 12 bits are cleared */
};

/* The first whose pattern fits decides. */
struct arch_refers {
    uint8_t how;
    const char *pattern; /* as in struct arch_flow; NULL ends */
    const char *reg;
};

/* Of instructions that REFERS_PC is about those that load so many bytes from there: these are no code then, though nothing
   marks them in a stripped file. The first whose pattern fits decides. */
struct arch_load {
    uint8_t bytes;
    const char *pattern; /* as in struct arch_flow; NULL ends */
};

/* What takes code apart (formats/disasm). */
enum arch_engine { ENGINE_NONE, ENGINE_CAPSTONE, ENGINE_LLVM, ENGINE_OBJDUMP };

/* One set of instructions of an architecture, and what it is called by those that take it apart. */
struct arch_isa {
    char mark;        /* second letter of the mapping symbols in front of its code; 0: of all other code */
    uint8_t unit;     /* bytes that are left out where there is no instruction, unless `wide` says more; 0:
                               insn_align */
    uint8_t pc_ahead; /* how far the program counter is ahead of an instruction that reads it; ARCH_PC_NEXT:
                               by its length */
    uint8_t pc_align; /* it is rounded down to a multiple of this; 0: not at all */
    uint8_t capstone; /* cs_arch (capstone.h) + 1; 0: none */
    uint32_t capstone_mode; /* cs_mode without the byte order */
    struct { /* an instruction has `size` bytes if its first 16 bits, masked, are no less than that; the
                               last that fits decides */
        uint16_t mask, least;
        uint8_t size; /* 0 ends */
    } wide[2];
};
#define ARCH_PC_NEXT 0xff

/* How the code of an architecture is taken apart, and what its instructions are. */
struct arch_code {
    uint8_t
        engines[3]; /* enum arch_engine: the first that is there is asked, then, instruction by instruction,
                                those behind it for what it does not know; 0 ends */
    struct arch_isa isas[2]; /* the last has mark 0 */
    const char *llvm;        /* its backend's name in LLVM's functions; NULL: none is asked */
    const char *triple;      /* of LLVM, its CPU and features: names that all versions from 14 on know */
    const char *cpu;
    const char *features;
    const char *gnu;      /* triplet of binutils: TRIPLET-objdump */
    uint32_t elf_flags;   /* e_flags that make objdump take it for what Linux runs */
    const char *objdump;  /* its -M; NULL: none */
    const char *prefixes; /* words in front of a mnemonic, with a blank around each; NULL: none */
    const struct arch_flow *flow;
    const uint8_t
        *relative; /* relocations that count from their own place, S + A - P in the psABI, and not from where
                                the instruction does; 0 ends; NULL: there are none */
    const struct arch_distance *distances; /* NULL: there are none */
    const struct arch_refers *refers;      /* NULL: unknown */
    const struct arch_load *loads;         /* NULL: unknown */
    const struct arch_lacking *lacking;    /* NULL: nothing is */
};

/* fp_frame.cfa_at where the layout does not say how far the caller's stack pointer is. */
#define ARCH_CFA_UNKNOWN INT16_MIN

// clang-format off
struct arch {
    const char *name;              /* our name, one spelling of what `uname -m` or the GNU triplet says     */
    const char *const *aliases;    /* all other spellings (uname -m variants, perf's short name); NULL ends */
    uint16_t machine;              /* ELF e_machine (gabi, "ELF Header", and the registry kept with it)     */
    uint16_t machine2;             /* a second e_machine with the same facts (sparc v8+, ARCv2...); 0: none */
    uint8_t bits;                  /* ELF class: 32 or 64                                                   */
    enum byte_order order;         /* of data                                                               */
    bool little_code;              /* instructions are little-endian whatever the order of data (arm64, BE8) */
    const struct arch_reg *regs;   /* nregs rows                                                            */
    uint8_t nregs;
    const char *pc, *sp, *fp, *ra; /* roles, as names in regs; NULL: the architecture has no such register  */
    uint64_t kernel_start;         /* lowest address of the kernel's half in usual configurations; 0: user  */
                                   /* and kernel spaces overlap. Other splits exist on 32-bit machines: the */
                                   /* record's cpumode and the capture's kernel maps know better            */
    uint64_t kernel_text;          /* where the kernel's _text and _stext lie unless it moved itself at    */
                                   /* random (KASLR); 0: that depends on its version or configuration, or   */
                                   /* it never does                                                         */
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
    uint8_t ra_skip;               /* how far behind a return address, as kept, execution goes on (sparc)   */
    bool marks_cut;                /* perf ends a chain that the stack dump cuts off with the address -1    */
    bool chain_has_link;           /* the second entry of a user's call chain is what the link register held, */
                                   /* whether that is the return address or not                             */
    const struct arch *compat;     /* whose 32-bit programs its kernels run, too; NULL: none                */
    uint8_t insn_align;            /* every instruction starts at a multiple of this                        */
    bool stack_grows_up;           /* parisc                                                                */
    uint64_t addr_mask;            /* bits of a user-space return address that are address and not flags    */
                                   /* (s390 bit 31, ARM's Thumb bit, arm64 pointer authentication)          */
    const char *mapping_symbols;   /* second letters of "$x"-like symbols that mark code, data; NULL: none  */
    bool mapping_tails;            /* anything may follow that letter, such as an ISA string (riscv)        */
    const char *local_labels;      /* how names that the assembler makes up begin, beside ".L"; NULL: only so */
    const struct arch_plt_slot *plt; /* nplt forms of slots, the first that fits is it; none where .plt holds  */
    uint8_t nplt;                  /* addresses and no code, or code that does not say which slot it is     */
    uint16_t irelative;            /* the relocation whose word is what the function at its addend returns  */
                                   /* (R_*_IRELATIVE of the psABI); 0: there is none                        */
    const struct arch_reloc *relocs; /* of debug sections; NULL: unknown, such sections stay as they are    */
    struct arch_signal_frame signal_frames[2]; /* symbol NULL ends; none: unknown, or unwind tables say it  */
    uint8_t function_bits;         /* bits of a function symbol's value that are no address (ARM's Thumb)   */
    bool descriptors;              /* a function symbol in .opd is where its address stands, as a word      */
    bool ehabi;                    /* has the unwind tables of ARM's exception handling ABI (.ARM.exidx)    */
    bool register_windows;         /* DW_CFA 0x2d is DW_CFA_GNU_window_save: o0-o7 (DWARF 8-15) become i0-i7 */
                                   /* (24-31), and l0-i7 (16-31) are saved at the canonical frame address   */
    bool signed_ra;                /* DW_CFA 0x2d is DW_CFA_AARCH64_negate_ra_state, and 0x2c the same with */
                                   /* the pc: the return address carries a signature, see addr_mask         */
    uint8_t debug_frame_ra;        /* the number that `ra` has in .debug_frame; 0: its own, as in .eh_frame */
    const char *const *branch_types; /* PERF_BR_ARCH_1 to 5 (linux/perf_event.h); NULL: by number alone     */
    uint8_t abis[4];               /* enum syscall_abi: whose numbers its system calls have; 0 ends         */
    uint8_t uapi;                  /* enum uapi: whose values the constants have that they take             */
    bool generic_ioctls;           /* commands of ioctl are laid out as in linux/asm-generic/ioctl.h        */
    bool perf_names_ioctls;        /* perf 6.1 names them (perf, builtin-trace.c, syscall_fmts[], ioctl)    */
    const struct arch_perf_call *perf_calls; /* name NULL ends; NULL: there are none                        */
    const struct arch_code *code;  /* how its instructions are taken apart                                  */
};
// clang-format on

/* The order of the bytes of an instruction, or of its 2-byte parts. */
static inline enum byte_order arch_insn_order(const struct arch *a)
{
    return a->little_code ? ORDER_LITTLE : a->order;
}

/* Every architecture, in the order in which aliases are tried; *n receives the count. */
const struct arch *const *arch_all(size_t *n);

/* The architecture that `name` spells (HEADER_ARCH, `uname -m`, perf's short names), or NULL. Where one
   spelling serves several (mips, sh, arm...), `order` and `bits` (0: unknown) of the capture choose, in this
   sequence, then the one whose own name it is. A spelling of one architecture only is that one whatever bits
   and order say: a capture may have been rewritten on a foreign host. */
const struct arch *arch_by_name(const char *name, unsigned bits, enum byte_order order);

/* The architecture of an ELF header, or NULL. An ELF class of 32 on a machine that only comes with 64 is that
   machine with short pointers (x32, arm64 ilp32): its registers are the 64-bit ones. */
const struct arch *arch_by_elf(uint16_t machine, unsigned bits, enum byte_order order);

/* Rows of the register table by number or name; NULL when there is none. */
const struct arch_reg *arch_reg_by_perf(const struct arch *a, int perf);
const struct arch_reg *arch_reg_by_name(const struct arch *a, const char *name);

#endif
