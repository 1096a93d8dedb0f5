/* jitdump: reads jit-PID.dump files: code that a program made at run time, with names and lines (linux,
   tools/perf/Documentation/jitdump-specification.txt). */
#ifndef PERFOLIO_FORMATS_PERF_JITDUMP_H
#define PERFOLIO_FORMATS_PERF_JITDUMP_H

#include "core/resolve/insn.h"
#include "core/resolve/symtab.h"
#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/idmap.h"

/* Functions at the addresses where they ran. If an address was used again, it belongs to the latest
   function. Earlier functions have separate addresses in the table (SYMTAB_REPLACED), with code and lines.
   symtab.replaced says when each of them was at the original address, in ns of CLOCK_MONOTONIC. If the
   dump's times are a CPU counter, the latest function is used for all times. Reading ends at a record that
   is cut off. */
extern const struct symbol_reader jitdump_reader;

/* The code in a dump, at the addresses where it ran, as pieces sorted by address that do not overlap. If
   an address was used again, it has the latest code, or no code if the dump lacks the latest code. Earlier
   code is at its SYMTAB_REPLACED address. */
struct jitdump_code {
    struct code_piece *v; /* malloc'ed; their bytes are the dump's */
    size_t n;
};

/* Reads the code of a dump. False with `e` set, and nothing to free: it is not a jitdump, or its machine is unknown. */
bool jitdump_code(struct span bytes, struct jitdump_code *out, struct err *e);

/* The loads of a jitdump: pieces of code, the times at which they were made, and their addresses. Private
   to formats/perf. jitdump.c makes symbols, images and lines from it. */

/* Code that was made, or moved: a JIT_CODE_LOAD or JIT_CODE_MOVE record. */
struct jitdump_load {
    uint64_t avma, size;
    const char *name;
    struct span code;  /* code.n is 0 if the record lacks a part of the code */
    struct span debug; /* its source lines: entries of JIT_CODE_DEBUG_INFO */
    /* index of the original JIT_CODE_LOAD, before any JIT_CODE_MOVE, or its own index if it was never
       moved; name and lines are stored there */
    uint32_t first;
    uint64_t time; /* when it was made */
    /* its address in the table: avma, or an address from SYMTAB_REPLACED on if other code replaced it */
    uint64_t at;
    /* is_shared: other code was at some of its addresses before or later; is_earliest: no code was there
       before */
    bool is_shared, is_earliest;
};

struct jitdump {
    uint32_t pid; /* the dump's process; records of other processes are skipped */
    uint16_t machine;
    enum byte_order order;
    bool has_times;         /* times are ns of CLOCK_MONOTONIC */
    uint64_t now;           /* the time of the current record */
    struct jitdump_load *v; /* in the order of the file, which is the order of time */
    size_t n, cap;
    struct idmap at; /* address -> index of the latest load there + 1 */
    struct {
        uint64_t avma;
        struct span entries;
    } debug; /* the lines of the next load, if its address is `avma` */
};

/* Whether bytes begin like a jitdump. */
bool jitdump_recognise(struct span bytes);

/* Reads all records of a dump, which is borrowed. False with `e` set: nothing to close. */
bool jitdump_open(struct span bytes, struct jitdump *d, struct err *e);
void jitdump_close(struct jitdump *d);

/* The number of bytes in a dump's records that are source lines. */
uint64_t jitdump_bytes_of_lines(struct span bytes);

/* Find the load that owns each address: of overlapping loads the latest, or with `earliest` the earliest.
   *edges receives the *n addresses, ascending, at which loads begin or end. Returns for each edge index +
   1 of the load that owns the addresses from this edge to the next one; 0: none. Both arrays are
   malloc'ed. */
uint32_t *jitdump_owners(const struct jitdump *d, bool earliest, uint64_t **edges, size_t *n);

#endif
