/*
 * listing: disassembled functions. Each instruction has a row with its samples and its source line. If the
 * bytes of the code are not available, each address with samples has a row, so that no sample is missing.
 */
#ifndef PERFOLIO_CORE_ANNOTATE_LISTING_H
#define PERFOLIO_CORE_ANNOTATE_LISTING_H

#include "core/profile/count/count.h"
#include "core/annotate/code.h"

/* The samples of each event at each address of each function. */

struct weight {
    uint64_t samples, period;
};

static inline void weight_add(struct weight *to, const struct weight *w)
{
    to->samples += w->samples;
    to->period += w->period;
}

/* The weight of an event at an address. */
struct weight_row {
    const struct object *object; /* NULL: in no mapping */
    const struct symbol *symbol; /* NULL: in no function */
    uint64_t at;                 /* in the space of the object's symbol table */
    uint32_t event;
    uint32_t pokes; /* kernel code: number of timeline_pokes() before the sample */
    struct weight weight;
};

/* A function with samples; its rows are [first, end), sorted by address, then event. */
struct hot_function {
    const struct object *object;
    const struct symtab *table;
    const struct symbol *symbol;
    size_t first, end;
};

struct weights {
    bool
        at_calls; /* time of callers is at the last byte of their calls (count_opts.at_calls with transforms) */
    struct weight_row *rows;
    size_t n;
    struct hot_function *functions; /* sorted by object, then address */
    size_t nfunctions;
    struct weight *totals; /* per event: samples that pass the filters */
    struct weight *loose;  /* per event: samples of `totals` that are in no function */
    uint32_t nevents;
    uint64_t samples; /* of all events, including those that filters hide */
    struct problems problems;
};

/* weights_opts(): the options `o` with the keys by which a capture has to be counted for weights; filters and time range
   stay as they are in `o`. weights_take(): makes the weights of a profile that was counted with these options; the
   weights use the profile until weights_free(). */
struct count_opts weights_opts(const struct count_opts *o, const struct timeline *t);
void weights_take(struct weights *w, const struct profile *p, uint32_t nevents, const struct timeline *t,
                  struct resolver *r);
void weights_free(struct weights *w);

/* Adds the weights `from` of another run to `w`. object_of[i] is this run's object for object i of the other run (NULL:
   none), event_of[i] this run's event for its event i (NO_EVENT: none). Samples of the other run in objects that have no
   samples in this run count as in no function. The other run's kernel code counts as having all patches. `samples` and
   `problems` of `w` do not change. */
void weights_add(struct weights *w, const struct weights *from, const struct object *const *object_of,
                 const uint32_t *event_of, struct resolver *r);

/* The weight of an event in a function. */
struct weight weights_of(const struct weights *w, const struct hot_function *f, uint32_t event);

/* The *n functions with samples of the events [first, first + nevents), malloc'ed. They are sorted by the period of the
   first event, descending; equal ones by the period of the next event, and so on. */
const struct hot_function **weights_hottest(const struct weights *w, uint32_t first, uint32_t nevents,
                                            size_t *n);

/* Kernel code that changed during the recording (PERF_RECORD_TEXT_POKE). A patch is one such change. A state of a
   function is its code between two patches. A function is shown in the state in which most of its samples were taken. */

/* A change of code, in the space of the object's table. */
struct patch {
    const struct object *object;
    uint64_t at;
    struct span old, bytes;
    uint32_t number; /* index in timeline_pokes() */
};

/* The state of a function's code that is shown. */
struct patched {
    uint32_t until;         /* patches with lower numbers are applied */
    size_t in_force, all;   /* number of patches in the function: applied ones; all */
    uint64_t before, after; /* samples taken in earlier and later states */
};

/* The state of the function in which most of its samples were taken; the last state if it has no samples. `v`: n
   patches, sorted by number. */
struct patched patches_choose(const struct patch *v, size_t n, const struct hot_function *f,
                              const struct weights *w);

/* Changes the bytes of a run to a state. If any byte changes, all are copied into the arena. */
void patches_apply(const struct patch *v, size_t n, const struct patched *state, const struct object *o,
                   struct code_run *r, struct arena *arena);

struct listing_row {
    uint64_t at, size;               /* in the space of the object's symbol table */
    uint64_t svma;                   /* the address as shown */
    const struct insn *insn;         /* NULL: no bytes available */
    const uint8_t *bytes;            /* the insn->length bytes of the instruction */
    size_t first, end;               /* the row's samples: rows [first, end) of struct weights */
    const struct line_frame *frames; /* innermost first (resolve_lines.h); rows of one line share them */
    size_t nframes;
};

struct listing {
    const struct hot_function *function;
    struct listing_row *rows;
    size_t n;
    const char *section;    /* the section in which the function begins; "": unknown */
    const char *why;        /* why there is no code; NULL: there is code */
    struct patched patched; /* the state of the kernel's code that is shown */
    /* the meaning of addresses; with CODE_UNLINKED, the targets of calls and the addresses of data are
       unknown */
    enum code_addresses addresses;
    const struct disassembler *by; /* NULL: nothing was disassembled */
    const struct arch *arch;       /* architecture of the object; NULL: unknown */
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

/* Makes the listings of n functions. They are valid as long as `w`, `c` and `r` are. False with `e` set. Call
   listings_free() in either case. */
bool listings_make(struct listings *l, const struct hot_function *const *functions, size_t n,
                   const struct weights *w, struct code *c, struct resolver *r, const struct listing_opts *o,
                   struct err *e);
void listings_free(struct listings *l);

/* The weight of an event in a row. */
struct weight listing_weight(const struct weights *w, const struct listing_row *row, uint32_t event);

/* The number of samples, of all events, whose address is inside an instruction, after its first byte. */
uint64_t listing_inside_insns(const struct listing *l, const struct weights *w);

/* The row that covers an address as shown (svma); NULL: outside the function. */
const struct listing_row *listing_find(const struct listing *l, uint64_t svma);

/* Symbols in unlinked code, such as kernel modules: calls have no target yet, but their relocations name the functions
   to which the loader will bind them. */

/* Completes the instructions of a run by its relocations: branches inside the section get targets; other branches and
   references to data get the symbol that the loader will bind (`link` in struct insn, stored in `arena`). If the file's
   relocations are not available, operands that may have one are removed. */
void links_fill(const struct code_reader *reader, const struct code_file *file, const struct code_run *run,
                struct insns *insns, struct arena *arena);

#endif
