/*
 * jitdump_loads: the code that a jitdump lists, when it was made, and what lay where. Private to formats/perf; what is made of
 * it is jitdump.c's.
 */
#ifndef PERFOLIO_FORMATS_PERF_JITDUMP_LOADS_H
#define PERFOLIO_FORMATS_PERF_JITDUMP_LOADS_H

#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/idmap.h"

/* Code that was made, or moved. */
struct jitdump_load {
    uint64_t avma, size;
    const char *name;
    struct span code;  /* n: 0 if the record has not all of it */
    struct span debug; /* its lines of source: entries of JIT_CODE_DEBUG_INFO */
    uint32_t
        first; /* the one that it was moved from in the end, or itself: its name and lines are this one's */
    uint64_t time; /* when it was made */
    uint64_t
        at; /* where the table has it: its avma, or another place where other code came over it (SYMTAB_REPLACED) */
    bool is_shared, is_earliest; /* other code lay there before or later; none did before */
};

struct jitdump {
    uint32_t pid; /* whose it is: code of others is not ours to name */
    uint16_t machine;
    enum byte_order order;
    bool has_times;         /* of CLOCK_MONOTONIC, in ns */
    uint64_t now;           /* of the record that is read */
    struct jitdump_load *v; /* in the order of time */
    size_t n, cap;
    struct idmap at; /* address -> the latest one there + 1 */
    struct {
        uint64_t avma;
        struct span entries;
    } debug; /* of the code that comes next, if it is made there */
};

/* Whether bytes begin as a jitdump does. */
bool jitdump_is(struct span bytes);

/* All that is in a dump, which it borrows; to be closed. False with `e` set, and nothing to close. */
bool jitdump_open(struct span bytes, struct jitdump *d, struct err *e);
void jitdump_close(struct jitdump *d);

/* How many bytes its records have that say something of source lines. */
uint64_t jitdump_bytes_of_lines(struct span bytes);

/* What lies from one edge of code to the next: that was made last which covers it, so the latest takes its places
   first; or the earliest. Per edge the one from there on, + 1; 0: none. Both are malloc'ed, *n of them, in order. */
uint32_t *jitdump_owners(const struct jitdump *d, bool earliest, uint64_t **edges, size_t *n);

#endif
