/* jitdump: reads jit-PID.dump files: code that a program made at run time, with names and lines (linux,
   tools/perf/Documentation/jitdump-specification.txt). */
#ifndef PERFOLIO_FORMATS_PERF_JITDUMP_H
#define PERFOLIO_FORMATS_PERF_JITDUMP_H

#include "core/resolve/insn.h"
#include "core/resolve/symtab.h"
#include "core/base/cur.h"
#include "core/base/err.h"
#include "core/base/idmap.h"

/* Functions at the addresses where they ran. If an address was used again, it belongs to the latest function.
   Earlier functions have addresses of their own in the table (SYMTAB_REPLACED), with code and lines;
   symtab.replaced has the times at which they lay at the original address, in ns of CLOCK_MONOTONIC. If the
   dump's times are a CPU counter, the latest function is used for all times. A record that is cut off ends
   the reading. */
extern const struct symbol_reader jitdump_reader;

/* The code in a dump, at the addresses where it ran: pieces by address, which do not overlap. If an address
   was used again, it has the latest code, or no code if the dump lacks the latest code; earlier code is at
   its SYMTAB_REPLACED address. */
struct jitdump_code {
    struct code_piece *v; /* malloc'ed; their bytes are the dump's */
    size_t n;
};

/* Reads the code of a dump. False with `e` set, and nothing to free: it is not a jitdump, or its machine is unknown. */
bool jitdump_code(struct span bytes, struct jitdump_code *out, struct err *e);

/* The loads of a jitdump: pieces of code, the times at which they were made, and the addresses that they own.
   Private to formats/perf; jitdump.c makes symbols, images and lines of it. */

/* Code that was made, or moved: a JIT_CODE_LOAD or JIT_CODE_MOVE record. */
struct jitdump_load {
    uint64_t avma, size;
    const char *name;
    struct span code;  /* code.n is 0 if the record lacks a part of the code */
    struct span debug; /* its source lines: entries of JIT_CODE_DEBUG_INFO */
    uint32_t
        first; /* index of the load that it was moved from at first, or its own: name and lines are there */
    uint64_t time; /* when it was made */
    uint64_t
        at; /* its address in the table: avma, or one from SYMTAB_REPLACED on if other code replaced it */
    /* is_shared: other code lay at some of its addresses before or later; is_earliest: no code lay there
       before */
    bool is_shared, is_earliest;
};

struct jitdump {
    uint32_t pid; /* of its process; records of other processes are passed over */
    uint16_t machine;
    enum byte_order order;
    bool has_times;         /* times are ns of CLOCK_MONOTONIC */
    uint64_t now;           /* the time of the record that is read */
    struct jitdump_load *v; /* in the order of the file, which is that of time */
    size_t n, cap;
    struct idmap at; /* address -> index of the latest load there + 1 */
    struct {
        uint64_t avma;
        struct span entries;
    } debug; /* the lines of the next load, if its address is avma */
};

/* Whether bytes begin as a jitdump does. */
bool jitdump_recognise(struct span bytes);

/* Reads all records of a dump, which is borrowed. False with `e` set, and nothing to close. */
bool jitdump_open(struct span bytes, struct jitdump *d, struct err *e);
void jitdump_close(struct jitdump *d);

/* How many bytes of a dump's records are source lines. */
uint64_t jitdump_bytes_of_lines(struct span bytes);

/* Find the load that owns each address: of overlapping loads the latest, or with `earliest` the earliest.
   *edges receives the *n addresses, ascending, at which loads begin or end. Returns for each edge the index +
   1 of the load that owns the addresses from this edge to the next one; 0: none. Both arrays are malloc'ed. */
uint32_t *jitdump_owners(const struct jitdump *d, bool earliest, uint64_t **edges, size_t *n);

#endif
