/*
 * frames: unwind rules of an object. core declares the reader, formats/elf implements it. A rule covers a
 * range of code. It is compiled into a few cells, which unwind.c applies to registers and memory. Rules do
 * not change, so any thread may use them.
 */
#ifndef PERFOLIO_CORE_RESOLVE_FRAMES_H
#define PERFOLIO_CORE_RESOLVE_FRAMES_H

#include "core/base/cur.h"

/* Registers are DWARF numbers. Only registers below UNWIND_COLUMNS are tracked; on every architecture
   these include all registers that integer code uses. */
enum { UNWIND_COLUMNS = 128 };

/* How to restore the caller's value of a register. CFA: the canonical frame address (DWARF 5, 6.4), on most
   architectures the stack pointer before the call. */
enum unwind_how {
    HOW_SAME, /* unchanged */
    HOW_UNDEFINED,
    HOW_SAVED,    /* in memory, at CFA + n */
    HOW_CFA,      /* the value CFA + n */
    HOW_REGISTER, /* the value of register `from` + n */
    HOW_SAVED_BY, /* in memory, at the address that an expression computes (DWARF 5, 2.5) */
    HOW_COMPUTED, /* the value of an expression */
};

struct unwind_cell {
    uint8_t reg; /* DWARF number */
    uint8_t how;
    uint16_t from; /* a register, or the length of the expression */
    int32_t n;     /* an offset in bytes, or the offset of the expression in rule->bytes */
};

/* The way in which a frame was found. */
enum unwind_found {
    UNWIND_BY_IP, /* the sample's own address */
    UNWIND_BY_CFI,
    UNWIND_BY_EHABI,
    UNWIND_BY_LINK,    /* by the link register, because there is no rule */
    UNWIND_BY_POINTER, /* by the frame pointer */
    UNWIND_BY_SCAN,    /* by a word on the stack that may be a return address */
};

/* Why unwinding stopped. */
enum unwind_stop {
    UNWIND_OUTERMOST, /* the rule of the frame says that it has no caller */
    UNWIND_ZERO,      /* the return address is 0: the frame is the outermost, although no rule says so */
    UNWIND_LIMIT,     /* `max` frames were found */
    UNWIND_NO_REGISTERS,
    UNWIND_UNMAPPED, /* the address is in no object that could have unwind tables */
    UNWIND_NO_FILE,  /* no source has the object's file */
    UNWIND_NO_TABLE, /* the file has no unwind tables */
    UNWIND_NO_RULE,  /* the tables do not cover the address */
    /* like UNWIND_NO_RULE, and the tables cover no code between the program's entry point and the address */
    UNWIND_ENTRY,
    UNWIND_REFUSED,   /* the tables forbid unwinding (ARM: EXIDX_CANTUNWIND) */
    UNWIND_BAD_RULE,  /* the rule is invalid */
    UNWIND_SHORT,     /* a needed word is after the end of the dump */
    UNWIND_NO_MEMORY, /* another needed word is not in the dump, or a needed register is unknown */
    UNWIND_LOOP,      /* the caller would be the same frame again */
    UNWIND_STOPS
};

struct unwind_rule {
    uint64_t start, end;    /* file offsets that the rule covers */
    const uint8_t *bytes;   /* expressions, found by cell.n; lives as long as the tables */
    struct unwind_cell cfa; /* HOW_REGISTER or HOW_COMPUTED */
    uint8_t found;          /* enum unwind_found */
    uint8_t ra;             /* the register that contains the return address after the cells are applied */
    bool signal_frame;      /* a signal frame: its caller was interrupted, and made no call */
    uint8_t ncells;
    struct unwind_cell cells[]; /* registers that differ in the caller, sorted by number */
};

/* The place of a frame's return address while the frame's function runs. */
enum ra_rule {
    RA_UNKNOWN,     /* no table covers the address */
    RA_IN_REGISTER, /* still in the register in which the call put it */
    RA_COPIED,      /* also copied to another register */
    RA_SAVED,       /* in memory */
    RA_NONE,        /* the frame is the outermost, so there is no return address */
};

struct ra_place {
    uint8_t rule;   /* enum ra_rule */
    uint8_t ra;     /* the register of the return address, a DWARF number */
    bool by_sp;     /* the CFA is computed from the stack pointer */
    bool has_frame; /* the CFA is not equal to the stack pointer */
};

struct frame_tables;

struct frame_reader {
    /* Opens the tables of an object. `runtime` is the mapped file, `debug` a separate debug file, or empty. Both are
       borrowed until close(). NULL: there are no tables. */
    struct frame_tables *(*open)(struct span runtime, struct span debug);
    /* The rule at an offset of the mapped file; the caller frees it with free(). NULL: *why receives the reason.
       Thread-safe. */
    struct unwind_rule *(*rule)(const struct frame_tables *t, uint64_t foff, enum unwind_stop *why);
    void (*close)(struct frame_tables *t);
};

#endif
