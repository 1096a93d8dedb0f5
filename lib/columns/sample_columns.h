/*
 * sample_columns: the samples of a capture as arrays in the order of time, 32 bytes a sample, with dictionaries of what samples
 * share; for callers that ask many questions of one capture. Dictionaries are numbered in the order in which the file first
 * needs their entries, whichever worker read them; 0 always means none.
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

enum {
    SAMPLE_COLUMNS_FRAMES = 127 /* frames of a stack: the kernel's default (perf_event_max_stack) */
};
enum { SAMPLE_COLUMNS_NO_CPU = UINT16_MAX };
enum {
    SAMPLE_COLUMNS_BYTES = 32 /* bytes of a sample; all arrays are one allocation that begins with `time` */
};

struct column_thread {
    int32_t pid, tid;
    const char *comm; /* the thread's name then, owned by the timeline; NULL: not recorded */
};

struct column_place {
    const struct object *object; /* NULL: in no object */
    const struct symbol *symbol; /* NULL: no symbol covers it; for symtab_symbol_name() */
    uint64_t at;                 /* in the space of the object's table (struct place); avma if in no object */
    /* The address shown where there is no symbol (struct resolved_addr); for a caller its avma, so that it is another place in
       each process. */
    uint64_t addr;
    char level;  /* level of struct resolved_addr */
    uint8_t how; /* in stacks, enum count_frame_how: a return address is another place */
};

struct column_stack {
    uint32_t parent, place; /* parent: the caller's stack; 0: this is the outermost frame */
};

/* A sample whose place has no symbol, and its index in the order of the file. */
struct column_nameless {
    uint32_t sample, in_file;
};

struct sample_columns {
    size_t n;
    uint64_t *time;   /* ns; a sample without a time has the latest before it */
    uint64_t *weight; /* the event's period */
    uint32_t *thread, *place, *stack;
    uint16_t *cpu;   /* SAMPLE_COLUMNS_NO_CPU: not recorded, or its number is not below that */
    uint16_t *event; /* index in the capture's events */
    struct column_thread *threads;
    struct column_place *places;
    /* Per place: the number of its group. Places with one symbol and level are a group; data, and places without a symbol, are
       groups of one. An array apart, as it is read for each sample. */
    uint32_t *alike;
    struct column_stack *stacks;
    size_t nthreads, nplaces, nalike, nstacks; /* each counts entry 0, which means none */
    struct column_nameless *nameless;          /* sorted by sample */
    size_t nnameless;
    bool has_stacks;
    bool far_cpu; /* some CPU's number is not below SAMPLE_COLUMNS_NO_CPU */
    bool cut;     /* some stacks would differ if the outermost frames were kept instead of the innermost */
    struct problems problems;
};

struct sample_columns_opts {
    bool stacks;      /* read call chains, too */
    uint64_t most;    /* most samples to read; 0: 2^32 - 1, which is also the limit */
    unsigned workers; /* 0: as many as pay */
};

/* Read the samples of a capture (walked before, its timeline sealed). False with `e` set: they cannot be
   read, or are more than allowed; then none is read. Call sample_columns_free() either way. */
bool sample_columns_read(struct sample_columns *c, struct capture *from, const struct timeline *t,
                         struct resolver *r, const struct sample_columns_opts *o, struct err *e);
void sample_columns_free(struct sample_columns *c);

#endif
