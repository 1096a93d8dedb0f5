/*
 * listing: functions taken apart: their instructions, what of the samples lies on each, and where in the
 * source each comes from. What has no bytes at hand is a row for each address with samples, so that nothing
 * that was counted is missing.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_LISTING_H
#define PERFOLIO_CORE_ANNOTATE_LISTING_H

#include "core/annotate/patches.h"

struct listing_row {
    uint64_t at, size;               /* in the space of the object's table */
    uint64_t svma;                   /* the address that is shown */
    const struct insn *insn;         /* NULL: its bytes are not at hand */
    const uint8_t *bytes;            /* insn->length of them */
    size_t first, end;               /* the rows of the weights that lie in it */
    const struct line_frame *frames; /* innermost first (lines.h); rows of one line share them */
    size_t nframes;
};

struct listing {
    const struct hot_function *function;
    struct listing_row *rows;
    size_t n;
    const char *section;           /* that it begins in; "": not known */
    const char *why;               /* why there is no code at all; NULL: there is */
    struct patched patched;        /* which of the patches its code has */
    enum code_addresses addresses; /* in it; UNLINKED: where calls lead to, and data are, is unknown */
    const struct disassembler *by; /* NULL: there was nothing to take apart */
    const struct arch *arch;       /* of the object; NULL: unknown */
};

struct listings {
    struct listing *v; /* as the functions were given */
    size_t n;
    struct insns *insns;
    size_t ninsns;
    struct arena arena;
    struct listing_tool {
        const struct arch *arch;
        struct disassembler *d;
    } * tools; /* one for each architecture */
    size_t ntools, cap_tools;
};

struct listing_opts {
    struct disassembler *(*open)(const struct arch *arch, const struct disassembler_opts *o); /* never NULL */
    struct disassembler_opts disassembler;
    const struct patch *patches; /* in the order of their numbers */
    size_t npatches;
    bool no_lines; /* where instructions come from is not asked for */
};

/* Take functions apart; what is shown of them lives as long as `l`, the weights, the code and the resolver.
   False with `e` set. Freed with listings_free() in either case. */
bool listings_make(struct listings *l, const struct hot_function *const *functions, size_t n,
                   const struct weights *w, struct code *c, struct resolver *r, const struct listing_opts *o,
                   struct err *e);
void listings_free(struct listings *l);

/* What a row has of an event. */
struct weight listing_weight(const struct weights *w, const struct listing_row *row, uint32_t event);

/* How many samples, of all events, lie inside of instructions and not at their first bytes. */
uint64_t listing_astray(const struct listing *l, const struct weights *w);

/* The row that an address as it is shown lies in; NULL: it is outside of the function. */
const struct listing_row *listing_find(const struct listing *l, uint64_t svma);

#endif
