/*
 * sample_columns: the samples of a capture as arrays, in order of time, 32 bytes each, with dictionaries of what many have in common:
 * for whoever asks many questions of one capture. Numbers of a dictionary are in the order in which the file needs them,
 * whatever worker read what; 0 is always nothing.
 *
 *     time weight thread place stack cpu event        one of each a sample
 *            |     |      |     |
 *            |   threads  |   stacks: parent, place   a stack goes on from another one, by one step inwards
 *            |         places: object, symbol, at
 *            the event's period
 */
#ifndef PERFOLIO_LIB_COLUMNS_SAMPLE_COLUMNS_H
#define PERFOLIO_LIB_COLUMNS_SAMPLE_COLUMNS_H

#include "core/base/problem.h"
#include "core/model/capture.h"
#include "core/model/timeline/timeline.h"
#include "core/resolve/resolver.h"

enum {
    SAMPLE_COLUMNS_FRAMES =
        127 /* of a stack: what the kernel records unless told otherwise (perf_event_max_stack) */
};
enum { SAMPLE_COLUMNS_NO_CPU = UINT16_MAX };
enum { SAMPLE_COLUMNS_BYTES = 32 /* a sample, in one piece that begins with times */ };

struct column_thread {
    int32_t pid, tid;
    const char *comm; /* what it was called then; the timeline's; NULL: not recorded */
};

struct column_place {
    const struct object *object; /* NULL: in none */
    const struct symbol *symbol; /* NULL: none covers it; for symtab_symbol_name() */
    uint64_t at; /* in the space of the object's table (struct place); in no object as mapped */
    uint64_t
        addr; /* as shown where it has no symbol (struct resolved_addr): of a caller that is as mapped, which makes it another
                      place in each process */
    char level;  /* struct resolved_addr */
    uint8_t how; /* of stacks, enum count_frame_how: a place is another one behind a call */
};

struct column_stack {
    uint32_t parent, place; /* of the caller; 0: it is the outermost */
};

/* A sample whose place has no symbol, and which one it is of the file, where others may stand in front. */
struct column_nameless {
    uint32_t sample, in_file;
};

struct sample_columns {
    size_t n;
    uint64_t *time,
        *weight; /* ns, where a sample has none that of the latest in front of it; the event's period */
    uint32_t *thread, *place, *stack;
    uint16_t *cpu,
        *event; /* cpu: SAMPLE_COLUMNS_NO_CPU where none was recorded, or a larger one; event: by its index in the capture's */
    struct column_thread *threads;
    struct column_place *places;
    uint32_t *
        alike; /* per place, a number that it has in common with those of its symbol and level; of data, and without a
                        symbol, its own: apart, for it is looked at for each sample */
    struct column_stack *stacks;
    size_t nthreads, nplaces, nalike, nstacks; /* with the one of nothing */
    struct column_nameless *nameless;          /* by sample */
    size_t nnameless;
    bool has_stacks;
    bool far_cpu; /* a CPU has a number that is not below SAMPLE_COLUMNS_NO_CPU */
    bool
        cut; /* some stacks would be others, were the outermost frames of long ones to count, and not the innermost */
    struct problems problems;
};

struct sample_columns_opts {
    bool stacks;      /* call chains, too */
    uint64_t most;    /* samples; 0: 2^32 - 1, as is the most that there may be */
    unsigned workers; /* 0: as many as are worth having */
};

/* Read the samples of a capture (walked before, its timeline sealed); sample_columns_free() frees them in either case. False with `e`
   set where they cannot be read, or are more than there may be, of which none is read then. */
bool sample_columns_read(struct sample_columns *c, struct capture *from, const struct timeline *t,
                         struct resolver *r, const struct sample_columns_opts *o, struct err *e);
void sample_columns_free(struct sample_columns *c);

#endif
