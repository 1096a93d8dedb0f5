/*
 * listing: disassembled functions: their instructions, the samples on each, and the source of each. Code without bytes
 * gives a row for each address with samples, so that no sample is missing.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_LISTING_H
#define PERFOLIO_CORE_ANNOTATE_LISTING_H

#include "core/annotate/patches.h"

struct listing_row {
    uint64_t at, size;               /* in the space of the object's symbol table */
    uint64_t svma;                   /* the address as shown */
    const struct insn *insn;         /* NULL: no bytes available */
    const uint8_t *bytes;            /* bytes of the instruction: insn->length */
    size_t first, end;               /* its rows in struct weights: [first, end) */
    const struct line_frame *frames; /* innermost first (lines.h); rows of one line share them */
    size_t nframes;
};

struct listing {
    const struct hot_function *function;
    struct listing_row *rows;
    size_t n;
    const char *section;    /* section that it begins in; "": unknown */
    const char *why;        /* why there is no code; NULL: there is code */
    struct patched patched; /* the state of the kernel's code that is shown */
    /* Meaning of addresses; UNLINKED: targets of calls, and data, are unknown. */
    enum code_addresses addresses;
    const struct disassembler *by; /* NULL: nothing was disassembled */
    const struct arch *arch;       /* of the object; NULL: unknown */
};

struct listings {
    struct listing *v; /* in the order of the functions passed */
    size_t n;
    struct insns *insns;
    size_t ninsns;
    struct arena arena;
    struct listing_tool {
        const struct arch *arch;
        struct disassembler *d;
    } * tools; /* one disassembler for each architecture */
    size_t ntools, cap_tools;
};

struct listing_opts {
    struct disassembler *(*open)(const struct arch *arch,
                                 const struct disassembler_opts *o); /* opens a disassembler, never NULL */
    struct disassembler_opts disassembler;
    const struct patch *patches; /* sorted by number */
    size_t npatches;
    bool no_lines; /* do not look up source lines */
};

/* Makes the listings of functions; valid as long as the weights, the code and the resolver are. False with `e` set. Call
   listings_free() in either case. */
bool listings_make(struct listings *l, const struct hot_function *const *functions, size_t n,
                   const struct weights *w, struct code *c, struct resolver *r, const struct listing_opts *o,
                   struct err *e);
void listings_free(struct listings *l);

/* The weight of an event in a row. */
struct weight listing_weight(const struct weights *w, const struct listing_row *row, uint32_t event);

/* The number of samples inside instructions and not at their first byte, over all events. */
uint64_t listing_astray(const struct listing *l, const struct weights *w);

/* The row that covers an address as shown (svma); NULL: outside the function. */
const struct listing_row *listing_find(const struct listing *l, uint64_t svma);

#endif
