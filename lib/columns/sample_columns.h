/*
 * sample_columns: the samples of a capture as arrays in the order of time, with 32 bytes per sample, for callers that
 * ask many questions about one capture. Threads, places and stacks are numbers of dictionary entries, which samples
 * share. Entries are numbered in the order in which they first occur in the file, however the work was divided
 * between threads; number 0 means none.
 *
 *     time weight thread place stack cpu event        one of each a sample
 *            |     |      |     |
 *            |   threads  |   stacks: parent, place   a stack continues its parent by one step inwards
 *            |         places: object, symbol, at
 *            the event's period
 */
#ifndef PERFOLIO_LIB_COLUMNS_SAMPLE_COLUMNS_H
#define PERFOLIO_LIB_COLUMNS_SAMPLE_COLUMNS_H

#include "core/base/problem.h"
#include "core/model/capture.h"
#include "core/model/timeline/timeline.h"
#include "core/resolve/resolver.h"

struct column_faults;

enum {
    SAMPLE_COLUMNS_FRAMES = 127 /* frames of a stack: the kernel's default (perf_event_max_stack) */
};
enum { SAMPLE_COLUMNS_NO_CPU = UINT16_MAX };
enum {
    SAMPLE_COLUMNS_BYTES = 32 /* bytes of a sample; all arrays are one allocation that begins with `time` */
};

struct column_thread {
    int32_t pid, tid;
    /* the thread's name at the time of the sample, owned by the timeline; NULL: not recorded */
    const char *comm;
};

struct column_place {
    const struct object *object; /* NULL: in no object */
    const struct symbol *symbol; /* NULL: no symbol covers the address; symtab_symbol_name() gives its name */
    /* address in the space of the object's symbol table (struct place); avma if it is in no object */
    uint64_t at;
    /* The address that is shown if there is no symbol (struct resolved_addr). For a frame of a caller this is the
       avma, so that an address without a symbol is a different place in each process. */
    uint64_t addr;
    char level; /* level of struct resolved_addr */
    /* enum count_frame_how of a frame in a stack: a return address and a sampled address are different places */
    uint8_t how;
};

struct column_stack {
    uint32_t parent, place; /* parent: the caller's stack; 0: this is the outermost frame */
};

/* A sample whose place has no symbol: its index in the columns, and its index in the order of the file. */
struct column_nameless {
    uint32_t sample, in_file;
};

struct sample_columns {
    size_t n;
    uint64_t *time;   /* ns; a sample without a time has the latest time before it */
    uint64_t *weight; /* the event's period */
    uint32_t *thread, *place, *stack;
    uint16_t *cpu;   /* SAMPLE_COLUMNS_NO_CPU: not recorded, or the number is too large for this array */
    uint16_t *event; /* index in the capture's events */
    /* Of waits (waits.h), else NULL. state: the letter of the thread's state when it left the CPU; 0: unknown; or STATE_ON_CPU. waker:
       the thread that woke it; 0: none. */
    char *state;
    uint32_t *waker;
    struct column_thread *threads;
    struct column_place *places;
    /* Per place: the number of its group. Places with the same symbol and level form a group; a place in data, or
       without a symbol, is a group of its own. This is a separate array, because it is read for each sample. */
    uint32_t *alike;
    struct column_stack *stacks;
    size_t nthreads, nplaces, nalike, nstacks; /* each counts entry 0, which means none */
    struct column_nameless *nameless;          /* sorted by sample */
    size_t nnameless;
    /* Per sample its index in the order of the file; only kept if callers lie in objects that no source has; NULL also if
       the file is in the order of time. */
    uint32_t *in_file;
    struct column_faults
        *faults; /* the problems of call chains; NULL: there are none, or too many for a list */
    bool has_stacks;
    bool far_cpu; /* some sample's CPU number is too large for `cpu` */
    bool cut;     /* some stacks would differ if the outermost frames were kept instead of the innermost */
    struct problems problems;
};

struct sample_columns_opts {
    bool stacks;      /* read call chains, too */
    uint64_t most;    /* most samples to read; 0: 2^32 - 1, which is also the limit */
    unsigned workers; /* number of workers; 0: sample_columns_read() chooses */
};

/* Reads the samples of a capture, which has been walked, and whose timeline is sealed. False with `e` set: the
   samples cannot be read, or there are more than o->most; then the result has no samples. The caller calls
   sample_columns_free() in either case. */
bool sample_columns_read(struct sample_columns *c, struct capture *from, const struct timeline *t,
                         struct resolver *r, const struct sample_columns_opts *o, struct err *e);
void sample_columns_free(struct sample_columns *c);

/* Allocates the arrays `time` to `event` for c->n samples, uninitialised. */
void sample_columns_allocate(struct sample_columns *c);

#endif
